/// Equal windows are interchangeable: a search looks at one order of each set of windows, and a
/// trace tells which window it really was (symmetry reduction, after Ip and Dill 1996).
extension RuntimeSystem {
  /// The labels of a path among representatives, with every window at its real place.
  func labelsAtRealPlaces(_ labels: [Label], from state: State) -> [Label] {
    let expander = makeExpansion()
    var row = expander.row(of: state)
    var steps = StepBuffer()
    var path: [Label] = []
    for label in labels {
      let real = label.moved(to: expander.state(of: row).windows.representativePlaces())
      steps.removeAll()
      expander.rows.expand(row, into: &steps, selecting: .all)
      guard let step = steps.steps.first(where: { expander.label(of: $0.transition) == real })
      else {
        return labels
      }
      path.append(real)
      row = step.row
    }
    return path
  }
}

extension Array {
  /// For each place among the representatives, the place of its window here.
  fileprivate func representativePlaces<P: Product>() -> [Int] where Element == WindowState<P> {
    Array<Int>(indices).sorted { contentPrecedes(self[$0].window, self[$1].window) }
  }
}

extension RuntimeLabel {
  /// The label with its window at another place.
  fileprivate func moved(to places: [Int]) -> RuntimeLabel {
    switch self {
    case .windowGesture(let gesture, let place) where places.indices.contains(place):
      .windowGesture(gesture, window: places[place])
    case .closeWindow(let place) where places.indices.contains(place): .closeWindow(places[place])
    default: self
    }
  }
}
