import Model
import Spec

/// Says of a path that shows a finding what matters in it: the nearest schedules that pass, and the
/// steps for which any other of their kind would do.
///
/// A schedule passes when nothing of the property is broken on its way, nor while what is pending
/// at its end finishes: every order is looked at, without another gesture, fault or kill. What
/// cannot be looked at whole is not said to pass.
struct RouteExplainer {
  private let known: JudgedSteps
  private let route: Route

  init(_ known: JudgedSteps, _ route: Route) {
    self.known = known
    self.route = route
  }

  /// How many states may be looked at to decide whether a schedule passes.
  private static let stateCountMax = 3_000

  /// What there is to say.
  var explanation: PathExplanation {
    let pending = "however pending work then finishes without faults."
    let missing = "does not happen and later steps follow where they can, \(pending)"
    var remarks: [String] = []
    let passingExchange = passingExchange
    if let place = passingExchange {
      remarks.append(
        "Kept if step \(place + 2) comes before step \(place + 1) and all else is the same, "
          + "\(pending)"
      )
    }
    if let place = neededFault {
      remarks.append("Kept if the fault at step \(place + 1) \(missing)")
    }
    if let place = needed(.relaunch) {
      remarks.append("Kept if the kill at step \(place + 1) \(missing)")
    }
    if let place = needed(.outside) { remarks.append("Kept if step \(place + 1) \(missing)") }
    return PathExplanation(
      exchangeable: exchangeable, remarks: remarks, passingExchange: passingExchange)
  }

  // MARK: Schedules that pass

  /// The places before which nothing of the property is broken.
  private var wholePlaces: Range<Int> {
    let end = route.steps.firstIndex(where: \.isBreaking) ?? route.count - 1
    return known.isBroken(route.start) ? 0..<0 : 0..<(end + 1)
  }

  /// The last place whose step can change places with the next one so that the promise is kept.
  private var passingExchange: Int? {
    wholePlaces.last { place in
      guard place + 1 < route.count else { return false }
      let (first, second) = (route.steps[place], route.steps[place + 1])
      return passes(from: place, [second, first], route.steps[(place + 2)...], isStrict: true)
    }
  }

  /// The last fault without which the promise is kept, whatever the operation then answers.
  private var neededFault: Int? {
    wholePlaces.last { place in
      let traits = route.steps[place].traits
      guard traits.contains(.fault) && !traits.contains(.outside) else { return false }
      let others = known.steps(from: route.row(before: place)).filter {
        $0.traits.contains(.performance) && !$0.traits.contains(.fault)
      }
      return !others.isEmpty
        && others.allSatisfy {
          passes(from: place, [$0], route.steps[(place + 1)...], isStrict: false)
        }
    }
  }

  /// The last step of a kind without which the promise is kept.
  private func needed(_ kind: StepTraits) -> Int? {
    wholePlaces.last { place in
      route.steps[place].traits.contains(kind)
        && passes(from: place, [], route.steps[(place + 1)...], isStrict: false)
    }
  }

  /// Whether a path that goes on from a place with other steps keeps the promise, and so does what
  /// is pending at its end.
  ///
  /// - Parameters:
  ///   - others: the first of those steps.
  ///   - rest: the route's own that follow, which are not copied: a route may be long.
  ///   - isStrict: whether every step has to be enabled; else any of its kind may take its place,
  ///     and if there is none, it is left out.
  private func passes(
    from place: Int, _ others: [JudgedStep], _ rest: ArraySlice<JudgedStep>, isStrict: Bool
  ) -> Bool {
    var rows = [route.row(before: place)]
    for number in 0..<(others.count + rest.count) {
      let step =
        number < others.count ? others[number] : rest[rest.startIndex + number - others.count]
      var next: [Row] = []
      var met: Set<Row> = []
      for row in rows {
        let steps = steps(like: step, from: row, isStrict: isStrict)
        if steps.isEmpty {
          if isStrict { return false }
          if met.insert(row).inserted { next.append(row) }
        }
        for step in steps {
          if step.isBreaking { return false }
          if met.insert(step.row).inserted { next.append(step.row) }
        }
      }
      if next.count > Self.stateCountMax { return false }
      rows = next
    }
    return finishes(from: rows)
  }

  /// The steps that stand for a wanted one: itself; else all of its kind.
  private func steps(
    like step: JudgedStep, from row: Row, isStrict: Bool
  ) -> [JudgedStep] {
    let enabled = known.steps(from: row)
    let same = enabled.filter { $0.label == step.label }
    return isStrict || !same.isEmpty ? same : enabled.filter { $0.kind == step.kind }
  }

  /// Whether what is pending in any of these states can only finish, in whatever order, and nothing
  /// is broken by it.
  private func finishes(from rows: [Row]) -> Bool {
    var met = Set(rows)
    var waiting = rows
    var isFinished = false
    while let row = waiting.popLast() {
      if known.isStopped || met.count > Self.stateCountMax { return false }
      let isSettled = known.isSettled(row)
      isFinished = isFinished || isSettled
      // Where the app has settled, what outlived a kill can still arrive.
      let inside = known.steps(from: row).filter {
        $0.traits.isDisjoint(with: [.gesture, .fault, .relaunch])
      }
      if inside.isEmpty && !isSettled || inside.contains(where: \.isBreaking) { return false }
      for step in inside where met.insert(step.row).inserted { waiting.append(step.row) }
    }
    return isFinished
  }

  // MARK: Steps that do not matter

  /// The places at which every other step of the kind leads to the finding as well, after as many
  /// steps; what follows adapts.
  private var exchangeable: Set<Int> {
    Set(
      route.steps.indices.filter { place in
        let step = route.steps[place]
        let others = known.steps(from: route.row(before: place)).filter {
          $0.label != step.label && $0.kind == step.kind
        }
        return !others.isEmpty && others.allSatisfy { isShown(by: $0, at: place) }
      })
  }

  /// Whether a path with another step at a place shows the finding at its end.
  private func isShown(by other: JudgedStep, at place: Int) -> Bool {
    var step = other
    for wanted in route.steps[(place + 1)...] {
      if step.isShowing { return false }
      let enabled = known.steps(from: step.row)
      let next =
        enabled.first { $0.label == wanted.label } ?? enabled.first { $0.kind == wanted.kind }
      guard let next else { return false }
      step = next
    }
    return step.isShowing
  }
}
