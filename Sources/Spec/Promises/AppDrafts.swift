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
      .step { step in
        guard step.traits.isDisjoint(with: [.gesture, .relaunch, .crash]), step.changes(.store),
          let old = step.old.state.map(drafts), let new = step.new.state.map(drafts), !old.isEmpty
        else { return .idle }
        let answered = Self.subjects(Self.request(of: step)?.began ?? []).map {
          product.name(of: $0)
        }
        let kind = step.kind
        let sent = Self.succeeded(step)
        return .judge(
          old.filter {
            new[$0.key] != $0.value && !answered.contains($0.key) && sent?.carries($0.value) != true
          }
          .keys.sorted().prefix(1).map {
            Violation(culprit: "lost by \(kind)", detail: "'\(old[$0] ?? "")' is gone")
          })
      },
      .step(remembering: sent(drafts)) { step, memory, _ in
        guard case (let operation, .failure(let failure))? = step.completion, failure != .cancelled,
          Self.request(of: step)?.isStale != true, !Self.isStillWaiting(step, product),
          let call = operation as? GateCall,
          case let sent = memory.value.filter(call.carries), !sent.isEmpty,
          let facts = step.new.finalFacts(product)
        else { return .idle }
        let kept = facts.values + step.new.calls.flatMap { ($0 as? GateCall)?.carried ?? [] }
        let kind = step.kind
        return .judge(
          sent.filter { text in !kept.contains { $0.contains(text) } }.sorted().prefix(1).map {
            Violation(
              culprit: "lost by failed \(kind)", detail: "'\($0)' was not sent, and is gone")
          })
      })
  }

  /// Whether what a call was made for goes on waiting after the step.
  private static func isStillWaiting(_ step: View, _ product: P) -> Bool {
    let statuses = step.new.finalStatuses(product) ?? [:]
    return subjects(request(of: step)?.began ?? []).contains { statuses[$0] == .waiting }
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
