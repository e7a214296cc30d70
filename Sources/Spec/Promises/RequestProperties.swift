import Model

/// Requests: what is asked for, answered, and shown meanwhile.
struct RequestProperties<P: Product>: PropertyGroup {
  let system: RuntimeSystem<P>

  var all: [RuntimeProperty] {
    [
      operationOnce, operationAnswered, statusTransitions, queueConsistent, queueBounded,
      failureShown,
    ]
  }

  private var hasNoQueue: String? {
    hasNoStatus ?? (product.hasQueue ? nil : "no single item has a status")
  }
  /// Where the product does not say which items a state holds, no step shows whether an entry
  /// outlives its.
  private var tellsNoItems: String? {
    product.holdsItem == nil
      ? "the product does not say which items a state holds: write holdsItem" : nil
  }

  private var operationOnce: RuntimeProperty {
    let product = product
    return property(
      "operation.once",
      "Handling an accepted request asks for exactly one operation, and no request is pending "
        + "twice.",
      witness: "a request is handled",
      consequence: "One tap is carried out twice, or never.", unless: hasNoOperation,
      .step { step in
        guard step.traits.contains(.delivery), !step.traits.contains(.crash),
          let delivery = step.delivery
        else { return .idle }
        let isRequest = product.isAcceptedRequest(delivery.notice)
        return .require(
          (delivery.asked != nil) == isRequest, culprit: isRequest ? "dropped" : "asked too often",
          "\(delivery.asked == nil ? 0 : 1) operations asked for instead of \(isRequest ? 1 : 0)")
      },
      .step { step in
        guard !step.traits.isDisjoint(with: [.gesture, .completion]), step.changes(.statuses),
          let old = step.old.statuses, let new = step.new.statuses
        else { return .idle }
        let accepted = new.keys.filter { new[$0] == .waiting && old[$0] != .waiting }
        if accepted.isEmpty { return .idle }
        return .require(
          step.traits.contains(.heard), culprit: "unheard \(step.kind)",
          "a request was accepted and the listener never hears of it")
      },
      .invariant { Self.pendsOnce($0, product) })
  }

  /// Whether no request is pending twice.
  static func pendsOnce(_ state: RuntimeView<P>, _ product: P) -> Judgement {
    let pending = pending(in: state, product)
    if pending.isEmpty { return .idle }
    return .judge(
      pending.filter { $0.value > 1 }.contentSorted().map { subject, count in
        let calls = wordsForCalls(in: state, of: subject, product)
        return Violation(
          culprit: "\(product.kind(of: subject)) pending twice", subject: product.name(of: subject),
          detail: "\(count) requests pending for \(product.title(of: subject))\(calls)")
      })
  }

  /// Whether no subject waits, but for those that may.
  private static func isAnswered(
    _ state: RuntimeView<P>, _ product: P, unless mayWait: (P.Subject) -> Bool
  ) -> Judgement {
    guard let statuses = state.statuses, !statuses.isEmpty else { return .idle }
    let left = statuses.filter { $0.value == .waiting && !mayWait($0.key) }.keys
    return .judge(
      left.contentSorted().map {
        Violation(
          culprit: product.kind(of: $0),
          detail: "\(product.title(of: $0)) waits and nothing is pending")
      })
  }

  var operationAnswered: RuntimeProperty {
    let product = product
    return property(
      "operation.answered", "When nothing is pending any more, no subject is left waiting.",
      witness: "a request was answered",
      consequence: "A spinner turns until the app is closed.", unless: hasNoStatus,
      !system.isExplored
        ? .settled { Self.isAnswered($0, product) { _ in false } }
        : .settled(remembering: asked) { state, asked in
          Self.isAnswered(state, product) {
            !asked.value.contains($0) && Self.isToAppear($0, state, product)
          }
        })
  }

