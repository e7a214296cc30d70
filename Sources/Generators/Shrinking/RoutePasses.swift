import Model

extension RouteShrinker {
  /// Leaves out what leads from a state back to it.
  func cutLoops() {
    let rows = best.rows
    var latest: [Row: Int] = [:]
    for (place, row) in rows.enumerated() { latest[row] = place }
    var steps: [JudgedStep] = []
    var place = 0
    while place < best.count {
      // The last visit to this state; a step that stays where it is may be what shows the finding.
      place = min(latest[rows[place]] ?? place, best.count - 1)
      steps.append(best.steps[place])
      place += 1
    }
    if steps.count < best.count { attempt(replay(steps)) }
  }

  /// Leaves out runs of steps, from half the path down to single ones; what then is not enabled
  /// goes with them (after delta debugging, Zeller and Hildebrandt 2002).
  func deleteSteps() {
    var size = max(1, best.count / 2)
    while true {
      var place = 0
      while place < best.count {
        let steps = best.steps
        let end = min(place + size, steps.count)
        if !attempt(replay(steps[end...], after: steps[..<place])) { place += 1 }
      }
      if size == 1 { return }
      size = max(1, size / 2)
    }
  }

  /// Lets an operation succeed that a fault made fail, and leaves kills out; what follows adapts.
  func dropFaults() {
    for place in best.steps.indices.reversed() where place < best.count {
      let steps = best.steps
      guard !steps[place].traits.isDisjoint(with: [.fault, .relaunch]) else { continue }
      let others = known.steps(from: best.row(before: place)).filter {
        $0.kind == steps[place].kind && $0.traits.isDisjoint(with: [.fault, .relaunch])
      }
      for other in others {
        if attempt(adapting: [other] + steps[(place + 1)...], after: steps[..<place]) { break }
      }
    }
  }

  /// Exchanges two neighbours: what may wait waits, and departures go away.
  func swapNeighbors() {
    for place in 0..<max(0, best.count - 1) where place + 1 < best.count {
      let steps = best.steps
      attempt(
        adapting: [steps[place + 1], steps[place]] + steps[(place + 2)...], after: steps[..<place])
    }
  }

  /// Takes another enabled step instead of one, simpler values among them; what follows adapts.
  func replaceSteps() {
    for place in best.steps.indices where place < best.count {
      for other in known.steps(from: best.row(before: place)) {
        guard place < best.count else { break }
        let steps = best.steps
        if other.place == steps[place].place { continue }
        attempt(adapting: [other] + steps[(place + 1)...], after: steps[..<place])
      }
    }
  }

  /// Takes another enabled step instead of one and leaves a later gesture out with what follows
  /// from it, or an earlier one: a fault that moves to another operation makes its own superfluous.
  func replaceAndDelete() {
    let route = best
    let steps = route.steps
    let gestures = steps.indices.filter {
      !steps[$0].traits.isDisjoint(with: [.gesture, .relaunch]) && $0 < steps.count - 1
    }
    func others(_ place: Int) -> ContiguousArray<JudgedStep> {
      known.steps(from: route.row(before: place)).filter { $0.place != steps[place].place }
    }
    for place in steps.indices {
      for other in others(place) {
        for gesture in gestures where gesture > place {
          let rest = [other] + steps[(place + 1)..<gesture] + steps[(gesture + 1)...]
          if attempt(adapting: rest, after: steps[..<place]) { return }
        }
      }
    }
    for gesture in gestures {
      for place in steps.indices where place > gesture && steps[place].traits.contains(.performance)
      {
        let middle = steps[(gesture + 1)..<place]
        for other in others(place) where other.traits.contains(.performance) {
          if attempt(adapting: middle + [other] + steps[(place + 1)...], after: steps[..<gesture]) {
            return
          }
        }
      }
    }
  }
}
