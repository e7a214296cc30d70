import Model

/// What an app promises that takes every step itself: of its requests, of what it shows, and of
/// what people do meanwhile.
struct AppProperties<P: Product>: PropertyGroup {
  let system: RuntimeSystem<P>

  private var requests: RequestProperties<P> { RequestProperties(system: system) }

  var all: [RuntimeProperty] {
    [
      promises, requestSingle, replyOnce, replyStale, requests.operationAnswered, statuses,
      requests.queueConsistent, requests.queueBounded, AppFailures(system: system).failureShown,
      draftKept, AppDeeds(system: system).deedKept, listUnique,
      OwnerProperties(system: system).userApart,
    ]
  }

  static func subjects(_ named: [AppSubject]) -> Set<P.Subject> {
    Set(named.compactMap { $0 as? P.Subject })
  }

  /// What the app promises of itself.
  private var promises: RuntimeProperty {
    property(
      "app.promise", "What the app promises of itself is kept whenever it rests.",
      witness: "the app rests", consequence: "The app breaks a promise of its own.", unless: nil,
      .step { step in
        let broken = step.new.mail.compactMap { ($0 as? any BrokenPromise)?.brokenPromise }
        return .judge(
          broken.map {
            Violation(
              culprit: $0.name, detail: "\(Self.clause($0.sentence)), and \($0.complaint ?? "")")
          })
      })
  }

  /// A sentence without its full stop.
  private static func clause(_ sentence: String) -> String {
    sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  }

  // MARK: Requests

  private var requestSingle: RuntimeProperty {
    let product = product
    return property(
      "operation.once", "No request is pending twice.", witness: "a request is pending",
      consequence: "What was asked for is carried out twice.", unless: nil,
      .invariant { $0.isBetweenDispatches ? .idle : Self.isSingle($0, product) })
  }

  /// Whether nothing is pending twice, nor under way that was asked for while the same was pending.
  private static func isSingle(_ state: RuntimeView<P>, _ product: P) -> Judgement {
    let pending = RequestProperties.pendsOnce(state, product)
    let twice = subjects(
      state.underWay.flatMap { ($0.operation as? any RequestPart)?.request?.rival?.subjects ?? [] })
    if twice.isEmpty { return pending }
    let told = Set(pending.violations.map(\.subject))
    return .judge(
      pending.violations
        + twice.filter { !told.contains(product.name(of: $0)) }.contentSorted().map {
          Violation(
            culprit: "\(product.kind(of: $0)) pending twice", subject: product.name(of: $0),
            detail: "\(product.title(of: $0)) was asked for twice, and is carried out twice")
        })
  }

