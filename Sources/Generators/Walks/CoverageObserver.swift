import Model
import Spec

/// Something that no run reached before, by the digest of its content, and after how many steps.
struct Feature: Sendable {
  var digest: UInt64
  var length: Int
}

/// Watches what runs reach: new component values, new pairs of label kind and store change, new depths of
/// pending work; and counts states and labels.
final class CoverageObserver: WalkObserver {
  private let watch: RowWatch
  // One value, so that a step costs one access to a class.
  private var coverage: Coverage

  init(_ watch: RowWatch) {
    self.watch = watch
    coverage = Coverage(width: watch.rows.width)
  }

  /// What the run since `begin` reached that this observer never saw before.
  var features: ContiguousArray<Feature> { coverage.features }
  /// The distinct states met so far.
  var states: DistinctStates { coverage.states }

  func begin(at row: Row) { coverage.begin(at: row, watch.rows) }

  func take(_ step: RowStep, from row: Row, among steps: ContiguousArray<RowStep>) {
    coverage.take(step, from: row, among: steps, watch)
  }

  /// How often steps of each kind of label were taken; 0 for kinds that were enabled and never taken.
  var labelCounts: [String: Int] { coverage.labelCounts(watch) }
}

/// What runs reached so far.
private struct Coverage {
  private let width: Int
  private(set) var features: ContiguousArray<Feature> = []
  private(set) var states = DistinctStates()
  private let noted = HandleTable()
  private var parts = ContiguousArray<UInt64>(repeating: 0, count: Row.widthMax)
  private var sum: UInt64 = 0
  private var threshold = UInt64.max
  private var stepNumber = 0
  /// By transition: how often its steps were taken, with the lowest bit set once one was enabled.
  private var counts: ContiguousArray<Int> = []
  private var kinds: ContiguousArray<Int32> = []
  private var kindNames: [String] = []
  private var kindsOfLabels: [UInt32: Int32] = [:]

  init(width: Int) { self.width = width }

  mutating func begin(at row: Row, _ rows: any RowExpander) {
    features.removeAll(keepingCapacity: true)
    stepNumber = 0
    sum = 0
    for position in 0..<width { change(position, to: row[position], from: 0, rows) }
    visit(row, rows)
  }

  mutating func take(
    _ step: RowStep, from row: Row, among steps: ContiguousArray<RowStep>, _ watch: RowWatch
  ) {
    stepNumber += 1
    for step in steps {
      let transition = Int(step.transition)
      if transition >= counts.count {
        counts.append(contentsOf: repeatElement(0, count: transition + 1 - counts.count))
      }
      counts[transition] |= 1
    }
    counts[Int(step.transition)] += 2
    if step.row == row { return }
    let rows = watch.rows
    for position in 0..<width where step.row[position] != row[position] {
      change(position, to: step.row[position], from: parts[position], rows)
    }
    if step.row[0] != row[0] {
      let kind = kind(of: Int(step.transition), watch)
      if isNew(HandleTable.Key(2 + UInt32(kind) << 2, row[0], step.row[0])) {
        let change = ContentDigest.join(part(0, row[0], rows), part(0, step.row[0], rows))
        reach(2, ContentDigest.join(ContentDigest.text(kindNames[Int(kind)]), change))
      }
    }
    visit(step.row, rows)
  }

  private mutating func change(_ position: Int, to handle: UInt32, from old: UInt64, _ rows: any RowExpander)
  {
    let new = part(position, handle, rows)
    sum = sum &- old &+ new
    parts[position] = new
    if isNew(HandleTable.Key(1, UInt32(position), handle)) { reach(1, new) }
  }

  private mutating func visit(_ row: Row, _ rows: any RowExpander) {
    let digest = ContentDigest.mix(sum)
    if digest < threshold {
      states.insert(digest)
      threshold = states.threshold
    }
    let depth = rows.pendingCount(in: row)
    if isNew(HandleTable.Key(3, UInt32(depth), 0)) { reach(3, ContentDigest.mix(UInt64(depth))) }
  }

  /// The digest of a component's value at its place.
  private func part(_ position: Int, _ handle: UInt32, _ rows: any RowExpander) -> UInt64 {
    ContentDigest.join(UInt64(position), rows.digest(ofComponent: position, handle: handle))
  }

  private mutating func isNew(_ key: HandleTable.Key) -> Bool {
    if noted.find(key) != nil { return false }
    noted.insert(key, 0)
    return true
  }

  private mutating func reach(_ sort: UInt64, _ digest: UInt64) {
    features.append(Feature(digest: ContentDigest.join(sort, digest), length: stepNumber))
  }

  // MARK: Labels

  private mutating func kind(of transition: Int, _ watch: RowWatch) -> Int32 {
    if transition < kinds.count, kinds[transition] >= 0 { return kinds[transition] }
    while kinds.count <= transition { kinds.append(-1) }
    let label = watch.rows.labelHandle(of: UInt32(transition))
    let number = kindsOfLabels[label] ?? number(ofKind: watch.kind(of: UInt32(transition)))
    kindsOfLabels[label] = number
    kinds[transition] = number
    return number
  }

  private mutating func number(ofKind name: String) -> Int32 {
    if let number = kindNames.firstIndex(of: name) { return Int32(number) }
    kindNames.append(name)
    return Int32(kindNames.count - 1)
  }

  func labelCounts(_ watch: RowWatch) -> [String: Int] {
    var reader = self
    var sums: [String: Int] = [:]
    for transition in counts.indices where counts[transition] != 0 {
      let kind = reader.kind(of: transition, watch)
      sums[reader.kindNames[Int(kind)], default: 0] += counts[transition] >> 1
    }
    return sums
  }

}
