import Model
import Spec

/// What a shrinker made of a path.
package struct ShrunkPath<System: TransitionSystem>: Sendable {
  /// The path, which still shows what was to be shown.
  package let path: Path<System>
  /// How often a path was replayed and judged.
  package let evaluationCount: Int
  /// What is known of its length.
  package let minimality: Minimality
  /// What the path's story says beside its steps: when the promise would be kept, what does not
  /// matter, and how short the path is.
  package var explanation = PathExplanation()
}

/// What is known of the length of a shrunk path.
package enum Minimality: Hashable, Sendable {
  /// Nothing: the path did not show what it was to show, or was known to be short enough.
  case unknown
  /// Nothing beyond that it shows what it was to show: it was stopped before every pass had its
  /// turn.
  case stopped
  /// Nothing: live code did not take what was shorter.
  case untaken
  /// Nothing beyond that: too many states lie ahead to judge what is left out.
  case undecidable
  /// No step can be left out; there was no room to try every two.
  case oneMinimal
  /// No step and no two steps can be left out.
  case twoMinimal
  /// An exploration of every state up to that distance found none that is shorter.
  case shortest

  /// The claim in words.
  package var words: String {
    switch self {
    case .unknown: "Not shrunk: the steps do not show it again."
    case .stopped: "Not checked whether it can be shorter: stopped before that."
    case .untaken:
      "Not shortened: no order of jobs that was tried takes live code along a shorter way."
    case .undecidable: "Not checked whether it can be shorter: too many states lie ahead."
    case .oneMinimal: "1-minimal: no step can be left out; not every two steps were tried."
    case .twoMinimal: "2-minimal: no step and no two steps can be left out."
    case .shortest: "Shortest: nothing nearer to the start breaks the promise so."
    }
  }
}

