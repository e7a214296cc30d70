import Model

/// Memory: what the state shows and what the database keeps.
extension RuntimeProperties {
  var memoryProperties: [RuntimeProperty] { [memoryDurable, recoveryPossible, relaunchSound] }

  /// Whether state and rows hold the same.
  private static func agrees(_ state: P.State, _ rows: StoredRows<P.Contents>, _ product: P) -> Bool {
    rows == .rows(product.contents(of: state))
  }

  private var memoryDurable: RuntimeProperty {
    let product = product
    return property(
      "memory.durable",
      "When everything is loaded and no failure is shown, the state holds what the database holds; "
        + "after a kill and a "
        + "load, what the database held at the kill.",
      witness: "everything is loaded", unless: hasNoStatus,
      .settled(reads: [.contents, .rows, .rowsAtKill]) { state in
        guard let data = state.state, product.isLoaded(data) else { return .idle }
        let rows = product.rows(of: state.database)
        var violations: [Violation] = []
        var isJudged = false
        if !product.showsFailure(data) {
          isJudged = true
          if case .repeated(let id) = rows {
            violations.append(Violation(culprit: "repeated row", detail: "two rows have the id \(id)"))
          } else if !Self.agrees(data, rows, product) {
            violations.append(
              Violation(
                culprit: "state and rows differ", detail: "no failure is shown, and state and rows differ"))
          }
        }
        if let atKill = state.ghost.databaseAtKill.map(product.rows), atKill != .unopened {
          isJudged = true
          if !Self.agrees(data, atKill, product) {
            violations.append(
              Violation(
                culprit: "rows lost by the kill", detail: "the state differs from the rows at the kill"))
          }
        }
        return isJudged ? .judge(violations) : .idle
      })
  }

  private var recoveryPossible: RuntimeProperty {
    let product = product
    return property(
      "recovery.possible",
      "From every state one can get to a loaded state that holds what the database holds, without "
        + "another fault, "
        + "relaunch or destructive gesture.",
      witness: "a loaded state agrees with the database", unless: hasNoStatus ?? hasBoundedRecovery,
      .possible(reads: [.contents, .rows], avoiding: [.fault, .relaunch, .destructive]) { state in
        guard let data = state.state, product.isLoaded(data) else { return false }
        return Self.agrees(data, product.rows(of: state.database), product)
      })
  }

  /// A scope that bounds what recovery needs would call lost what the next request mends.
  private var hasBoundedRecovery: String? {
    product.boundsRecovery ? "the scope bounds the requests that recovery may need" : nil
  }

  private var relaunchSound: RuntimeProperty {
    let product = product
    let name = "relaunch.sound"
    let sentence =
      "After a kill at any moment, launching and appearing neither crash nor find repeated rows, "
      + "and load what the "
      + "database holds."
    let witness = "the app is launched again"
    if let reason = hasNoRelaunch ?? hasNoStatus {
      return RuntimeProperty(name, sentence, witness: witness, .inapplicable(reason))
    }
    return RuntimeProperty(
      name, sentence, witness: witness,
      .invariant(reads: [.statuses, .rowsAtKill]) { state in
        guard let database = state.ghost.databaseAtKill else { return .idle }
        var violations: [Violation] = []
        if case .crashed(let crash) = state.store {
          violations.append(Violation(culprit: "crash", detail: crash.reason))
        }
        if case .repeated(let id) = product.rows(of: database) {
          violations.append(Violation(culprit: "repeated row", detail: "two rows have the id \(id)"))
        }
        return .judge(violations)
      },
      .settled(reads: [.statuses, .contents, .rows, .rowsAtKill]) { state in
        guard let data = state.state, state.ghost.databaseAtKill != nil else { return .idle }
        let statuses = product.statuses(of: data)
        guard product.collections.allSatisfy({ statuses[$0] != nil }) else { return .idle }
        if !product.isLoaded(data) {
          return .violated([Violation(culprit: "not loaded", detail: "appearing did not load everything")])
        }
        return .require(
          Self.agrees(data, product.rows(of: state.database), product), culprit: "state and rows differ",
          "what was loaded differs from the rows")
      })
  }
}
