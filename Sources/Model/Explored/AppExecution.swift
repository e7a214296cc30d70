/// A launched app under a scheduler that a search leads from one rest to the next.
final class AppExecution<A: App> {
  typealias State = RuntimeState<DerivedProduct<A>>
  typealias Label = RuntimeLabel<DerivedProduct<A>>
  typealias Notice = AppNotice<A.State, A.Action>
  typealias Notes = AppNotes<A>
  typealias Element = AppNotes<A>.Element
  private typealias Tap = (element: AppElement<A>, atOnce: [A.Action])
  /// The thunk, the task and the number of the interaction of what goes on.
  private typealias Ongoing = (thunk: Notes.Thunks.Number?, task: Int?, interaction: Int?)

  let memory: AppMemory<A>
  private var app: A { memory.app }
  let scheduler: LiveScheduler
  let scope: Scope<NoValues>
  private let edition: AppEdition
  private(set) var gates: AppGates<A>
  private var launched: RunningApp<A.Store>?
  /// Whether what its calls do is kept, which may hold its store.
  private var isKept = false
  private(set) var rows: A.Rows
  private(set) var notes: Notes
  /// The tasks that began in each interaction.
  private var interactions: [LiveMarkedTasks] = []
  /// Whether it is led to a state of which it is known what is noted there.
  private var isReplaying = false
  /// What the last step dispatched.
  private(set) var dispatched: [AppGates<A>.Dispatch] = []
  /// What each of that leads to.
  private(set) var effects: [AppEffects<A>.Effect] = []
  /// The trap that ended it; nil as long as it runs.
  private(set) var crash: Crash?
  /// Why nothing that is seen of it is worth anything; nil for an app that a schedule leads.
  private(set) var complaint: String?
  /// What was left of it; nil where nothing was.
  private(set) var leak: String?

  /// Launches an app.
  init(
    _ memory: AppMemory<A>, _ scope: Scope<NoValues>, _ edition: AppEdition,
    on scheduler: LiveScheduler, rows: A.Rows, _ budgets: Budgets
  ) {
    (self.memory, self.scope, self.edition, self.scheduler) = (memory, scope, edition, scheduler)
    (self.rows, notes, gates) = (rows, Notes(budgets: budgets), AppGates(scheduler.strays))
    launch()
  }

  private func launch() {
    let app = app
    (gates, isKept) = (AppGates(scheduler.strays), false)
    notes = Notes(budgets: notes.budgets)
    let launch = gates.launch(app, in: app.initialState, on: rows)
    launched = scheduler.runOnMainActor { app.launch(launch) }
    comeToRest(.launch)
  }

  /// Ends the app: nothing may be left of it, and what goes on for ever, as an app may until it is
  /// killed, is not taken any further.
  func end() {
    let parts = LaunchedParts(launched.map { [$0.store] + $0.others } ?? [])
    defer { scheduler.endRun() }
    var (isEnded, isOver) = (false, true)
    memory.questions.end(launched) {
      isEnded = true
      scheduler.own {
        gates.close()
        launched = nil
      }
      isOver = scheduler.close(ranCountMax: Self.jobCountMax)
      if !isOver && parts.areLeft {
        // What sleeps may end where it is cancelled; a call that it makes then is never answered.
        gates.hold()
        _ = scheduler.close(ranCountMax: Self.jobCountMax, cancels: true)
      }
      scheduler.abandon()
    }
    launched = nil
    complaint = complaint ?? scheduler.strays.complaint
    if !isEnded || isKept { return }
    if complaint == nil, memory.leak == nil, parts.areLeft {
      // Work of another thread may keep it, and comes back; an app that leaks needs no wait.
      scheduler.awaitStrays(milliseconds: 200)
      _ = scheduler.close(ranCountMax: Self.jobCountMax)
      scheduler.abandon()
      complaint = complaint ?? scheduler.strays.complaint
    }
    guard let words = parts.words else { return }
    let why = isOver ? "" : ", as \(scheduler.wordsForLastTask) does not end with the app"
    leak = leak ?? words + why
  }

  // MARK: Rest

  private func settle(_ isAtRest: Bool) {
    complaint = complaint ?? scheduler.strays.complaint
    guard complaint == nil, !isAtRest else { return }
    complaint =
      "the app does not come to rest: jobs wait after \(Self.jobCountMax.grouped), the last of "
      + scheduler.wordsForLastTask
  }

  private static var jobCountMax: Int { 10_000 }

