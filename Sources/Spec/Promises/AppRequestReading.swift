import Model

/// Which request a step of an app goes on with.
extension AppProperties {
  /// What a step goes on with: the request of its call, or of the dispatch before.
  static func request(of step: View) -> AppRequest? {
    if let operation = step.completion?.operation {
      return (operation as? any RequestPart)?.request
    }
    guard step.traits.contains(.completion), let last = step.old.mail.last else { return nil }
    return (last as? any RequestPart)?.request
  }

  /// The call whose success a step goes on with.
  static func succeeded(_ step: View) -> GateCall? {
    if let completion = step.completion {
      if case .success = completion.result { return completion.operation as? GateCall }
      return nil
    }
    guard step.traits.contains(.completion), let last = step.old.mail.last else { return nil }
    return (last as? any PendingDispatches)?.succeededCall
  }

  /// Whether the call was asked for anew meanwhile, and is not made again: its answer is the new
  /// one's.
  static func isShared(_ step: View) -> Bool {
    guard let call = (step.completion?.operation as? GateCall)?.asked else { return false }
    return call.sharer(
      among: step.old.mail.compactMap { $0 as? any RequestPart },
      step.new.mail.compactMap { $0 as? any RequestPart },
      step.new.underWay.compactMap { $0.operation as? GateCall }) != nil
  }

  /// Whether the late answer to a request that a newer one replaced is only kept under the name of
  /// what was asked for, as in a cache: what is shown now is another's.
  static func isFiled(_ step: View, _ request: AppRequest, _ product: P) -> Bool {
    guard let call = step.completion?.operation as? GateCall, !step.changes(.statuses),
      let old = step.old.parts, let new = step.new.parts, let statuses = step.old.statuses
    else { return false }
    let own = subjects(request.began)
    guard !own.isEmpty, own.allSatisfy({ product.name(of: $0).isEmpty && statuses[$0] != nil })
    else { return false }
    let places = Set(old.words.keys).union(new.words.keys).filter { old[$0] != new[$0] }
    return !places.isEmpty
      && places.allSatisfy { place in
        call.carried.contains { !$0.isEmpty && place.contains("[\($0)]") }
      }
  }
}

extension RequestProperties {
  /// How many requests are pending for each subject; those that take turns count as one, and one
  /// that only sleeps counts where nothing else does and the subject waits.
  static func pending(in state: RuntimeView<P>, _ product: P) -> [P.Subject: Int] {
    var pending = state.pendingCounts
    // Only running apps tell what they are still to ask for.
    guard P.Notice.self is any RequestPart.Type else { return pending }
    for request in sleepers(in: state) {
      for subject in AppProperties<P>.subjects(request.pending) {
        let rest = pending[subject, default: 1] - 1
        let isAlone = rest == 0 && state.statuses?[subject] == .waiting
        if !isAlone { pending[subject] = rest == 0 ? nil : rest }
      }
    }
    for (subject, count) in pending where count > 1 && takeTurns(state, subject, product) {
      pending[subject] = 1
    }
    return pending
  }

  /// The requests that only sleep: they may end with that, as one does that sees that there is a
  /// newer one, and count again once they call.
  private static func sleepers(in state: RuntimeView<P>) -> [AppRequest] {
    let parts = state.mail.map { $0 as? any RequestPart }
    guard let places = parts.lazy.compactMap({ $0?.sleepers }).first else { return [] }
    let called = state.underWay.compactMap { ($0.operation as? any RequestPart)?.request?.number }
    let calling = parts.compactMap { $0?.callsAhead.isEmpty == false ? $0?.request?.number : nil }
    return places.compactMap { parts[$0]?.request }.filter {
      !called.contains($0.number) && !calling.contains($0.number)
    }
  }

  /// Whether the requests that are pending for a subject take turns: each is to ask for something
  /// else than the one before, and one call at most is under way.
  static func takeTurns(_ state: RuntimeView<P>, _ subject: P.Subject, _ product: P)
    -> Bool
  {
    let called = state.underWay.map(\.operation).filter {
      product.subjects(of: $0).contains(subject)
    }
    var last = Set(called.compactMap { ($0 as? GateCall)?.asked.unanswered })
    if called.count > 1 { return false }
    return state.mail.filter { product.subjects(askedForBy: $0).contains(subject) }.allSatisfy {
      guard let ahead = ($0 as? any RequestPart)?.callsAhead, !ahead.isEmpty else { return false }
      defer { last = Set(ahead) }
      return last.isDisjoint(with: ahead)
    }
  }

  /// What a running app calls and is still to call for a subject.
  static func wordsForCalls(
    in state: RuntimeView<P>, of subject: P.Subject, _ product: P
  ) -> String {
    guard P.Notice.self is any RequestPart.Type else { return "" }
    let called = state.underWay.map(\.operation).filter {
      product.subjects(of: $0).contains(subject)
    }.compactMap { ($0 as? GateCall)?.asked.unanswered.phrase }
    let ahead = state.mail.filter { product.subjects(askedForBy: $0).contains(subject) }
      .flatMap { ($0 as? any RequestPart)?.callsAhead ?? [] }.map { "\($0.phrase) is to come" }
    let calls = (called + ahead).joined(separator: ", ")
    return calls.isEmpty ? "" : ": " + calls
  }

  /// What fails with a step as a message that a person can close, and that is all that closing
  /// does.
  static func closable(_ step: View, _ product: P) -> [P.Subject] {
    guard step.changes(.statuses), let reading = product as? any StateReading,
      let state = step.new.state, let new = step.new.statuses
    else { return [] }
    return new.keys.filter {
      new[$0]?.isFailure == true && step.old.statuses?[$0]?.isFailure != true
        && !product.name(of: $0).isEmpty && reading.closes($0, inState: state)
    }
  }
}

extension StepView where System: ProductSystem {
  /// Whether a call says that it was cancelled.
  var tellsCancellation: Bool {
    if case .failure(.cancelled)? = completion?.result { true } else { false }
  }

  /// Whether the screen only stops to wait: statuses that waited do so no more, none of them has
  /// failed, and flags are off that were on.
  var onlyEndsWaiting: Bool {
    guard let before = old.statuses, let after = new.statuses, let shown = old.facts,
      let facts = new.facts
    else { return false }
    return Set(before.keys).union(after.keys).allSatisfy {
      before[$0] == after[$0]
        || before[$0] == .waiting && (after[$0] == nil || after[$0] == .success && shown != facts)
    }
      && Set(shown.keys).union(facts.keys).allSatisfy {
        shown[$0] == facts[$0] || shown[$0] == "true" && facts[$0] == "false"
      }
  }
}
