import Model

/// Takes the steps of a path again; it knows the transition relation and shares no code with the
/// search.
///
/// Each step is worked out by means that have asked nothing yet, so that nothing that was
/// remembered, and no reduction, has a part in it.
package struct Replayer<System: TransitionSystem> {
  package let system: System

  package init(system: System) { self.system = system }

  package struct Divergence: Error, Hashable, Sendable {
    /// The number of the step, from 1; 0 when there is no such initial state.
    package let stepNumber: Int
    /// The labels that were enabled there, in label order.
    package let enabled: [System.Label]
  }

  /// A path that was taken: its states and steps.
  package struct Run {
    /// A state with the means to look at it, and the step that was taken out of it; nil at the end.
    struct Place {
      var expander: any Expander<System>
      var row: Row
      var step: RowStep?
    }

    package fileprivate(set) var states: [System.State]
    fileprivate(set) var places: [Place]
  }

  /// Every state along a path, the initial one first; nil when some label is not enabled.
  package func states(along path: Path<System>) -> [System.State]? { try? replay(path).states }

  /// Takes a path.
  ///
  /// - Throws: a `Divergence` at the first label that is not enabled.
  /// - Complexity: O(length · steps of a state).
  package func replay(_ path: Path<System>) throws(Divergence) -> Run {
    let initial = system.initialStates
    guard initial.indices.contains(path.initial) else {
      throw Divergence(stepNumber: 0, enabled: [])
    }
    let (state, expander) = (initial[path.initial], system.makeExpansion().makeFresh())
    var run = Run(
      states: [state], places: [Run.Place(expander: expander, row: expander.row(of: state))])
    for (number, label) in path.labels.enumerated() {
      guard let enabled = extend(&run, by: label) else { continue }
      throw Divergence(stepNumber: number + 1, enabled: enabled)
    }
    return run
  }

  /// Takes one step more.
  ///
  /// - Returns: nil when it was taken; else the labels that are enabled at the end.
  func extend(_ run: inout Run, by label: System.Label) -> [System.Label]? {
    let end = run.places.count - 1
    let place = run.places[end]
    let steps = Self.steps(of: place.row, place.expander)
    guard let step = steps.first(where: { place.expander.label(of: $0.transition) == label }) else {
      return steps.map { place.expander.label(of: $0.transition) }
    }
    run.places[end].step = step
    let state = place.expander.state(of: step.row)
    let expander = place.expander.makeFresh()
    run.states.append(state)
    run.places.append(Run.Place(expander: expander, row: expander.row(of: state)))
    return nil
  }

  private static func steps(of row: Row, _ expander: any Expander<System>) -> [RowStep] {
    var steps = StepBuffer()
    expander.rows.expand(row, into: &steps, selecting: .all)
    return Array(steps.steps)
  }

  /// The labels that are enabled at the end of a path, in label order, where they lead, what they
  /// are, and a word for each kind of them.
  func enabledSteps(
    after run: Run
  ) -> [(label: System.Label, state: System.State, traits: StepTraits, kind: String)] {
    guard let last = run.places.last else { return [] }
    return Self.steps(of: last.row, last.expander).map {
      (
        last.expander.label(of: $0.transition), last.expander.state(of: $0.row), $0.traits,
        last.expander.kind(of: $0.transition)
      )
    }
  }

  /// Whether a settled goal can be reached from a place of a run by steps without the traits given,
  /// within limits.
  ///
  /// - Returns: nil when there is more, or when the steps of some state cannot be told.
  func canReach(
    _ goal: (System.View) -> Bool, from place: Run.Place, avoiding traits: StepTraits,
    within limits: Limits = .lookahead, isInterrupted: () -> Bool
  ) -> Bool? {
    let expander = place.expander
    var known: Set<Row> = [place.row]
    var pending = [place.row]
    var steps = StepBuffer()
    while let row = pending.popLast() {
      if expander.rows.isSettled(row) && goal(expander.view(of: row, at: .before, recording: nil)) {
        return true
      }
      steps.removeAll()
      expander.rows.expand(row, into: &steps, selecting: .all)
      if steps.complaint != nil { return nil }
      for step in steps.steps where step.traits.isDisjoint(with: traits) {
        if known.insert(step.row).inserted { pending.append(step.row) }
      }
      if known.count > limits.stateCountMax ?? .max
        || expander.rows.contents.byteCount > limits.byteCountMax ?? .max || isInterrupted()
      {
        return nil
      }
    }
    return false
  }
}

extension Replayer.Run {
  var stepCount: Int { places.count - 1 }

  func isSettled(_ place: Int) -> Bool {
    places.indices.contains(place) && places[place].expander.rows.isSettled(places[place].row)
  }

  /// The word for the kind of the step that leads to the end; "launch" for none.
  var lastKind: String {
    guard stepCount > 0 else { return "launch" }
    let before = places[stepCount - 1]
    return before.step.map { before.expander.kind(of: $0.transition) } ?? "launch"
  }

  func memories(of observer: AnyObserver<System>) -> [Output] {
    var memories = [observer.initial]
    for place in places {
      guard let step = place.step, let before = memories.last else { break }
      let view = StepView(expander: place.expander, recorder: nil)
      view.show(step, from: place.row)
      memories.append(observer.observe(view) { before } ?? before)
    }
    return memories
  }

  /// What a clause says of the state at a place; idle for a clause about something else.
  func judgement(ofStateAt number: Int, by clause: Property<System>.Clause) -> Judgement {
    let place = places[number]
    let state = place.expander.view(of: place.row, at: .before, recording: nil)
    let memories = clause.observer.map(memories(of:))
    switch clause.form {
    case .state(let judge, let isSettledOnly):
      if isSettledOnly && !isSettled(number) { return .idle }
      return judge(state) { _ in memories?[number] ?? Output(NoValues()) }
    case .values(let judge, _): return judge(state)
    case .step, .possible, .measure, .inapplicable: return .idle
    }
  }

  /// What a clause says of the last step; idle for a clause about something else.
  func judgementOfLastStep(by clause: Property<System>.Clause) -> Judgement {
    guard case .step(let judge) = clause.form, stepCount > 0, let step = places[stepCount - 1].step
    else {
      return .idle
    }
    let place = places[stepCount - 1]
    let view = StepView(expander: place.expander, recorder: nil)
    view.show(step, from: place.row)
    let memories = clause.observer.map(memories(of:))
    return judge(view) { moment in
      memories?[moment == .before ? stepCount - 1 : stepCount] ?? Output(NoValues())
    }
  }
}