  private var statusTransitions: RuntimeProperty {
    let product = product
    return transitions(
      "A status goes from none to waiting, from waiting to success or failure, and from there to "
        + "waiting again; "
        + "a queue entry may also be cleared once it is answered, or with its item."
    ) { step in
      { subject, old, new in
        let isEntry = !product.collections.contains(subject)
        return Self.isAllowed(from: old, to: new, isEntry: isEntry)
          || isEntry && new == nil && removesItem(of: subject, step)
      }
    }
  }

  /// How a subject's status goes from one to another, and whether it may.
  typealias Transition = (_ subject: P.Subject, _ old: Status?, _ new: Status?) -> Bool

  /// What is promised of the change of each status.
  ///
  /// - Parameter allowed: the transitions that a step may make; nil for a step that is not judged.
  func transitions(
    _ sentence: String, allowed: @escaping @Sendable (View) -> Transition?
  ) -> RuntimeProperty {
    let product = product
    return property(
      "status.transitions", sentence, witness: "a status changes",
      consequence: "A spinner or an error message comes or goes when it should not.",
      unless: hasNoStatus,
      .step { step in
        guard step.traits.isDisjoint(with: [.relaunch, .crash]), step.changes(.statuses),
          let old = step.old.statuses, let new = step.new.statuses, let isAllowed = allowed(step)
        else { return .idle }
        let subjects = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.contentSorted()
        return .judge(
          subjects.filter { !isAllowed($0, old[$0], new[$0]) }.map { subject in
            let change = "\(old[subject]?.word ?? "none") → \(new[subject]?.word ?? "none")"
            return Violation(
              culprit: "\(product.kind(of: subject)) \(change) by \(step.kind)",
              detail: "\(product.title(of: subject)): \(change)")
          })
      })
  }

  /// Whether a step may have removed the item that a queue entry is about: it does not show where
  /// the product does not say which items a state holds.
  ///
  /// - Parameters:
  ///   - wasHeld: whether the item was there before the first dispatch of the step.
  ///   - final: the state after its last dispatch; nil where that is the one after the step.
  func removesItem(
    of subject: P.Subject, _ step: View, wasHeld: Bool = false, leaving final: P.State? = nil
  ) -> Bool {
    guard let holdsItem = product.holdsItem else { return true }
    guard let old = step.old.state, let new = final ?? step.new.state else { return false }
    return (wasHeld || holdsItem(subject, old)) && !holdsItem(subject, new)
  }

  private static func isAllowed(from old: Status?, to new: Status?, isEntry: Bool) -> Bool {
    switch (old, new) {
    case (nil, .waiting), (.waiting, .success), (.waiting, .failure): true
    case (.success, .waiting), (.failure, .waiting): true
    case (.success, nil), (.failure, nil): isEntry
    default: false
    }
  }

  var queueConsistent: RuntimeProperty {
    let product = product
    /// - Parameters:
    ///   - mayQueue: whether a subject may wait until the requests of others are done with.
    ///   - mayBeDone: whether one may have a status already while its request is pending.
    @Sendable func judge(
      _ state: RuntimeView<P>, mayQueue: (P.Subject, [P.Subject: Int]) -> Bool,
      mayBeDone: (P.Subject, Status) -> Bool = { _, _ in false }
    ) -> Judgement {
      guard let statuses = state.statuses else { return .idle }
      let pending = Self.pending(in: state, product)
      if statuses.isEmpty && pending.isEmpty { return .idle }
      let subjects = Set(statuses.keys).union(pending.keys).contentSorted()
      return .judge(
        subjects.compactMap { subject in
          let count = pending[subject, default: 0]
          if (statuses[subject] == .waiting) == (count == 1) { return nil }
          if count == 0 && mayQueue(subject, pending) { return nil }
          if count == 1, let status = statuses[subject], mayBeDone(subject, status) { return nil }
          let word = statuses[subject] == .waiting ? "waits" : "does not wait"
          let amount = count == 0 ? "nothing" : count == 1 ? "one request" : "\(count) requests"
          // A culprit says what kind of failure it is: that of three requests is that of two.
          let kind = count > 1 ? "several requests" : amount
          let calls = count > 1 ? Self.wordsForCalls(in: state, of: subject, product) : ""
          return Violation(
            culprit: "\(product.kind(of: subject)) \(word), \(kind) pending",
            subject: product.name(of: subject),
            detail: "\(product.title(of: subject)) \(word) with \(amount) pending\(calls)")
        })
    }
    return property(
      "queue.consistent", "A subject waits exactly while one request for it is pending.",
      witness: "a subject waits",
      consequence:
        "The screen says that something is under way when nothing is, or keeps silent when "
        + "something is.",
      unless: hasNoStatus,
      !system.isExplored
        ? .invariant { state in judge(state) { _, _ in false } }
        : .invariant(remembering: asked.with(AppAdditions.observer(product))) { state, memory in
          if state.isBetweenDispatches { return .idle }
          return judge(state) { subject, pending in
            !memory.value.first.contains(subject)
              && (!(pending.isEmpty && state.calls.isEmpty)
                || Self.isToAppear(subject, state, product))
          } mayBeDone: { subject, status in
            state.isPutOff(subject)
              || status == .success && memory.value.second.holdsArrived(subject, state, product)
          }
        })
  }

