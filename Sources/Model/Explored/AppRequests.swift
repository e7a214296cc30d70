/// The requests of a running app.
///
/// They are seen, not declared. A dispatch that makes statuses wait opens one, and what it leads to
/// belongs to it, as does what its completions dispatch. It is answered when a completion of its
/// own ends the waiting, given up when an interaction or a timer ends it or the status goes
/// altogether, and replaced when another dispatch makes the same status wait while it is open.
/// Where the completion of another request says how it ended, it is still open, unless it asked for
/// nothing itself: it waited for the other.
struct AppRequests {
  typealias Number = Int
  typealias Request = OpenRequest
  typealias Cause = RequestCause

  var open: [Number: Request] = [:]
  private(set) var count = 0
  /// How many there were before the step.
  private var restCount = 0
  /// The newest that there was as the timer began that is due.
  var timerBound = 0

  /// - Parameter waiting: those of its statuses that wait for it.
  private mutating func begin(_ subjects: Set<AppSubject>, waiting: Set<AppSubject>) -> Number {
    count += 1
    open[count] = Request(subjects: waiting, began: subjects, isUnawaited: waiting.isEmpty)
    return count
  }

  /// Takes note of a dispatch.
  ///
  /// - Parameters:
  ///   - opener: the request that says by this dispatch that it begins, or leads by it to what it
  ///     asks for.
  ///   - calls: those that the dispatch leads to.
  ///   - ahead: what requests that were made before are still to call, and what they call now.
  ///   - handsOn: whether it leads to something.
  ///   - isDelayed: whether it only sets a timer at first.
  ///   - changed: the statuses that change when what the dispatch leads to fails, or is carried
  ///     out; asked for where none began to wait.
  /// - Returns: the request that what follows belongs to.
  mutating func note(
    _ old: [AppSubject: Status], _ new: [AppSubject: Status], _ cause: Cause, of opener: Number?,
    calls: [GateCall], ahead: [Number: [GateCall]], handsOn: Bool, isDelayed: Bool,
    changed: (_ isFailure: Bool) -> Set<AppSubject>
  ) -> Number? {
    let began = Set(new.keys.filter { new[$0] == .waiting && old[$0] != .waiting })
      .subtracting(open.rename(old, new, cause))
    // In order: of a request that several give up, the last one stays with it.
    for subject in old.keys.sorted() where old[subject] == .waiting && new[subject] != .waiting {
      end(subject, cause, new)
    }
    if !began.isEmpty {
      began.sorted().forEach { release($0) }
      let ongoing = handsOn || opener != nil ? nil : ongoing(cause)
      let all = began.union(renewed(by: calls, with: began, cause, new, changed))
      return addWaiting(all, of: opener ?? ongoing, goesOn: ongoing != nil, cause)
    }
    if handsOn, let opener, open[opener] != nil { return opener }
    // What an app says of what it restored goes on with that.
    if case .launch = cause, !handsOn, let first = open.keys.min(), isAwaited(first) {
      return first
    }
    if case .goesOn(let number?, _, _) = cause, open[number]?.subjects.isEmpty == false {
      return number
    }
    let possible = changed(true)
    // The failures of others that what is asked for ends as it succeeds, and could have led to.
    var (failing, ended) = (possible, Set<AppSubject>?.none)
    // What nothing waits for may ask for what is waited for: a timer that ran until now, or what
    // ends and lets the next one begin. What could not be loaded may be asked for anew.
    if case .goesOn(let number?, let byTimer, _) = cause {
      if !byTimer {
        let waiting = failing.filter { new[$0] == .waiting }
        if let next = next(waitedForBy: waiting) { return next }
        failing = waiting.filter { !isAwaited($0) }
      }
      let failed = new.filter { $1.isFailure && open[number]?.began.contains($0) != true }.keys
      var others = calls.isEmpty || failed.isEmpty ? [] : changed(false).intersection(failed)
      if !possible.isEmpty { others.formIntersection(possible) }
      if failing.isEmpty && others.isEmpty { return number }
      ended = others
    }
    // What is asked for later leaves a status until then to what was asked for before.
    let waiting = failing.filter { new[$0] == .waiting && !(isDelayed && isAwaited($0)) }
    var followed: Set<AppSubject> = []
    // What counts how much is under way waits on as one of several fails.
    if failing.allSatisfy({ new[$0] != .waiting }) {
      followed = subjects(askedForBy: calls).filter { new[$0] == .waiting }
      // Where a failure changes nothing, as it is shown already or not yet, success tells what it
      // is about.
      if followed.isEmpty && failing.isEmpty { followed = ended ?? changed(false) }
    }
    let rival = open.rival(askingFor: calls, for: waiting, ahead)
    let number = begin(failing.union(followed), waiting: waiting)
    open[number]?.rival = rival
    open[number]?.isDelayed = isDelayed
    open[number]?.follows = !followed.isEmpty
    if case .interaction(isAppearing: true) = cause { open[number]?.mayRepeat = true }
    return number
  }

