/// What strategies and statistics ask of a runtime beside its steps.
extension RuntimeExpansion {
  /// Who moves: the person, the listener, the world that kills the app and acts around it, windows that catch
  /// up, or a thunk, which is named by its operation.
  package func agent(of transition: UInt32) -> UInt32 {
    let remembered = remembered(transition)
    switch remembered.kind {
    case .gesture: return 0
    case .deliver: return 1
    case .relaunch, .arrive, .occur: return 2
    case .window: return remembered.traits.contains(.gesture) ? 0 : 3
    case .perform, .complete:
      let named = namedThunks[remembered.payload]
      let name = ThunkName(operation: named.thunk.operation, occurrence: named.occurrence)
      return 4 + thunkNames.handle(of: name)
    }
  }

  package func digest(ofComponent position: Int, handle: UInt32) -> UInt64 {
    if position == Slot.budgets {
      let left = budgets.budgets(of: handle)
      return ContentDigest.mix(
        UInt64(
          left.faultsLeft | left.relaunchesLeft << 8 | left.additionsLeft << 16
            | left.occurrencesLeft << 32))
    }
    return digests.digest(ofComponent: position, handle: handle) {
      ContentDigest.digest(of: component(position, handle).value)
    }
  }

  /// The largest collection of what a component holds; budgets are numbers.
  package func largestCollection(ofComponent position: Int, handle: UInt32) -> LargestCollection? {
    if position == Slot.budgets { return nil }
    let (name, value) = component(position, handle)
    return LargestCollection.find(in: value, named: name)
  }

  private func component(_ position: Int, _ handle: UInt32) -> (name: String, value: Any) {
    switch position {
    case Slot.store: ("store", stores[handle])
    case Slot.mail: ("mail", mails[handle].map { notices[$0] })
    case Slot.underWay: ("thunks", underWays[handle].map { thunks[$0] })
    case Slot.database: ("database", databases[handle])
    case Slot.windows: ("windows", windowSets[handle].map { windows[$0] })
    case Slot.outliving where isRemote: ("outliving", underWays[handle].map { thunks[$0].operation })
    default: ("ghost", state(of: probe(position, handle)))
    }
  }

  /// The first value of every component but one.
  private func probe(_ position: Int, _ handle: UInt32) -> Row {
    var row = Row()
    row[position] = handle
    return row
  }
}

/// What names a thunk from its request to its completion.
struct ThunkName<Operation: Hashable>: Hashable {
  var operation: Operation
  var occurrence: Int
}