  private var statuses: RuntimeProperty {
    let product = product
    return requests.transitions(
      "A status goes from none to waiting, from waiting to success or failure, and from there to "
        + "waiting again; a person may clear it, as may its own success, and what changes the rest "
        + "of the screen."
    ) { step in
      let request = Self.request(of: step)
      // What comes too late is told by another promise.
      if request?.isStale == true { return nil }
      let own = Self.subjects(request?.began ?? [])
      let isSuccess = Self.succeeded(step) != nil
      let isInteraction = step.traits.contains(.gesture)
      let mayClear =
        isInteraction || step.kind == "occur timePasses" || step.changesScreen(product)
      let (final, pending) = (step.new.finalStatuses(product) ?? [:], step.new.pendingCounts)
      /// Whether a status of no single item, or of the one that the call was about, says beside
      /// those that waited how the request ended; they may go on to wait for others.
      func tells(_ subject: P.Subject, _ isMeant: (Status?) -> Bool) -> Bool {
        (product.name(of: subject).isEmpty || Self.isAbout(subject, step, product))
          && !own.isEmpty && step.traits.contains(.completion)
          && own.allSatisfy { isMeant(final[$0]) || pending[$0] != nil && final[$0] == .waiting }
      }
      return { subject, old, new in
        let isEntry = !product.name(of: subject).isEmpty
        return switch (old, new) {
        case (nil, .waiting), (.waiting, .success), (.waiting, .failure): true
        case (.success, .waiting), (.failure, .waiting): true
        case (.failure, .success) where isInteraction:
          own.contains(subject) || Self.isClosed(subject, step, product)
            || final[subject] == .waiting
        // What is refused at once was asked for by a person.
        case (let before, .failure) where isInteraction: before != .success || !isEntry
        // What was loaded or saved without a spinner may succeed or fail all the same.
        case (nil, .success):
          isInteraction
            || isSuccess
              && (own.isEmpty || own.contains(subject) || tells(subject) { $0 == .success }
                || isEntry && Self.comes(subject, step, product))
        case (nil, .failure):
          own.contains(subject) || step.completion != nil && own.isEmpty
            || tells(subject) { $0 != .waiting }
            || isSuccess && isEntry && Self.arrives(subject, step, product)
            || Self.isHeldBack(subject, by: own, step, product)
        case (_, nil):
          mayClear || isEntry && old != .waiting
            || own.contains(subject)
              && (isSuccess || Self.isLeft(subject, request, step, product))
        case (.failure, .failure): own.contains(subject) || tells(subject) { $0 != .waiting }
        // What comes by itself may say that it is over, as that a connection broke, and what failed
        // may be told by the whole screen.
        case (.success, .failure):
          own.contains(subject) || Self.succeeded(step)?.isPush == true
            || tells(subject) { isSuccess ? $0?.isFailure == true : $0 != .waiting }
        case (.failure, .success): own.contains(subject) || Self.mayBeThere(subject, step, product)
        default: false
        }
      }
    }
  }

  /// Whether a status may go with an answer: its request was stopped, its item is gone, or
  /// something else tells of the failure.
  private static func isLeft(
    _ subject: P.Subject, _ request: AppRequest?, _ step: View, _ product: P
  ) -> Bool {
    request?.isStopped == true || isGone(subject, step.new, product)
      || step.hasToldFailure(step.new.finalStatuses(product) ?? [:])
  }

  /// Whether what failed may be there after all: another promise tells where it cannot be.
  private static func mayBeThere(_ subject: P.Subject, _ step: View, _ product: P) -> Bool {
    let name = product.name(of: subject)
    return LoadingWatch<P>.isThere(subject, step, product)
      || !name.isEmpty && step.new.storesItem(name)
  }

  /// Whether a message is closed, and what was loaded before is seen again: by itself, or as a
  /// person goes on with something else.
  private static func isClosed(_ subject: P.Subject, _ step: View, _ product: P) -> Bool {
    if step.new.contents == product.contents(of: product.initialState) { return false }
    let (old, final) = (step.old.statuses ?? [:], step.new.finalStatuses(product) ?? [:])
    let begun = final.filter { $0.value == .waiting && old[$0.key] != .waiting }
    return step.callsAsked.isEmpty || begun.contains { $0.key != subject }
  }

  /// Whether an entry was in line, as a case of another name, and fails with one before it.
  private static func isHeldBack(
    _ subject: P.Subject, by own: Set<P.Subject>, _ step: View, _ product: P
  ) -> Bool {
    let final = step.new.finalStatuses(product) ?? [:]
    let isBehind = own.contains {
      product.kind(of: $0) == product.kind(of: subject) && final[$0]?.isFailure == true
    }
    guard isBehind, step.traits.contains(.completion), let state = step.old.state else {
      return false
    }
    return ItemNames.isFurtherStatus(product.name(of: subject), in: ContentTree(state))
  }

  /// Whether an entry comes with its item, or takes the place of what waited under another name.
  private static func comes(_ subject: P.Subject, _ step: View, _ product: P) -> Bool {
    isRenamed(subject, step, product) || arrives(subject, step, product)
  }

