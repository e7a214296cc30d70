import Model

/// What an app promises of what people do while something is under way.
struct AppDeeds<P: Product>: PropertyGroup {
  typealias Requests = AppProperties<P>
  typealias Edits = EditsInTime<P.Operation, P.Subject>

  let system: RuntimeSystem<P>

  /// What interactions changed while calls were under way that had been asked for before.
  var deedKept: RuntimeProperty {
    let (edits, product) = (Self.edits(product), product)
    return property(
      "deed.kept", "What a person did is not undone by the reply to an older request.",
      witness: "a person changes something while a request is under way",
      consequence: "What was just typed or chosen is gone again.", unless: nil,
      .step(remembering: edits) { step, memory, _ in
        guard let reply = Reply(step, memory.value, product) else { return .idle }
        let kind = step.kind
        return .judge(
          reply.undone.prefix(1).map { change in
            let new = reply.facts(of: change).new
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

  /// A reply to a call that was under way when a person changed something.
  private struct Reply {
    let step: View
    let product: P
    /// What was changed while the call was under way, and by what asked for it.
    private let older: [Edits.Edit]
    private let own: [Edits.Change]
    private let isFailure: Bool
    /// Whether it goes on with what has failed: with that it may tell of it.
    private let tellsFailure: Bool
    private let isPush: Bool
    /// What comes by itself.
    private let pushed: GateReply?
    /// Where statuses stand: what has come to count as one is not what people changed.
    private let statuses: Set<String>
    /// What was shown before, and is once all is dispatched that the reply leads to at once.
    private let facts: (old: ContentParts, new: ContentParts)
    private let final: any ReflectedContents
    /// What the call carries.
    private let carried: [String]

    init?(_ step: View, _ memory: Edits, _ product: P) {
      guard !memory.edits.isEmpty, let (call, result) = step.completion,
        step.changes(.store) || step.new.isBetweenDispatches,
        Requests.request(of: step)?.isRenewed != true, let old = step.old.parts,
        let final = step.new.finalContents(product)
      else { return nil }
      let asked = P.request(call)
      let answered = memory.edits.filter { $0.calls.contains(asked) }
      // Of calls that are alike, those that were cancelled are told by their results.
      let cancelledCount =
        Self.isCancelled(call, result)
        ? 0
        : step.old.underWay.count {
          P.request($0.operation) == asked && Self.isCancelled($0.operation, $0.result)
        }
      older = answered.filter { edit in
        !edit.isOwn && edit.calls.count { $0 == asked } > cancelledCount
          && !Self.begins(edit, step, asked)
      }
      if older.isEmpty { return nil }
      (self.step, self.product) = (step, product)
      (facts, self.final) = ((old, ContentParts(final.tree)), final)
      own = answered.filter(\.isOwn).flatMap(\.changes)
      isFailure = if case .failure = result { true } else { false }
      statuses = Set((step.new.statuses ?? [:]).keys.map { AppDeeds.place(of: $0, product) })
      carried = (call as? GateCall)?.carried ?? []
      tellsFailure = isFailure || memory.told.isToBeTold(call)
      isPush = (call as? GateCall)?.isPush == true
      pushed = isPush ? (try? result.get()) as? GateReply : nil
    }

    /// Whether a reply is that to what the person asked for with a change, where calls are alike.
    private static func begins(_ edit: Edits.Edit, _ step: View, _ asked: P.Operation) -> Bool {
      guard !edit.began.isEmpty, let request = Requests.request(of: step), !request.isStale,
        step.old.underWay.count(where: { P.request($0.operation) == asked })
          > edit.calls.count(where: { $0 == asked })
      else { return false }
      return !Set(edit.began).isDisjoint(with: Requests.subjects(request.began))
    }

    /// Whether the task of a call was cancelled.
    private static func isCancelled(
      _ call: P.Operation, _ result: Result<P.Reply, OperationFailure>?
    ) -> Bool {
      if case .failure(.cancelled)? = result { return true }
      return (call as? GateCall)?.isCancelled == true
    }

    func facts(of change: Edits.Change) -> (old: ContentParts, new: ContentParts) {
      guard change.isStored, let old = step.old.storedParts else { return facts }
      return (old, finalStored)
    }

    private var finalStored: ContentParts { ContentParts(final.stored) }

    /// What the reply undoes.
    var undone: [Edits.Change] {
      let turn = ReplyTurn(after: step)
      return older.filter { !isTakenBack($0) }.flatMap { edit in
        edit.changes.filter {
          isUndone($0, edit) && !hasItsTurn(edit, $0, turn) && !countsNews(edit, $0)
            && !countsItems(edit, $0) && !followsStored(edit, $0) && !countsCalls(edit, $0)
            && !isLeft(edit, $0)
        }
      }
    }

    /// Whether what was to be saved is taken back where that fails, with what followed from it.
    private func isTakenBack(_ edit: Edits.Edit) -> Bool {
      isFailure
        && edit.changes.contains { change in
          facts(of: change).new[change.place] != change.new
            && change.new.map(carried.contains) ?? false
            && (!change.isValue || isAbout(change.place))
        }
    }

    /// Whether a call is about a place, as far as that shows: a flag or a number that it carries
    /// does not tell.
    private func isAbout(_ place: String) -> Bool {
      guard let end = place.lastIndex(of: "]"), let start = place[..<end].lastIndex(of: "[") else {
        return own.isEmpty || own.contains { $0.place == place }
      }
      return carried.contains(String(place[start...].dropFirst().prefix { $0 != "]" }))
    }

    /// Whether a wish that waited for its turn has it now, or is answered.
    private func hasItsTurn(
      _ edit: Edits.Edit, _ change: Edits.Change, _ turn: ReplyTurn<P>
    ) -> Bool {
      guard let awaited = edit.awaited else { return false }
      let final = step.new.finalStatuses(product) ?? [:]
      if awaited.contains(where: { final[$0] != .waiting }) { return true }
      // What is shown of it goes on to be shown.
      return !change.isStored
        && (change.new.map(turn.carried.contains) ?? false
          || turn.isAnother && change.isCount && !isKept(change)
            && (!awaited.isEmpty || turn.isAgain)
          || change.isFlag
            && (turn.isAnother || !isKept(change) && turn.sends(older, but: change.place)))
    }

    /// Whether it tells once more what was closed, or comes by itself with what is stored nowhere.
    ///
    /// A failure tells, and so does a refusal, which changes nothing that is stored.
    private func isNews(_ change: Edits.Change) -> Bool {
      if change.isClosed && !isPush {
        return tellsFailure || change.isRefusal && !step.changesStored(beside: change.place)
      }
      if isPush && change.new == nil && isTold(change) { return true }
      guard isPush, !change.isStored, !change.isGiven, let old = step.old.storedParts else {
        return false
      }
      return old[change.place] == finalStored[change.place]
    }

    /// Whether a person was asked whether to give up what is over now: the question goes with it.
    private func isAnswered(_ change: Edits.Change) -> Bool {
      if change.questions.isEmpty || change.isGiven { return false }
      let own = Requests.subjects(Requests.request(of: step)?.began ?? [])
      let final = step.new.finalStatuses(product) ?? [:]
      return change.questions.contains { own.contains($0) && final[$0] != .waiting }
    }

    /// Whether what comes by itself opens what it brings, and that is waited for, as where a
    /// notification leads to another screen.
    private func opens(_ change: Edits.Change) -> Bool {
      guard let value = facts(of: change).new[change.place], pushed?.holds(value) == true else {
        return false
      }
      return step.new.finalStatuses(product)?.values.contains(.waiting) == true
        && step.callsAsked.contains { ($0 as? GateCall)?.isPush == false }
    }

    /// Whether what was taken away comes by itself once more: what comes tells of it.
    private func isTold(_ change: Edits.Change) -> Bool {
      let (old, new) = facts(of: change)
      let known = (old[change.place] ?? "").split(separator: ", ")
      var names = (new[change.place] ?? "").split(separator: ", ").filter { !known.contains($0) }
      if let start = change.place.lastIndex(of: "["), change.place.hasSuffix("]") {
        names = [change.place[start...].dropFirst().dropLast()]
      }
      return names.allSatisfy { pushed?.holds(String($0)) == true }
    }

    /// Whether a number goes with what comes by itself, as the count of a list does: the list is
    /// neither what it was before the person changed it, nor what the person left.
    private func countsNews(_ edit: Edits.Edit, _ change: Edits.Change) -> Bool {
      guard isPush, change.new.flatMap({ Int($0) }) != nil else { return false }
      return edit.changes.contains { other in
        let (old, new) = facts(of: other)
        return other.isStored == change.isStored && old[other.place] == other.new
          && (![other.old, other.new].contains(new[other.place])
            || other.new == nil && new[other.place] != nil && isNews(other))
      }
    }

    /// Whether a number that is stored counts items, before the reply and after it: the one that
    /// the person changed with it stands.
    private func countsItems(_ edit: Edits.Edit, _ change: Edits.Change) -> Bool {
      guard let told = change.new.flatMap({ Int($0) }), !change.place.contains("["),
        let old = step.old.storedParts, old[change.place] == change.new
      else { return false }
      let new = finalStored
      return edit.changes.contains { other in
        guard old[other.place] == other.new, new[other.place] == other.new else { return false }
        return [other.old, other.new].contains {
          old.count(of: $0, like: other.place) == told
            && new.count(of: $0, like: other.place) == Int(new[change.place] ?? "0")
        }
      }
    }

    /// Whether a flag that came with a call, which does not carry it, goes with the screen: the
    /// reply leads to another one, on which nothing is waited for or told any more.
    private func isLeft(_ edit: Edits.Edit, _ change: Edits.Change) -> Bool {
      guard change.isFlag, !change.isCarried, edit.awaited == nil, !isFailure, !isPush,
        step.new.finalStatuses(product)?.isEmpty == true
      else { return false }
      let own = Set(edit.changes.map(\.place))
      return AppDeeds.differing(facts.old, facts.new).contains {
        !own.contains($0) && !$0.contains("[") && facts.old.choices.contains($0)
          && facts.new.choices.contains($0)
      }
    }

    /// Whether what is stored nowhere follows from something that is, which stands: as a copy of
    /// it, or as a number that says how much is to be answered and goes up by one with it.
    private func followsStored(_ edit: Edits.Edit, _ change: Edits.Change) -> Bool {
      guard !change.isStored, !change.isFlag, let value = change.new,
        let old = step.old.storedParts, old[change.place] != value
      else { return false }
      let new = finalStored
      let counts = change.old.flatMap { Int($0) }.map { value == "\($0 + 1)" } ?? false
      return edit.changes.contains {
        $0.place != change.place && (counts || $0.new == value)
          && (counts ? old : new)[$0.place] == $0.new
      }
    }

    /// Whether an app that says what is stored of it keeps what a person changed.
    private func isKept(_ change: Edits.Change) -> Bool {
      guard let stored = step.old.storedParts, stored != facts.old else { return false }
      return stored[change.place] == change.new
    }

    /// Whether a number says how many calls are under way: it goes up by one with what asks for
    /// one, and there are as many before the reply and after it.
    private func countsCalls(_ edit: Edits.Edit, _ change: Edits.Change) -> Bool {
      let (old, new) = facts(of: change)
      guard edit.awaited == nil, !change.isStored, !isKept(change), old[change.place] == change.new,
        change.isCount, let count = change.new.flatMap({ Int($0) })
      else { return false }
      return count == step.old.calls.count
        && Int(new[change.place] ?? "0") == step.new.calls.count
    }

    private func isUndone(_ change: Edits.Change, _ edit: Edits.Edit) -> Bool {
      if change.follows || change.changesStatus ?? statuses.contains(change.place) { return false }
      if isNews(change) || opens(change) || isAnswered(change) { return false }
      let (old, new) = facts(of: change)
      if old[change.place] != change.new || AppDeeds.isMoved(change, old, new) { return false }
      // What comes by itself may have an order of its own.
      let isBack = isPush ? new[change.place] == change.old : change.isBack(in: new)
      if !isBack && (isFailure || !change.isOverwritten(by: new[change.place])) { return false }
      if AppDeeds.isGone(change, edit, old, new) || AppDeeds.isChosenNoMore(change, step, product)
        || AppDeeds.isItemGone(change, step, product)
        || !isFailure && AppDeeds.isStoredNoMore(change, edit, step)
      {
        return false
      }
      return (!isFailure || !own.contains(where: change.isSame))
        && !AppDeeds.counts(change, old, new, own: own, step, product)
    }
  }

  /// Where a status stands, as facts name their places.
  private static func place(of subject: P.Subject, _ product: P) -> String {
    let name = product.name(of: subject)
    return name.isEmpty ? product.kind(of: subject) : "\(product.kind(of: subject))[\(name)]"
  }

  private static func edits(_ product: P) -> Observer<RuntimeSystem<P>, Edits> {
    Observer(initial: Edits()) { step, memory in
      if !step.traits.isDisjoint(with: [.relaunch, .crash]) {
        memory.value = Edits()
      } else if step.traits.contains(.gesture) {
        // What an interaction asks for may be under way before its last dispatch is seen.
        let older = step.old.isBetweenDispatches ? memory.value.older : step.old.calls
        let asked = step.new.calls.removing(older)
        let changes =
          (older + asked).isEmpty
          ? []
          : changes(by: step, product).map {
            memory.value.noting($0.asked(by: asked.compactMap { $0 as? GateCall }))
          }
        memory.value.add(
          changes, older: older, asked: asked, waiting: changes.isEmpty ? [] : begun(by: step))
        memory.value.older = step.new.isBetweenDispatches ? older : []
      } else if !memory.value.edits.isEmpty, let (call, result) = step.completion {
        let isFailure = if case .failure = result { true } else { false }
        memory.value.end(P.request(call), isFailure: isFailure, leadingTo: step.callsAsked)
      }
      if step.changes(.statuses) { memory.value.forget { step.new.statuses?[$0] != .waiting } }
      memory.value.told.note(step, product)
      memory.value.answered.note(step)
    }
  }

  /// What begins to wait with a step.
  private static func begun(by step: View) -> [P.Subject] {
    let (old, new) = (step.old.statuses ?? [:], step.new.statuses ?? [:])
    return new.keys.filter { new[$0] == .waiting && old[$0] != .waiting }.contentSorted()
  }

  /// The places of the parts in which two states differ.
  private static func differing(_ one: ContentParts, _ other: ContentParts) -> [String] {
    Set(one.words.keys).union(other.words.keys).filter { one[$0] != other[$0] }.sorted()
  }

  /// What an interaction changed of what is no status.
  ///
  /// A flag that goes with something else, such as that it is not saved yet, follows from it,
  /// unless the app says that it is stored.
  private static func changes(by step: View, _ product: P) -> [Edits.Change] {
    let changes = contentChanges(by: step, product)
    if changes.isEmpty { return [] }
    let statuses = statusChanges(by: step, product)
    let questions = givenUp(step.new.finalState, product)
      .subtracting(givenUp(step.old.state, product))
    let rows = step.old.rowParts
    return changes.map { change in
      var change = change
      (change.changesStatus, change.questions) = (statuses[change.place], questions)
      change.marked = change.marking(in: rows)
      return change
    }
  }

  /// What a person can give up in a state.
  private static func givenUp(_ state: P.State?, _ product: P) -> Set<P.Subject> {
    guard let state, let reading = product as? any StateReading else { return [] }
    return Requests.subjects(reading.subjectsGivenUp(inState: state).sorted())
  }

  /// Where statuses stand before or after a step, and whether it changes them.
  private static func statusChanges(by step: View, _ product: P) -> [String: Bool] {
    let (old, new) = (step.old.statuses ?? [:], step.new.statuses ?? [:])
    return Set(old.keys).union(new.keys).reduce(into: [:]) {
      $0[place(of: $1, product)] = old[$1] != new[$1]
    }
  }

  private static func contentChanges(by step: View, _ product: P) -> [Edits.Change] {
    guard step.changes(.contents), let old = step.old.parts, let new = step.new.parts,
      let before = step.old.storedParts, let after = step.new.storedParts
    else {
      return []
    }
    let all = differing(old, new).map {
      Edits.Change(
        place: $0, old: old[$0], new: new[$0],
        isGiven: new.texts.contains($0) && step.isGiven(new[$0]))
    }
    // An app that says nothing of it stores all.
    let isTold = before != old || after != new
    let follows = all.filter { $0.isFlag && !(isTold && before[$0.place] != after[$0.place]) }
    // What is shown may follow from several places, as from a wish beside what the server has.
    let shown = differing(before, after).filter {
      before[$0] != old[$0] || after[$0] != new[$0]
    }.map {
      Edits.Change(place: $0, old: before[$0], new: after[$0], isGiven: false, isStored: true)
    }
    let waiting = Set(begun(by: step).map { product.name(of: $0) })
    if follows.count + all.count(where: { $0.names(waiting) }) == all.count { return all + shown }
    return all.map { change in
      var change = change
      change.follows = follows.contains(change)
      return change
    } + shown
  }
}
