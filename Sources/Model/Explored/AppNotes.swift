/// What was noted of an app on its way: what it may still do, and for which of its requests.
struct AppNotes<A: App> {
  typealias Notice = AppNotice<A.State, A.Action>
  typealias Thunks = AppThunks<Notice.Dispatch>

  /// Something that was dispatched since the app was last idle, and may still lead to something.
  struct Element {
    var effect: AppEffects<A>.Effect
    var request: AppRequests.Number?
    let thunk: Thunks.Number
    /// The number of the interaction that dispatched it; nil where something else did.
    var interaction: Int?
    /// The number of the sleep by which it waits; nil as long as it has not begun.
    var sleep: Int?
    /// As what it went on last, where it waits for something else since then.
    var goesOnAs: AppRequests.Cause?

    /// Whether it leads to a dispatch, and to what that leads to in turn.
    func leads(to action: A.Action, of other: AppEffects<A>.Effect) -> Bool {
      !effect.calls.isEmpty && effect.dispatched.contains(action)
        && (other.isSilent || !other.calls.isEmpty && other.calls.allSatisfy(effect.calls.contains))
    }
  }

  var elements: [Element] = []
  var requests = AppRequests()
  var thunks = Thunks()
  /// The requests of calls that wait, by their tickets.
  var requestOfCall: [Int: AppRequests.Number] = [:]
  /// The requests for which tasks were begun, by the tasks' numbers.
  var requestOfTask: [Int: AppRequests.Number] = [:]
  /// The newest request that there was as a sleep began, by the sleeps' numbers.
  private var newestAtSleep: [Int: AppRequests.Number] = [:]
  /// What each call was answered last, where that tells states apart.
  var answers: [Notice.Answer] = []
  var budgets: Budgets

  init(budgets: Budgets) { self.budgets = budgets }

  /// Takes the element that leads to a call by itself, if there is one.
  ///
  /// What came before it and led to no call is over, and so is what else it leads to itself: a
  /// listener that takes one element after the other has passed it by. Where another call is under
  /// way, both may have their turn after that.
  ///
  /// - Parameters:
  ///   - taken: the elements that led to calls of this step, as they were.
  ///   - inTurn: whether the first may lead to it that asks for the same about something else: it
  ///     has its turn, and decides by the state of the moment.
  ///   - isBehind: whether calls are under way that began before: nothing is passed by.
  ///   - asked: what a person asks for in this step: where that leads to it, it does so before what
  ///     may have been dropped.
  ///   - cause: what goes on, which may ask for the same once more, as what is tried again does: it
  ///     does so before what may have been dropped, too, as does whatever a timer was set for.
  ///   - task: the one that calls: what it was begun for comes first.
  ///   - isGoingOn: whether tasks that began in an interaction go on: they wait for their turn.
  mutating func takeElement(
    leadingTo call: GateCall, _ taken: inout [Element], inTurn: Bool, isBehind: Bool,
    asked: AppRequests.Number?, _ cause: AppRequests.Cause, of task: Int?,
    _ isGoingOn: (Int) -> Bool
  ) -> Element? {
    func leads(_ other: GateCall) -> Bool {
      inTurn ? other.function == call.function : other == call
    }
    let places = elements.indices.filter { elements[$0].effect.calls.contains(where: leads) }
    let own = task.flatMap { requestOfTask[$0] }
    let certain =
      places.first { own != nil && elements[$0].request == own }
      ?? places.first { asked != nil && elements[$0].request == asked }
      ?? places.first { !mayBeDropped($0) }
    let isAgain = cause.again.map { requests.asksAgain($0, for: call) } ?? false
    if certain == nil && (cause.isTimer || isAgain) { return nil }
    guard let place = certain ?? places.first else {
      return taken.first { $0.effect.calls.contains(call) }
    }
    let element = elements[place]
    taken.append(element)
    elements[place].effect.calls.firstIndex(where: leads).map {
      _ = elements[place].effect.calls.remove(at: $0)
    }
    elements[place].effect.dispatched = []
    if !isBehind || elements[place].effect.calls.isEmpty { elements.remove(at: place) }
    if !isBehind {
      let passed = elements.indices.prefix(place).filter {
        !elements[$0].effect.calls.isEmpty && !(places.contains($0) && mayBeDropped($0))
          && !(elements[$0].interaction.map(isGoingOn) ?? false)
      }
      for one in passed.reversed() { elements.remove(at: one) }
    }
    return element
  }

