/// A request of an app, as it is open in one state: what a dispatch set going, through all of its
/// calls.
package struct AppRequest: Hashable, Sendable {
  /// Tells it from the others that are open, in the order in which they are met in the state.
  package let number: Int
  /// The statuses that it is about: those that it began with, or that change when it fails.
  package let began: [AppSubject]
  /// Those that still wait for it; for one that was given up, those that did.
  package let subjects: [AppSubject]
  /// Whether it was given up, or another one took its place.
  package let isStale: Bool
  /// Whether it was asked for anew by the same call, so that an older answer is as good as a newer
  /// one.
  package let isRenewed: Bool
  /// What it asks for once more; once it has called something, it has called the same.
  package let rival: Rival?
  /// The call that it asked for first, and whether it cancelled calls itself: what follows depends
  /// on both.
  package let firstCall: String?
  package let cancelsItself: Bool
  /// Whether a person has cancelled all of its calls, and what waits is still to hear of it.
  package let isStopped: Bool
  /// Whether the screen changed with that, as where a page was left.
  package let isLeft: Bool
  /// Whether all that waited for it came to failure by what it did itself.
  package let hasFailed: Bool
  /// What comes back when that call fails.
  let additionCount: Int
  /// Whether it is still to ask for something, once a timer is due.
  let isDelayed: Bool
  /// Whether it begins nothing, as the same is under way.
  let follows: Bool
  /// Whether nothing has ever waited for it.
  let isUnawaited: Bool
  /// Whether a screen is to ask for it, and may ask for the same once more.
  let mayRepeat: Bool
  /// Whether what it waits for its turn with has failed: it may be dropped with that.
  let isDoubtful: Bool
  /// What it began with where more began to wait as it went on: what then fails is about that, or
  /// about what waited before.
  package let early: [AppSubject]
  /// Whether it counts here: of all that belongs to one request, the first does.
  let counts: Bool

  /// The request as a state shows it.
  ///
  /// - Parameters:
  ///   - places: those of all requests that are shown.
  ///   - counts: whether it is the first place of all that belong to it.
  init(
    _ request: AppRequests.Request, number: Int, at places: [AppRequests.Number: Int], counts: Bool
  ) {
    (self.number, self.counts) = (number, counts)
    (began, subjects) = (request.began.sorted(), request.subjects.sorted())
    (isStale, isRenewed) = (request.isStale, request.isRenewed)
    (rival, firstCall) = (request.rival?.shown(at: places), request.firstPhrase)
    (cancelsItself, hasFailed) = (request.cancelsItself, request.hasFailed)
    (isStopped, isLeft) = (request.isStopped, request.isStopped && request.isLeft)
    (additionCount, isDelayed) = (request.additionCount, request.isDelayed)
    (follows, isUnawaited) = (request.follows, request.isUnawaited)
    mayRepeat = request.mayRepeat && request.firstCall == nil
    isDoubtful = request.isDoubtful && request.firstCall == nil
    early = request.early.sorted()
  }

  /// The requests as a state shows them, of what belongs to them in its order.
  static func shown(
    _ numbers: [AppRequests.Number?], of requests: AppRequests
  ) -> [AppRequest?] {
    let open = requests.open
    var places: [AppRequests.Number: Int] = [:]
    let firsts = numbers.map { number in
      guard let number, open[number] != nil, places[number] == nil else { return false }
      places[number] = places.count
      return true
    }
    return zip(numbers, firsts).map { number, isFirst in
      guard let number, let request = open[number], let place = places[number] else { return nil }
      return AppRequest(request, number: place, at: places, counts: isFirst)
    }
  }

  /// Whether it has led to no call, and asks for what is pending already or waits with a status
  /// that has failed: it may be dropped.
  package var isUncertain: Bool { (rival != nil || isDoubtful) && firstCall == nil }

  /// The statuses that still wait for it, in one place of all that belong to it.
  package var pending: [AppSubject] { counts && !isStale && !isUncertain ? subjects : [] }

  /// What was pending for the same as a request began, and asks for the same.
  package struct Rival: Hashable, Sendable {
    /// What both are about.
    package let subjects: [AppSubject]
    /// Its place among the requests that are open; nil once it is over.
    let place: Int?
    /// What it called, and what else both ask for.
    let call: String?
    let shared: [String]
  }
}

