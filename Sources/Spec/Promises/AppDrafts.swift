import Model

/// What an app promises of what people have typed and not sent.
extension AppProperties {
  var draftKept: RuntimeProperty {
    let product = product
    let drafts: @Sendable (P.State) -> [String: String] = { state in
      (product as? any StateReading)?.drafts(inState: state) ?? [:]
    }
    return property(
      "draft.kept",
      "What a person has typed and not sent goes only by what a person does, or with the answer to "
        + "what sent it; where that fails, it is still there.",
      witness: "something is typed and not sent",
      consequence: "What was half typed is gone.", unless: nil,
      .step(remembering: sends(drafts)) { step, memory, _ in
        guard step.traits.isDisjoint(with: [.gesture, .relaunch, .crash]), step.changes(.store),
          let old = step.old.state.map(drafts), let new = step.new.state.map(drafts), !old.isEmpty
        else { return .idle }
        let gone = old.filter { Self.isLost($0.value, to: new[$0.key], by: step) }
        if gone.isEmpty { return .holds }
        let own = Self.subjects(Self.request(of: step)?.began ?? [])
        let (kind, call, kept) = (step.kind, Self.succeeded(step), Self.keptTexts(step, product))
        func isAnswered(_ key: String, _ text: String) -> Bool {
          if Self.showsAsStored(text, step, product) { return true }
          let failed = kept.flatMap { _ in step.completion?.operation as? GateCall }
          if memory.value.joins(text, in: new[key], failed, at: key) { return true }
          let asked = own.filter { product.name(of: $0) == key }
          // What failed leaves the text, here or in another place, as long as there is its item.
          if let kept, !asked.contains(where: { Self.isGone($0, step.new, product) }) {
            if !kept.contains(where: { $0.contains(text) }) { return false }
            if failed?.carries(text) == true { return true }
          }
          if call?.carries(text) == true { return true }
          if call != nil, memory.value.wasSent(text), Self.hasSaved(text, step) { return true }
          if asked.isEmpty { return false }
          // What is about the item and did not send the draft leaves it, unless the item goes.
          if call != nil, !memory.value.wasSent(text), !step.new.storesText(text),
            !asked.contains(where: { Self.isGone($0, step.new, product) })
          {
            return false
          }
          // What was typed since may be sent next.
          return call.map { memory.value.isOlder($0, than: key) } != true
            || step.new.calls.contains { ($0 as? GateCall)?.carries(text) == true }
        }
        return .judge(
          gone.filter { !isAnswered($0.key, $0.value) }.keys.sorted().prefix(1).map {
            Violation(culprit: "lost by \(kind)", detail: "'\(old[$0] ?? "")' is gone")
          })
      },
      .step(remembering: sent(drafts)) { step, memory, _ in
        guard Self.request(of: step)?.isStale != true, !Self.isStillWaiting(step, product),
          let call = step.completion?.operation as? GateCall,
          case let sent = memory.value.filter(call.carries), !sent.isEmpty,
          let kept = Self.keptTexts(step, product)
        else { return .idle }
        return .judge(
          sent.filter { text in !kept.contains { $0.contains(text) } }.sorted().prefix(1).map {
            Violation(
              culprit: "lost by failed \(step.kind)", detail: "'\($0)' was not sent, and is gone")
          })
      })
  }

  /// Whether another text takes the place of a draft: a word that an answer puts before it or
  /// behind it, as a dictation does, leaves it there, unless it is what is stored.
  private static func isLost(_ text: String, to draft: String?, by step: View) -> Bool {
    guard let draft, draft != text, succeeded(step) != nil else { return draft != text }
    let holdsText = draft.hasPrefix("\(text) ") || draft.hasSuffix(" \(text)")
    return !holdsText || step.new.storesText(draft)
  }

  /// The texts that are left after a reply that failed, in the state, among its drafts or in calls;
  /// nil after any other step.
  ///
  /// An answer that ends in failure for all that waited for it is a refusal, unless that is shown
  /// already: then something else has failed.
  private static func keptTexts(_ step: View, _ product: P) -> [String]? {
    let statuses = step.new.finalStatuses(product) ?? [:]
    let own = subjects(request(of: step)?.began ?? [])
    let isShown =
      step.completion != nil && own.allSatisfy { step.old.statuses?[$0]?.isFailure == true }
    let isRefused = !isShown && !own.isEmpty && own.allSatisfy { statuses[$0]?.isFailure == true }
    switch step.completion?.result {
    case .failure(.cancelled): return nil
    case .failure: break
    case .success, nil: if !isRefused || succeeded(step) == nil { return nil }
    }
    let drafts = step.new.finalState.flatMap { (product as? any StateReading)?.drafts(inState: $0) }
    let carried = step.new.calls.flatMap { ($0 as? GateCall)?.carried ?? [] }
    return step.new.finalFacts(product).map { $0.values + carried + (drafts ?? [:]).map(\.value) }
  }

  /// Whether a step begins to show a text where the store holds it: nothing is left to be sent.
  private static func showsAsStored(_ text: String, _ step: View, _ product: P) -> Bool {
    guard let rows = step.new.rowFacts, let old = step.old.facts else { return false }
    return step.new.finalFacts(product)?.contains { place, value in
      value == text && rows[place] == text && old[place] != text
    } ?? false
  }