  /// - Parameters:
  ///   - ongoing: what went on.
  ///   - interaction: what a person did, with the state before, and what that dispatched at once.
  ///   - sleepCount: how many sleeps had begun before the step.
  private func comeToRest(
    _ cause: AppRequests.Cause, of ongoing: Ongoing = (nil, nil, nil), by interaction: Tap? = nil,
    additionCount: Int = 0, sleepCount: Int? = nil
  ) {
    let (taskCount, sleepCount) = (scheduler.taskCount, sleepCount ?? scheduler.sleepCount)
    settle(scheduler.settleAwake(ranCountMax: Self.jobCountMax))
    let news = gates.takeNews()
    crash = crash ?? news.crash
    let cancelled = scheduler.takeCancelledSleeps()
    if isReplaying { return }
    for sleep in cancelled { _ = notes.takeElement(sleeping: sleep) }
    dispatched = news.dispatched
    effects = dispatched.map { memory.effects.effect(of: $0.element, on: rows) }
    let atLaunch = request(ofLaunch: cause, news)
    let begun = taskCount..<max(taskCount, scheduler.taskCount)
    if edition.tellsBranches { notes.thunks.branch(begun, outOf: ongoing.task) }
    let begins = !begun.isEmpty
    let isBusy = begins || scheduler.sleepCount > sleepCount || !news.opened.isEmpty
    let leading = leading(interaction, isBusy: isBusy, mayWait: begins && news.opened.isEmpty)
    let numbers = effects.enumerated().map {
      note(leading[$0], $1, cause, news, isFirst: $0 == 0)
    }
    if effects.first?.isSilent == false { notes.take(additions: additionCount, of: numbers[0]) }
    // Where one dispatch leads to something, all tasks that begin are begun for its request.
    let open = zip(numbers, effects).filter { !$1.isSilent }
    if open.count == 1, let number = open[0].0 { notes.noteTasks(begun, of: number) }
    func statuses() -> [AppSubject: Status] { memory.statuses(of: storeState) }
    // Who has dispatched how a call ended may come to what waits behind it.
    let mayTurn = edition.takesTurns && cause.request != nil && !news.dispatched.isEmpty
    let isBehind = gates.isBusy(besides: news.opened.map(\.ticket))
    let asked = interaction == nil ? nil : numbers.first ?? nil
    var taken: [Element] = []
    let isGoingOn = { [interactions] in interactions[$0].areUnfinished }
    let thunk = ongoing.thunk ?? notes.begin(with: news.dispatched.first, in: edition)
    for one in news.opened {
      let element =
        notes.takeElement(
          leadingTo: one.call, &taken, inTurn: mayTurn, isBehind: isBehind, asked: asked, cause,
          of: one.task, isGoingOn)
        ?? notes.takeElement(of: one.task, by: one.interaction)
      notes.thunks.note(one.ticket, of: element?.thunk ?? thunk)
      let number =
        element.map { notes.request(of: $0, dispatched, numbers) }
        ?? (owner(cause, numbers) ?? atLaunch)
      notes.note(one.call, one.ticket, of: number, by: element == nil ? cause : nil, statuses)
      notes.note(one.call, answered: nil, in: edition)
    }
    // What began to wait and asks for nothing yet waits for the timer that is set.
    let silent = owner(cause, numbers).flatMap { notes.requests.isSilent($0) ? $0 : nil }
    notes.note(
      scheduler.naps(since: sleepCount), taskCount: taskCount,
      of: cause.request.map { silent ?? $0 }, thunk, asked: asked)
    if news.dispatched.isEmpty { noteWaiting(ongoing.interaction, thunk, cause) }
    notes.endElements(isBusy: gates.isBusy(), isAsleep: scheduler.sleeperCount > 0, isGoingOn)
    notes.giveUpCancelled(
      among: gates.waiting, cause, statuses: statuses,
      isLeft: { memory.areApart(interaction?.element.old, storeState) })
    notes.keep(gates.waiting, statuses: statuses)
  }

  /// The request of what an app asks for as it is launched; nil for another step.
  private func request(
    ofLaunch cause: AppRequests.Cause, _ news: AppGates<A>.News
  ) -> AppRequests.Number? {
    guard case .launch = cause else { return nil }
    return notes.requests.launch(
      memory.statuses(of: news.dispatched.first?.element.old ?? storeState))
  }

  /// What went on and did nothing that is seen waits for something else, where its tasks are not
  /// over and nothing of it is under way.
  private func noteWaiting(
    _ interaction: Int?, _ thunk: Notes.Thunks.Number, _ cause: AppRequests.Cause
  ) {
    guard let interaction, interactions[interaction].areUnfinished,
      !gates.waiting.contains(where: { $0.interaction == interaction }),
      !scheduler.naps.contains(where: { $0.nap.interaction == interaction })
    else { return }
    notes.wait(interaction, thunk, cause)
  }

