import Model

/// Requests: what is asked for, answered, and shown meanwhile.
extension RuntimeProperties {
  var requestProperties: [RuntimeProperty] {
    [operationOnce, operationAnswered, statusTransitions, queueConsistent, queueBounded, failureShown]
  }

  private var operationOnce: RuntimeProperty {
    let name = "operation.once"
    let sentence =
      "Handling an accepted request asks for exactly one operation, and no request is pending twice."
    if let hasNoOperation {
      return RuntimeProperty(name, sentence, witness: "a request is handled", .inapplicable(hasNoOperation))
    }
    let product = product
    return RuntimeProperty(
      name, sentence, witness: "a request is handled",
      .step(.kind(from: [.mail, .underWay], to: [.underWay], having: .delivery)) { step in
        guard let notice = step.old.mail.first else { return .idle }
        let askedCount = step.new.underWay.count - step.old.underWay.count
        let expectedCount = product.isAcceptedRequest(notice) ? 1 : 0
        return .require(
          askedCount == expectedCount, culprit: askedCount < expectedCount ? "dropped" : "asked too often",
          "\(askedCount) operations asked for instead of \(expectedCount)")
      },
      .step(.kind(from: [.statuses], to: [.statuses], changing: [.statuses])) { step in
        guard !step.traits.isDisjoint(with: [.gesture, .completion]),
          let old = step.old.state.map(product.statuses), let new = step.new.state.map(product.statuses)
        else { return .idle }
        let accepted = new.keys.filter { new[$0] == .waiting && old[$0] != .waiting }
        if accepted.isEmpty { return .idle }
        return .require(
          step.traits.contains(.heard), culprit: "unheard \(step.kind)",
          "a request was accepted and the listener never hears of it")
      },
      .invariant(reads: [.pending]) { state in
        let pending = product.pendingCounts(of: state)
        if pending.isEmpty { return .idle }
        let repeated = pending.filter { $0.value > 1 }
        return .judge(
          repeated.sorted { $0.key < $1.key }.map { subject, count in
            Violation(
              culprit: "\(product.kind(of: subject)) pending twice", subject: product.name(of: subject),
              detail: "\(count) requests pending for \(product.title(of: subject))")
          })
      })
  }

  private var operationAnswered: RuntimeProperty {
    let product = product
    return property(
      "operation.answered", "When nothing is pending any more, no subject is left waiting.",
      witness: "a request was answered", unless: hasNoStatus,
      .settled(reads: [.statuses]) { state in
        guard let statuses = state.state.map(product.statuses), !statuses.isEmpty else { return .idle }
        return .judge(
          statuses.filter { $0.value == .waiting }.keys.sorted().map {
            Violation(
              culprit: product.kind(of: $0), detail: "\(product.title(of: $0)) waits and nothing is pending")
          })
      })
  }

  private var statusTransitions: RuntimeProperty {
    let product = product
    return property(
      "status.transitions",
      "A status goes from none to waiting, from waiting to success or failure, and from there to "
        + "waiting again; "
        + "a queue entry may also be cleared once it is answered.",
      witness: "a status changes", unless: hasNoStatus,
      .step(.label(from: [.statuses], to: [.statuses], changing: [.statuses])) { step in
        guard let old = step.old.state.map(product.statuses), let new = step.new.state.map(product.statuses)
        else { return .idle }
        let subjects = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
        return .judge(
          subjects.compactMap { subject in
            let isEntry = !product.collections.contains(subject)
            if Self.isAllowed(from: old[subject], to: new[subject], isEntry: isEntry) { return nil }
            let change = "\(old[subject]?.word ?? "none") → \(new[subject]?.word ?? "none")"
            return Violation(
              culprit: "\(product.kind(of: subject)) \(change) by \(step.kind)",
              detail: "\(product.title(of: subject)): \(change)")
          })
      })
  }

  private static func isAllowed(from old: Status?, to new: Status?, isEntry: Bool) -> Bool {
    switch (old, new) {
    case (nil, .waiting), (.waiting, .success), (.waiting, .failure): true
    case (.success, .waiting), (.failure, .waiting): true
    case (.success, nil), (.failure, nil): isEntry
    default: false
    }
  }

  private var queueConsistent: RuntimeProperty {
    let product = product
    return property(
      "queue.consistent", "A subject waits exactly while one request for it is pending.",
      witness: "a subject waits", unless: hasNoStatus,
      .invariant(reads: [.statuses, .pending]) { state in
        guard let statuses = state.state.map(product.statuses) else { return .idle }
        let pending = product.pendingCounts(of: state)
        if statuses.isEmpty && pending.isEmpty { return .idle }
        let subjects = Set(statuses.keys).union(pending.keys).sorted()
        return .judge(
          subjects.compactMap { subject in
            let count = pending[subject, default: 0]
            if (statuses[subject] == .waiting) == (count == 1) { return nil }
            let word = statuses[subject] == .waiting ? "waits" : "does not wait"
            let amount = count == 0 ? "nothing" : count == 1 ? "one request" : "\(count) requests"
            // A culprit says what kind of failure it is: that of three requests is that of two.
            let kind = count > 1 ? "several requests" : amount
            return Violation(
              culprit: "\(product.kind(of: subject)) \(word), \(kind) pending",
              subject: product.name(of: subject),
              detail: "\(product.title(of: subject)) \(word) with \(amount) pending")
          })
      })
  }