  /// Whether a step goes on with a request that has saved a text by the call that it began with.
  private static func hasSaved(_ text: String, _ step: View) -> Bool {
    request(of: step)?.firstCall?.contains(text) == true && step.new.storesText(text)
  }

  /// Whether what a call was made for goes on waiting after the step.
  private static func isStillWaiting(_ step: View, _ product: P) -> Bool {
    let statuses = step.new.finalStatuses(product) ?? [:]
    return subjects(request(of: step)?.began ?? []).contains { statuses[$0] == .waiting }
  }

  /// The calls that drafts were sent with, and what was typed since.
  private func sends(
    _ drafts: @escaping @Sendable (P.State) -> [String: String]
  ) -> Observer<RuntimeSystem<P>, SentDrafts> {
    Observer(initial: SentDrafts()) { step, memory in
      if step.traits.contains(.performance) { return }
      guard step.traits.isDisjoint(with: [.relaunch, .crash]),
        let old = step.old.state.map(drafts), let new = step.new.state.map(drafts)
      else { return memory.value = SentDrafts() }
      if old.isEmpty && new.isEmpty && memory.value == SentDrafts() { return }
      if step.traits.contains(.gesture) {
        memory.value.type(new.filter { old[$0.key] != $0.value })
      }
      if !step.new.isBetweenDispatches {
        memory.value.keep(step.new.calls.compactMap { $0 as? GateCall })
      }
      let asked = step.old.isBetweenDispatches ? step.new.calls : step.callsAsked
      for case let call as GateCall in asked {
        for texts in [old, new] {
          for (key, text) in texts where call.carries(text) {
            memory.value.send(key, text, with: call)
          }
        }
      }
      memory.value.keep(texts: new)
    }
  }

  /// The drafts that interactions took away as they sent them.
  private func sent(
    _ drafts: @escaping @Sendable (P.State) -> [String: String]
  ) -> Observer<RuntimeSystem<P>, Set<String>> {
    let product = product
    return Observer(initial: []) { step, memory in
      if !step.traits.isDisjoint(with: [.relaunch, .crash]) {
        memory.value = []
      } else if step.traits.contains(.gesture), step.changes(.store) {
        guard let old = step.old.state.map(drafts), let new = step.new.state.map(drafts) else {
          return
        }
        // What an interaction asks for may be under way before its last dispatch is seen.
        let asked = step.old.isBetweenDispatches ? step.new.calls : step.callsAsked
        let calls = asked.compactMap { $0 as? GateCall }
        let gone = old.filter { key, text in new[key] != text && calls.contains { $0.carries(text) }
        }
        if !gone.isEmpty { memory.value.formUnion(gone.values) }
      } else if !memory.value.isEmpty, let call = step.completion?.operation as? GateCall,
        !Self.isStillWaiting(step, product)
      {
        memory.value = memory.value.filter { !call.carries($0) }
      }
    }
  }
}

/// The calls under way that drafts were sent with, by their names.
private struct SentDrafts: Hashable, Sendable {
  /// Each call with whether something else was typed since.
  private var calls: [String: [GateCall: Bool]] = [:]
  /// The texts of drafts that some call has sent.
  private var texts: Set<String> = []

  /// Whether some call has sent a text that was a draft from then on.
  func wasSent(_ text: String) -> Bool { texts.contains(text) }

  /// Whether a draft was sent with a call, and typed anew since.
  func isOlder(_ call: GateCall, than key: String) -> Bool {
    calls[key]?[call.asked.unanswered] == true
  }

  /// Whether a draft is a text beside what a failed call was to send of it.
  func joins(_ text: String, in draft: String?, _ call: GateCall?, at key: String) -> Bool {
    guard let draft, let call, !call.carries(draft) else { return false }
    let asked = call.asked.unanswered
    if calls[key]?[asked] == nil, calls.contains(where: { $1[asked] != nil }) { return false }
    let before: Substring = draft.hasSuffix(text) ? draft.dropLast(text.count) : ""
    let behind: Substring = draft.hasPrefix(text) ? draft.dropFirst(text.count) : ""
    return call.carried.contains { sent in
      !sent.isEmpty && (before.contains(sent) || behind.contains(sent))
    }
  }

  mutating func send(_ key: String, _ text: String, with call: GateCall) {
    texts.insert(text)
    let isOlder = calls[key]?[call.asked.unanswered] ?? false
    calls[key, default: [:]][call.asked.unanswered] = isOlder
  }

  mutating func type(_ texts: [String: String]) {
    for (key, text) in texts {
      for call in (calls[key] ?? [:]).keys { calls[key]?[call] = !call.carries(text) }
    }
  }

  /// Forgets the texts that are drafts no more.
  mutating func keep(texts drafts: [String: String]) { texts.formIntersection(drafts.values) }

  /// Forgets all calls but those that are under way.
  mutating func keep(_ underWay: [GateCall]) {
    let left = Set(underWay.map(\.asked.unanswered))
    calls = calls.mapValues { $0.filter { left.contains($0.key) } }.filter { !$0.value.isEmpty }
  }
}
