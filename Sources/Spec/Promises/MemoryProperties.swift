import Model

/// Memory: what the state shows and what the database keeps.
struct MemoryProperties<P: Product>: PropertyGroup {
  let system: RuntimeSystem<P>

  var all: [RuntimeProperty] {
    let atKill = databaseAtKill
    return [memoryDurable(atKill), recoveryPossible, relaunchSound(atKill)]
  }

  /// Without contents, state and database are not compared.
  private var hasNoContents: String? {
    if product.hasContents { return nil }
    return system.isExplored
      ? "the app does not say what its rows show: write showing(_:), which returns "
        + "StoredRows<State>?"
      : "the product does not say what state and database hold alike: write contents and rows"
  }

  private var loading: LoadingWatch<P> { LoadingWatch(system: system) }

  private typealias AtKill = Observer<RuntimeSystem<P>, Killed<P>?>

  /// Whether state and database hold the same, as far as the product says what that is.
  private var agrees: @Sendable (RuntimeView<P>) -> Bool {
    guard product.hasContents else { return { _ in true } }
    return { LoadingWatch<P>.agree($0.rows, $0.contents) }
  }

  /// The last kill, from the relaunch until the first fault, occurrence, or gesture that is no
  /// appearing.
  private var databaseAtKill: AtKill {
    let (sight, isExplored, isLoaded, product) = (
      loading.sight, system.isExplored, isLoadedAfterKill, product
    )
    return Observer(initial: nil) { step, memory in
      if step.traits.contains(.relaunch) {
        memory.value = Killed(database: step.old.database)
      } else if step.traits.contains(.fault)
        || step.traits.contains(.gesture) && !step.traits.contains(.appearing)
      {
        memory.value = nil
      } else if step.traits.contains(.outside), memory.value != nil {
        memory.value?.hasArrival = true
      }
      if isExplored, memory.value != nil {
        memory.value?.offered.formUnion(sight(step.new).offered)
        if step.traits.contains(.appearing) {
          memory.value?.offered.formUnion(Self.begun(by: step, product))
        }
        memory.value?.addItems(of: step.new, product)
        guard let killed = memory.value else { return }
        memory.value?.noteChange(by: step, product)
        if !killed.isRestored, step.traits.contains(.relaunch) || step.changes(.store),
          isLoaded(step.new, killed) == true,
          LoadingWatch<P>.agree(product.rows(of: killed.database), step.new.contents)
        {
          memory.value?.isRestored = true
        }
      }
    }
  }

  /// The subjects that begin to wait with a step, and with what it goes on to dispatch.
  private static func begun(by step: View, _ product: P) -> [P.Subject] {
    guard let new = step.new.finalStatuses(product) else { return [] }
    let old = step.old.statuses ?? [:]
    return new.keys.filter { new[$0] == .waiting && old[$0] != .waiting }
  }

  /// The collections that were asked for before somebody else changed the rows, and whether they
  /// were asked for again since.
  private var outdated: Observer<RuntimeSystem<P>, [P.Subject: Bool]> {
    let collections = product.collections
    return Observer(initial: [:]) { step, memory in
      if step.traits.contains(.relaunch) {
        memory.value = [:]
      } else if step.traits.contains(.outside) {
        guard step.changes(.database), let statuses = step.old.statuses else { return }
        for collection in collections where statuses[collection] != nil {
          memory.value[collection] = false
        }
      } else if !memory.value.isEmpty, step.changes(.statuses), let new = step.new.statuses {
        let old = step.old.statuses ?? [:]
        for (collection, isAsked) in memory.value where old[collection] != new[collection] {
          if new[collection] == .waiting { memory.value[collection] = true }
          if isAsked && new[collection] == .success { memory.value[collection] = nil }
        }
      }
    }
  }

