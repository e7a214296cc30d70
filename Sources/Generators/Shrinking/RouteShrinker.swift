import Model

/// Makes a path that shows a finding short, and simple among the short ones.
///
/// A candidate is replayed up to the first step that shows the finding. What is not enabled any more is
/// left out, so that a gesture takes along what only follows from it. The passes run until none finds
/// anything better.
final class RouteShrinker {
  /// What becomes of a step whose label is not enabled where it should be taken.
  enum Mismatch {
    /// It is left out.
    case isSkipped
    /// A step of its kind takes its place; if there is none, it is left out.
    case isAdapted
  }

  let graph: RouteGraph
  /// How many states near the path are looked at.
  let reach: Int
  /// The best path known.
  private(set) var best: Route {
    didSet { minimality = .unknown }
  }
  /// What is known of the best path's length since every step and every two were left out in vain.
  private(set) var minimality = Minimality.unknown
  /// How often a path was replayed and judged.
  private(set) var evaluationCount = 0
  /// How often each pass found something better.
  private(set) var successes: [String: Int] = [:]

  init(_ graph: RouteGraph, showing route: Route, reach: Int) {
    self.graph = graph
    self.reach = reach
    best = route
  }

  /// Runs the passes until none of them finds anything better.
  ///
  /// - Parameter lengthMin: the length at which it ends at once, as a survey knows that there is no shorter
  ///   one.
  func run(_ passes: [RoutePass] = RoutePass.all, downTo lengthMin: Int = 0) {
    var number = 0
    while number < passes.count && best.count > lengthMin && !graph.isStopped {
      let before = best
      passes[number].run(self)
      if best.isBetter(than: before) {
        successes[passes[number].name, default: 0] += 1
        // A pass that works has another turn, after the cheaper ones.
        number = 0
      } else {
        number += 1
      }
    }
  }

  /// Takes a path for the best if it is.
  @discardableResult
  func attempt(_ route: Route?) -> Bool {
    guard let route, route.isBetter(than: best) else { return false }
    best = route
    return true
  }

  /// The path that takes steps one after the other up to the first that shows the finding; nil when none
  /// does.
  ///
  /// - Complexity: O(steps · enabled steps of a state).
  func replay(
    _ wanted: some Sequence<RouteGraph.Edge>, after head: ArraySlice<RouteGraph.Edge> = [],
    mismatch: Mismatch = .isSkipped
  ) -> Route? {
    if graph.isStopped { return nil }
    evaluationCount += 1
    var route = Route(initial: best.initial, start: best.start, edges: Array(head))
    if route.edges.last?.isShowing == true { return route }
    for edge in wanted {
      let enabled = graph.edges(of: route.row(before: route.count))
      let same = enabled.first { $0.label == edge.label }
      guard let step = same ?? (mismatch == .isAdapted ? Self.likeness(of: edge, among: enabled) : nil) else {
        continue
      }
      route.edges.append(step)
      if step.isShowing { return route }
    }
    return nil
  }

  /// A step of the same kind; for an operation that was to fail one that is carried out.
  private static func likeness(
    of edge: RouteGraph.Edge, among enabled: ContiguousArray<RouteGraph.Edge>
  ) -> RouteGraph.Edge? {
    enabled.first { $0.kind == edge.kind }
      ?? (edge.traits.contains(.fault)
        ? enabled.first { $0.traits.contains(.performance) && !$0.traits.contains(.fault) } : nil)
  }

  /// How many steps are taken for each state of the reach to leave two steps out.
  private static let pairStepsPerReach = 1_000

  /// Takes the path without one step or two if that shows the finding; else knows that none can be left out.
  ///
  /// - Complexity: O(length³) steps at worst, and no more than a thousand times the reach for pairs.
  func leaveOutPairs() {
    let omission = Omission(graph, from: best, pairStepCountMax: Self.pairStepsPerReach * reach)
    evaluationCount += omission.choiceCount
    if let places = omission.places {
      attempt(replay(best.edges.indices.filter { !places.contains($0) }.map { best.edges[$0] }))
    } else {
      minimality = omission.hasTriedPairs ? .twoMinimal : .oneMinimal
    }
  }
}
