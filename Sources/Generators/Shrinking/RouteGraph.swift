import Model
import Spec

/// The steps of a system as a shrinker looks at them: computed and judged once for each state that it meets.
///
/// It knows rows and handles only, so that it needs no generics.
final class RouteGraph {
  /// A step out of a state.
  struct Edge: Sendable {
    /// The state that it leads to.
    var row: Row
    /// What decides its label.
    var transition: UInt32
    /// The handle of its label.
    var label: UInt32
    /// A number for the kind of step.
    var kind: Int
    /// What kind of step it is.
    var traits: StepTraits
    /// What a counterexample is charged for it: departures, faults, complexity.
    var cost: UInt64
    /// Its place among the steps of its state, which stand in label order.
    var place: Int
    /// Whether it shows the finding.
    var isShowing: Bool
    /// Whether it shows the finding or another one of the property.
    var isBreaking: Bool
  }

  /// What a step shows.
  enum Show {
    /// Nothing of the property.
    case nothing
    /// Something else of the property.
    case another
    /// The finding.
    case finding
  }

  private let rows: any RowExpander
  private let kind: (UInt32) -> String
  private let violations: (Row) -> UInt32
  private let shows: (RowStep, Row, UInt32) -> Show
  private var known: [Row: ContiguousArray<Edge>] = [:]
  private var kinds: [String: Int] = [:]
  private var kindsByLabel: [UInt32: Int] = [:]
  private var buffer = StepBuffer()
  private let shouldStop: () -> Bool
  private let bounds: RunBounds
  private var callCount = 0
  /// Whether somebody wants no more of it: from then on nothing that it leads to says anything.
  private(set) var isStopped = false

  /// After how many looks at what is known somebody is asked whether to stop; after all others at once.
  private static let pollInterval = 1024

  /// How many states may be remembered; all are forgotten when there are more.
  private static let knownCountMax = 200_000

  /// Makes a graph.
  ///
  /// - Parameters:
  ///   - rows: the means to take steps.
  ///   - kind: the word for a transition's kind.
  ///   - violations: the violations that a state shows.
  ///   - shows: what a step out of a row with these violations shows.
  ///   - bounds: what values may come to.
  ///   - shouldStop: asked now and then.
  init(
    rows: any RowExpander, kind: @escaping (UInt32) -> String, violations: @escaping (Row) -> UInt32,
    shows: @escaping (RowStep, Row, UInt32) -> Show, bounds: RunBounds,
    shouldStop: @escaping () -> Bool
  ) {
    self.bounds = bounds
    self.shouldStop = shouldStop
    self.violations = violations
    self.rows = rows
    self.kind = kind
    self.shows = shows
  }

  /// Whether a state shows anything of the property.
  func isBroken(_ row: Row) -> Bool { violations(row) != 0 }

  /// Whether nothing is pending in a state.
  func isSettled(_ row: Row) -> Bool { rows.isSettled(row) }

  /// The steps out of a state, in label order.
  func edges(of row: Row) -> ContiguousArray<Edge> {
    callCount += 1
    if callCount % Self.pollInterval == 0 { look() }
    if let edges = known[row] { return edges }
    if known.count >= Self.knownCountMax { known.removeAll(keepingCapacity: true) }
    buffer.removeAll()
    rows.expand(row, into: &buffer, selecting: .all)
    var edges: ContiguousArray<Edge> = []
    edges.reserveCapacity(buffer.count)
    let source = violations(row)
    for (place, step) in buffer.steps.enumerated() {
      let show = shows(step, row, source)
      let label = rows.labelHandle(of: step.transition)
      edges.append(
        Edge(
          row: step.row, transition: step.transition, label: label, kind: kindNumber(label, step.transition),
          traits: step.traits, cost: rows.cost(of: step.transition, from: row).packed, place: place,
          isShowing: show == .finding, isBreaking: show != .nothing))
    }
    known[row] = edges
    look()
    return edges
  }

  /// Whether to go on: values that grow end it too.
  private func look() {
    if !isStopped { isStopped = shouldStop() || bounds.areExceeded(by: rows.contents) }
  }

  private func kindNumber(_ label: UInt32, _ transition: UInt32) -> Int {
    if let number = kindsByLabel[label] { return number }
    let number = kinds[kind(transition), default: kinds.count]
    kinds[kind(transition)] = number
    kindsByLabel[label] = number
    return number
  }
}

/// A path through a graph of steps: where it starts, and its steps.
struct Route: Sendable {
  /// The place of the first state among the initial ones.
  var initial: Int
  /// The first state.
  var start: Row
  /// The steps.
  var edges: [RouteGraph.Edge]

  /// How many steps it has.
  var count: Int { edges.count }
  /// What it is charged.
  var cost: UInt64 { edges.reduce(0) { $0 + $1.cost } }
  /// Its states, the first one first.
  var rows: [Row] { [start] + edges.map(\.row) }

  /// The state before a step.
  func row(before place: Int) -> Row { place == 0 ? start : edges[place - 1].row }

  /// Whether a person should rather read this path: it is shorter; or as long, and has fewer departures,
  /// then fewer faults, then simpler values; or else comes first in label order.
  func isBetter(than other: Route) -> Bool {
    if count != other.count { return count < other.count }
    let (cost, otherCost) = (cost, other.cost)
    if cost != otherCost { return cost < otherCost }
    if initial != other.initial { return initial < other.initial }
    // Up to their first difference two paths go through the same states.
    for (edge, otherEdge) in zip(edges, other.edges) where edge.place != otherEdge.place {
      return edge.place < otherEdge.place
    }
    return false
  }
}