  /// What an app has loaded, and whether a failure that is shown explains what it shows, as nothing
  /// has shown yet that it is over.
  private var agreement: Observer<RuntimeSystem<P>, Agreement<P>> {
    let (agrees, sight, isEmpty, product) = (agrees, loading.sight, loading.isEmpty, product)
    return Observer(initial: Agreement(loading: loading.atLaunch)) { step, memory in
      let new = step.new
      var loading = memory.value.loading
      if step.traits.contains(.relaunch) { loading = .offered([]) }
      var seen = sight(new)
      if step.traits.contains(.appearing) {
        seen.offered.formUnion(seen.single.intersection(Self.begun(by: step, product)))
      }
      loading.note(seen)
      memory.value.loading = loading
      let told = memory.value.told.messages
      memory.value.told.note(step, product)
      memory.value.noteLost(step, product, agrees: agrees)
      guard memory.value.showsFailure(new) else { return memory.value.blame = .failure }
      let isLoaded = loading.isLoaded(seen.statuses, isEmpty: isEmpty(new.contents))
      let (isRested, before) = (new.isSettled && isLoaded, memory.value.blame)
      if isRested && agrees(new) { return memory.value.blame = .nothing }
      let isFailed =
        !step.traits.isDisjoint(with: [.fault, .relaunch]) || Self.showsNewFailure(step)
        || !memory.value.told.messages.isEmpty && memory.value.told.messages != told
        || step.traits.contains(.gesture) && step.changes(.contents) && step.callsAsked.isEmpty
      if isFailed || isRested && before == .nothing { return memory.value.blame = .failure }
      if before == .nothing && step.traits.contains(.performance) { memory.value.blame = .request }
    }
  }

  private static func showsNewFailure(_ step: View) -> Bool {
    guard step.changes(.statuses), let new = step.new.statuses else { return false }
    let old = step.old.statuses ?? [:]
    return new.contains { $0.value.isFailure && old[$0.key] != $0.value }
  }

  /// Whether state and rows agree wherever no failure is shown that may explain a difference.
  private var durableClause: RuntimeProperty.Clause {
    let (agrees, isEmpty) = (agrees, loading.isEmpty)
    @Sendable func judge(
      _ state: RuntimeView<P>, isLoaded: Bool, showsFailure: Bool, isOlder: Bool = false,
      isMadeTwice: Bool = false
    ) -> Judgement {
      guard isLoaded, !showsFailure || isOlder, state.rows != .uncompared else { return .idle }
      if case .repeated(let id) = state.rows {
        return .violated(culprit: "repeated row", detail: "two rows have the id \(id)")
      }
      if agrees(state) { return .holds }
      if isMadeTwice { return .idle }
      let place = LoadingWatch<P>.difference(state.rows, state.contents).map { " in \($0)" } ?? ""
      let shown =
        showsFailure
        ? "the failure that is shown is older than that state and rows differ"
        : "no status is at failure, and state and rows differ"
      return .violated(culprit: "state and rows differ", detail: shown + place)
    }
    // The app is not told what others do.
    guard system.scope.store == .local && system.scope.occurrencesMax == 0 else {
      return .settled(remembering: outdated) { state, outdated in
        outdated.value.isEmpty
          ? judge(state, isLoaded: state.isLoaded, showsFailure: state.showsFailure) : .idle
      }
    }
    guard system.isExplored else {
      return .settled { judge($0, isLoaded: $0.isLoaded, showsFailure: $0.showsFailure) }
    }
    let isLoadedInPart = loading.isLoadedInPart
    return .settled(remembering: agreement) { state, agreement in
      let (loading, blame) = (agreement.value.loading, agreement.value.blame)
      let isLoaded = loading.isLoaded(state.statuses ?? [:], isEmpty: isEmpty(state.contents))
      return judge(
        state, isLoaded: isLoaded && !isLoadedInPart(state, loading.filled),
        showsFailure: agreement.value.showsFailure(state), isOlder: blame == .request,
        isMadeTwice: agreement.value.isMadeTwice)
    }
  }

  private func memoryDurable(_ atKill: AtKill) -> RuntimeProperty {
    let (product, isLoaded) = (product, isLoadedAfterKill)
    let durable = property(
      "memory.durable",
      "When everything is loaded and no failure is shown"
        + (system.isExplored ? " that came since they agreed" : "")
        + ", the state holds what the database holds, as far as nobody else changed it since it "
        + "was asked for; after a kill and a load, what the database held at the kill.",
      witness: "everything is loaded",
      consequence:
        "The screen shows something else than what is saved; the next launch takes it away.",
      unless: hasNoStatus ?? hasNoContents, durableClause)
    if hasNoStatus ?? hasNoContents ?? hasNoRelaunch != nil { return durable }
    return durable.adding(
      .settled(remembering: atKill) { state, atKill in
        // What was asked for before the kill may have changed the rows since then.
        guard let killed = atKill.value, !killed.hasArrival, !killed.isChanged,
          isLoaded(state, killed) == true,
          case let rows = product.rows(of: killed.database),
          rows != .unopened && rows != .uncompared
        else { return .idle }
        let place = LoadingWatch<P>.difference(rows, state.contents).map { " in \($0)" } ?? ""
        return .require(
          LoadingWatch<P>.agree(rows, state.contents), culprit: "rows lost by the kill",
          "the state differs from the rows at the kill\(place)")
      })
  }