  /// Whether an element asks for what is under way already.
  private func mayBeDropped(_ place: Int) -> Bool {
    elements[place].request.flatMap { requests.open[$0] }?.mayBeDropped ?? false
  }

  /// The place of the element that leads to a dispatch: rather one that leads to a call of the
  /// step, too.
  func place(
    leadingTo action: A.Action, of effect: AppEffects<A>.Effect, _ opened: [GateCall]
  ) -> Int? {
    let places = elements.indices.filter { elements[$0].leads(to: action, of: effect) }
    return places.first { elements[$0].effect.calls.contains(where: opened.contains) }
      ?? places.first
  }

  /// Hands calls on that an element leads to by what it dispatches itself.
  mutating func hand(on calls: [GateCall], from place: Int) {
    for call in calls {
      elements[place].effect.calls.firstIndex(of: call).map {
        _ = elements[place].effect.calls.remove(at: $0)
      }
    }
    if elements[place].effect.calls.isEmpty && !elements[place].effect.sleeps {
      elements.remove(at: place)
    }
  }

  /// Takes the element that waits by a sleep, if there is one.
  ///
  /// - Parameter sleep: the number of the sleep, which ends.
  mutating func takeElement(sleeping sleep: Int?) -> Element? {
    if let sleep { newestAtSleep[sleep] = nil }
    let place = elements.firstIndex { $0.sleep != nil && $0.sleep == sleep }
    return place.map { elements.remove(at: $0) }
  }

  /// Ends a sleep.
  ///
  /// - Returns: the element that waits by it, if there is one.
  mutating func wake(_ sleep: Int?, in edition: AppEdition) -> Element? {
    tell("time passes", in: edition)
    requests.timerBound = sleep.flatMap { newestAtSleep[$0] } ?? 0
    return takeElement(sleeping: sleep)
  }

  /// Takes note of the sleeps that began in a step.
  ///
  /// - Parameters:
  ///   - naps: the sleeps.
  ///   - taskCount: how many tasks there were before.
  ///   - request: what went on, as far as that is known; it waits a while before it goes on.
  ///   - asked: what a person asked for: what was asked for before and dropped waits for nothing.
  mutating func note(
    _ naps: [Nap], taskCount: Int, of request: AppRequests.Number?, _ thunk: Thunks.Number,
    asked: AppRequests.Number?
  ) {
    for nap in naps { newestAtSleep[nap.number] = requests.count }
    var isOngoing = request != nil
    // A task that began in the step waits for what was dispatched there.
    let isOld: (Nap) -> Bool = { $0.task.map { $0 < taskCount } ?? true }
    for nap in naps.filter({ !isOld($0) }) + naps.filter(isOld) {
      let places = elements.indices.filter {
        elements[$0].effect.sleeps && elements[$0].sleep == nil
      }
      let dropped =
        isOngoing ? nil : places.first { asked == nil || elements[$0].request == asked }
      if let place = places.first(where: { !mayBeDropped($0) }) ?? dropped {
        elements[place].sleep = nap.number
      } else if isOngoing {
        isOngoing = false
        elements.append(
          Element(effect: .init(sleeps: true), request: request, thunk: thunk, sleep: nap.number))
      }
    }
  }

  /// The sleeps that go on, as a state shows them.
  func timers(
    _ naps: [(nap: Nap, left: Duration)], in edition: AppEdition
  ) -> [Notice.Timer] {
    naps.map { nap, left in
      let element = elements.firstIndex { $0.sleep == nap.number }
      let newest = edition.tellsBeginnings ? newestAtSleep[nap.number] : nil
      let younger = newest.map { newest in
        requests.open.keys.filter { $0 > newest && requests.isAwaited($0) }
      }
      return Notice.Timer(
        left, nap, countMax: edition.countMax, of: element,
        youngerCount: younger?.count ?? 0, thunks.branch(of: nap.task))
    }
  }

  /// What an interaction began went on, and waits for something else now.
  mutating func wait(_ interaction: Int, _ thunk: Thunks.Number, _ cause: AppRequests.Cause) {
    if elements.contains(where: { $0.interaction == interaction }) { return }
    elements.append(
      Element(
        effect: .init(waitingName: ""), request: cause.request, thunk: thunk,
        interaction: interaction, goesOnAs: cause))
  }

  /// The place of what waits so; nil where nothing does.
  private func place(ofWaiting interaction: Int?) -> Int? {
    if interaction == nil || elements.isEmpty { return nil }
    return elements.firstIndex { $0.goesOnAs != nil && $0.interaction == interaction }
  }