  /// Whether what a request was about has another name from now on, as where the store gives a new
  /// row its id.
  private static func isRenamed(_ subject: P.Subject, _ step: View, _ product: P) -> Bool {
    let (old, final) = (step.old.statuses ?? [:], step.new.finalStatuses(product) ?? [:])
    return subjects(request(of: step)?.began ?? []).contains {
      product.kind(of: $0) == product.kind(of: subject) && old[$0] == .waiting && final[$0] == nil
    }
  }

  /// Whether an entry comes with its item, as where a list is loaded whose rows say how they fared.
  private static func arrives(_ subject: P.Subject, _ step: View, _ product: P) -> Bool {
    let name = product.name(of: subject)
    return step.old.storedItemPlaces(name).isEmpty && step.new.storesItem(name)
  }

  /// Whether the call that ended was about the item of an entry.
  private static func isAbout(_ subject: P.Subject, _ step: View, _ product: P) -> Bool {
    (step.completion?.operation as? GateCall)?.carried.contains(product.name(of: subject)) ?? false
  }

  /// Whether an entry is about an item that the state does not hold: nothing waits for that any
  /// more.
  static func isGone(_ subject: P.Subject, _ state: RuntimeView<P>, _ product: P) -> Bool {
    guard !product.name(of: subject).isEmpty, let holds = product.holdsItem, let state = state.state
    else {
      return false
    }
    return !holds(subject, state)
  }

  private var replyOnce: RuntimeProperty {
    property(
      "reply.once", "What a reply leads to is dispatched once.", witness: "a reply is reported",
      consequence: "One answer counts twice.", unless: nil,
      .step { step in
        // What changes nothing is not done by being dispatched once more.
        guard step.traits.contains(.completion), let action = step.action,
          step.changes(.store) || step.traits.contains(.heard)
        else { return .idle }
        let isRepeated = step.new.mail.contains {
          ($0 as? any PendingDispatches)?.repeats(action, after: step.new.state) == true
        }
        // A state that is set as a whole may be set again.
        if isRepeated && step.new.isHeld(by: action) { return .holds }
        let kind = step.kind
        return .require(!isRepeated, culprit: kind, "\(kind) dispatches the same twice")
      })
  }

  private var replyStale: RuntimeProperty {
    let product = product
    return property(
      "reply.stale",
      "What is answered to a request that was given up, or that a newer one replaced, changes "
        + "nothing.",
      witness: "a reply comes too late",
      consequence: "What a person left, or asked for before, comes back on the screen.",
      unless: hasNoStatus,
      .step { step in
        guard step.traits.contains(.completion), let request = Self.request(of: step),
          request.isStale || request.isLeft || request.isStopped && step.tellsCancellation
        else { return .idle }
        if !request.isStale && step.onlyEndsWaiting { return .holds }
        let kind = step.kind
        // That a call was cancelled may be told by its status.
        if step.tellsCancellation && !step.changes(.contents) { return .holds }
        return .require(
          !step.changes(.store) || Self.isShared(step) || Self.isFiled(step, request, product),
          culprit: "late \(kind)",
          "\(kind) changes the state although nobody waits for it any more")
      })
  }
}

extension RuntimeView {
  /// The calls that are under way.
  var calls: [P.Operation] {
    underWay.filter { !$0.isListening }.map { P.request($0.operation) }
  }

  /// Whether timers go on and no call does, and what a subject waits for has called nothing yet: it
  /// waits a while.
  func isPutOff(_ subject: P.Subject) -> Bool {
    let parts = mail.compactMap { $0 as? any RequestPart }
    return parts.contains { $0.sleepers != nil }
      && calls.isEmpty
      && parts.compactMap(\.request).allSatisfy { request in
        request.isStale || request.firstCall == nil
          || !AppProperties<P>.subjects(request.subjects).contains(subject)
      }
  }
}

extension StepView where System: ProductSystem {
  /// The calls that wait after the step and did not before: the one that ended may be among them,
  /// where it is made again.
  var callsAsked: [P.Operation] {
    let ended = completion.map { [P.request($0.operation)] } ?? []
    return new.calls.removing(old.calls.removing(ended))
  }
}