  /// What of a step's dispatches may lead to something.
  ///
  /// What reaches no reducer itself, as a tap that a view model takes, leads to all that follows.
  /// Where it does something else at once than by itself, and nothing begins or waits, nothing
  /// follows.
  ///
  /// - Parameter mayWait: whether it has begun tasks that call nothing yet.
  private func leading(
    _ interaction: Tap?, isBusy: Bool, mayWait: Bool
  ) -> [AppGates<A>.Dispatch] {
    defer {
      if mayWait, let interaction, let tasks = interactions.last, !effects.isEmpty {
        effects[0].wait(for: interaction.element.action, by: tasks)
      }
    }
    guard let (element, atOnce) = interaction, dispatched.first?.element.action != element.action,
      effects.allSatisfy({ $0.isSilent || $0.isUnknown }), isBusy || !dispatched.isEmpty
    else { return dispatched }
    let effect = memory.effects.effect(of: element, on: rows)
    // An app that restores does not stay in a state on the way that looks like its first one.
    if effect.isUnknown && effects.contains(where: \.isUnknown) { return dispatched }
    // What begins to wait has its turn later.
    let isOther = !isBusy && effect.atOnce.map { $0 != atOnce } ?? false
    if isOther && memory.begun(from: element.old, to: storeState).isEmpty { return dispatched }
    effects = [effect]
    return [AppGates<A>.Dispatch(element: element, new: storeState)]
  }

  /// Takes note of a dispatch: of which request it is, and whether more is to come of it.
  private func note(
    _ dispatch: AppGates<A>.Dispatch, _ effect: AppEffects<A>.Effect, _ cause: AppRequests.Cause,
    _ news: AppGates<A>.News, isFirst: Bool
  ) -> AppRequests.Number? {
    guard let new = dispatch.new else { return nil }
    // What a person does is led to by nothing.
    let isMade = cause.isInteraction && isFirst
    let cause = isMade ? cause : notes.cause(ofWaiting: dispatch.interaction) ?? cause
    let (action, opened) = (dispatch.element.action, news.opened.map(\.call))
    let leading = isMade ? nil : notes.place(leadingTo: action, of: effect, opened)
    let opener = leading.flatMap { notes.elements[$0].request }
    if let leading, !effect.isSilent { notes.hand(on: effect.calls, from: leading) }
    let number = notes.requests.note(
      memory.statuses(of: dispatch.element.old), memory.statuses(of: new), cause, of: opener,
      calls: effect.calls, ahead: notes.ahead(gates.waiting), handsOn: !effect.isSilent,
      isDelayed: effect.sleeps && effect.calls.isEmpty,
      changed: { isFailure in
        effect.isSilent
          ? []
          : memory.effects.changed(
            by: dispatch.element, on: rows, isFailure: isFailure, memory.statuses)
      })
    if effect.isSilent { return number }
    // What it dispatches in turn, and nothing else, may have come at once.
    let isOver =
      effect.calls.isEmpty && !effect.sleeps && effect.waitingName == nil
      && effect.dispatched.allSatisfy { action in
        news.dispatched.contains { $0.element.action == action }
      }
    if !isOver || effect.isUnknown {
      let thunk = notes.begin(with: dispatch, in: edition)
      let interaction = cause.isInteraction ? interactions.indices.last : nil
      notes.elements.append(
        Element(effect: effect, request: number, thunk: thunk, interaction: interaction))
    }
    return number
  }

  // MARK: What can be seen

  /// What can be seen of it.
  var state: State {
    // The order in which calls came matters only among those that are alike.
    let came = gates.waiting
    let waiting = came.count < 2 ? came : came.sorted { $0.call < $1.call }
    let numbers = notes.elements.map { $0.request } + waiting.map { notes.requestOfCall[$0.ticket] }
    let shown = AppRequest.shown(numbers, of: notes.requests)
    var mail: [Notice] = notes.elements.indices.map {
      Notice(content: .element(notes.elements[$0].effect.calls, shown[$0]))
    }
    let timers = notes.timers(scheduler.naps, in: edition)
    if !timers.isEmpty { mail.append(Notice(content: .timers(timers))) }
    mail += broken.map { Notice(content: .broken($0)) }
    let calls = waiting.map { ($0.ticket, $0.task) }
    if let thunks = notes.thunks.shown(notes.elements.map { $0.thunk }, calls) {
      mail.append(Notice(content: .thunks(thunks)))
    }
    if !notes.answers.isEmpty { mail.append(Notice(content: .answers(notes.answers))) }
    let thunks = zip(waiting, shown.dropFirst(notes.elements.count)).map { waiting, request in
      isKept = memory.note(waiting.call, waiting.body) || isKept
      return Thunk<DerivedProduct<A>>(
        operation: waiting.call.serving(request, isCancelled: waiting.isCancelledLate),
        result: waiting.reply)
    }
    return State(
      store: .running(storeState), mail: mail, underWay: thunks, database: rows,
      budgets: notes.budgets)
  }