  private var queueBounded: RuntimeProperty {
    let product = product
    return property(
      "queue.bounded", "Every queue entry that is not waiting names an item that the state holds.",
      witness: "a queue entry is answered", unless: hasNoQueue,
      .invariant(reads: [.statuses, .contents]) { state in
        guard let data = state.state else { return .idle }
        let answered = product.statuses(of: data)
          .filter { !product.collections.contains($0.key) && $0.value != .waiting }
        if answered.isEmpty { return .idle }
        return .judge(
          answered.sorted { $0.key < $1.key }.filter { !product.holdsItem(of: $0.key, in: data) }.map {
            Violation(
              culprit: "\(product.kind(of: $0.key)) \($0.value.word) without an item",
              subject: product.name(of: $0.key),
              detail: "\(product.title(of: $0.key)) is at \($0.value.word) and the state holds no such item")
          })
      })
  }

  private var failureShown: RuntimeProperty {
    let product = product
    let name = "failure.shown"
    let sentence =
      "A failed reply leaves its subject at failure, which only a new request or a relaunch ends; "
      + "no failure goes unreported."
    if let reason = hasNoOperation {
      return RuntimeProperty(name, sentence, witness: "an operation fails", .inapplicable(reason))
    }
    let reported = RuntimeProperty(
      name, sentence, witness: "an operation fails",
      .step(.label(from: [], to: [.statuses], having: .completion)) { Self.reportsFailure($0, product) },
      .step(.cause(having: .performance)) { Self.reportsFailure($0, product) },
      .step(.label(from: [.statuses], to: [.statuses], changing: [.statuses])) { step in
        guard let old = step.old.state.map(product.statuses), let new = step.new.state.map(product.statuses)
        else { return .idle }
        let ended = old.filter { $0.value.isFailure && new[$0.key]?.isFailure != true }
        if ended.isEmpty { return .idle }
        return .judge(
          ended.keys.sorted().filter { new[$0] != .waiting }.map {
            Violation(
              culprit: "\(product.kind(of: $0)) failure ended by \(step.kind)",
              detail: "\(product.title(of: $0)) left failure without a new request")
          })
      })
    if system.scope.environment == .open { return reported }
    return reported.adding(
      .step(.each(from: [], to: [.statuses, .windows], having: .completion)) {
        Self.showsFailure($0, product)
      })
  }

  /// Whether some component of some window shows a failure that was reported.
  private static func showsFailure(_ step: View, _ product: P) -> Judgement {
    guard case .complete(let operation, let occurrence) = step.label, let new = step.new.state,
      case .failure? = step.old.thunk(operation, occurrence: occurrence, isAsked: false)?.result,
      !step.new.windows.isEmpty
    else { return .idle }
    let statuses = product.statuses(of: new)
    let failed = product.subjects(of: operation).filter { statuses[$0]?.isFailure == true }
    let unseen = failed.filter { subject in
      !step.new.windows.contains { product.showsFailure(of: subject, in: $0.window) }
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
    switch step.label {
    case .perform(let operation, _, let fault):
      var database = step.old.database
      guard case .failure(let failure)? = try? product.result(of: operation, fault: fault, on: &database),
        product.completion(of: operation, result: .failure(failure)) == nil
      else { return .idle }
      return .violated([
        Violation(culprit: "\(step.kind) unreported", detail: "\(failure.text) is never reported")
      ])
    case .complete(let operation, let occurrence):
      let thunk = step.old.thunk(operation, occurrence: occurrence, isAsked: false)
      guard case .failure? = thunk?.result, let new = step.new.state else { return .idle }
      let statuses = product.statuses(of: new)
      return .judge(
        product.subjects(of: operation).filter { statuses[$0]?.isFailure != true }.map { subject in
          let word = statuses[subject]?.word ?? "none"
          return Violation(
            culprit: "\(product.kind(of: subject)) \(word) after failed \(step.kind)",
            detail: "\(product.title(of: subject)) is at \(word) although its operation failed")
        })
    case .gesture, .windowGesture, .deliver, .drain, .render, .relaunch, .openWindow, .closeWindow:
      return .idle
    }
  }
}

extension Product {
  /// A subject as people call it: "categories", "animal Dog".
  func title(of subject: Subject) -> String {
    [kind(of: subject), name(of: subject)].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
