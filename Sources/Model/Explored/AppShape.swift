/// What kinds of statuses, rows and interactions an app has, as its first states show.
struct AppShape: Sendable {
  var hasContents = false
  /// The statuses of what is loaded when people come to the first screens.
  var collections: [AppSubject] = []
  /// Whether what reloads a collection adds rows, which the scope bounds, or nothing reloads but
  /// what changes something.
  var boundsRecovery = false
  /// Whether states or rows have room for items, beside statuses of them.
  var hasItems = false
  /// Where entries are items themselves: what was loaded of them stands in them, and nowhere else.
  var lists: Set<String> = []
  /// The statuses that people may make wait at launch, of nothing that the state holds then.
  var offered: Set<AppSubject> = []
}

extension AppMemory {
  /// The states at launch and after one interaction or two, and what they show.
  func findShape() -> AppShape {
    let first = following([app.initialState])
    let soon = Set([app.initialState] + first + following(first))
    let statuses = soon.reduce(into: Set()) { $0.formUnion(facts(of: $1).statuses.keys) }
    func begun(by isMeant: (Interaction<A.Action>.Kind) -> Bool) -> Set<AppSubject> {
      soon.reduce(into: []) { $0.formUnion(subjects(askedForIn: $1, by: isMeant)) }
    }
    let collections = begun { $0 == .appears }
    let added = begun { if case .adds = $0 { true } else { false } }
    let changing = added.union(begun { $0 == .destroys }).subtracting(
      begun { $0 == .appears || $0 == .other })
    // Where nothing appears, something else loads.
    let loading = collections.isEmpty ? statuses.filter(\.name.isEmpty) : collections
    let shown = showing(app.initialRows)
    let stored: [A.State] = if case .rows(let state)? = shown { [state] } else { [] }
    // What has to be loaded first shows what is asked for then.
    let seen = soon.union(stored).union(following(stored))
    let entries = seen.reduce(into: Set()) { $0.formUnion(facts(of: $1).statuses.keys) }
    return AppShape(
      hasContents: shown != nil, collections: collections.sorted(),
      boundsRecovery: !added.isDisjoint(with: loading)
        || !loading.isEmpty && loading.isSubset(of: changing),
      hasItems: seen.contains { facts(of: $0).contents.hasKeys }
        || ContentTree(app.initialState).collectionCount
          > Set(entries.filter { !$0.name.isEmpty }.map(\.path)).count,
      lists: seen.reduce(into: []) { $0.formUnion(lists(in: $1)) },
      offered: subjects(askedForIn: app.initialState, ofItems: true) {
        $0 == .appears || $0 == .other
      }.filter {
        !facts(of: app.initialState).contents.hasKey($0.name)
      })
  }

  /// Where a state has statuses of items that stand nowhere else, with what was loaded of them.
  private func lists(in state: A.State) -> [String] {
    let (facts, tree) = (facts(of: state), ContentTree(state))
    return facts.statuses.keys.filter {
      !$0.name.isEmpty && facts.contents.hasKey($0.name)
        && !ItemNames.name($0.name, in: tree)
    }.map(\.path)
  }

  private func following(_ states: [A.State]) -> [A.State] {
    states.flatMap { state in
      ((try? interactions(in: state)) ?? []).compactMap { next(state, $0.action) }
    }
  }

  /// The state after an interaction, before anything is answered; nil where it is refused.
  private func next(_ state: A.State, _ action: A.Action) -> A.State? {
    guard let next = try? reduce(state, action) else { return nil }
    // A view model's own methods say it, or what takes it and dispatches more.
    return begun(from: state, to: next).isEmpty
      ? effects.effect(of: AppElement(old: state, action: action)).state ?? next : next
  }

  /// The statuses that wait in a state, and whose waiting a person can end there.
  func subjectsGivenUp(in state: A.State) -> Set<AppSubject> {
    let waiting = statuses(of: state).filter { $0.value == .waiting }.keys
    if waiting.isEmpty { return [] }
    return ((try? interactions(in: state)) ?? []).reduce(into: []) { subjects, interaction in
      guard let next = next(state, interaction.action).map(statuses) else { return }
      subjects.formUnion(waiting.filter { next[$0] != .waiting })
    }
  }

  /// The statuses that begin to wait when people come to a screen that is offered.
  func findSubjectsOffered(in state: A.State) -> Set<AppSubject> {
    subjects(askedForIn: state, ofItems: true) { $0 == .appears }
  }

  /// Whether a person may ask for what a status is about although no row is added for it, or may at
  /// launch.
  ///
  /// A failure stands beside what changes something, too, as a switch for a tag that a note may
  /// have; at launch that may be about what is gone later.
  func isOffered(_ subject: AppSubject, in state: A.State) -> Bool {
    if shape.offered.contains(subject) { return true }
    let hasFailed = statuses(of: state)[subject]?.isFailure == true
    return subjects(askedForIn: state, ofItems: true) {
      $0 == .appears || $0 == .other || hasFailed && $0 == .destroys
    }.contains(subject)
  }

  /// Whether a person may close what a status tells, so that nothing else changes.
  func closes(_ subject: AppSubject, in state: A.State) -> Bool {
    var left = statuses(of: state)
    left[subject] = nil
    return ((try? interactions(in: state)) ?? []).contains { interaction in
      guard let next = next(state, interaction.action) else { return false }
      return statuses(of: next) == left && facts(of: next).contents == facts(of: state).contents
    }
  }

  /// The statuses that begin to wait with some interaction.
  ///
  /// - Parameter ofItems: whether those of single items count, too.
  private func subjects(
    askedForIn state: A.State, ofItems: Bool = false,
    by isAsked: (Interaction<A.Action>.Kind) -> Bool
  ) -> Set<AppSubject> {
    ((try? interactions(in: state)) ?? []).filter { isAsked($0.kind) }.reduce(into: []) {
      subjects, interaction in
      guard let next = next(state, interaction.action) else { return }
      let begun = begun(from: state, to: next) + awaited(interaction.action, in: state)
      subjects.formUnion(begun.filter { ofItems || $0.name.isEmpty })
    }
  }

  /// The statuses that wait at first for what an action asks for: a screen may show a spinner
  /// before it comes up.
  private func awaited(_ action: A.Action, in state: A.State) -> [AppSubject] {
    let waiting = state == app.initialState ? statuses(of: state).filter { $1 == .waiting } : [:]
    let element = AppElement<A>(old: state, action: action)
    return waiting.isEmpty || effects.effect(of: element).calls.isEmpty ? [] : Array(waiting.keys)
  }

  /// The statuses that begin to wait from one state to the next.
  func begun(from old: A.State, to new: A.State) -> [AppSubject] {
    let (old, new) = (statuses(of: old), statuses(of: new))
    return new.keys.filter { new[$0] == .waiting && old[$0] != .waiting }
  }
}