  /// Takes note of what begins to wait, for a request that there is already or a new one.
  private mutating func addWaiting(
    _ began: Set<AppSubject>, of opener: Number?, goesOn: Bool, _ cause: Cause
  ) -> Number {
    guard let opener, var request = open[opener] else {
      let number = begin(began, waiting: began)
      open[number]?.predecessor = cause.request
      return number
    }
    if goesOn && request.early.isEmpty { request.early = request.began }
    // What was given up is waited for no more.
    if request.isStale { request.subjects = [] }
    request.subjects.formUnion(began)
    request.began.formUnion(began)
    (request.isStale, request.hasFailed, request.isDoubtful) = (false, false, false)
    open[opener] = request
    return opener
  }

  /// The statuses that wait for calls of the same functions.
  func subjects(askedForBy calls: [GateCall]) -> Set<AppSubject> {
    let functions = Set(calls.map(\.function))
    return open.values.reduce(into: []) { subjects, request in
      guard !request.isStale, let first = request.firstCall, functions.contains(first.function)
      else {
        return
      }
      subjects.formUnion(request.subjects)
    }
  }

  /// The request that goes on, where something still waits for it: what it then makes wait is its
  /// own.
  private func ongoing(_ cause: Cause) -> Number? {
    guard case .goesOn(let number?, _, _) = cause, let request = open[number] else { return nil }
    return request.isStale || request.subjects.isEmpty ? nil : number
  }

  /// The first request that has called nothing yet and that statuses wait for: what ends lets it
  /// have its turn, as one loop does that calls whatever its state asks for.
  private func next(waitedForBy subjects: Set<AppSubject>) -> Number? {
    open.filter { !$1.isStale && $1.firstCall == nil && !$1.subjects.isDisjoint(with: subjects) }
      .keys.min()
  }

  private func isAwaited(_ subject: AppSubject, by isMeant: (Request) -> Bool = { _ in true })
    -> Bool
  {
    open.values.contains { !$0.isStale && $0.subjects.contains(subject) && isMeant($0) }
  }

  private mutating func end(
    _ subject: AppSubject, _ cause: Cause, _ statuses: [AppSubject: Status]
  ) {
    let status = statuses[subject]
    switch cause {
    case .launch, .interaction: return release(subject)
    case .push, .goesOn: break
    }
    if let number = cause.request, let request = open[number], request.subjects.contains(subject) {
      open[number]?.subjects.remove(subject)
      // What was answered waits for nothing else.
      open[number]?.follows = false
      let fails = status?.isFailure ?? cause.hasFailed
      open[number]?.hasFailed = fails && (request.hasFailed || request.subjects == request.began)
      if fails { open = open.mapValues { $0.doubted(asFails: subject) } }
    } else if status == nil {
      release(subject)
    } else {
      // A clock says that what was under way as it was set takes too long, as a whole.
      if cause.isTimer && status?.isFailure == true {
        release(subject) { [timerBound] number, request in
          request.firstCall == nil || number > timerBound || request.isAwaited(in: statuses)
        }
      }
      for (number, request) in open
      where !request.isStale && request.firstCall == nil && request.subjects.contains(subject) {
        open[number]?.subjects.remove(subject)
      }
    }
  }

  /// Nothing waits for a status's requests any more.
  private mutating func release(
    _ subject: AppSubject, unless isKept: (Number, Request) -> Bool = { _, _ in false }
  ) {
    for (number, request) in open where !request.isStale && request.subjects.contains(subject) {
      if isKept(number, request) { continue }
      if request.subjects == [subject] {
        open[number]?.isStale = true
      } else {
        open[number]?.subjects.remove(subject)
      }
    }
  }

