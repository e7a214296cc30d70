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

extension AppRequests {
  /// The newest request that is pending for some of what another one is about, and asks for the
  /// same.
  ///
  /// One that only sleeps may end with that: it is a rival once it calls again.
  ///
  /// - Parameters:
  ///   - ahead: what requests are still to call, and what they call now.
  ///   - number: one that is older does not count.
  func rival(
    askingFor calls: [GateCall], for subjects: Set<AppSubject>, _ ahead: [Number: [GateCall]],
    after number: Number = 0
  ) -> RequestRival? {
    let pending = open.filter {
      $0 > number && ahead[$0] != nil && !$1.isStale && !$1.isUncertain
        && !$1.subjects.isDisjoint(with: subjects)
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
    repeating call: GateCall, _ request: Request, _ number: Number, _ calling: some Sequence<Number>
  ) -> RequestRival? {
    if request.isStale || request.firstCall != call { return nil }
    let newer = calling.filter { key in
      key > number && open[key].map { !$0.isStale && $0.firstCall == call } ?? false
    }
    guard let newest = newer.max(), let other = open[newest] else { return nil }
    let shared = other.subjects.intersection(request.subjects)
    if shared.isEmpty { return nil }
    return RequestRival(subjects: shared, number: newest, call: call, shared: [])
  }

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
        ? rival(askingFor: ahead[other] ?? [], for: one.subjects, ahead, after: other) : nil
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
