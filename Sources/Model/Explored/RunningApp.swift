/// A launched app under a scheduler that a search leads from one rest to the next.
final class RunningApp<A: App> {
  private let app: A
  private let scheduler: LiveScheduler
  private let scope: Scope<Nothing>
  /// What elements lead to by themselves.
  private let effects: AppEffects<A>
  private var gates: AppGates<A>
  private var launched: Launched<A.Store>?
  private var rows: A.Rows
  private var elements: [AppElement<A>] = []
  private var budgets: Budgets
  /// Why nothing that is seen of it is worth anything; nil for an app that a schedule leads.
  private(set) var complaint: String?

  /// Launches an app.
  init(
    _ app: A, state: A.State, _ scope: Scope<Nothing>, on scheduler: LiveScheduler, _ effects: AppEffects<A>
  ) {
    (self.app, self.scope, self.scheduler, self.effects) = (app, scope, scheduler, effects)
    rows = app.initialRows
    budgets = Budgets(
      faultsLeft: scope.faultsMax, relaunchesLeft: scope.relaunchesMax, additionsLeft: scope.additionsMax)
    gates = AppGates(scheduler.strays)
    launch(in: state)
  }

  private func launch(in state: A.State) {
    let app = app
    gates = AppGates(scheduler.strays)
    let launch = gates.launch(app, in: state)
    launched = scheduler.runOnMainActor { app.launch(launch) }
    comeToRest()
  }

  /// Ends the app: nothing of it may go on.
  func end() {
    scheduler.own {
      gates.close()
      launched = nil
    }
    settle(scheduler.settle(ranCountMax: Self.jobCountMax))
    scheduler.endRun()
  }

  // MARK: Rest

  private func settle(_ isAtRest: Bool) {
    complaint = complaint ?? scheduler.strays.complaint
    if !isAtRest {
      complaint =
        complaint
        ?? "the app does not come to rest: jobs wait after \(Self.jobCountMax.grouped), the last of "
        + scheduler.wordsForLastTask
    }
  }

  private static var jobCountMax: Int { 10_000 }

  private func comeToRest() {
    settle(scheduler.settleAwake(ranCountMax: Self.jobCountMax))
    let news = gates.takeNews()
    elements += news.dispatched
    for call in news.opened { consume(call) }
    elements.removeAll { effects.isSilent($0) }
    if gates.waiting.isEmpty && scheduler.sleeperCount == 0 { elements = [] }
  }

  /// Takes away what led to a call, and what came before that: a listener takes one element after the other.
  private func consume(_ call: GateCall) {
    if let place = elements.firstIndex(where: { effects.calls(of: $0).contains(call) }) {
      elements.removeFirst(place + 1)
    }
  }

  /// What can be seen of it.
  var situation: AppSituation<A> {
    var numbers: [String: Int] = [:]
    let calls = gates.waiting.map { waiting in
      let phrase = waiting.call.phrase
      let number = numbers[phrase, default: 0]
      numbers[phrase] = number + 1
      return AppCall(
        name: AppCallName(phrase: phrase, number: number), call: waiting.call,
        answerCount: max(1, waiting.body.answers.count),
        ending: waiting.ending?.mapError { OperationFailure($0) })
    }
    return AppSituation(
      state: state, rows: rows, calls: calls, elements: elements.map(effects.calls),
      sleeperCount: scheduler.sleeperCount,
      budgets: budgets)
  }

  private var state: A.State {
    guard let store = launched?.store else { return app.initialState }
    let app = app
    return scheduler.runOnMainActor { app.state(of: store) }
  }

  // MARK: Steps

  /// Takes a step.
  ///
  /// - Returns: false where it cannot be taken.
  func take(_ label: AppLabel) -> Bool {
    switch label {
    case .deed(let words): return act(words)
    case .carryOut(let name, let answer): return end(name) { try $0.run(&$1, answer) }
    case .fail(let name, let fault, let answer):
      budgets.faultsLeft -= 1
      return end(name) { body, rows in
        if fault == .after { _ = try body.run(&rows, answer) }
        return nil
      }
    case .reply(let name):
      guard let place = place(of: name) else { return false }
      scheduler.own { gates.open(place) }
    case .wake:
      if scheduler.sleeperCount == 0 { return false }
      scheduler.wakeFirst()
    case .kill:
      budgets.relaunchesLeft -= 1
      end()
      launch(in: app.initialState)
      return true
    }
    comeToRest()
    return true
  }

  /// Makes a deed of a person; a reducer may refuse it.
  private func act(_ words: String) -> Bool {
    guard let store = launched?.store, let deed = app.deeds(in: state).first(where: { $0.words == words })
    else { return false }
    if case .adds(let count) = deed.kind { budgets.additionsLeft -= count }
    let app = app
    scheduler.runOnMainActor { try? app.dispatch(deed.action, to: store) }
    comeToRest()
    return true
  }

  /// Ends a call; nil from the body is a reply that is lost.
  private func end(
    _ name: AppCallName, _ body: (GateBody<A.Rows>, inout A.Rows) throws -> GateReply?
  ) -> Bool {
    guard let place = place(of: name) else { return false }
    var changed = rows
    let ending = Result<GateReply, any Error> {
      guard let reply = try body(gates.waiting[place].body, &changed) else {
        rows = changed
        throw OperationFailure.injected
      }
      rows = changed
      return reply
    }
    gates.end(place, with: ending)
    return true
  }

  private func place(of name: AppCallName) -> Int? {
    let places = gates.waiting.indices.filter { gates.waiting[$0].call.phrase == name.phrase }
    return places.indices.contains(name.number) ? places[name.number] : nil
  }
}

extension AppSituation {
  /// Every step that can be taken.
  func labels(of app: A, in scope: Scope<Nothing>) -> [AppLabel] {
    var labels: [AppLabel] = []
    if elements.count < scope.mailMax {
      labels += app.deeds(in: state).filter { deed in
        if case .adds(let count) = deed.kind { budgets.additionsLeft >= count } else { true }
      }.map { .deed($0.words) }
    }
    for call in calls {
      if call.ending != nil {
        labels.append(.reply(call.name))
        continue
      }
      labels += (0..<call.answerCount).map { .carryOut(call.name, answer: $0) }
      if budgets.faultsLeft == 0 { continue }
      labels.append(.fail(call.name, .before, answer: 0))
      labels += (0..<call.answerCount).map { .fail(call.name, .after, answer: $0) }
    }
    if sleeperCount > 0 { labels.append(.wake) }
    if budgets.relaunchesLeft > 0 { labels.append(.kill) }
    return labels
  }
}
