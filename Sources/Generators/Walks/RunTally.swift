import Model
import Spec

/// Counts what runs meet: distinct states, and steps by kind of label.
final class RunTally {
  private let judge: Judge
  // One value, so that a step costs one access to a class.
  private var counts: Counts

  init(_ judge: Judge) {
    self.judge = judge
    counts = Counts(width: judge.rows.width)
  }

  func begin(at row: Row) { counts.begin(at: row, judge.rows) }

  func take(_ step: RowStep, from row: Row, among steps: ContiguousArray<RowStep>) {
    counts.take(step, from: row, among: steps, judge.rows)
  }

  var states: DistinctStates { counts.states }

  /// How often steps of each kind of label were taken; 0 for kinds that were enabled and never
  /// taken.
  var labelCounts: [String: Int] {
    var sums: [UInt32: (transition: UInt32, count: Int)] = [:]
    for (transition, count) in counts.steps.enumerated() where count != 0 {
      let label = judge.rows.labelHandle(of: UInt32(transition))
      sums[label, default: (UInt32(transition), 0)].count += count >> 1
    }
    let kinds = sums.values.map { (judge.kind(of: $0.transition), $0.count) }
    return Dictionary(kinds, uniquingKeysWith: +)
  }
}

private struct Counts {
  private let width: Int
  private(set) var states = DistinctStates()
  /// By transition: how often its steps were taken, with the lowest bit set once one was enabled.
  private(set) var steps: ContiguousArray<Int> = []
  private var parts = ContiguousArray<UInt64>(repeating: 0, count: Row.widthMax)
  private var sum: UInt64 = 0
  private var threshold = UInt64.max

  init(width: Int) { self.width = width }

  mutating func begin(at row: Row, _ rows: any RowExpander) {
    sum = 0
    for position in 0..<width { change(position, to: row[position], from: 0, rows) }
    visit()
  }

  mutating func take(
    _ step: RowStep, from row: Row, among enabled: ContiguousArray<RowStep>, _ rows: any RowExpander
  ) {
    for step in enabled {
      let transition = Int(step.transition)
      if transition >= steps.count {
        steps.append(contentsOf: repeatElement(0, count: transition + 1 - steps.count))
      }
      steps[transition] |= 1
    }
    steps[Int(step.transition)] += 2
    if step.row == row { return }
    for position in 0..<width where step.row[position] != row[position] {
      change(position, to: step.row[position], from: parts[position], rows)
    }
    visit()
  }

  private mutating func change(
    _ position: Int, to handle: UInt32, from old: UInt64, _ rows: any RowExpander
  ) {
    let digest = rows.digest(ofComponent: position, handle: handle)
    parts[position] = ContentDigest.join(UInt64(position), digest)
    sum = sum &- old &+ parts[position]
  }

  private mutating func visit() {
    let digest = ContentDigest.mix(sum)
    if digest < threshold {
      states.insert(digest)
      threshold = states.threshold
    }
  }
}