  /// Whether an app is as at first, and a screen is to come up that asks for what waits already: it
  /// may show a spinner before.
  private static func isToAppear(
    _ subject: P.Subject, _ view: RuntimeView<P>, _ product: P
  ) -> Bool {
    guard let state = view.state, state == product.initialState else { return false }
    return product.subjectsOffered(in: state).contains(subject)
  }

  /// The subjects that wait and for which a request was pending since they began to, those left out
  /// that were answered without a word, or refused: what several need may be renewed for them.
  private var asked: Observer<RuntimeSystem<P>, Set<P.Subject>> {
    Observer(initial: []) { step, memory in
      let isLaunched = step.traits.contains(.relaunch)
      guard isLaunched || step.changes(.statuses) || step.changes(.pending) else { return }
      let statuses = step.new.statuses ?? [:]
      if isLaunched { memory.value = [] }
      memory.value = memory.value.union(step.new.pendingCounts.keys).filter {
        statuses[$0] == .waiting
      }
      let isLeftOpen =
        switch step.completion?.result {
        case .success?: step.action == nil
        case .failure(let failure)?: failure != .injected && failure != .cancelled
        case nil: false
        }
      if isLeftOpen {
        let request = AppProperties<P>.request(of: step)
        memory.value.subtract(AppProperties<P>.subjects(request?.subjects ?? []))
      }
    }
  }

  var queueBounded: RuntimeProperty {
    let (product, isExplored) = (product, system.isExplored)
    let name = "queue.bounded"
    let sentence =
      "Every queue entry that is not waiting names an item that the state holds, or an open form."
    let witness = "a queue entry is answered"
    let consequence =
      "What is over and done with piles up, and may be shown beside an item that comes later."
    guard let holdsItem = product.holdsItem, hasNoQueue == nil else {
      return RuntimeProperty(
        name, sentence, witness: witness, consequence: consequence,
        .inapplicable(hasNoQueue ?? tellsNoItems ?? ""))
    }
    /// The entries that are answered and name no item, those left out that a form or an add
    /// accounts for.
    @Sendable func judge(
      _ state: RuntimeView<P>, leavingOut isAccountedFor: (P.Subject, Status) -> Bool
    ) -> Judgement {
      // What a step is still to dispatch stands in the mail, which is not read where none is.
      let statuses = isExplored ? state.finalStatuses(product) : state.statuses
      let answered = (statuses ?? [:]).filter { subject, status in
        status != .waiting
          && (isExplored
            ? !product.name(of: subject).isEmpty : !product.collections.contains(subject))
      }
      guard !answered.isEmpty, let data = isExplored ? state.finalState : state.state
      else { return .idle }
      let homeless = answered.filter {
        !holdsItem($0.key, data) && !isAccountedFor($0.key, $0.value)
      }
      return .judge(
        homeless.contentSorted().map {
          Violation(
            culprit: "\(product.kind(of: $0.key)) \($0.value.word) without an item",
            subject: product.name(of: $0.key),
            detail:
              "\(product.title(of: $0.key)) is at \($0.value.word) and the state holds no such item"
          )
        })
    }
    if system.scope.environment == .windows {
      return RuntimeProperty(
        name, sentence, witness: witness, consequence: consequence,
        .invariant { state in
          judge(state) { subject, _ in
            state.unorderedWindows.contains { window in
              product.forms(in: window.window).contains { $0.id == product.name(of: subject) }
            }
          }
        })
    }
    return RuntimeProperty(
      name, sentence, witness: witness, consequence: consequence,
      .invariant(remembering: placeholders) { state, placeholders in
        judge(state) { subject, status in
          status.isFailure && placeholders.value.subjects.contains(subject)
        }
      })
  }

