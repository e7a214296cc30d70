import Model
import Spec

/// A step out of a state, judged.
struct JudgedStep: Sendable {
  var row: Row
  var transition: UInt32
  /// The handle of its label.
  var label: UInt32
  /// A number for the kind of step.
  var kind: Int
  var traits: StepTraits
  /// What a counterexample is charged for it.
  var cost: UInt64
  /// Its place among the steps of its state, which stand in label order.
  var place: Int
  /// Whether it shows the finding.
  var isShowing: Bool
  /// Whether it shows the finding or another one of the property.
  var isBreaking: Bool
}

/// The steps out of states as a shrinker looks at them: worked out and judged once for each state
/// that it meets.
final class JudgedSteps {
  private let judge: Judge
  private let finding: FindingName
  private var graph: StateGraph
  /// The steps by the number of their state.
  private var known: ContiguousArray<ContiguousArray<JudgedStep>> = []
  private var kinds: [String: Int] = [:]
  private var kindsByLabel: [UInt32: Int] = [:]
  private let bounds: RunBounds
  private let shouldStop: () -> Bool
  private var callCount = 0
  /// Whether somebody wants no more of it: from then on nothing that it leads to says anything.
  private(set) var isStopped = false

  /// After how many looks at what is known somebody is asked whether to stop; after all others at
  /// once.
  private static let pollInterval = 1024

  /// How many states may be remembered; all are forgotten when there are more.
  private static let knownCountMax = 200_000

  /// - Parameters:
  ///   - judge: judges the property of the finding, and nothing else.
  ///   - bounds: what values may come to.
  ///   - shouldStop: asked now and then.
  init(
    _ judge: Judge, showing finding: FindingName, bounds: RunBounds,
    shouldStop: @escaping () -> Bool
  ) {
    self.judge = judge
    self.finding = finding
    self.bounds = bounds
    self.shouldStop = shouldStop
    graph = StateGraph(judge.rows)
  }

  /// Whether what shows nothing broken is known to keep the promise.
  var isTrusted: Bool { !isStopped && judge.givenUp.isEmpty }

  /// Whether a state shows anything of the property.
  func isBroken(_ row: Row) -> Bool { judge.violations(in: row) != 0 }

  /// Whether an initial state shows the finding.
  func isShown(atLaunch row: Row) -> Bool {
    judge.findings(of: .launch(judge.violations(in: row))).contains(finding)
  }

  /// Whether nothing is pending in a state.
  func isSettled(_ row: Row) -> Bool { judge.rows.isSettled(row) }

  /// The steps out of a state, in label order.
  func steps(from row: Row) -> ContiguousArray<JudgedStep> {
    callCount += 1
    if callCount % Self.pollInterval == 0 { look() }
    let number = graph.insert(row).index
    if number < known.count { return known[number] }
    if known.count >= Self.knownCountMax {
      known = []
      graph = StateGraph(judge.rows)
      _ = graph.insert(row)
    }
    graph.expand(row)
    let source = judge.violations(in: row)
    var steps: ContiguousArray<JudgedStep> = []
    steps.reserveCapacity(graph.steps.count)
    for (place, step) in graph.steps.steps.enumerated() {
      steps.append(judged(step, place, row, source))
    }
    known.append(steps)
    look()
    return steps
  }

  /// Judges a step out of a state with these violations.
  private func judged(_ step: RowStep, _ place: Int, _ row: Row, _ source: UInt32) -> JudgedStep {
    let violations = judge.violations(ofStep: step, from: row)
    let target = step.row == row ? source : judge.violations(in: step.row)
    var shown: [FindingName] = []
    if violations != 0 || target != 0 && target != source {
      shown = judge.findings(
        of: StepViolations(
          step: violations, source: source, target: target, transition: step.transition))
    }
    let label = judge.rows.labelHandle(of: step.transition)
    return JudgedStep(
      row: step.row, transition: step.transition, label: label, kind: kind(label, step.transition),
      traits: step.traits,
      cost: judge.rows.cost(of: step.transition, from: row).packed, place: place,
      isShowing: shown.contains(finding), isBreaking: !shown.isEmpty)
  }

  /// Whether to go on: values that grow end it too.
  private func look() {
    if !isStopped { isStopped = shouldStop() || bounds.areExceeded(by: judge.rows.contents) }
  }

  private func kind(_ label: UInt32, _ transition: UInt32) -> Int {
    if let number = kindsByLabel[label] { return number }
    let number = kinds[judge.kind(of: transition), default: kinds.count]
    kinds[judge.kind(of: transition)] = number
    kindsByLabel[label] = number
    return number
  }
}
