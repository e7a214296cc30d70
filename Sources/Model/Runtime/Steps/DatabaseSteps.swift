/// The database carries operations out.
extension TransitionCache {
  func performances<P: Product>(
    of move: UInt32, database: UInt32, asking calls: ProductCalls<P>
  ) -> Range<UInt32> {
    run(of: HandleTable.Key(move, database), in: performances) {
      calls.performances(ofMove: move, database: database)
    }
  }
}

/// What the database makes of an operation.
extension ProductCalls {
  func performances(ofMove move: UInt32, database: UInt32) -> [Transition] {
    let role = interned.namedThunks[move].role
    var faults: [Fault?] = role == .answered ? [] : Fault.beforeWork
    var transitions: [Transition] = []
    if role != .unanswered {
      let done = performance(ofMove: move, database: database, fault: nil)
      transitions.append(done)
      if done.database != absentHandle && done.database != database { faults += Fault.afterWork }
    }
    return transitions
      + faults.map { performance(ofMove: move, database: database, fault: $0) }
  }

  private func performance(ofMove move: UInt32, database: UInt32, fault: Fault?) -> Transition {
    let named = interned.namedThunks[move]
    let operation = named.thunk.operation
    var transition = Transition(
      kind: .perform, fault: fault, traits: .performance, payload: move)
    if named.overtakes { transition.traits.insert(.overtaking) }
    if fault != nil { transition.traits.insert(.fault) }
    var changed = interned.databases[database]
    do {
      let result = try product.result(of: operation, fault: fault, on: &changed)
      transition.database = interned.databases.handle(of: changed)
      if case .failure = result, transition.database == database {
        transition.additionCount = -Int16(clamping: max(0, product.additionCount(of: operation)))
      }
      if product.completion(of: operation, result: result) != nil {
        transition.thunk = interned.thunks.handle(of: Thunk(operation: operation, result: result))
      }
    } catch {
      fail(error, into: &transition)
    }
    return transition
  }
}

extension Reads {
  /// A performance decides what becomes of the rows.
  mutating func decidePerformance() {
    decide(FacetBits.ofDatabase)
    changed |= FacetBits.ofStore | FacetBits.underWay | FacetBits.mail | FacetBits.windows
  }
}