  /// As what it went on; nil where nothing waits so.
  func cause(ofWaiting interaction: Int?) -> AppRequests.Cause? {
    place(ofWaiting: interaction).flatMap { elements[$0].goesOnAs }
  }

  /// The request of a call that an element leads to: what waited until now may have begun one
  /// first.
  ///
  /// - Parameters:
  ///   - dispatched: what the step dispatched.
  ///   - numbers: the requests of that.
  func request(
    of element: Element, _ dispatched: [AppGates<A>.Dispatch], _ numbers: [AppRequests.Number?]
  ) -> AppRequests.Number? {
    if element.goesOnAs == nil { return element.request }
    let own = zip(dispatched, numbers).filter { $0.0.interaction == element.interaction }
    return own.compactMap(\.1).last(where: requests.isAwaited) ?? element.request
  }

  /// Takes the element that began a task which had waited until now for what another one asked for.
  ///
  /// Where that has failed, and its status with it, what the task calls is for something else.
  mutating func takeElement(of task: Int?, by interaction: Int?) -> Element? {
    if let place = place(ofWaiting: interaction) { return elements.remove(at: place) }
    guard let task, let number = requestOfTask[task], requests.open[number]?.isDoubtful != true,
      let place = elements.firstIndex(where: {
        $0.request == number && (!$0.effect.calls.isEmpty || $0.effect.waitingName != nil)
      })
    else { return nil }
    return elements.remove(at: place)
  }

  /// Nothing is to come of elements once no call is under way, unless one of them sleeps, nor of
  /// what waits once its tasks are over.
  mutating func endElements(isBusy: Bool, isAsleep: Bool, _ isGoingOn: (Int) -> Bool) {
    elements.removeAll {
      $0.effect.waitingName != nil && !($0.interaction.map(isGoingOn) ?? false)
    }
    if !isBusy && !(isAsleep && elements.contains(where: \.effect.sleeps)) { elements = [] }
  }

  /// Takes note of tasks that begin for a request.
  mutating func noteTasks(_ tasks: Range<Int>, of number: AppRequests.Number) {
    for task in tasks { requestOfTask[task] = number }
  }

  /// Whether as much is under way as the scope allows, so that no more is set going.
  ///
  /// A listener that takes one element after the other has one request at its gates, and what waits
  /// behind it; one that starts tasks has several at its gates.
  ///
  /// - Parameter waiting: the calls that wait.
  func isFull(_ waiting: [AppGates<A>.Waiting], in scope: Scope<NoValues>) -> Bool {
    // Of calls that are alike each is asked for by itself; others of one request may be asked for
    // at once.
    var calls: [AppRequests.Number?: [GateCall: Int]] = [:]
    // A wait for a push that was given up ends by a step, too.
    for one in waiting where !one.call.isPush || one.isCancelled {
      calls[requestOfCall[one.ticket], default: [:]][one.call, default: 0] += 1
    }
    let requestCount = calls.reduce(0) { count, request in
      count
        + (request.key == nil ? request.value.values.reduce(0, +) : request.value.values.max() ?? 0)
    }
    return elements.count >= scope.mailMax
      || elements.count + requestCount > scope.mailMax
      || requestCount >= max(scope.mailMax, 2)
  }

  /// What requests are still to call, and what they call now.
  ///
  /// - Parameter waiting: the calls that wait.
  func ahead(_ waiting: [AppGates<A>.Waiting]) -> [AppRequests.Number: [GateCall]] {
    var ahead: [AppRequests.Number: [GateCall]] = [:]
    for element in elements {
      if let number = element.request { ahead[number, default: []] += element.effect.calls }
    }
    for one in waiting {
      if let number = requestOfCall[one.ticket] { ahead[number, default: []].append(one.call) }
    }
    return ahead
  }

  /// Takes note of what a request adds.
  mutating func take(additions: Int, of number: AppRequests.Number?) {
    if additions == 0 { return }
    budgets.additionsLeft -= additions
    requests.take(additions: additions, of: number)
  }

  /// Gives back what a call was to add that came to nothing.
  mutating func giveBack(for call: GateCall, _ ticket: Int) {
    budgets.additionsLeft += requests.giveBack(of: requestOfCall[ticket], for: call)
  }

