import Synchronization

/// What elements lead to by themselves, as an app shows that is launched for each and given nothing
/// else.
///
/// It says when something that was dispatched need not be remembered any more, and to which
/// dispatch a call belongs. A search that remembers too long only sees more states; where it
/// forgets too soon, the comparison of ways may find it.
final class AppEffects<A: App>: Sendable {
  struct Effect: Sendable {
    /// The calls that wait once it was dispatched.
    var calls: [GateCall] = []
    /// What is dispatched because of it, and by nothing else.
    var dispatched: [A.Action] = []
    /// The state that it leads to by itself, where that is none that the reducer gives, or more is
    /// dispatched.
    var state: A.State?
    /// What it dispatches at once, where it reaches no reducer itself.
    var atOnce: [A.Action]?
    /// Whether it sets a timer.
    var sleeps = false
    /// Whether the reducer answers it so once more, in an equal state that lists the entries of its
    /// sets and dictionaries in another order.
    var isPure = true
    /// Whether it is unknown what it leads to: the app trapped when it was looked at by itself, or
    /// does not stay in the state that it is launched in, as it shows what is stored.
    var isUnknown = false
    /// Whether tasks that it begins go on.
    var goesOn = false
    /// What did it, where tasks that it began go on that end at once by themselves: they wait for
    /// others.
    var waitingName: String?

    /// Whether nothing at all follows.
    var isSilent: Bool {
      calls.isEmpty && dispatched.isEmpty && !sleeps && !isUnknown && waitingName == nil
    }

    /// Takes note of tasks that it began and that go on.
    mutating func wait(for action: A.Action, by tasks: LiveMarkedTasks) {
      if !isSilent || goesOn || !tasks.areUnfinished { return }
      waitingName = innermostCaseName(of: action) ?? ""
    }
  }

  /// What an app is launched for; on what is stored at first where no rows are given.
  private struct Start: Hashable {
    let element: AppElement<A>
    var rows: A.Rows?
  }

  /// What is looked at by its end: calls that all fail, or that are carried out on some rows.
  private struct Ended: Hashable {
    var start: Start
    let rows: A.Rows?
  }

  private struct Content {
    var effects: [Start: Effect] = [:]
    var changed: [Ended: Set<AppSubject>?] = [:]
  }

  private let app: A
  private let questions: QuestionsToApp
  private let content = Mutex(Content())

  init(_ app: A, _ questions: QuestionsToApp) { (self.app, self.questions) = (app, questions) }

  /// What an element leads to.
  ///
  /// - Parameter stored: what is stored, where that is known: an app that restores may stay by that
  ///   in the state, and not by what is stored at first.
  func effect(of element: AppElement<A>, on stored: A.Rows? = nil) -> Effect {
    let effect = effect(of: Start(element: element))
    guard effect.isUnknown, let stored, stored != app.initialRows else { return effect }
    return self.effect(of: Start(element: element, rows: stored))
  }

  /// Whether an action is known to lead to nothing.
  func isSilent(_ action: A.Action, in state: A.State, on stored: A.Rows) -> Bool {
    effect(of: AppElement(old: state, action: action), on: stored).isSilent
  }

  private func effect(of start: Start) -> Effect {
    if let known = content.withLock({ $0.effects[start] }) { return known }
    let effect = ask(about: start.element) { look(at: start) } ?? Effect(isUnknown: true)
    content.withLock { $0.effects[start] = effect }
    return effect
  }

  /// The statuses that change when the calls that an element leads to end.
  ///
  /// - Parameter isFailure: whether they fail, in place of being carried out on what is stored.
  func changed(
    by element: AppElement<A>, on stored: A.Rows, isFailure: Bool,
    _ statuses: (A.State) -> [AppSubject: Status]
  ) -> Set<AppSubject> {
    var ended = Ended(start: Start(element: element), rows: isFailure ? nil : stored)
    if let changed = changed(by: ended, statuses) { return changed }
    if stored == app.initialRows { return [] }
    ended.start.rows = stored
    return changed(by: ended, statuses) ?? []
  }

  private func changed(
    by ended: Ended, _ statuses: (A.State) -> [AppSubject: Status]
  ) -> Set<AppSubject>? {
    if let known = content.withLock({ $0.changed[ended] }) { return known }
    let changed = ask(about: ended.start.element) { lookAtEnd(of: ended, statuses) }
    content.withLock { $0.changed[ended] = .some(changed) }
    return changed
  }

  private func ask<Answer>(about element: AppElement<A>, _ body: () -> Answer?) -> Answer? {
    try? questions.ask({ .element(element.action, in: element.old) }) { body() }
  }

