import Model

/// Memory: what the state shows and what the database keeps.
extension RuntimeProperties {
  var memoryProperties: [RuntimeProperty] {
    let atKill = Self.databaseAtKill
    return [memoryDurable(atKill), recoveryPossible, relaunchSound(atKill)]
  }

  private typealias AtKill = Observer<RuntimeSystem<P>, Killed<P>?>

  /// Whether state and database hold the same, as far as the product says what that is.
  private var agrees: @Sendable (RuntimeView<P>) -> Bool {
    guard product.hasContents else { return { _ in true } }
    return { Self.agree($0.rows, $0.contents) }
  }

  /// Whether rows hold what a state does; of what an app's state holds, what is stored.
  private static func agree(_ rows: StoredRows<P.Contents>, _ contents: P.Contents?) -> Bool {
    guard case .rows(let shown) = rows, let contents else { return false }
    if let shown = shown as? any ReflectedContents, let contents = contents as? any ReflectedContents {
      return shown.stored == contents.stored
    }
    return shown == contents
  }

  /// The last kill, from the relaunch until the first fault, occurrence, or gesture that is no appearing.
  private static var databaseAtKill: AtKill {
    Observer(initial: nil) { step, memory in
      if step.traits.contains(.relaunch) {
        memory.value = Killed(database: step.old.database)
      } else if step.traits.contains(.fault)
        || step.traits.contains(.gesture) && !step.traits.contains(.appearing)
      {
        memory.value = nil
      } else if step.traits.contains(.outside), memory.value != nil {
        memory.value?.hasArrival = true
      }
    }
  }