  /// The promises of the app itself that are broken now.
  private var broken: [LivePromise] {
    guard let store = launched?.store else { return [] }
    let promises = scheduler.runOnMainActor { [app] in app.promises(of: store) }
    return promises.filter { $0.complaint != nil }
  }

  var storeState: A.State {
    guard let store = launched?.store else { return app.initialState }
    return scheduler.runOnMainActor { [app] in app.state(of: store) }
  }

  // MARK: Steps

  /// Takes steps, at whose end it is known what is noted.
  ///
  /// - Returns: false where they cannot be taken.
  func go(along labels: ArraySlice<Label>, _ notes: Notes) -> Bool {
    isReplaying = true
    defer {
      (isReplaying, self.notes) = (false, notes)
      _ = gates.takeNews()
    }
    return labels.allSatisfy { take($0) }
  }

  /// Takes a step.
  ///
  /// - Returns: false where it cannot be taken.
  func take(_ label: Label) -> Bool {
    (dispatched, effects) = ([], [])
    switch label {
    case .gesture(let interaction, _):
      notes.tell(interaction.caseName, in: edition)
      return act(interaction)
    case .perform(let call, let occurrence, let fault): return end(call, occurrence, fault)
    case .complete(let call, let occurrence):
      guard let place = gates.place(of: call, occurrence, hasEnded: true) else { return false }
      let ended = gates.waiting[place]
      let number = notes.requestOfCall.removeValue(forKey: ended.ticket)
      let thunk = isReplaying ? nil : notes.end(ended, in: edition)
      scheduler.own { gates.open(place) }
      comeToRest(
        call.isPush ? .push : .goesOn(number, byTimer: false, hasFailed: ended.hasFailed),
        of: (thunk, ended.task, ended.interaction))
    case .occur(.timePasses):
      if scheduler.sleeperCount == 0 { return false }
      let (nap, sleepCount) = (scheduler.naps.first?.nap, scheduler.sleepCount)
      let element = notes.wake(nap?.number, in: edition)
      scheduler.wakeFirst()
      comeToRest(
        .goesOn(element?.request, byTimer: true),
        of: (element?.thunk, nap?.task, nap?.interaction), sleepCount: sleepCount)
    case .relaunch:
      notes.budgets.relaunchesLeft -= 1
      end()
      launch()
    default: return false
    }
    return true
  }

  /// Makes an interaction of a person; a reducer may refuse it.
  private func act(_ interaction: Interaction<A.Action>) -> Bool {
    guard let store = launched?.store else { return false }
    let (app, element) = (app, AppElement<A>(old: storeState, action: interaction.action))
    interactions.append(
      scheduler.markTasks(of: interactions.count) {
        try? app.dispatch(interaction.action, to: store)
      })
    comeToRest(
      .interaction(isAppearing: interaction.kind == .appears), by: (element, gates.dispatched),
      additionCount: interaction.additionCount(in: scope))
    return true
  }

  /// Ends a call.
  private func end(_ call: GateCall, _ occurrence: Int, _ fault: Fault?) -> Bool {
    guard let place = gates.place(of: call, occurrence, hasEnded: false) else { return false }
    let waiting = gates.waiting[place]
    var changed = rows
    if fault != nil { notes.budgets.faultsLeft -= 1 }
    if call.isPush { notes.budgets.occurrencesLeft -= 1 }
    // Nothing is thrown here: who looks at all that is thrown, as a test runner does, takes long.
    var ending: Result<any Sendable, any Error> = .failure(OperationFailure.injected)
    if fault?.preventsWork != true {
      ending = Result { try waiting.body.run(&changed, call.answer) }
      if case .success = ending { rows = changed }
      ending = ending.struck(by: fault, seen: OperationFailure.injected)
    }
    if case .failure(let error as Crash) = ending {
      crash = error
      return true
    }
    if case .failure = ending { notes.giveBack(for: waiting.call, waiting.ticket) }
    gates.end(place, with: ending, seen: isReplaying ? nil : AppGates<A>.Waiting.seen(ending))
    return true
  }
}