/// Something that belongs to a request of an app.
package protocol RequestPart {
  var request: AppRequest? { get }
  /// Whether it comes without a request.
  var isPush: Bool { get }
  /// Whether the world outside had a part in how it was carried out.
  var isAnsweredOutside: Bool { get }
  /// The calls that it is still to lead to.
  var callsAhead: [GateCall] { get }
  /// The places of what waits for timers, in the mail; nil where it is not the timers.
  var sleepers: [Int]? { get }
}

extension RequestPart {
  /// Whether it is still to lead to a call.
  package func leads(to call: GateCall) -> Bool { callsAhead.contains(call.unanswered) }
}

extension GateCall {
  /// The request that asked for the call anew meanwhile and does not make it again: what the call
  /// is answered is the answer to that one.
  ///
  /// - Parameters:
  ///   - old: what was on its way before the answer.
  ///   - new: what is on its way after it.
  ///   - underWay: the calls that wait then.
  package func sharer(
    among old: [any RequestPart], _ new: [any RequestPart], _ underWay: some Sequence<GateCall>
  ) -> AppRequest? {
    let asked = old.filter { $0.leads(to: self) && $0.request?.isStale == false }
    let isMadeAgain =
      new.contains { $0.leads(to: self) } || underWay.contains { $0.asked.unanswered == unanswered }
    return isMadeAgain ? nil : asked.first?.request
  }
}

/// What sets something going.
enum RequestCause {
  case launch
  /// A person does something, or comes to a screen.
  case interaction(isAppearing: Bool)
  /// Something comes without being asked for.
  case push
  /// A call of a request ends, or comes to nothing, or a timer that it set is due.
  case goesOn(AppRequests.Number?, byTimer: Bool, hasFailed: Bool = false)

  /// What goes on.
  var request: AppRequests.Number? {
    if case .goesOn(let number, _, _) = self { number } else { nil }
  }

  var isInteraction: Bool { if case .interaction = self { true } else { false } }

  var isTimer: Bool { if case .goesOn(_, true, _) = self { true } else { false } }

  /// Whether a call of what goes on came to nothing.
  var hasFailed: Bool { if case .goesOn(_, _, true) = self { true } else { false } }

  /// What may ask for the same once more by itself.
  var again: AppRequests.Number? { isTimer || hasFailed ? request : nil }
}

/// A request that is followed.
struct OpenRequest {
  var subjects: Set<AppSubject> { didSet { if !subjects.isEmpty { isUnawaited = false } } }
  /// The statuses that it began with, and the call that it asked for first.
  var began: Set<AppSubject>
  var firstCall: GateCall? { didSet { firstPhrase = firstCall?.phrase } }
  private(set) var firstPhrase: String?
  var isStale = false
  var isRenewed = false
  /// Whether it cancelled a call itself, and goes on.
  var cancelsItself = false
  /// Whether a person has cancelled its calls, and what waits is still to hear of it.
  var isStopped = false
  /// Whether the screen changed with that.
  var isLeft = false
  /// Whether all that waited for it has come to failure, as far as it was answered.
  var hasFailed = false
  /// Whether it waits a while before it asks for anything.
  var isDelayed = false
  /// Whether it begins nothing, as the same is under way: what waits for that may go on to wait
  /// for it.
  var follows = false
  /// Whether a screen asks for it, which may come up again and ask for the same once more.
  var mayRepeat = false
  /// Whether what it waits for its turn with has failed: it may be dropped with that.
  var isDoubtful = false
  /// What it began with before it grew.
  var early: Set<AppSubject> = []
  /// What it took of the budget of additions.
  var additionCount = 0
  /// The request whose completion began it, in the step in which it did.
  var predecessor: AppRequests.Number?

  /// Whether nothing has ever waited for it.
  var isUnawaited = false
  /// What it asks for once more; once it has called something, it has called the same.
  var rival: RequestRival?
}

extension AppRequests {
  /// What waits already is asked for anew, by the same call, as something goes on that nothing
  /// waits for: one request from now on, and an older answer is as good as a newer one.
  ///
  /// - Returns: the requests that waited for it until now.
  mutating func renew(_ call: GateCall, by number: Number) -> Set<Number> {
    let twins = open.filter {
      $0 != number && !$1.isStale && !$1.subjects.isEmpty && $1.firstCall == call
    }
    guard var request = open[number], request.subjects.isEmpty, !twins.isEmpty else { return [] }
    if request.early.isEmpty { request.early = request.began }
    for (twin, other) in twins {
      request.subjects.formUnion(other.subjects)
      request.began.formUnion(other.subjects)
      open[twin] = nil
    }
    (request.firstCall, request.isRenewed, request.hasFailed) = (call, true, false)
    open[number] = request
    return Set(twins.keys)
  }