  private func look(at start: Start) -> Effect? {
    let element = start.element
    return run(start) { _, _, sleeperCount, atOnce, news, tasks in
      var effect = Effect(
        calls: news.opened.map(\.call), sleeps: sleeperCount > 0, goesOn: tasks.areUnfinished)
      let isTaken = news.dispatched.first.map { $0.element.action == element.action } ?? false
      if !isTaken || news.dispatched.first?.new == element.old || news.dispatched.count > 1 {
        effect.state = news.dispatched.last?.new
      }
      // What reaches no reducer itself leads to nothing by what it dispatches: that is what it is.
      guard let first = news.dispatched.first, isTaken else {
        effect.atOnce = atOnce
        return effect
      }
      effect.dispatched = news.dispatched.dropFirst().map(\.element.action)
      var reordering = Reordering()
      let old = reordering.reordered(element.old).flatMap { $0 == element.old ? $0 : nil }
      effect.isPure = first.new == (try? app.reduce(old ?? element.old, element.action))
      return effect
    }
  }

  private func lookAtEnd(
    of ended: Ended, _ statuses: (A.State) -> [AppSubject: Status]
  ) -> Set<AppSubject>? {
    run(ended.start) { gates, scheduler, sleeperCount, _, news, _ in
      // What the launch asked for goes on.
      let earlier = Set(gates.waiting.map(\.ticket)).subtracting(news.opened.map(\.ticket))
      func isIdle() -> Bool {
        gates.waiting.allSatisfy { $0.call.isPush || earlier.contains($0.ticket) }
      }
      // Whose timers are due is unknown where others wait.
      let isAlone = scheduler.sleeperCount == sleeperCount
      var rows = ended.rows
      var changed: Set<AppSubject> = []
      // What is tried again says nothing before.
      for _ in 0..<Self.roundCountMax where changed.isEmpty {
        // What waits a while before it calls ends later.
        for _ in 0..<4 where isAlone && isIdle() && scheduler.sleeperCount > 0 {
          scheduler.wakeFirst()
          _ = scheduler.settleAwake(ranCountMax: 10_000)
        }
        _ = gates.takeNews()
        let own = gates.waiting.enumerated().filter { !earlier.contains($1.ticket) }
        for (place, waiting) in own {
          gates.end(place, with: Result { try waiting.carriedOut(on: &rows) })
        }
        scheduler.own { for (count, one) in own.enumerated() { gates.open(one.offset - count) } }
        _ = scheduler.settleAwake(ranCountMax: 10_000)
        for dispatch in gates.takeNews().dispatched {
          guard let new = dispatch.new.map(statuses) else { continue }
          let old = statuses(dispatch.element.old)
          changed.formUnion(Set(old.keys).union(new.keys).filter { old[$0] != new[$0] })
        }
        if isIdle() && !(isAlone && scheduler.sleeperCount > 0) { break }
      }
      return changed
    }
  }

  /// How often calls are ended that come after each other.
  private static var roundCountMax: Int { 4 }

  /// Launches an app, dispatches an element, and looks at what there is then.
  ///
  /// - Parameter look: told how many timers it set, what it dispatched at once, what happened, and
  ///   which tasks it began.
  /// - Returns: nil where the app does not stay in the state that it is launched in: what is
  ///   dispatched then may be nothing that can come.
  private func run<Answer>(
    _ start: Start,
    _ look: (
      AppGates<A>, LiveScheduler, _ sleeperCount: Int, _ atOnce: [A.Action], AppGates<A>.News,
      LiveMarkedTasks
    ) ->
      Answer
  ) -> Answer? {
    guard let scheduler = try? LiveScheduler.ofThread("effects", for: self) else { return nil }
    let (app, element, gates) = (app, start.element, AppGates<A>(scheduler.strays))
    let launch = gates.launch(app, in: element.old, on: start.rows ?? app.initialRows)
    var launched: RunningApp<A.Store>? = scheduler.runOnMainActor { app.launch(launch) }
    _ = scheduler.settleAwake(ranCountMax: 10_000)
    _ = gates.takeNews()
    let sleeperCount = scheduler.sleeperCount
    var answer: Answer?
    if let store = launched?.store,
      scheduler.runOnMainActor({ app.state(of: store) == element.old })
    {
      let tasks = scheduler.markTasks { try? app.dispatch(element.action, to: store) }
      let atOnce = gates.dispatched
      _ = scheduler.settleAwake(ranCountMax: 10_000)
      answer = look(
        gates, scheduler, scheduler.sleeperCount - sleeperCount, atOnce, gates.takeNews(), tasks)
    }
    questions.end(launched) {
      scheduler.own {
        gates.close()
        launched = nil
      }
      _ = scheduler.close(ranCountMax: 10_000)
      scheduler.abandon()
    }
    scheduler.endRun()
    return answer
  }
}

extension AppGates.Waiting {
  /// What a call replies, given the first of its answers; it fails where there are no rows, or
  /// nothing came.
  fileprivate func carriedOut(on rows: inout A.Rows?) throws -> any Sendable {
    guard var changed = rows, !call.isPush else { throw OperationFailure.injected }
    let reply = try body.run(&changed, body.answers == nil ? nil : 0)
    rows = changed
    return reply
  }
}
