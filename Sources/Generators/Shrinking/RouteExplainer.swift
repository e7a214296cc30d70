import Model
import Spec

/// Says of a path that shows a finding what matters in it: the nearest schedule that passes, and the steps
/// for which any other of their kind would do.
///
/// The nearest schedules differ in two neighbours that are exchanged, or in one fault that does not happen;
/// what is still pending then is finished before they are judged.
struct RouteExplainer {
  private let graph: RouteGraph
  private let route: Route

  init(_ graph: RouteGraph, _ route: Route) {
    self.graph = graph
    self.route = route
  }

  /// What there is to say.
  var explanation: PathExplanation {
    var remarks: [String] = []
    if let place = passingExchange {
      remarks.append("Kept if step \(place + 2) comes before step \(place + 1).")
    }
    if let place = neededFault { remarks.append("Kept if step \(place + 1) does not fail.") }
    if let place = neededKill { remarks.append("Kept if the kill at step \(place + 1) does not happen.") }
    return PathExplanation(exchangeable: exchangeable, remarks: remarks)
  }

  // MARK: Schedules that pass

  /// The last place whose step can change places with the next one so that the promise is kept.
  private var passingExchange: Int? {
    (0..<max(0, route.count - 1)).last { place in
      let edges = route.edges
      let rest = [edges[place + 1], edges[place]] + edges[(place + 2)...]
      return continues(after: place, rest, isStrict: true).map(isKept) ?? false
    }
  }

  /// The last fault without which the promise is kept.
  private var neededFault: Int? {
    route.edges.indices.last { place in
      guard route.edges[place].traits.contains(.fault) else { return false }
      let label = route.edges[place].label
      return alternatives(at: place, sameKind: false).contains { other in
        other.label != label && other.traits.isSuperset(of: .performance) && !other.traits.contains(.fault)
          && (continues(after: place, [other] + route.edges[(place + 1)...], isStrict: false).map(isKept)
            ?? false)
      }
    }
  }

  /// The last kill without which the promise is kept.
  private var neededKill: Int? {
    route.edges.indices.last { place in
      route.edges[place].traits.contains(.relaunch)
        && (continues(after: place, route.edges[(place + 1)...], isStrict: false).map(isKept) ?? false)
    }
  }

  /// The edges of a path that goes on from a place with other steps; nil when it cannot.
  ///
  /// - Parameter isStrict: whether every step has to be enabled; else one of its kind takes its place, or
  ///   it is left out.
  private func continues(
    after place: Int, _ wanted: some Sequence<RouteGraph.Edge>, isStrict: Bool
  ) -> [RouteGraph.Edge]? {
    var edges = Array(route.edges[..<place])
    var row = route.row(before: place)
    for edge in wanted {
      let enabled = graph.edges(of: row)
      let step =
        enabled.first { $0.label == edge.label }
        ?? (isStrict ? nil : enabled.first { $0.kind == edge.kind })
      guard let step else {
        if isStrict { return nil }
        continue
      }
      edges.append(step)
      row = step.row
    }
    return edges
  }

  /// Whether nothing of the property is broken on the way and after what is pending has finished.
  private func isKept(_ edges: [RouteGraph.Edge]) -> Bool {
    var row = edges.last?.row ?? route.start
    if edges.contains(where: \.isBreaking) { return false }
    for _ in 0..<40 where !graph.isSettled(row) {
      let inside = graph.edges(of: row).first {
        $0.traits.isDisjoint(with: [.gesture, .fault, .relaunch, .crash])
      }
      guard let inside else { return false }
      if inside.isBreaking { return false }
      row = inside.row
    }
    return graph.isSettled(row)
  }

  // MARK: Steps that do not matter

  /// The other steps that could be taken at a place.
  private func alternatives(at place: Int, sameKind: Bool) -> [RouteGraph.Edge] {
    graph.edges(of: route.row(before: place)).filter {
      $0.label != route.edges[place].label && (!sameKind || $0.kind == route.edges[place].kind)
    }
  }

  /// The places at which every other step of the kind shows the finding as well, after as many steps.
  private var exchangeable: Set<Int> {
    Set(
      route.edges.indices.filter { place in
        let others = alternatives(at: place, sameKind: true)
        return !others.isEmpty
          && others.allSatisfy { other in
            let edges = continues(after: place, [other] + route.edges[(place + 1)...], isStrict: false) ?? []
            return edges.count == route.count && edges.firstIndex(where: \.isShowing) == route.count - 1
          }
      })
  }
}
