/// What the handles of rows and of transitions stand for: every value of a runtime, kept once.
final class InternedRuntime<P: Product> {
  let system: RuntimeSystem<P>
  /// The system's, kept apart: to read it through the system would copy all of it.
  let product: P
  let isRemote: Bool
  /// Whether windows that only their order tells apart count as one.
  let isReduced: Bool
  let budgets: Budgets.Layout

  let stores = Interner<StoreState<P>>(of: "states")
  let notices = Interner<P.Notice>(of: "notices")
  let mails = Interner<[UInt32]>()
  let thunks = Interner<Thunk<P>>(of: "operations")
  let underWays = Interner<[UInt32]>()
  let namedThunks = Interner<NamedThunk<P>>()
  let databases = Interner<P.Database>(of: "databases")
  let gestures = Interner<P.Gesture>(of: "gestures")
  let occurrences = Interner<P.Occurrence>(of: "occurrences")
  let actions = Interner<P.Action>(of: "actions")
  let derived = Interner<DerivedValue<P>>()
  let circumstances = Interner<String>()
  let outputs = Interner<Output>(of: "outputs")
  let windows = WindowTable<P>()
  let windowSets = Interner<[UInt32]>()
  let windowLabels = Interner<RuntimeLabel<P>>()
  /// What a window in which nothing lags shows.
  let displays = Interner<[Output]>()
  private let digests = ComponentDigests()

  /// Why what is asked through these is worth nothing; nil while it is.
  var complaint: String?
  /// Why sets of windows that are alike have to be told apart.
  var objection: String?
  /// What components hold; nothing in an expansion made afresh.
  let contents = ContentMeter()
  /// Nil where it is not asked whether equal values are alike.
  let likeness: LikenessWatch?

  /// - Parameter isMeasuring: whether what values hold is measured.
  init(_ system: RuntimeSystem<P>, isReduced: Bool, isMeasuring: Bool) {
    self.system = system
    product = system.product
    isRemote = system.scope.store == .remote
    self.isReduced =
      isReduced && system.scope.windows != nil && system.scope.windows?.lagging == nil
    budgets = system.budgetLayout
    likeness = isMeasuring ? LikenessWatch() : nil
    _ = windowSets.handle(of: [])
    _ = mails.handle(of: [])
    _ = underWays.handle(of: [])
    guard let likeness else { return }
    for (_, values) in all { values.meter = contents }
    let parts: [any InternedValues] = [
      stores, notices, thunks, databases, gestures, occurrences, actions, outputs,
      windows.components,
    ]
    for values in parts { values.likeness = likeness }
  }

  /// Every interner with a word for what it holds.
  private var all: [(name: String, values: any InternedValues)] {
    [
      ("store", stores), ("database", databases), ("mail", mails), ("thunks", underWays),
      ("notice", notices), ("thunk", thunks), ("thunk", namedThunks), ("action", actions),
      ("gesture", gestures), ("occurrence", occurrences), ("derived", derived), ("output", outputs),
      ("circumstance", circumstances), ("windows", windowSets), ("window", windows.parts),
      ("label", windowLabels), ("window", windows.components),
      ("subscription", windows.subscriptions), ("display", displays),
    ]
  }

  var memory: MemoryUse { all.map(\.values.memory).sum + contents.memory + windows.orders.memory }

  /// Of each component, and of what moves between components; what follows from those goes without
  /// saying.
  var growingParts: [LargePart] {
    all.filter { $0.name != "derived" }.compactMap { name, values in
      // What else there is holds handles, and copies of what is in these.
      let tellsNumbers = name == "store" || name == "database"
      return values.growingPart(named: name, tellsNumbers: tellsNumbers)
    }
  }

  /// Puts equal values that list their entries in another order in the places of those that they
  /// equal, for an audit.
  func turnToTwins(_ reordering: inout Reordering) {
    let parts: [any InternedValues] = [stores, databases, derived, notices, thunks]
    for values in parts { values.turnToTwins(&reordering) }
  }

  // MARK: States

  func row(of state: RuntimeState<P>) -> Row {
    var row = Row()
    row[Slot.store] = stores.handle(of: state.store)
    row[Slot.mail] = mails.handle(of: state.mail.map(notices.handle))
    row[Slot.underWay] = underWays.handle(of: state.underWay.map(thunks.handle))
    row[Slot.database] = databases.handle(of: state.database)
    row[Slot.budgets] = budgets.word(of: state.budgets)
    row[Slot.windows] = canonical(windowSets.handle(of: state.windows.map(windows.handle)))
    if isRemote { row[Slot.outliving] = handle(ofOutliving: state.outliving) }
    return row
  }

  func state(of row: Row) -> RuntimeState<P> {
    RuntimeState(
      store: stores[row[Slot.store]],
      mail: mails[row[Slot.mail]].map { notices[$0] },
      underWay: underWays[row[Slot.underWay]].map { thunks[$0] },
      database: databases[row[Slot.database]],
      budgets: budgets.budgets(of: row[Slot.budgets]),
      outliving: isRemote ? underWays[row[Slot.outliving]].map { thunks[$0].operation } : [],
      windows: windowSets[row[Slot.windows]].map { windows[$0] })
  }

  func handle(ofOutliving operations: [P.Operation]) -> UInt32 {
    underWays.handle(of: operations.contentSorted().map { thunks.handle(of: Thunk(operation: $0)) })
  }

  /// Whether nothing in a running app's mail is still to be taken, and nothing under way to be
  /// answered.
  func isIdle(_ row: Row) -> Bool {
    mails[row[Slot.mail]].allSatisfy { (notices[$0] as? any BrokenPromise)?.isPending == false }
      && underWays[row[Slot.underWay]].allSatisfy { thunks[$0].isListening }
  }

  // MARK: Components

  func digest(ofComponent position: Int, handle: UInt32) -> UInt64 {
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
  func largestCollection(ofComponent position: Int, handle: UInt32) -> LargePart? {
    if position == Slot.budgets { return nil }
    let (name, value) = component(position, handle)
    return LargePart.collection(in: value, named: name)
  }

  private func component(_ position: Int, _ handle: UInt32) -> (name: String, value: Any) {
    switch position {
    case Slot.store: ("store", stores[handle])
    case Slot.mail: ("mail", mails[handle].map { notices[$0] })
    case Slot.underWay: ("thunks", underWays[handle].map { thunks[$0] })
    case Slot.database: ("database", databases[handle])
    case Slot.windows: ("windows", windowSets[handle].map { windows[$0] })
    case Slot.outliving where isRemote:
      ("outliving", underWays[handle].map { thunks[$0].operation })
    default: ("ghost", state(of: probe(position, handle)))
    }
  }

  /// The first value of every component but one.
  private func probe(_ position: Int, _ handle: UInt32) -> Row {
    var row = Row()
    row[position] = handle
    return row
  }

  // MARK: Equal windows

  /// The windows in their order, where equal windows count as one.
  func canonical(_ set: UInt32) -> UInt32 {
    isReduced ? windowSets.handle(of: inOrderOfContent(windowSets[set])) : set
  }

  func inOrderOfContent(_ windows: [UInt32]) -> [UInt32] {
    if windows.count < 2 { return windows }
    return windows.sorted(by: self.windows.precedes)
  }

  /// How many states there are that only the order of their windows tells from this one.
  func symmetricCount(of row: Row) -> Int {
    guard isReduced else { return 1 }
    let handles = windowSets[row[Slot.windows]]
    var count = 1
    for place in handles.indices {
      count = count * (place + 1) / handles[...place].count { $0 == handles[place] }
    }
    return count
  }
}
