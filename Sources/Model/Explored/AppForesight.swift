/// What still comes of a step of a running app: another one is led the same way, and all that is
/// under way there ends.
///
/// What a dispatch leads to by itself may be dropped while something is under way, as where a task
/// that is there already is not begun once more; or it may have its turn later. Nothing that can be
/// seen tells one from the other.
struct AppForesight<A: App> {
  let guide: AppGuide<A>
  /// The state at the launch after a trap; nil for the first launch.
  let start: AppGuide<A>.State?

  /// The calls that begin after some steps, as all that is under way ends well, one by one.
  ///
  /// - Returns: nil where it cannot be told.
  func calls(after labels: ArraySlice<AppGuide<A>.Label>) -> [GateCall]? {
    guard let scheduler = try? LiveScheduler.ofThread("foresight", for: guide.memory) else {
      return nil
    }
    return try? guide.memory.questions.ask({
      .foresight(after: Array(labels), from: start?.database)
    }) {
      let start = start ?? guide.start
      let running = AppExecution(
        guide.memory, guide.scope, guide.edition, on: scheduler, rows: start.database,
        start.budgets)
      defer { running.end() }
      let isThere = running.go(along: labels, AppExecution<A>.Notes(budgets: start.budgets))
      return isThere && running.crash == nil ? ends(of: running) : nil
    }
  }

  private func ends(of running: AppExecution<A>) -> [GateCall]? {
    let (gates, scheduler) = (running.gates, running.scheduler)
    var (rows, calls): (A.Rows?, [GateCall]) = (running.rows, [])
    // What goes round without end shows soon what it asks for.
    for _ in 0..<32 {
      if let place = gates.waiting.firstIndex(where: { !$0.call.isPush || $0.ending != nil }) {
        let waiting = gates.waiting[place]
        if waiting.ending == nil {
          let ending = Result { try waiting.carriedOut(on: &rows) }
          if case .failure(is Crash) = ending { return nil }
          gates.end(place, with: ending)
        }
        scheduler.own { gates.open(place) }
      } else if scheduler.sleeperCount > 0 {
        scheduler.wakeFirst()
      } else {
        break
      }
      _ = scheduler.settleAwake(ranCountMax: 10_000)
      calls += gates.takeNews().opened.map(\.call)
    }
    return calls
  }
}

extension AppNotes {
  /// Leaves of what dispatches lead to by themselves what has begun or is to come.
  ///
  /// Where a dispatch changes the state, that it is dropped may be seen: it keeps what it would
  /// have led to.
  ///
  /// - Parameters:
  ///   - begun: the calls that have begun with the step.
  ///   - coming: those that come after it; asked for where some have not begun; nil where it cannot
  ///     be told.
  func leaving(
    _ effects: [AppEffects<A>.Effect], of dispatched: [AppGates<A>.Dispatch],
    begun: [(ticket: Int, call: GateCall, task: Int?)],
    coming: () -> [GateCall]?
  ) -> [AppEffects<A>.Effect] {
    let missing = effects.map { $0.calls.filter { call in !begun.contains { $0.call == call } } }
    guard missing.contains(where: { !$0.isEmpty }), var coming = coming() else { return effects }
    // What was dispatched before has its turn before, and may ask for something else then.
    let older = elements.filter { !$0.effect.isDropped }.flatMap(\.effect.calls)
    var turned: [GateCall] = []
    for call in older {
      if let place = coming.firstIndex(of: call) {
        coming.remove(at: place)
      } else {
        turned.append(call)
      }
    }
    var functions = coming.map(\.function)
    for call in turned {
      functions.firstIndex(of: call.function).map { _ = functions.remove(at: $0) }
    }
    return zip(effects, dispatched).enumerated().map { place, pair in
      var effect = pair.0
      effect.calls.removeAll {
        missing[place].contains($0) && !coming.contains($0) && !functions.contains($0.function)
      }
      if effect.isSilent && pair.1.new != pair.1.element.old {
        effect = pair.0
        effect.isDropped = true
      }
      return effect
    }
  }
}
