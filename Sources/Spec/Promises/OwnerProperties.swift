import Model

/// What an app promises whose users come and go.
struct OwnerProperties<P: Product>: PropertyGroup {
  let system: RuntimeSystem<P>

  private typealias Owners = OwnersSoFar<P.Operation>
  private typealias Asked = Owners.Asked

  var userApart: RuntimeProperty {
    let owned = owned
    return property(
      "user.apart",
      "After another user has signed in, nothing of the one before is left, and no reply to a "
        + "request of theirs changes anything.",
      witness: "another user signs in, or a reply to a request of an earlier one comes",
      consequence: "Somebody sees what belongs to somebody else.", unless: nil,
      .step(remembering: owners) { step, owners, _ in
        guard !step.traits.contains(.crash), !step.old.isBetweenDispatches,
          let new = step.new.finalState.flatMap(owned)
        else { return .idle }
        let old = step.old.state.flatMap(owned)
        if let last = owners.value.last, last.owner != new.owner, old?.owner != new.owner {
          let left = last.parts.intersection(new.parts).min { $0.precedes($1) }
          let words = left?.partWords ?? ""
          return .require(
            left == nil, culprit: "left after \(step.kind)",
            "'\(words)' of \(last.owner) is still there for \(new.owner)")
        }
        guard let call = step.completion?.operation, let old, old.owner == new.owner else {
          return .idle
        }
        let askers = owners.value.calls.filter { $0.call == P.request(call) }.map(\.owner)
        guard let asker = askers.first, !askers.contains(new.owner) else { return .idle }
        return .require(
          old.parts == new.parts, culprit: "changed by \(step.kind)",
          "what \(asker) asked for changes what \(new.owner) sees")
      })
  }

  private var owned: @Sendable (P.State) -> OwnedData? {
    let product = product
    return { (product as? any StateReading)?.owned(inState: $0) }
  }

  /// Who was signed in last, and who asked for the calls that wait.
  private var owners: Observer<RuntimeSystem<P>, Owners> {
    let owned = owned
    return Observer(initial: Owners()) { step, memory in
      let isEnd = !step.traits.isDisjoint(with: [.relaunch, .crash])
      if isEnd && !memory.value.calls.isEmpty { memory.value.calls = [] }
      if isEnd && !memory.value.ahead.isEmpty { memory.value.ahead = [] }
      let new = step.new.finalState.flatMap(owned)
      if let new, memory.value.last != new { memory.value.last = new }
      if isEnd { return }
      if let call = step.completion?.operation,
        let place = memory.value.calls.firstIndex(where: { $0.call == P.request(call) })
      {
        memory.value.calls.remove(at: place)
      }
      guard let new else { return }
      for call in step.callsAsked {
        // What a person asks for is made by itself.
        let place =
          step.traits.contains(.gesture)
          ? nil : memory.value.ahead.firstIndex { $0.call == call }
        let asked = place.map { memory.value.ahead.remove(at: $0) }
        memory.value.calls.append(asked ?? Asked(call: call, owner: new.owner))
      }
      let ahead = Self.ahead(in: step.new, of: new.owner, after: memory.value.ahead)
      if memory.value.ahead != ahead { memory.value.ahead = ahead }
    }
  }

  /// What has its turn later was asked for by who was signed in then.
  private static func ahead(
    in state: RuntimeView<P>, of owner: String, after known: [Asked]
  ) -> [Asked] {
    var known = known
    return state.mail.flatMap { ($0 as? any RequestPart)?.callsAhead ?? [] }.compactMap { call in
      guard let call = call as? P.Operation else { return nil }
      let place = known.firstIndex { $0.call == call }
      return place.map { known.remove(at: $0) } ?? Asked(call: call, owner: owner)
    }
  }
}

/// Who asked for what.
private struct OwnersSoFar<Call: Hashable & Sendable>: Hashable, Sendable {
  struct Asked: Hashable, Sendable {
    let call: Call
    let owner: String
  }

  /// The data of the last user who was signed in, as they were last seen.
  var last: OwnedData?
  /// The calls that were asked for while somebody was signed in.
  var calls: [Asked] = []
  /// The same of calls that wait for their turn.
  var ahead: [Asked] = []
}