  /// What waits already and is asked for anew with what begins to wait: by one of several
  /// functions, of no other item, and it changes where those fail.
  func renewed(
    by calls: [GateCall], with began: Set<AppSubject>, _ cause: Cause,
    _ statuses: [AppSubject: Status], _ changed: (_ isFailure: Bool) -> Set<AppSubject>
  ) -> Set<AppSubject> {
    guard case .interaction = cause, Set(calls.map(\.function)).count > 1 else { return [] }
    let names = Set(began.map(\.name)).union([""])
    let asked = subjects(askedForBy: calls).filter {
      statuses[$0] == .waiting && names.contains($0.name)
    }
    return asked.isEmpty ? [] : asked.intersection(changed(true))
  }
}

extension AppRequests.Request {
  /// Whether it has led to no call, and asks for what is pending already or waits with a status
  /// that has failed.
  var isUncertain: Bool { (rival != nil || isDoubtful) && firstCall == nil }

  /// The request once a status has failed that may wait for it, and for another one before it.
  func doubted(asFails subject: AppSubject) -> Self {
    var doubted = self
    if firstCall == nil && subjects.contains(subject) { doubted.isDoubtful = true }
    return doubted
  }

  /// Whether what waits for it waits by the statuses.
  func isAwaited(in statuses: [AppSubject: Status]) -> Bool {
    subjects.contains { statuses[$0] == .waiting }
  }

  /// Whether it asks for what is under way already, and has led to no call.
  var mayBeDropped: Bool { isUncertain || follows && firstCall == nil }

  /// What may go on to wait for it once nothing else does.
  ///
  /// - Parameter left: what still waits for requests that are over, and is about no single item: it
  ///   may stand for all that is under way.
  func taken(of left: Set<AppSubject>) -> Set<AppSubject> {
    if isDelayed || follows { return began }
    let isOpen = subjects.isEmpty ? isUnawaited : !subjects.contains(where: \.name.isEmpty)
    return isOpen && firstCall != nil ? left.subtracting(began) : []
  }

  /// Whether a call that was put off takes its place: the same is asked for about something else.
  func isReplaced(by call: GateCall) -> Bool {
    firstCall.map { $0.function == call.function && $0 != call } ?? false
  }
}

extension Sequence<AppRequests.Request> {
  /// Whether all that waits for an older request waits on, and for none of these: its task ends
  /// that once its call says that it was cancelled.
  func leave(_ request: AppRequests.Request, by statuses: [AppSubject: Status]) -> Bool {
    !request.isStale && !request.subjects.isEmpty
      && request.subjects.allSatisfy { statuses[$0] == .waiting }
      && allSatisfy { $0.isStale || $0.began.isDisjoint(with: request.began) }
  }
}

extension [AppRequests.Number: AppRequests.Request] {
  /// Lets what waits for an item wait on under another name, where the answer to one request gives
  /// the item that name and others wait for the item, too.
  ///
  /// - Returns: the name under which they wait from now on.
  mutating func rename(
    _ old: [AppSubject: Status], _ new: [AppSubject: Status], _ cause: RequestCause
  ) -> Set<AppSubject> {
    guard case .goesOn(let number?, _, _) = cause else { return [] }
    let gone = old.keys.filter { old[$0] == .waiting && new[$0] == nil && !$0.name.isEmpty }
    let come = new.keys.filter { new[$0] == .waiting && old[$0] == nil }
    guard let last = gone.first, let next = come.first, gone.count == 1, come.count == 1,
      last.path == next.path, self[number]?.subjects.contains(last) == true
    else { return [] }
    let others = filter { key, other in
      key != number && !other.isStale && other.subjects.contains(last)
    }
    for other in others.keys {
      for part in [\AppRequests.Request.subjects, \.began, \.early]
      where self[other]?[keyPath: part].remove(last) != nil {
        self[other]?[keyPath: part].insert(next)
      }
    }
    return others.isEmpty ? [] : [next]
  }
}
