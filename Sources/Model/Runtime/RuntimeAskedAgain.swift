/// The reducer, asked again whatever it was asked.
extension RuntimeExpansion {
  /// The dispatches that the reducer answers otherwise now, of as many as are asked again.
  ///
  /// - Complexity: as many calls of the reducer.
  public func dispatchesThatDiffer(askedMax: Int) -> [(action: UInt32, state: UInt32)] {
    var differing: [(action: UInt32, state: UInt32)] = []
    var count = dispatches.count
    tables.forEachDispatch { _, _ in count += 1 }
    let stride = max(0, count - 1) / max(1, askedMax) + 1
    var number = 0
    func ask(_ action: UInt32, _ store: UInt32, _ answer: UInt32) {
      number += 1
      guard number.isMultiple(of: stride) else { return }
      if !isAnswered(answer, by: action, in: store) { differing.append((action, store)) }
    }
    tables.forEachDispatch { cause, store in
      if let action = actionHandleIfAny(ofCause: cause) {
        ask(action, store, transition(ofCause: cause).store)
      }
    }
    for (key, dispatch) in dispatches.sorted(by: { $0.key < $1.key }) {
      ask(UInt32(key >> 32), UInt32(truncatingIfNeeded: key), dispatch.store)
    }
    return differing
  }

  /// Whether the reducer answers a dispatch with a store now; where an app has crashed it is asked nothing.
  private func isAnswered(_ answer: UInt32, by action: UInt32, in store: UInt32) -> Bool {
    guard case .running(let state) = stores[store], answer != absentHandle else { return true }
    do {
      return .running(try product.reduce(state, actions[action])) == stores[answer]
    } catch let crash as Crash {
      return .crashed(crash) == stores[answer]
    } catch {
      return store == answer
    }
  }
}

extension RuntimeTables {
  /// Tells every remembered dispatch of the open environment, and every completion: its cause and its store.
  func forEachDispatch(_ tell: (_ cause: UInt32, _ store: UInt32) -> Void) {
    for store in 0..<menus.count where menus[store].causes != .unknown {
      for cause in menus[store].causes.places { tell(UInt32(cause), UInt32(store)) }
    }
    completions.forEach { tell($1, $0[1]) }
  }
}