  private var recoveryPossible: RuntimeProperty {
    let (agrees, hasLoaded) = (agrees, hasLoaded)
    var recovery = property(
      "recovery.possible",
      "From every state one can get to a loaded state that holds what the database holds, without "
        + "another fault, relaunch or destructive gesture.",
      witness: "a loaded state agrees with the database",
      consequence: "Nothing that the user can do in the app puts it right again.",
      unless: hasNoStatus ?? hasNoRecovery,
      .possible(avoiding: [.fault, .relaunch, .destructive, .outside]) {
        hasLoaded($0) && agrees($0)
      })
    // An app may load nothing, or have a timer all the time.
    recovery.needsReachableGoal = system.isExplored
    return recovery
  }

  /// Whether all is loaded: of an app, what is offered to people, and what they came to at first
  /// and did not leave.
  private var hasLoaded: @Sendable (RuntimeView<P>) -> Bool {
    guard system.isExplored else { return \.isLoaded }
    return { [product, first = product.collections] view in
      guard let state = view.state, let statuses = view.statuses else { return false }
      return first.allSatisfy { statuses[$0] == nil || statuses[$0] == .success }
        && (first.isEmpty || first.contains { statuses[$0] == .success })
        && product.subjectsOffered(in: state).allSatisfy {
          !product.name(of: $0).isEmpty || statuses[$0] == .success
        }
    }
  }

  /// A scope that bounds what recovery needs would call lost what the next request mends.
  private var hasNoRecovery: String? {
    if system.isExplored && product.collections.isEmpty && !product.hasContents {
      return
        "no appearing interaction loads something at first, and showing does not say what the rows "
        + "show"
    }
    if !product.boundsRecovery { return nil }
    return system.isExplored
      ? "recovery may need requests that the scope bounds, or that change something"
      : "the scope bounds the requests that recovery may need"
  }

  /// Whether all is loaded after a kill; nil where people have not come to everything yet, or
  /// nothing has to be loaded.
  private var isLoadedAfterKill: @Sendable (RuntimeView<P>, Killed<P>) -> Bool? {
    guard system.isExplored else {
      return { [product] view, _ in
        guard let statuses = view.statuses, product.collections.allSatisfy({ statuses[$0] != nil })
        else {
          return nil
        }
        return view.isLoaded
      }
    }
    // An app that shows at its first launch what is stored does so at each.
    let (restores, isLoadedInPart) = (loading.atLaunch.filled == nil, loading.isLoadedInPart)
    let first = product.initialState
    return { view, killed in
      // A screen may show a spinner before it comes up.
      func isAsked(_ status: Status?) -> Bool {
        status != nil && !(status == .waiting && view.state == first)
      }
      guard let statuses = view.statuses, restores || !killed.offered.isEmpty,
        killed.offered.allSatisfy({ isAsked(statuses[$0]) }), !isLoadedInPart(view, [])
      else { return nil }
      return killed.offered.allSatisfy { statuses[$0] == .success }
    }
  }

  private func relaunchSound(_ atKill: AtKill) -> RuntimeProperty {
    let (product, agrees) = (product, agrees)
    let (isExplored, isLoaded) = (system.isExplored, isLoadedAfterKill)
    let start = system.initialStates.first?.state
    return property(
      "relaunch.sound",
      "A kill ends the process and nothing else; after it, launching and appearing neither crash "
        + "nor find repeated rows, and load what the database holds.",
      witness: "the app is launched again",
      consequence:
        "After the app was closed it does not start, or starts with other data than were saved.",
      unless: hasNoRelaunch ?? hasNoStatus,
      .invariant(remembering: atKill) { state, atKill in
        guard let database = atKill.value?.database else { return .idle }
        var violations: [Violation] = []
        if state.statuses == nil, case .crashed(let crash) = state.store {
          violations.append(Violation(culprit: "crash", detail: crash.reason))
        }
        if case .repeated(let id) = product.rows(of: database) {
          violations.append(
            Violation(culprit: "repeated row", detail: "two rows have the id \(id)"))
        }
        return .judge(violations)
      },
      .settled(remembering: atKill) { state, atKill in
        guard let killed = atKill.value, let isLoaded = isLoaded(state, killed) else {
          return .idle
        }
        // An app that says so and offers to try again has not failed to load.
        if !isLoaded && isExplored && state.showsFailure { return .idle }
        if !isLoaded {
          return .violated(culprit: "not loaded", detail: "appearing did not load everything")
        }
        // What arrives late may come after the load.
        return .require(
          killed.hasArrival || state.rows == .uncompared || agrees(state),
          culprit: "state and rows differ",
          "what was loaded differs from the rows")
      },
      .step { step in
        guard step.traits.contains(.relaunch) else { return .idle }
        if isExplored {
          // What an app does at its launch may follow from what is stored.
          guard step.new.database == product.initialDatabase else { return .holds }
          return .require(
            step.new.state == start, culprit: "state kept", "the app does not start anew")
        }
        if step.new.state != product.initialState {
          return .violated(culprit: "state kept", detail: "the app does not start anew")
        }
        return .require(
          step.new.mail.isEmpty && step.new.underWay.isEmpty
            && step.new.database == step.old.database,
          culprit: "more than the process ends",
          "a kill leaves something behind, or changes the rows")
      })
  }
}

