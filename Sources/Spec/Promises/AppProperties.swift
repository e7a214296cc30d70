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
      draftKept, deedKept, listUnique, OwnerProperties(system: system).userApart,
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
      consequence: "One tap is carried out twice.", unless: nil,
      .invariant { $0.isBetweenDispatches ? .idle : RequestProperties.pendsOnce($0, product) })
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
      // Who closes a message may see again what was loaded before.
      let isClosed =
        isInteraction && !step.traits.contains(.heard)
        && step.new.contents != product.contents(of: product.initialState)
      let mayClear = isInteraction || step.changes(.contents) || step.kind == "occur timePasses"
      let final = step.new.finalStatuses(product) ?? [:]
      /// Whether a status of no single item says, beside those that waited, how the request ended.
      func tells(_ subject: P.Subject, _ isMeant: (Status?) -> Bool) -> Bool {
        product.name(of: subject).isEmpty && !own.isEmpty && step.traits.contains(.completion)
          && own.allSatisfy { isMeant(final[$0]) }
      }
      return { subject, old, new in
        let isEntry = !product.name(of: subject).isEmpty
        return switch (old, new) {
        case (nil, .waiting), (.waiting, .success), (.waiting, .failure): true
        case (.success, .waiting), (.failure, .waiting): true
        case (.failure, .success) where isInteraction:
          own.contains(subject) || isClosed || final[subject] == .waiting
        // What is refused at once was asked for by a person.
        case (let before, .failure) where isInteraction: before != .success || !isEntry
        // What was loaded or saved without a spinner may succeed or fail all the same.
        case (nil, .success):
          isInteraction
            || isSuccess
              && (own.isEmpty || own.contains(subject) || tells(subject) { $0 == .success })
        case (nil, .failure):
          own.contains(subject) || step.completion != nil && own.isEmpty
            || tells(subject) { $0 != .waiting }
        case (_, nil):
          mayClear || isEntry && old != .waiting
            || own.contains(subject) && (isSuccess || Self.isGone(subject, step.new, product))
        case (.failure, .failure): own.contains(subject) || tells(subject) { $0 != .waiting }
        // What comes by itself may say that it is over, as that a connection broke.
        case (.success, .failure): own.contains(subject) || Self.succeeded(step)?.isPush == true
        case (.failure, .success): own.contains(subject)
        default: false
        }
      }
    }
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
          ($0 as? any PendingDispatches)?.holds(action) == true
        }
        // A state that is set as a whole may be set again.
        if isRepeated && step.new.isHeld(by: action) { return .holds }
        let kind = step.kind
        return .require(!isRepeated, culprit: kind, "\(kind) dispatches the same twice")
      })
  }

  private var replyStale: RuntimeProperty {
    property(
      "reply.stale",
      "What is answered to a request that was given up, or that a newer one replaced, changes "
        + "nothing.",
      witness: "a reply comes too late",
      consequence: "What a person left, or asked for before, comes back on the screen.",
      unless: hasNoStatus,
      .step { step in
        guard step.traits.contains(.completion), let request = Self.request(of: step),
          request.isStale
        else {
          return .idle
        }
        let kind = step.kind
        // That a call was cancelled may be told by its status.
        if case .failure(.cancelled)? = step.completion?.result, !step.changes(.contents) {
          return .holds
        }
        return .require(
          !step.changes(.store) || Self.isShared(step), culprit: "late \(kind)",
          "\(kind) changes the state although nobody waits for it any more")
      })
  }

  // MARK: What people do, and see

  /// What interactions changed while calls were under way that had been asked for before.
  private var deedKept: RuntimeProperty {
    let (edits, product) = (Self.edits, product)
    return property(
      "deed.kept", "What a person did is not undone by the reply to an older request.",
      witness: "a person changes something while a request is under way",
      consequence: "What was just typed or chosen is gone again.", unless: nil,
      .step(remembering: edits) { step, memory, _ in
        let edits = memory.value.edits
        guard !edits.isEmpty, let call = step.completion?.operation, step.changes(.store),
          Self.request(of: step)?.isRenewed != true, let oldFacts = step.old.facts,
          let newFacts = step.new.facts
        else { return .idle }
        let answered = edits.filter { $0.calls.contains(P.request(call)) }
        let older = answered.filter { !$0.isOwn }
        if older.isEmpty { return .idle }
        let own = answered.filter(\.isOwn).flatMap(\.changes)
        let isFailure = if case .failure? = step.completion?.result { true } else { false }
        // What counts as a status now is not what people change.
        let statuses = Set((step.new.statuses ?? [:]).keys.map { Self.place(of: $0, product) })
        func facts(of change: Edits.Change) -> (old: [String: String], new: [String: String]) {
          !change.isStored
            ? (oldFacts, newFacts) : (step.old.storedFacts ?? [:], step.new.storedFacts ?? [:])
        }
        let undone = older.flatMap(\.changes).filter { change in
          if statuses.contains(change.place) { return false }
          let (old, new) = facts(of: change)
          if old[change.place] != change.new || Self.isMoved(change, old, new) { return false }
          let isBack = new[change.place] == change.old
          if !isBack && (isFailure || !change.isOverwritten(by: new[change.place])) { return false }
          if Self.isGone(change, old, new) || Self.isItemGone(change, step, product) {
            return false
          }
          // What was to be saved is taken back where that fails.
          let isCarried =
            change.new.map { (call as? GateCall)?.carried.contains($0) ?? false } ?? false
          return (!isFailure || !own.contains(change) && !isCarried)
            && !Self.counts(change, old, new, step, product)
        }
        let kind = step.kind
        return .judge(
          undone.prefix(1).map { change in
            let new = facts(of: change).new
            return Violation(
              culprit: "undone by \(kind)",
              detail: new[change.place] == change.old
                ? "\(change.place) is \(change.old ?? "nothing") again, as before the person "
                  + "changed it"
                : "\(change.place) is \(new[change.place] ?? "nothing"), and no longer what the "
                  + "person gave"
            )
          })
      })
  }

  /// Whether what a person did was carried out: its value stands in another place now, that of no
  /// item.
  private static func isMoved(
    _ change: Edits.Change, _ old: [String: String], _ new: [String: String]
  ) -> Bool {
    guard let value = change.new, new[change.place] != change.old || change.old == nil else {
      return false
    }
    return new.contains { place, held in
      held == value && old[place] != value && place != change.place && !place.contains("[")
    }
  }

  /// Whether what a person chose is no longer anywhere else: its item was taken away.
  private static func isGone(
    _ change: Edits.Change, _ old: [String: String], _ new: [String: String]
  ) -> Bool {
    guard let value = change.new else { return false }
    func stands(in facts: [String: String]) -> Bool {
      facts.contains {
        $0.key != change.place && ($0.key.contains("[\(value)]") || $0.value.contains(value))
      }
    }
    return stands(in: old) && !stands(in: new)
  }

  /// Whether what a person changed stands beside an item that is taken away by what was asked for
  /// it: it goes with the item.
  private static func isItemGone(_ change: Edits.Change, _ step: View, _ product: P) -> Bool {
    subjects(request(of: step)?.began ?? []).map { product.name(of: $0) }.contains {
      !$0.isEmpty && change.place.contains("[\($0)]") && step.old.itemPlaces($0).count > 1
        && step.new.itemPlaces($0).isEmpty
    }
  }

  /// Whether a place says how much is under way: the same reply, dispatched once more, would change
  /// it further.
  private static func counts(
    _ change: Edits.Change, _ old: [String: String], _ new: [String: String], _ step: View,
    _ product: P
  ) -> Bool {
    guard let action = step.action, let state = step.new.state else { return false }
    // Where it may not be dispatched again, a number says how much is left.
    guard let again = (product as? any StateReading)?.contents(repeating: action, inState: state)
    else { return change.new.flatMap { Int($0) } != nil }
    let value = (change.isStored ? again.stored : again.tree).facts(named: "")[change.place]
    return value != new[change.place] && value != old[change.place]
  }

  /// Where a status stands, as facts name their places.
  private static func place(of subject: P.Subject, _ product: P) -> String {
    let name = product.name(of: subject)
    return name.isEmpty ? product.kind(of: subject) : "\(product.kind(of: subject))[\(name)]"
  }

  private typealias Edits = EditsInTime<P.Operation>

  private static var edits: Observer<RuntimeSystem<P>, Edits> {
    Observer(initial: Edits()) { step, memory in
      if !step.traits.isDisjoint(with: [.relaunch, .crash]) {
        memory.value = Edits()
      } else if step.traits.contains(.gesture) {
        // What an interaction asks for may be under way before its last dispatch is seen.
        let older = step.old.isBetweenDispatches ? memory.value.older : step.old.calls
        let asked = step.new.calls.removing(older)
        let changes = (older + asked).isEmpty ? [] : changes(by: step)
        memory.value.add(changes, older: older, asked: asked)
        memory.value.older = step.new.isBetweenDispatches ? older : []
      } else if !memory.value.edits.isEmpty, let (call, result) = step.completion {
        let isFailure = if case .failure = result { true } else { false }
        memory.value.end(P.request(call), isFailure: isFailure)
      }
    }
  }

  /// What an interaction changed of what is no status.
  ///
  /// A flag that goes with something else, such as that it is not saved yet, follows from it,
  /// unless the app says that it is stored.
  private static func changes(by step: View) -> [Edits.Change] {
    guard step.changes(.contents), let old = step.old.facts, let new = step.new.facts else {
      return []
    }
    let texts = step.new.textPlaces
    let all = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted().map {
      Edits.Change(
        place: $0, old: old[$0], new: new[$0], isGiven: texts.contains($0) && step.isGiven(new[$0]))
    }
    let (before, after) = (step.old.storedFacts ?? [:], step.new.storedFacts ?? [:])
    // An app that says nothing of it stores all.
    let isTold = before != old || after != new
    let kept = all.filter { !$0.isFlag || isTold && before[$0.place] != after[$0.place] }
    // What is shown may follow from several places, as from a wish beside what the server has.
    let shown = Set(before.keys).union(after.keys).filter {
      before[$0] != after[$0] && (before[$0] != old[$0] || after[$0] != new[$0])
    }.sorted().map {
      Edits.Change(place: $0, old: before[$0], new: after[$0], isGiven: false, isStored: true)
    }
    return (kept.isEmpty ? all : kept) + shown
  }

  private var listUnique: RuntimeProperty {
    property(
      "list.unique", "A list shows each row once, as far as the store holds it once.",
      witness: "a list shows rows",
      consequence: "The same row is listed twice.", unless: nil,
      .invariant { state in
        guard let lists = state.lists, !lists.isEmpty else { return .idle }
        let stored = state.storedElements
        // What the store holds in another form is not known to be its rows.
        if !lists.contains(where: { $0.elements.contains { stored[$0] != nil } }) { return .idle }
        return .judge(
          lists.compactMap { list in
            guard let element = list.repeated, stored[element] == 1 else { return nil }
            return Violation(
              culprit: "\(list.place) repeats a row",
              detail: "\(list.place) shows \(element.words) more than once")
          })
      })
  }
}

extension RuntimeView {
  /// The calls that are under way.
  var calls: [P.Operation] {
    underWay.filter { !$0.isListening }.map { P.request($0.operation) }
  }
}

extension StepView where System: ProductSystem {
  /// The calls that wait after the step and did not before.
  var callsAsked: [P.Operation] { new.calls.removing(old.calls) }
}
