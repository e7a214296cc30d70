import Model

/// Makes a path that shows a finding short, and simple among the short ones.
///
/// A candidate is replayed up to the first step that shows the finding. What is not enabled any
/// more is left out, so that a gesture takes along what only follows from it.
final class RouteShrinker: Shrinker {
  /// What is known of the steps of the system.
  let known: JudgedSteps
  /// How many states near the path are looked at.
  let reach: Int
  /// The best path known.
  private(set) var best: Route
  /// What is known of the best path's length since every step and every two were left out in vain.
  private(set) var minimality = Minimality.unknown
  /// How often a path was replayed and judged.
  private(set) var evaluationCount = 0
  private(set) var improvementCount = 0

  init(_ known: JudgedSteps, showing route: Route, reach: Int) {
    self.known = known
    self.reach = reach
    best = route
  }

  var isSpent: Bool { known.isStopped }

  /// All passes, the cheapest first.
  static var passes: [[(RouteShrinker) -> Void]] {
    [
      [{ $0.cutLoops() }], [{ $0.deleteSteps() }], [{ $0.dropFaults() }], [{ $0.reroute() }],
      [{ $0.deletePairs() }], [{ $0.swapNeighbors() }], [{ $0.replaceSteps() }],
      [{ $0.replaceAndDelete() }], [{ $0.wander() }], [{ $0.searchFront() }],
    ]
  }

  /// Takes a path for the best if it is.
  @discardableResult
  func attempt(_ route: Route?) -> Bool {
    guard let route, route.isBetter(than: best) else { return false }
    best = route
    minimality = .unknown
    improvementCount += 1
    return true
  }

  /// Takes the path of these steps for the best if it is; each of them, or one of its kind in its
  /// place.
  @discardableResult
  func attempt(adapting wanted: [JudgedStep], after head: ArraySlice<JudgedStep>) -> Bool {
    attempt(replay(wanted, after: head, isAdapting: true))
  }

  /// The path that takes steps one after the other up to the first that shows the finding; nil when
  /// none does.
  ///
  /// - Parameter isAdapting: whether a step of its kind takes the place of one that is not enabled;
  ///   if there is none, or else, it is left out.
  /// - Complexity: O(steps · enabled steps of a state).
  func replay(
    _ wanted: some Sequence<JudgedStep>, after head: ArraySlice<JudgedStep> = [],
    isAdapting: Bool = false
  ) -> Route? {
    if isSpent { return nil }
    evaluationCount += 1
    var route = Route(initial: best.initial, start: best.start, steps: Array(head))
    if route.steps.last?.isShowing == true { return route }
    for step in wanted {
      let enabled = known.steps(from: route.row(before: route.count))
      let same = enabled.first { $0.label == step.label }
      guard let taken = same ?? (isAdapting ? Self.likeness(of: step, among: enabled) : nil) else {
        continue
      }
      route.steps.append(taken)
      if taken.isShowing { return route }
    }
    return nil
  }

  /// A step of the same kind; for an operation that was to fail one that is carried out.
  private static func likeness(
    of step: JudgedStep, among enabled: ContiguousArray<JudgedStep>
  ) -> JudgedStep? {
    enabled.first { $0.kind == step.kind }
      ?? (step.traits.contains(.fault) && !step.traits.contains(.outside)
        ? enabled.first { $0.traits.contains(.performance) && !$0.traits.contains(.fault) } : nil)
  }

  /// How many steps are taken for each state of the reach to leave two steps out.
  private static let pairStepsPerReach = 1_000

  /// Leaves out a step, or two that need each other, wherever they stand; else knows that none can
  /// be.
  ///
  /// - Complexity: O(length³) steps at worst, and no more than a thousand times the reach for
  ///   pairs.
  func deletePairs() {
    let omission = Omission(known, from: best, pairStepCountMax: Self.pairStepsPerReach * reach)
    evaluationCount += omission.choiceCount
    if let places = omission.places {
      attempt(replay(best.steps.indices.filter { !places.contains($0) }.map { best.steps[$0] }))
    } else {
      minimality = omission.hasTriedPairs ? .twoMinimal : .oneMinimal
    }
  }
}
