/// What was pending for the same as a request began, and asks for the same.
struct RequestRival {
  let subjects: Set<AppSubject>
  let number: AppRequests.Number
  /// What it called first.
  var call: GateCall?
  /// What both ask for.
  let shared: Set<GateCall>

  /// Whether a call is what both ask for.
  func isSame(_ call: GateCall) -> Bool { self.call == call || shared.contains(call) }

  mutating func calls(_ call: GateCall, by number: AppRequests.Number) {
    if number == self.number { self.call = call }
  }

  /// - Parameter places: those of the requests that are shown.
  func shown(at places: [AppRequests.Number: Int]) -> AppRequest.Rival {
    AppRequest.Rival(
      subjects: subjects.sorted(), place: places[number], call: call?.phrase,
      shared: shared.filter { $0 != call }.map(\.phrase).sorted())
  }
}

extension [AppRequests.Number: AppRequests.Request] {
  /// The newest request that is pending for some of what another one is about, and asks for the
  /// same.
  ///
  /// - Parameters:
  ///   - ahead: what requests are still to call, and what they call now.
  ///   - number: one that is older does not count.
  func rival(
    askingFor calls: [GateCall], for subjects: Set<AppSubject>,
    _ ahead: [AppRequests.Number: [GateCall]], after number: AppRequests.Number = 0
  ) -> RequestRival? {
    let pending = filter {
      $0 > number && !$1.isStale && !$1.isUncertain && !$1.subjects.isDisjoint(with: subjects)
    }
    guard let (number, request) = pending.max(by: { $0.key < $1.key }) else { return nil }
    let asked = (request.firstCall.map { [$0] } ?? []) + (ahead[number] ?? [])
    if Set(asked).isDisjoint(with: calls) { return nil }
    return RequestRival(
      subjects: request.subjects.intersection(subjects), number: number,
      call: request.firstCall, shared: Set(asked).intersection(calls))
  }

  /// The newest request that is pending for some of what an older one is about, and began with what
  /// that one calls once more.
  ///
  /// - Parameter calling: the requests whose calls wait.
  func rival(
    repeating call: GateCall, _ number: AppRequests.Number,
    _ calling: some Sequence<AppRequests.Number>
  ) -> RequestRival? {
    guard let request = self[number], !request.isStale, request.firstCall == call else {
      return nil
    }
    let newer = calling.filter { key in
      key > number && self[key].map { !$0.isStale && $0.firstCall == call } ?? false
    }
    guard let newest = newer.max(), let other = self[newest] else { return nil }
    let shared = other.subjects.intersection(request.subjects)
    if shared.isEmpty { return nil }
    return RequestRival(subjects: shared, number: newest, call: call, shared: [])
  }
}

extension AppRequests {
  /// Nothing waits for a request any more whose calls are cancelled.
  mutating func giveUp(_ number: Number, _ ahead: [Number: [GateCall]]) {
    // What a person gave up, with what was asked beside it, asks for nothing.
    if open[number]?.isStale != false { return }
    open[number]?.isStale = true
    endRivalry(with: number, ahead)
  }

  /// What asks for the same as a request that comes to nothing has its turn, unless something newer
  /// asks for it, too.
  mutating func endRivalry(with number: Number, _ ahead: [Number: [GateCall]]) {
    for (other, one) in open where one.rival?.number == number {
      let newer =
        one.isUncertain
        ? open.rival(askingFor: ahead[other] ?? [], for: one.subjects, ahead, after: other) : nil
      open[other]?.rival = newer
    }
  }

  /// The requests that asked for nothing and end now, where others ask for the same.
  ///
  /// - Parameter kept: those that do not end.
  func rivals(endingBeside kept: Set<Number>) -> Set<Number> {
    Set(open.values.compactMap { $0.rival?.number }).filter {
      !kept.contains($0) && open[$0].map { $0.firstCall == nil } ?? false
    }
  }
}

extension AppNotes {
  /// What only sleeps is no rival of a request that calls.
  ///
  /// It may end with that, as one does that sees that there is a newer one, and is a rival once it
  /// calls again.
  mutating func leaveSleepingRival(of number: AppRequests.Number) {
    guard let rival = requests.open[number]?.rival?.number else { return }
    let own = elements.filter { $0.request == rival }
    if own.isEmpty || requestOfCall.values.contains(rival) { return }
    if own.allSatisfy({ $0.sleep != nil && $0.effect.calls.isEmpty }) {
      requests.open[number]?.rival = nil
    }
  }
}
