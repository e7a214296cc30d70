import Model

/// Plans runs that together take every step of a model.
///
/// A run goes the shortest way to a state with a step that no run took, the farthest first, and on
/// along such steps for as long as there are any: few runs, though not the fewest (that would be
/// the problem of the Chinese postman, who can walk back).
package struct ModelTour<System: ProductSystem> {
  private let graph: ModelGraph<System>
  /// The states, breadth first.
  private var places: [ModelPlace] = []
  /// The step that first led to a state.
  private var arrivals: [ObjectIdentifier: ModelMove] = [:]
  private var taken: Set<ObjectIdentifier> = []
  private var lost: Set<ObjectIdentifier> = []
  /// How many steps there are.
  package private(set) var stepCount = 0

  /// Explores a model.
  ///
  /// - Returns: nil when it has more than so many steps.
  /// - Complexity: as an exhaustive search, and far more memory for each step.
  package init?(_ graph: ModelGraph<System>, stepCountMax: Int) {
    self.graph = graph
    guard let start = graph.start else { return nil }
    places = [start]
    var known: Set<ObjectIdentifier> = [ObjectIdentifier(start)]
    var position = 0
    while position < places.count {
      let place = places[position]
      position += 1
      for move in graph.moves(of: place).all {
        stepCount += 1
        if stepCount > stepCountMax { return nil }
        guard known.insert(ObjectIdentifier(move.target)).inserted else { continue }
        arrivals[ObjectIdentifier(move.target)] = move
        places.append(move.target)
      }
    }
  }

  /// How many steps runs took.
  package var takenCount: Int { taken.count }

  /// Notes steps that a run took.
  package mutating func note(_ moves: some Sequence<ModelMove>) {
    for move in moves { taken.insert(ObjectIdentifier(move)) }
  }

  /// Notes a step that no run can take: none will be asked for it again, nor for what only it leads
  /// to.
  package mutating func lose(_ move: ModelMove) { lost.insert(ObjectIdentifier(move)) }

  /// The steps of the next run; nil when each was taken, or cannot be.
  package mutating func next() -> [ModelMove]? {
    while let place = places.last {
      if untaken(from: place, but: []) != nil, let path = path(through: place) { return path }
      places.removeLast()
    }
    return nil
  }

  private func untaken(from place: ModelPlace, but planned: Set<ObjectIdentifier>) -> ModelMove? {
    graph.moves(of: place).all.first { move in
      let move = ObjectIdentifier(move)
      return !taken.contains(move) && !lost.contains(move) && !planned.contains(move)
    }
  }

  private func path(through place: ModelPlace) -> [ModelMove]? {
    var path: [ModelMove] = []
    var place = place
    while let move = arrivals[ObjectIdentifier(place)] {
      if lost.contains(ObjectIdentifier(move)) { return nil }
      path.append(move)
      place = move.source
    }
    path.reverse()
    place = path.last?.target ?? place
    var planned: Set<ObjectIdentifier> = []
    while let move = untaken(from: place, but: planned) {
      planned.insert(ObjectIdentifier(move))
      path.append(move)
      place = move.target
    }
    return path
  }
}
