/// The reducer, asked again whatever it was asked.
extension RuntimeExpansion {
  /// The dispatches that the reducer answers otherwise now, of as many as are asked again.
  ///
  /// - Complexity: as many calls of the reducer.
  package func dispatchesThatDiffer(
    askedMax: Int, shouldStop: () -> Bool
  ) -> [(action: UInt32, state: UInt32)] {
    var differing: [(action: UInt32, state: UInt32)] = []
    let count = tables.dispatchCount + calls.dispatches.count
    let stride = max(0, count - 1) / max(1, askedMax) + 1
    var number = 0
    func isAskedNext() -> Bool {
      number += 1
      return number.isMultiple(of: stride) && !shouldStop()
    }
    func ask(_ action: UInt32, _ store: UInt32, _ answer: UInt32) {
      if !isAnswered(answer, by: action, in: store) { differing.append((action, store)) }
    }
    tables.forEachDispatch { transition, store in
      guard isAskedNext(), let action = actionHandleIfAny(of: transition) else { return }
      ask(action, store, remembered(transition).store)
    }
    for (key, dispatch) in calls.dispatches.sorted(by: { $0.key < $1.key }) where isAskedNext() {
      ask(UInt32(key >> 32), UInt32(truncatingIfNeeded: key), dispatch.store)
    }
    return differing
  }

  /// Whether the reducer answers a dispatch with a store now; where an app has crashed it is asked
  /// nothing.
  private func isAnswered(_ answer: UInt32, by action: UInt32, in store: UInt32) -> Bool {
    guard case .running(let state) = interned.stores[store], answer != absentHandle else {
      return true
    }
    do {
      return .running(try interned.product.reduce(state, interned.actions[action]))
        == interned.stores[answer]
    } catch let crash as Crash {
      return .crashed(crash) == interned.stores[answer]
    } catch {
      return store == answer
    }
  }
}

extension TransitionCache {
  /// How many gestures of stores, and completions, were asked for.
  var dispatchCount: Int {
    let menus = gestureTables.menus
    return (0..<menus.count).reduce(thunkTables.completions.count) { count, store in
      count + (menus[store].transitions == .unknown ? 0 : menus[store].transitions.places.count)
    }
  }

  /// Tells every remembered dispatch of the open environment, and every completion, with its store.
  func forEachDispatch(_ tell: (_ transition: UInt32, _ store: UInt32) -> Void) {
    let menus = gestureTables.menus
    for store in 0..<menus.count where menus[store].transitions != .unknown {
      for transition in menus[store].transitions.places { tell(UInt32(transition), UInt32(store)) }
    }
    thunkTables.completions.forEach { tell($1, $0[1]) }
  }
}