/// Makes paths that show a finding short, and simple among the short ones.
///
/// Shorter is better; then fewer departures, fewer faults, simpler values, label order. What it
/// learns of the system serves the next path.
package final class PathShrinker<System: TransitionSystem> {
  private let specification: Specification<System>
  private let reach: Int
  private let bounds: RunBounds
  private let shouldStop: () -> Bool
  private lazy var expander = specification.system.makeExpansion(
    judging: specification.properties)
  private var judges: [String: Judge] = [:]

  /// - Parameters:
  ///   - reach: how many states near a path are looked at, how many paths like it, and how many
  ///     states by the explorer.
  ///   - bounds: what values may come to.
  ///   - shouldStop: asked now and then; when it is true, paths stay as short as they are then.
  package init(
    _ specification: Specification<System>, reach: Int = 3_000, bounds: RunBounds = RunBounds(),
    shouldStop: @escaping () -> Bool = { false }
  ) {
    self.bounds = bounds
    self.shouldStop = shouldStop
    self.specification = specification
    self.reach = reach
  }

  /// The best path that the passes find and that still shows the finding.
  package func shrink(_ path: Path<System>, showing name: FindingName) -> ShrunkPath<System> {
    shrink(path, steps(showing: name))
  }

  /// What else there is to know of a path that shows a finding.
  func explanation(of path: Path<System>, showing name: FindingName) -> PathExplanation {
    explanation(of: path, steps(showing: name))
  }

  /// The best path that the passes and then the explorer find, explained.
  package func explain(_ path: Path<System>, showing name: FindingName) -> ShrunkPath<System> {
    let steps = steps(showing: name)
    var shrunk = confirm(shrink(path, steps), showing: name, stateCountMax: reach)
    shrunk.explanation = explanation(of: shrunk.path, steps)
    shrunk.explanation.remarks.append(shrunk.minimality.words)
    return shrunk
  }

  private func steps(showing name: FindingName) -> JudgedSteps {
    let judge =
      judges[name.property]
      ?? Judge(
        walking: specification.system, specification.properties.filter { $0.name == name.property },
        sharing: expander, isInterrupted: shouldStop)
    judges[name.property] = judge
    return JudgedSteps(judge, showing: name, bounds: bounds, shouldStop: shouldStop)
  }

  private func explanation(of path: Path<System>, _ steps: JudgedSteps) -> PathExplanation {
    let explanation = route(of: path, steps).map { RouteExplainer(steps, $0).explanation }
    return steps.isTrusted ? explanation ?? PathExplanation() : PathExplanation()
  }

  private func shrink(_ path: Path<System>, _ steps: JudgedSteps) -> ShrunkPath<System> {
    let initial = specification.system.initialStates
    if initial.indices.contains(path.initial),
      steps.isShown(atLaunch: expander.row(of: initial[path.initial]))
    {
      let launch = Path<System>(initial: path.initial, labels: [])
      return ShrunkPath(path: launch, evaluationCount: 1, minimality: .shortest)
    }
    guard let route = route(of: path, steps) else {
      return ShrunkPath(path: path, evaluationCount: 1, minimality: .unknown)
    }
    let shrinker = RouteShrinker(steps, showing: route, reach: reach)
    shrinker.run(RouteShrinker.passes)
    let labels = shrinker.best.steps.map { expander.label(of: $0.transition) }
    return ShrunkPath(
      path: Path(initial: path.initial, labels: labels), evaluationCount: shrinker.evaluationCount,
      minimality: steps.isStopped ? .stopped : steps.isTrusted ? shrinker.minimality : .undecidable)
  }

  /// The path as far as its first step that shows the finding; nil when it has none.
  private func route(of path: Path<System>, _ steps: JudgedSteps) -> Route? {
    let initial = specification.system.initialStates
    guard initial.indices.contains(path.initial) else { return nil }
    var route = Route(initial: path.initial, start: expander.row(of: initial[path.initial]))
    for label in path.labels {
      let enabled = steps.steps(from: route.row(before: route.count))
      guard let step = enabled.first(where: { expander.label(of: $0.transition) == label }) else {
        return nil
      }
      route.steps.append(step)
      if step.isShowing { return route }
    }
    return nil
  }

  /// Asks the explorer about the states up to the length of a path: what it finds is shortest.
  ///
  /// - Parameter stateCountMax: how many states may be explored; when there are more, and the
  ///   finding was not met among these, the path stays as it is.
  package func confirm(
    _ shrunk: ShrunkPath<System>, showing name: FindingName, stateCountMax: Int
  ) -> ShrunkPath<System> {
    guard [.oneMinimal, .twoMinimal].contains(shrunk.minimality) else { return shrunk }
    let properties = specification.properties.filter { $0.name == name.property }
    // What continues from a state can lie farther from the start than the path's end.
    let depthMax = properties.contains(where: \.hasGoal) ? nil : shrunk.path.labels.count
    var explorer = Explorer(
      system: specification.system, properties: properties,
      limits: Limits(
        depthMax: depthMax, stateCountMax: stateCountMax, byteCountMax: bounds.byteCountMax))
    explorer.audits = false
    var monitor = Monitor { [shouldStop] _ in shouldStop() ? .interrupted : nil }
    (monitor.isDue, monitor.mustEnd) = (shouldStop, shouldStop)
    let found = explorer.run(monitor: monitor).findings.first { $0.name == name }
    guard let found, found.path.labels.count <= shrunk.path.labels.count else { return shrunk }
    return ShrunkPath(
      path: found.path, evaluationCount: shrunk.evaluationCount, minimality: .shortest)
  }

  /// A finding that a path shows, made as short as can be, with its explanation.
  ///
  /// - Parameters:
  ///   - isUntaken: whether live code can take no shorter path; then the finding keeps its own.
  func report(
    _ path: Path<System>, showing name: FindingName, seed: UInt64?,
    unless isUntaken: (Path<System>) -> Bool = { _ in false }
  ) -> Confirmation {
    var shrunk = explain(path, showing: name)
    if shrunk.path.labels != path.labels, isUntaken(shrunk.path) {
      shrunk = ShrunkPath(
        path: path, evaluationCount: shrunk.evaluationCount, minimality: .untaken,
        explanation: explanation(of: path, showing: name))
      shrunk.explanation.remarks.append(shrunk.minimality.words)
    }
    return specification.confirmation(
      of: Finding(name, path: shrunk.path), seed: seed, explanation: shrunk.explanation,
      isInterrupted: shouldStop)
  }
}