  /// What comes by itself may ask for something else than what is waited for: that is waited for
  /// then.
  mutating func follow(
    _ call: GateCall, of number: Number, _ statuses: () -> [AppSubject: Status]
  ) {
    let asked = subjects(askedForBy: [call])
    // What comes next may be waited for before anything is asked for.
    guard var request = open[number], request.began.isEmpty, request.firstCall?.isPush != false,
      !asked.isEmpty
    else { return }
    let statuses = statuses()
    request.began = asked.filter { statuses[$0] == .waiting }
    (request.subjects, request.firstCall) = (request.began, nil)
    open[number] = request
  }

  /// Takes note of a call of a request.
  ///
  /// What asks for something else takes the place of what was asked for before, as does a screen
  /// that asks once more; what a person asks for twice is asked for twice.
  ///
  /// - Parameter calling: the requests whose calls wait.
  /// - Returns: the requests for which nothing waits any more and that had begun with the same call
  ///   for the same statuses: what they are answered answers the new one, too.
  mutating func note(
    _ call: GateCall, of number: Number?, calling: some Sequence<Number>
  ) -> Set<Number> {
    // What hears that it was stopped, and calls, goes on.
    if let number { open[number]?.isStopped = false }
    guard let number, var request = open[number] else { return [] }
    if request.firstCall != nil {
      let rival = request.rival ?? open.rival(repeating: call, number, calling)
      open[number]?.rival = rival
      return renew(call, by: number)
    }
    for (other, _) in open { open[other]?.rival?.calls(call, by: number) }
    if request.mayRepeat || request.rival?.isSame(call) != true { request.rival = nil }
    if request.isDelayed {
      request.subjects.formUnion(
        request.began.filter { isAwaited($0, by: { $0.isReplaced(by: call) }) })
    }
    (request.firstCall, request.isDelayed) = (call, false)
    open[number] = request
    let repeated = open.filter { !$1.isStale && request.mayRepeat && $1.firstCall == call }
    for subject in request.subjects.sorted() {
      release(subject) {
        $0 == number || $1.firstCall == nil || $1.firstCall == call && repeated[$0] == nil
      }
    }
    let twins = open.filter { key, other in
      key != number && repeated[key] == nil
        && (other.isStale || other.subjects.isEmpty && calling.contains(key))
        && other.began == request.began && other.firstCall == call
    }
    if twins.isEmpty { return [] }
    for twin in twins.keys { open[twin] = nil }
    open[number]?.isRenewed = true
    return Set(twins.keys)
  }

  /// Takes note that the calls of a request are cancelled: it is given up by those that asked for
  /// it, unless it was answered, or cancelled them itself, or what waits is still to hear of it.
  ///
  /// - Parameter isLeft: whether the screen changes with that.
  mutating func cancel(
    _ number: Number, _ cause: Cause, _ ahead: [Number: [GateCall]],
    _ statuses: () -> [AppSubject: Status], isLeft: () -> Bool
  ) {
    guard let request = open[number], !request.cancelsItself else { return }
    if cause.isInteraction || request.isStopped {
      let isStopped = open.filter { $0.key > number }.values.leave(request, by: statuses())
      if isStopped && !request.isStopped { open[number]?.isLeft = isLeft() }
      open[number]?.isStopped = isStopped
      if isStopped { return }
    }
    let isOwn =
      switch cause {
      // Of a timer it is not always known whose it is: what ended with it was answered by it.
      case .goesOn(let owner, _, _): owner == nil || owner == number
      case .push: !request.isAwaited(in: statuses())
      case .launch, .interaction: false
      }
    if case .goesOn(nil, _, _) = cause, let successor = successor(of: request) {
      giveUp(number, ahead)
      hand(request.subjects, to: successor, statuses())
    } else if isOwn {
      open[number]?.cancelsItself = true
      if cause.request == nil && !request.subjects.isEmpty {
        let statuses = statuses()
        open[number]?.subjects = request.subjects.filter { statuses[$0] == .waiting }
        open[number]?.hasFailed =
          request.subjects == request.began
          && request.began.allSatisfy { statuses[$0]?.isFailure == true }
      }
    } else if !request.subjects.isEmpty {
      giveUp(number, ahead)
      if let successor = cause.request { hand(request.subjects, to: successor, statuses()) }
    }
  }