  /// The collections that were asked for before somebody else changed the rows, and whether they were asked
  /// for again since.
  private var outdated: Observer<RuntimeSystem<P>, [P.Subject: Bool]> {
    let product = product
    return Observer(initial: [:]) { step, memory in
      if step.traits.contains(.relaunch) {
        memory.value = [:]
      } else if step.traits.contains(.outside) {
        guard step.changes(.database), let statuses = step.old.statuses else { return }
        for collection in product.collections where statuses[collection] != nil {
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

  /// What an app showed when it agreed with its rows last, and why it may not agree with them now.
  private var agreement: Observer<RuntimeSystem<P>, Agreement<P.Subject>> {
    let (agrees, product) = (agrees, product)
    let empty = product.contents(of: product.initialState)
    return Observer(initial: Agreement(loaded: restores ? [] : nil)) { step, memory in
      let new = step.new
      if product.collections.isEmpty {
        if step.traits.contains(.relaunch) { memory.value.loaded = nil }
        // What is empty may agree by chance.
        if new.isSettled && agrees(new) && new.contents != empty, let statuses = new.statuses {
          let single = statuses.filter { product.name(of: $0.key).isEmpty }
          if single.values.allSatisfy({ $0 == .success }) { memory.value.loaded = Set(single.keys) }
        }
      }
      guard new.showsFailure else { return memory.value.blame = .failure }
      let (isRested, before) = (new.isSettled && new.isLoaded, memory.value.blame)
      if isRested && agrees(new) { return memory.value.blame = .nothing }
      let isFailed =
        !step.traits.isDisjoint(with: [.fault, .relaunch]) || Self.showsNewFailure(step)
        || step.traits.contains(.gesture) && step.changes(.contents) && Self.callsAsked(by: step).isEmpty
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
    let (agrees, product) = (agrees, product)
    @Sendable func judge(_ state: RuntimeView<P>, isExplained: Bool) -> Judgement {
      guard state.isLoaded, !isExplained else { return .idle }
      if case .repeated(let id) = state.rows {
        return .violated([Violation(culprit: "repeated row", detail: "two rows have the id \(id)")])
      }
      let isAgreed = agrees(state)
      let shown =
        isAgreed || !state.showsFailure
        ? "no failure is shown, and state and rows differ"
        : "the failure that is shown is older than that state and rows differ"
      return .require(isAgreed, culprit: "state and rows differ", shown)
    }
    // Nobody tells the app what others do.
    guard system.scope.store == .local && system.scope.occurrencesMax == 0 else {
      return .settled(remembering: outdated) { state, outdated in
        outdated.value.isEmpty ? judge(state, isExplained: state.showsFailure) : .idle
      }
    }
    guard system.isExplored else { return .settled { judge($0, isExplained: $0.showsFailure) } }
    return .settled(remembering: agreement) { state, agreement in
      let agreement = agreement.value
      // Where people come to no screen that loads, what once agreed is loaded.
      if product.collections.isEmpty {
        guard let loaded = agreement.loaded, let statuses = state.statuses,
          loaded.allSatisfy({ statuses[$0] == .success })
        else { return .idle }
      }
      return judge(state, isExplained: agreement.blame != .request && state.showsFailure)
    }
  }

  private func memoryDurable(_ atKill: AtKill) -> RuntimeProperty {
    let (product, loadsItself) = (product, loadsItself)
    let durable = property(
      "memory.durable",
      "When everything is loaded and no failure is shown"
        + (system.isExplored ? " that came since they agreed" : "")
        + ", the state holds what the database holds, as far as nobody else changed it since it was asked "
        + "for; after a kill and a load, what the database held at the kill.",
      witness: "everything is loaded",
      consequence: "The screen shows something else than what is saved; the next launch takes it away.",
      unless: hasNoStatus ?? hasNoContents, durableClause)
    if hasNoStatus ?? hasNoContents ?? hasNoRelaunch != nil { return durable }
    return durable.adding(
      .settled(remembering: atKill) { state, atKill in
        // What was asked for before the kill may have changed the rows since then.
        guard state.isLoaded, loadsItself(), let killed = atKill.value, !killed.hasArrival,
          case let rows = product.rows(of: killed.database), rows != .unopened
        else { return .idle }
        return .require(
          Self.agree(rows, state.contents), culprit: "rows lost by the kill",
          "the state differs from the rows at the kill")
      })
  }

  private var recoveryPossible: RuntimeProperty {
    let (agrees, product, isExplored) = (agrees, product, system.isExplored)
    let unlessShown: @Sendable () -> String? = { isExplored ? Self.hasNoRecovery(product) : nil }
    var recovery = property(
      "recovery.possible",
      "From every state one can get to a loaded state that holds what the database holds, without "
        + "another fault, relaunch or destructive gesture.",
      witness: "a loaded state agrees with the database",
      consequence: "Nothing that the user can do in the app puts it right again.",
      unless: hasNoStatus ?? hasBoundedRecovery,
      .possible(avoiding: [.fault, .relaunch, .destructive, .outside]) {
        $0.isLoaded && agrees($0) && unlessShown() == nil
      })
    // An app may load nothing, or have a timer all the time.
    recovery.needsReachableGoal = isExplored
    recovery.unlessShown = unlessShown
    return recovery
  }

  /// A scope that bounds what recovery needs would call lost what the next request mends.
  private var hasBoundedRecovery: String? {
    !system.isExplored && product.boundsRecovery
      ? "the scope bounds the requests that recovery may need" : nil
  }

  /// Why nobody can tell whether an app is right again, as far as its steps have shown.
  private static func hasNoRecovery(_ product: P) -> String? {
    if product.boundsRecovery {
      return "recovery may need requests that the scope bounds, or that change something"
    }
    return product.collections.isEmpty && !product.hasContents
      ? "no deed that appears loads something, and showing does not say what the rows show" : nil
  }

  /// Whether an app shows at its first launch what is stored, and would show something else without.
  private var restores: Bool {
    guard system.isExplored, let start = system.initialStates.first, let state = start.state else {
      return false
    }
    let contents = product.contents(of: state)
    return Self.agree(product.rows(of: start.database), contents)
      && contents != product.contents(of: product.initialState)
  }

  /// Whether all is loaded after a launch and what appears then, as far as steps have shown.
  private var loadsItself: @Sendable () -> Bool {
    guard system.isExplored, !restores else { return { true } }
    return { [product] in !product.collections.isEmpty }
  }

  private func relaunchSound(_ atKill: AtKill) -> RuntimeProperty {
    let (product, agrees, isExplored) = (product, agrees, system.isExplored)
    let start = system.initialStates.first?.state
    let loadsItself = loadsItself
    return property(
      "relaunch.sound",
      "A kill ends the process and nothing else; after it, launching and appearing neither crash nor find "
        + "repeated rows, and load what the database holds.",
      witness: "the app is launched again",
      consequence: "After the app was closed it does not start, or starts with other data than were saved.",
      unless: hasNoRelaunch ?? hasNoStatus,
      .invariant(remembering: atKill) { state, atKill in
        guard let database = atKill.value?.database else { return .idle }
        var violations: [Violation] = []
        if state.statuses == nil, case .crashed(let crash) = state.store {
          violations.append(Violation(culprit: "crash", detail: crash.reason))
        }
        if case .repeated(let id) = product.rows(of: database) {
          violations.append(Violation(culprit: "repeated row", detail: "two rows have the id \(id)"))
        }
        return .judge(violations)
      },
      .settled(remembering: atKill) { state, atKill in
        guard let killed = atKill.value, let statuses = state.statuses,
          product.collections.allSatisfy({ statuses[$0] != nil }), loadsItself()
        else { return .idle }
        // An app that says so and offers to try again has not failed to load.
        if !state.isLoaded && isExplored && state.showsFailure { return .idle }
        if !state.isLoaded {
          return .violated([Violation(culprit: "not loaded", detail: "appearing did not load everything")])
        }
        // What arrives late may come after the load.
        return .require(
          killed.hasArrival || agrees(state), culprit: "state and rows differ",
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
          return .violated([Violation(culprit: "state kept", detail: "the app does not start anew")])
        }
        return .require(
          step.new.mail.isEmpty && step.new.underWay.isEmpty && step.new.database == step.old.database,
          culprit: "more than the process ends", "a kill leaves something behind, or changes the rows")
      })
  }
}

/// What an app showed when state and rows agreed last.
private struct Agreement<Subject: Hashable & Sendable>: Hashable, Sendable {
  /// The statuses that were at success then, of an app where people come to no screen that loads; nil where
  /// they have not agreed since the launch.
  var loaded: Set<Subject>?
  /// What may explain that they differ while a failure is shown.
  var blame = Blame.failure
}

/// What explains that state and rows differ while a failure is shown.
private enum Blame: Hashable, Sendable {
  /// A request failed, or a person changed what is not asked for, since they agreed.
  case failure
  /// They agreed last.
  case nothing
  /// A request was carried out since they agreed, and nothing failed.
  case request
}

/// A kill, as what follows remembers it.
private struct Killed<P: Product>: Hashable, Sendable {
  /// The persistent store at that moment.
  let database: P.Database
  /// Whether something that was asked for before was carried out since.
  var hasArrival = false
}