  private var failureShown: RuntimeProperty {
    let product = product
    let reported = property(
      "failure.shown",
      "A failed reply leaves its subject at failure, which only a new request or a relaunch ends; "
        + "no failure goes unreported.",
      witness: "an operation fails",
      consequence: "Something failed, and nobody is told.", unless: hasNoOperation,
      .step { Self.reportsFailure($0, product) },
      .step { step in
        guard step.traits.isDisjoint(with: [.relaunch, .crash]), step.changes(.statuses),
          let old = step.old.statuses, let new = step.new.statuses
        else { return .idle }
        let ended = old.filter { $0.value.isFailure && new[$0.key]?.isFailure != true }
        if ended.isEmpty { return .idle }
        return .judge(
          ended.keys.contentSorted().filter { new[$0] != .waiting }.map {
            Violation(
              culprit: "\(product.kind(of: $0)) failure ended by \(step.kind)",
              detail: "\(product.title(of: $0)) left failure without a new request")
          })
      })
    if hasNoOperation != nil || system.scope.environment == .open { return reported }
    return reported.adding(.step { Self.showsFailure($0, product) })
  }

  /// Whether some component of some window shows a failure that was reported.
  private static func showsFailure(_ step: View, _ product: P) -> Judgement {
    guard case .failure? = step.completion?.result, let operation = step.completion?.operation,
      let statuses = step.new.statuses, case let windows = step.new.unorderedWindows,
      !windows.isEmpty
    else { return .idle }
    let failed = product.subjects(of: operation).filter { statuses[$0]?.isFailure == true }
    let unseen = failed.filter { subject in
      !windows.contains { product.showsFailure(of: subject, in: $0.window) }
    }
    return .judge(
      unseen.map { subject in
        Violation(
          culprit: "\(product.kind(of: subject)) unseen after \(step.kind)",
          detail: "no component shows the failure of \(product.title(of: subject))")
      })
  }

  /// Whether a failed operation is reported, and a reported failure shown.
  private static func reportsFailure(_ step: View, _ product: P) -> Judgement {
    if step.traits.contains(.crash) { return .idle }
    if let (operation, fault) = step.performance {
      var database = step.old.database
      guard
        case .failure(let failure)? = try? product.result(
          of: operation, fault: fault, on: &database),
        product.completion(of: operation, result: .failure(failure)) == nil
      else { return .idle }
      return .violated(
        culprit: "\(step.kind) unreported", detail: "\(failure.text) is never reported")
    }
    guard case (let operation, .failure)? = step.completion, let statuses = step.new.statuses else {
      return .idle
    }
    return .judge(
      product.subjects(of: operation).filter { statuses[$0]?.isFailure != true }.map { subject in
        let word = statuses[subject]?.word ?? "none"
        return Violation(
          culprit: "\(product.kind(of: subject)) \(word) after failed \(step.kind)",
          detail: "\(product.title(of: subject)) is at \(word) although its operation failed")
      })
  }
}

extension Product {
  /// A subject as people call it: "categories", "animal Dog".
  func title(of subject: Subject) -> String {
    [kind(of: subject), name(of: subject)].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
