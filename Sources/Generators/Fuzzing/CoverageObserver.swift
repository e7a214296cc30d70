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
  private let width: Int
  /// What the run since `begin` reached that this observer never saw before.
  private(set) var features: ContiguousArray<Feature> = []
  private(set) var states = DistinctStates()
  private var noted = HandleTable()
  private var parts: ContiguousArray<UInt64>
  private var sum: UInt64 = 0
  private var threshold = UInt64.max
  private var stepNumber = 0
  private var takenCounts: ContiguousArray<Int> = []
  private var isOffered: ContiguousArray<Bool> = []
  private var kinds: ContiguousArray<Int32> = []
  private var kindNames: [String] = []
  private var kindNumbers: [String: Int32] = [:]

  init(_ watch: RowWatch) {
    self.watch = watch
    width = watch.rows.width
    parts = ContiguousArray(repeating: 0, count: Row.widthMax)
  }

  func begin(at row: Row) {
    features.removeAll(keepingCapacity: true)
    stepNumber = 0
    sum = 0
    for position in 0..<width {
      parts[position] = part(position, row[position])
      sum &+= parts[position]
      meet(HandleTable.Key(1, UInt32(position), row[position], 0)) { parts[position] }
    }
    visit(row)
  }

  func take(_ step: RowStep, from row: Row, among steps: ContiguousArray<RowStep>) {
    stepNumber += 1
    count(step, among: steps)
    if step.row == row { return }
    for position in 0..<width where step.row[position] != row[position] {
      sum &-= parts[position]
      parts[position] = part(position, step.row[position])
      sum &+= parts[position]
      meet(HandleTable.Key(1, UInt32(position), step.row[position], 0)) { parts[position] }
    }
    if step.row[0] != row[0] {
      let kind = kind(ofCause: Int(step.cause))
      meet(HandleTable.Key(2, UInt32(kind), row[0], step.row[0])) {
        ContentDigest.join(
          ContentDigest.text(kindNames[Int(kind)]),
          ContentDigest.join(part(0, row[0]), part(0, step.row[0])))
      }
    }
    visit(step.row)
  }

  private func visit(_ row: Row) {
    let digest = ContentDigest.mix(sum)
    if digest < threshold {
      states.insert(digest)
      threshold = states.threshold
    }
    let depth = watch.rows.pendingCount(in: row)
    meet(HandleTable.Key(3, UInt32(depth), 0, 0)) { ContentDigest.mix(UInt64(depth)) }
  }

  /// The digest of a component's value at its place.
  private func part(_ position: Int, _ handle: UInt32) -> UInt64 {
    ContentDigest.join(
      UInt64(position), watch.rows.digest(ofComponent: position, handle: handle))
  }

  private func meet(_ key: HandleTable.Key, _ digest: () -> UInt64) {
    if noted.find(key) != nil { return }
    noted.insert(key, 0)
    features.append(Feature(digest: ContentDigest.join(UInt64(key[0]), digest()), length: stepNumber))
  }

  // MARK: Labels

  private func count(_ step: RowStep, among steps: ContiguousArray<RowStep>) {
    for step in steps {
      let cause = Int(step.cause)
      while isOffered.count <= cause {
        isOffered.append(false)
        takenCounts.append(0)
      }
      isOffered[cause] = true
    }
    takenCounts[Int(step.cause)] += 1
  }

  private func kind(ofCause cause: Int) -> Int32 {
    if cause < kinds.count, kinds[cause] >= 0 { return kinds[cause] }
    while kinds.count <= cause { kinds.append(-1) }
    let name = watch.kind(ofCause: UInt32(cause))
    let number = kindNumbers[name] ?? Int32(kindNames.count)
    if Int(number) == kindNames.count {
      kindNames.append(name)
      kindNumbers[name] = number
    }
    kinds[cause] = number
    return number
  }

  /// How often steps of each kind of label were taken; 0 for kinds that were enabled and never taken.
  var labelCounts: [String: Int] {
    var counts: [String: Int] = [:]
    for cause in isOffered.indices where isOffered[cause] {
      counts[kindNames[Int(kind(ofCause: cause))], default: 0] += takenCounts[cause]
    }
    return counts
  }
}
