import Generators
import Model
import Spec

/// Every state of a system that can be exhausted, where its steps lead, and which of them show a
/// finding.
///
/// Rare findings are met by no number of random walks that anybody would wait for. With the
/// distances from every state, a walk can be aimed at one of them and be random all the same, as
/// greybox fuzzing is aimed at places in a program (Böhme, Pham, Nguyen and Roychoudhury, "Directed
/// greybox fuzzing", CCS 2017).
///
/// - Complexity: O(states + steps) time; about 110 bytes a state, and 8 a step once something is
///   aimed at.
final class FindingChart {
  private let judge: Judge
  private var numbers: [Row: UInt32] = [:]
  /// Where the steps of each state start among the targets of all steps.
  private var starts: [UInt32] = []
  private var targets: [UInt32] = []
  /// For each finding the states that have a step which shows it.
  private var showing: [[UInt32]]
  private let places: [FindingName: Int]
  private var shown: [Likeness: [Int]] = [:]

  /// What decides which findings a step shows.
  private struct Likeness: Hashable {
    var step: UInt32
    var source: UInt32
    var target: UInt32
    var label: UInt32
  }

  /// Visits every state.
  init(_ judge: Judge, seeking names: [FindingName]) {
    self.judge = judge
    places = Dictionary(zip(names, names.indices)) { first, _ in first }
    showing = Array(repeating: [], count: names.count)
    var rows = judge.initial
    var violations = rows.map(judge.violations(in:))
    for (number, row) in rows.enumerated() { numbers[row] = UInt32(number) }
    var steps = StepBuffer()
    var index = 0
    while index < rows.count {
      starts.append(UInt32(targets.count))
      steps.removeAll()
      judge.rows.expand(rows[index], into: &steps, selecting: .all)
      for step in steps.steps {
        let number = numbers[step.row] ?? UInt32(rows.count)
        if Int(number) == rows.count {
          numbers[step.row] = number
          rows.append(step.row)
          violations.append(judge.violations(in: step.row))
        }
        targets.append(number)
        for place in findings(
          of: step, from: rows[index], source: violations[index], target: violations[Int(number)])
        where showing[place].last != UInt32(index) {
          showing[place].append(UInt32(index))
        }
      }
      index += 1
    }
    starts.append(UInt32(targets.count))
  }

  private func findings(of step: RowStep, from row: Row, source: UInt32, target: UInt32) -> [Int] {
    let violations = judge.violations(ofStep: step, from: row)
    if violations == 0 && (target == 0 || target == source) { return [] }
    let label = judge.rows.labelHandle(of: step.transition)
    let likeness = Likeness(step: violations, source: source, target: target, label: label)
    if let known = shown[likeness] { return known }
    let judged = StepViolations(
      step: violations, source: source, target: target, transition: step.transition)
    let found = judge.findings(of: judged)
      .compactMap { places[$0] }
    shown[likeness] = found
    return found
  }

  /// How many steps away from a finding each state is.
  ///
  /// - Returns: nil when the finding cannot be reached.
  func aim(at place: Int) -> Aim? {
    var distances = [UInt16](repeating: Aim.unreachable, count: starts.count - 1)
    var layer = showing[place]
    for state in layer { distances[Int(state)] = 1 }
    let (sourceStarts, sources) = reversed
    var distance: UInt16 = 1
    while !layer.isEmpty {
      // Beyond that all are equally far.
      distance = min(distance + 1, Aim.unreachable - 1)
      var next: [UInt32] = []
      for state in layer {
        for edge in sourceStarts[Int(state)]..<sourceStarts[Int(state) + 1] {
          let source = Int(sources[Int(edge)])
          guard distances[source] == Aim.unreachable else { continue }
          distances[source] = distance
          next.append(UInt32(source))
        }
      }
      layer = next
    }
    guard judge.initial.contains(where: { distances[Int(numbers[$0] ?? 0)] != Aim.unreachable })
    else {
      return nil
    }
    return Aim(judge: judge, name: place, distances: distances, chart: self)
  }

  /// Where each state is a target: the sources of its steps, state after state.
  private lazy var reversed: (starts: [UInt32], sources: [UInt32]) = {
    var ends = [UInt32](repeating: 0, count: starts.count)
    for target in targets { ends[Int(target) + 1] += 1 }
    for state in 1..<ends.count { ends[state] += ends[state - 1] }
    let begins = ends
    var sources = [UInt32](repeating: 0, count: targets.count)
    for state in 0..<starts.count - 1 {
      for edge in starts[state]..<starts[state + 1] {
        let target = Int(targets[Int(edge)])
        sources[Int(ends[target])] = UInt32(state)
        ends[target] += 1
      }
    }
    return (begins, sources)
  }()

  /// The means to walk towards a finding.
  struct Aim {
    static let unreachable = UInt16.max

    fileprivate let judge: Judge
    fileprivate let name: Int
    fileprivate let distances: [UInt16]
    fileprivate let chart: FindingChart

    /// A random walk that ends with the first step that shows the finding.
    ///
    /// It takes no step after which the finding cannot be reached any more, and else any, for a
    /// number of steps that is drawn first; from there on every second step, drawn, is one that
    /// leads nearer.
    ///
    /// - Parameter wanderingBelow: a bound on the number of steps before it goes nearer.
    func walk(_ source: inout RandomSource, wanderingBelow bound: Int) -> (
      initial: Int, transitions: [UInt32]
    ) {
      let starts = judge.initial.indices.filter {
        distance(of: judge.initial[$0]) != Self.unreachable
      }
      let initial = starts[source.choose(below: starts.count)]
      let wanderCount = source.choose(below: bound)
      var (row, transitions, steps) = (judge.initial[initial], [UInt32](), StepBuffer())
      while true {
        steps.removeAll()
        judge.rows.expand(row, into: &steps, selecting: .all)
        let choices = steps.steps.map { (step: $0, distance: self.distance(of: $0, from: row)) }
          .filter { $0.distance != Self.unreachable }
        let nearest = choices.map(\.distance).min() ?? Self.unreachable
        let isAimed =
          transitions.count >= wanderCount
          && (transitions.count > 2 * bound || source.choose(below: 2) == 0)
        let among = isAimed ? choices.filter { $0.distance == nearest } : choices
        let choice = among[source.choose(below: among.count)]
        transitions.append(choice.step.transition)
        if choice.distance == 0 { return (initial, transitions) }
        row = choice.step.row
      }
    }

    private func distance(of row: Row) -> UInt16 { distances[Int(chart.numbers[row] ?? 0)] }

    private func distance(of step: RowStep, from row: Row) -> UInt16 {
      let (source, target) = (judge.violations(in: row), judge.violations(in: step.row))
      let isShowing = chart.findings(of: step, from: row, source: source, target: target)
        .contains(name)
      return isShowing ? 0 : distance(of: step.row)
    }
  }
}