  /// Takes note of a call of a request.
  ///
  /// - Parameters:
  ///   - cause: what led to it; nil where that is a dispatch that leads to it by itself.
  ///   - statuses: those of the state now.
  mutating func note(
    _ call: GateCall, _ ticket: Int, of number: AppRequests.Number?, by cause: AppRequests.Cause?,
    _ statuses: () -> [AppSubject: Status]
  ) {
    requestOfCall[ticket] = call.isPush ? nil : number
    if case .push? = cause, let number, !call.isPush {
      requests.follow(call, of: number, statuses)
    }
    if let number { leaveSleepingRival(of: number) }
    let twins = requests.note(call, of: number, calling: requestOfCall.values)
    if twins.isEmpty { return }
    for (ticket, other) in requestOfCall where twins.contains(other) {
      requestOfCall[ticket] = number
    }
    for place in elements.indices where elements[place].request.map(twins.contains) ?? false {
      elements[place].request = number
    }
  }

  /// Takes note of what a call was answered, or that it was asked for.
  mutating func note(_ call: GateCall, answered reply: Thunks.Reply?, in edition: AppEdition) {
    if !edition.tellsAnswers || reply == nil && answers.contains(where: { $0.call == call }) {
      return
    }
    let answer = Notice.Answer(call: call, reply: reply)
    // What was answered before may be kept where the same call fails, and the other way round.
    answers.removeAll {
      $0.call == call && ($0.reply == nil || $0.isSuccess == answer.isSuccess)
    }
    let later = edition == .answersInOrder ? nil : answers.firstIndex { answer < $0 }
    answers.insert(answer, at: later ?? answers.endIndex)
  }

  /// A call ends: what it was answered is noted.
  ///
  /// - Returns: the thunk that goes on.
  mutating func end(_ ended: AppGates<A>.Waiting, in edition: AppEdition) -> Thunks.Number? {
    note(ended.call, answered: ended.reply, in: edition)
    defer { tell(ended.call.function, in: edition) }
    return thunks.end(
      ended.ticket, ended.call, of: ended.task, ended.reply, isLate: ended.isCancelledLate,
      countMax: edition.countMax)
  }

  /// Takes note of something that comes, where what came since a thunk began is told.
  mutating func tell(_ event: @autoclosure () -> String, in edition: AppEdition) {
    if edition.tellsEvents { thunks.note(event(), since: elements.map { $0.thunk }) }
  }

  /// A thunk begins; what it began with is noted where that is told.
  mutating func begin(
    with dispatch: AppGates<A>.Dispatch?, in edition: AppEdition
  ) -> Thunks.Number {
    let beginning = edition.tellsBeginnings ? dispatch : nil
    return thunks.begin(
      with: beginning.map { .init(action: $0.element.action, state: $0.element.old) })
  }

  /// A request whose calls are all cancelled is given up, unless it goes on by itself.
  ///
  /// - Parameters:
  ///   - statuses: those of the state now.
  ///   - isLeft: whether the screen changes with what a person does.
  mutating func giveUpCancelled(
    among waiting: [AppGates<A>.Waiting], _ cause: AppRequests.Cause,
    statuses: () -> [AppSubject: Status], isLeft: () -> Bool
  ) {
    var going = Set(elements.compactMap { $0.request })
    var cancelled: Set<AppRequests.Number> = []
    for one in waiting {
      guard let number = requestOfCall[one.ticket] else { continue }
      if one.isCancelled { cancelled.insert(number) } else { going.insert(number) }
    }
    let ahead = ahead(waiting)
    for number in cancelled.subtracting(going) {
      requests.cancel(number, cause, ahead, statuses, isLeft: isLeft)
    }
  }

  /// Leaves what belongs to something that may still go on.
  ///
  /// - Parameters:
  ///   - waiting: the calls that wait.
  ///   - statuses: those of the state now.
  mutating func keep(_ waiting: [AppGates<A>.Waiting], statuses: () -> [AppSubject: Status]) {
    // Of what may lead to anything it is not known when it is over: with its request, at the
    // latest.
    elements.removeAll { $0.effect.isUnknown && $0.request.map(requests.isOver) ?? false }
    let kept = Set(
      elements.compactMap { $0.request } + waiting.compactMap { requestOfCall[$0.ticket] })
    for number in requests.rivals(endingBeside: kept) {
      requests.endRivalry(with: number, ahead(waiting))
    }
    requests.keep(kept, statuses: statuses)
    requestOfTask = requestOfTask.filter { kept.contains($0.value) }
    thunks.keep(elements.map { $0.thunk })
  }
}