  /// What takes the place of a request that a timer cancels: what asks for the same in that step,
  /// for nothing else that waits.
  private func successor(of request: Request) -> Number? {
    if request.subjects.isEmpty { return nil }
    return open.filter { key, other in
      key > restCount && !other.isStale && other.firstCall?.function == request.firstCall?.function
        && other.began.isSubset(of: request.began)
    }.keys.max()
  }

  /// What waited for a request that another one cancelled as it went on waits for that one.
  private mutating func hand(
    _ subjects: Set<AppSubject>, to number: Number, _ statuses: [AppSubject: Status]
  ) {
    let waiting = subjects.filter { statuses[$0] == .waiting && !isAwaited($0) }
    guard !waiting.isEmpty, let request = open[number], !request.isStale else { return }
    if request.early.isEmpty { open[number]?.early = request.began }
    open[number]?.subjects.formUnion(waiting)
    open[number]?.began.formUnion(waiting)
  }

  /// The request that the app's own beginning opens, for the statuses that wait then.
  mutating func launch(_ statuses: [AppSubject: Status]) -> Number? {
    let waiting = Set(statuses.keys.filter { statuses[$0] == .waiting })
    return waiting.isEmpty ? nil : begin(waiting, waiting: waiting)
  }

  /// Whether some status waits for a request.
  func isAwaited(_ number: Number) -> Bool {
    open[number].map { !$0.isStale && !$0.subjects.isEmpty } ?? false
  }

  /// Whether a request that something waits for began with a call.
  func asksAgain(_ number: Number, for call: GateCall) -> Bool {
    isAwaited(number) && open[number]?.firstCall == call
  }

  /// Whether a request has asked for nothing yet.
  func isSilent(_ number: Number) -> Bool { open[number]?.firstCall == nil }

  /// Whether nothing waits for a request any more.
  func isOver(_ number: Number) -> Bool {
    open[number].map { $0.isStale || $0.subjects.isEmpty && !$0.began.isEmpty } ?? true
  }

  /// Leaves those to which nothing belongs any more; what still waits then waits for those that are
  /// to ask for it later.
  ///
  /// - Parameter statuses: those of the state now.
  mutating func keep(_ numbers: Set<Number>, statuses: () -> [AppSubject: Status]) {
    restCount = count
    for number in numbers { succeed(number, among: numbers) }
    let left = open.filter { !numbers.contains($0.key) && !$0.value.isStale && !$0.value.isStopped }
      .reduce(into: Set<AppSubject>()) { left, request in
        left.formUnion(request.value.subjects.filter(\.name.isEmpty))
      }
    open = open.filter { numbers.contains($0.key) }
    let later = open.filter { !$0.value.isStale && !$0.value.taken(of: left).isEmpty }
      .sorted { $0.key < $1.key }
    if later.isEmpty { return }
    let statuses = statuses()
    for (number, request) in later {
      let taken = request.taken(of: left).filter { statuses[$0] == .waiting && !isAwaited($0) }
      open[number]?.began.formUnion(taken)
      open[number]?.subjects.formUnion(taken)
    }
  }

  /// What still waits for a request that is over waits for the one that its completion began.
  private mutating func succeed(_ number: Number, among kept: Set<Number>) {
    guard let predecessor = open[number]?.predecessor else { return }
    open[number]?.predecessor = nil
    guard !kept.contains(predecessor), let request = open[predecessor], !request.isStale else {
      return
    }
    open[number]?.early.formUnion(request.subjects)
    open[number]?.began.formUnion(request.subjects)
    open[number]?.subjects.formUnion(request.subjects)
  }

  mutating func take(additions: Int, of number: Number?) {
    if let number { open[number]?.additionCount = additions }
  }

  /// What comes back when the call that a request asked for first came to nothing, as far as the
  /// app knows: it may be tried again.
  mutating func giveBack(of number: Number?, for call: GateCall) -> Int {
    guard let number, let request = open[number], request.firstCall == call else { return 0 }
    open[number]?.additionCount = 0
    return request.additionCount
  }
}
