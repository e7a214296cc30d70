/// Kills, and what is left of a process.
struct KillTables {
  let relaunches = LargeArray<UInt32>()
  let survivors = HandleTable()

  var memory: MemoryUse { relaunches.memory + survivors.memory }
}

/// The app is killed and launched again.
extension TransitionCache {
  @inline(__always)
  mutating func addRelaunches<P: Product>(
    _ row: Row, into steps: inout StepBuffer, asking calls: ProductCalls<P>
  ) {
    if budgets.relaunchesLeft(row[Slot.budgets]) > 0 {
      addRelaunch(row, into: &steps, asking: calls)
    }
  }

  private mutating func addRelaunch<P: Product>(
    _ row: Row, into steps: inout StepBuffer, asking calls: ProductCalls<P>
  ) {
    let database = Int(row[Slot.database])
    let relaunches = killTables.relaunches
    relaunches.extend(to: database + 1, with: absentHandle)
    if relaunches[database] == absentHandle {
      relaunches[database] = remember(calls.relaunch(database: row[Slot.database]))
    }
    var base = row
    endProcess(in: &base, asking: calls)
    base[Slot.budgets] -= budgets.relaunchUnit
    apply(relaunches[database], to: row, base: base, into: &steps, asking: calls)
  }

  /// Mail and thunks end with their process; what they asked a remote store for does not.
  func endProcess<P: Product>(in row: inout Row, asking calls: ProductCalls<P>) {
    row[Slot.mail] = Self.emptyHandle
    if isRemote && row[Slot.underWay] != Self.emptyHandle {
      let key = HandleTable.Key(row[Slot.outliving], row[Slot.underWay])
      row[Slot.outliving] =
        killTables.survivors.find(key)
        ?? {
          let handle = calls.outliving(row[Slot.outliving], joining: row[Slot.underWay])
          killTables.survivors.insert(key, handle)
          return handle
        }()
    }
    row[Slot.underWay] = Self.emptyHandle
  }
}

/// What a launch begins with.
extension ProductCalls {
  func relaunch(database: UInt32) -> Transition {
    var transition = Transition(kind: .relaunch, traits: .relaunch)
    transition.store = interned.stores.handle(of: .running(product.initialState))
    return transition
  }

  /// What outlives a process: what did before, and what it asked for that is not carried out yet.
  func outliving(_ outliving: UInt32, joining underWay: UInt32) -> UInt32 {
    let asked = interned.underWays[underWay].map { interned.thunks[$0] }.filter { $0.result == nil }
      .map(
        \.operation)
    return interned.handle(
      ofOutliving: interned.underWays[outliving].map { interned.thunks[$0].operation } + asked)
  }
}

extension Reads {
  /// A launch decides by the rows what the store begins with.
  mutating func decideRelaunch() {
    decide(FacetBits.ofDatabase)
    after |= FacetBits.ofStore
  }

  /// A crash decides what the store is afterwards.
  ///
  /// The store before a performance is not an input of it; mail and thunks are gone, whatever they
  /// were.
  mutating func decideCrash(performing: Bool) {
    after |= FacetBits.ofStore
    if performing { before |= FacetBits.ofDatabase } else { decide(FacetBits.ofStore) }
  }
}