/// A kill, as what follows remembers it.
private struct Killed<P: Product>: Hashable, Sendable {
  /// The persistent store at that moment.
  let database: P.Database
  /// Whether something that was asked for before was carried out since.
  var hasArrival = false
  /// Whether an app has loaded since what the store held, and whether that is not what it has to
  /// hold any more: the app changed it by itself after that, others did, or what was loaded did.
  var isRestored = false
  var isChanged = false
  /// The calls that changed the rows and were not replied to yet.
  var changers: Set<P.Operation> = []
  /// What still waited for the requests of those that were.
  var awaiting: Set<P.Subject> = []
  /// What begins to wait with the screens of an app that were offered since.
  var offered: Set<P.Subject> = []

  /// What a screen of one item shows is a part of what is stored: the screens of the others have to
  /// come up, too.
  mutating func addItems(of state: RuntimeView<P>, _ product: P) {
    let kinds = Set(offered.filter { !product.name(of: $0).isEmpty }.map(product.kind))
    guard !kinds.isEmpty, let state = state.state else { return }
    offered.formUnion(
      product.subjectsOffered(in: state).filter { kinds.contains(product.kind(of: $0)) })
  }

  /// Takes note of a call that changes the rows, or of its reply.
  mutating func noteChange(by step: StepView<RuntimeSystem<P>>, _ product: P) {
    if isChanged { return }
    if step.traits.contains(.performance), step.changes(.database),
      let call = step.performance?.operation
    {
      let isAnsweredOutside = (call as? any RequestPart)?.isAnsweredOutside == true
      if isRestored || isAnsweredOutside {
        isChanged = true
      } else {
        changers.insert(P.request(call))
      }
    } else if !(changers.isEmpty && awaiting.isEmpty), let completion = step.completion,
      case .success = completion.result
    {
      let changes = changers.remove(P.request(completion.operation)) != nil
      // What a server keeps of a load, as that it was delivered, is loaded with it, as is what a
      // load makes up for first, such as an order that was paid for.
      let (old, new) = (step.old.statuses ?? [:], step.new.finalStatuses(product) ?? [:])
      let loaded = offered.filter { old[$0] == .waiting && new[$0] == .success }
      isChanged =
        changers.isEmpty && (changes ? !loaded.isEmpty : !loaded.isDisjoint(with: awaiting))
        && holdsAll(step.new.finalFacts(product), orMore: !changes, product)
      if changes, let request = AppProperties<P>.request(of: step) {
        let calls = step.old.underWay.map { ($0.operation as? any RequestPart)?.request }
        if calls.count(where: { $0 == request }) < 2 {
          awaiting.formUnion(AppProperties<P>.subjects(request.subjects))
        }
      }
    }
  }

  /// Whether each place of the rows at the kill holds something, or no less than it did.
  private func holdsAll(_ facts: [String: String]?, orMore: Bool, _ product: P) -> Bool {
    func isLess(_ value: String, than old: String) -> Bool {
      guard let new = Double(value), let old = Double(old) else { return value != old }
      return new < old
    }
    guard let facts, case .rows(let rows) = product.rows(of: database),
      let kept = (rows as? any ReflectedContents)?.tree.facts(named: "")
    else { return true }
    return kept.allSatisfy { place, old in
      facts[place].map { !orMore || !isLess($0, than: old) } ?? false
    }
  }
}
