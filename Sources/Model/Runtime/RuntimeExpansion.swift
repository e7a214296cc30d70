/// The expansion of a product's runtime: tables over handles, and the product's functions behind them.
package final class RuntimeExpansion<P: Product>: Expander, RowExpander {
  package typealias System = RuntimeSystem<P>

  /// A thunk as labels name it.
  struct NamedThunk: Hashable {
    /// How its operation can be carried out: the database decides; an answer from outside is needed first, so
    /// that it can only fail; with the answer that its operation holds.
    enum Role { case whole, unanswered, answered }

    var thunk: Thunk<P>
    var occurrence: Int
    var overtakes: Bool
    var role = Role.whole
  }

  let system: RuntimeSystem<P>
  let product: P
  /// The scope's, kept apart: to read them through the system would copy all of it.
  let values: P.Values
  let isOpen: Bool
  let isRemote: Bool
  let isLagging: Bool
  let budgets: Budgets.Layout
  private let labelWord = LabelWord()
  let stores = Interner<StoreState<P>>(of: "states")
  let notices = Interner<P.Notice>(of: "notices")
  let mails = Interner<[UInt32]>()
  let thunks = Interner<Thunk<P>>(of: "operations")
  let underWays = Interner<[UInt32]>()
  let namedThunks = Interner<NamedThunk>()
  let databases = Interner<P.Database>(of: "databases")
  let gestures = Interner<P.Gesture>(of: "gestures")
  let occurrences = Interner<P.Occurrence>(of: "occurrences")
  let actions = Interner<P.Action>(of: "actions")
  /// The action of each completion, by the move's handle.
  let completionActions = LargeArray<UInt32>()
  let actionsOfGestures = LargeArray<UInt32>()
  /// The words for the kinds of labels, by the label's handle.
  private var kinds: [UInt32: String] = [:]
  /// The states that the reducer answered last, out of one state, and their handles.
  var latestInput = absentHandle
  var latestAnswers: ContiguousArray<P.State> = []
  let latestHandles = LargeArray<UInt32>()
  /// The notice of each action that was dispatched last, by the action's handle.
  let latestNotices = LargeArray<UInt32>()
  /// The derived facets that were learned last, by the facet's number.
  let latestDerived = LargeArray<UInt32>()
  var complaint: String?
  var latestOffer: [P.Gesture] = []
  var latestMenu: [OfferedGesture] = []
  let derived = Interner<DerivedValue<P>>()
  let circumstances = HandleTable()
  let circumstanceWords = Interner<String>()
  let knownKinds = HandleTable()
  /// The words for parts of circumstances, by what each part is told by.
  let knownWords = (
    inMail: LargeArray<UInt32>(), underWay: LargeArray<UInt32>(), waiting: LargeArray<UInt32>()
  )
  let outputs = Interner<Output>(of: "outputs")
  var knownOutputs: [ObjectIdentifier: KnownOutputs] = [:]
  let thunkNames = Interner<ThunkName<P.Operation>>()
  let digests = ComponentDigests()
  let windows = WindowTable<P>()
  /// What a step did to windows, by its transition, and the windows before and afterwards.
  var latestChanges: (key: HandleTable.Key, changes: [WindowChange<P>])?
  /// What a window showed that was asked about last.
  var latestDisplay: (store: UInt32, window: WindowState<P>, display: Display)?
  var knownAnswers: [ObjectIdentifier: KnownWindowAnswers] = [:]
  /// What a window in which nothing lags shows, by window and store.
  let displays = Interner<[Output]>()
  let shownWhere = HandleTable()
  let offeredWhere = AnswerTable<[(complexity: Int, gesture: P.WindowGesture)]>()
  var dispatches: [UInt64: DispatchAnswer] = [:]
  let windowSets = Interner<[UInt32]>()
  let windowLabels = Interner<RuntimeLabel<P>>()
  private let meter = ContentMeter()
  /// Nil where it is not asked whether equal values are alike.
  private(set) var likeness: LikenessWatch?
  /// Whether windows that only their order tells apart count as one.
  package let isReduced: Bool
  // Unchecked, as no function of a product reaches the expansion that asks it.
  @exclusivity(unchecked) var tables: TransitionCache
  /// The tables' transitions; to read them here spares a copy of the tables.
  private let transitions: LargeArray<Transition>
  @exclusivity(unchecked) private(set) var windowTables: WindowCache?
  /// The steps that something running takes; nil where they follow from the product's functions.
  let explored: ExploredSteps<P>?
  private let entrances: RuntimeEntrances<P>

  /// - Parameter isMeasuring: whether what values hold is measured.
  init(_ system: RuntimeSystem<P>, isReduced: Bool = false, isMeasuring: Bool = true) {
    entrances = RuntimeEntrances()
    self.system = system
    product = system.product
    values = system.scope.values
    isOpen = system.scope.environment == .open
    isRemote = system.scope.store == .remote
    isLagging = system.scope.windows?.lagging != nil
    explored = system.source.map { ExploredSteps($0) }
    self.isReduced = isReduced && system.scope.windows != nil && system.scope.windows?.lagging == nil
    if system.scope.environment == .windows { windowTables = WindowCache(system.scope.windows) }
    _ = windowSets.handle(of: [])
    _ = mails.handle(of: [])
    _ = underWays.handle(of: [])
    tables = TransitionCache(
      mailMax: system.scope.mailMax, isSerial: system.scope.discipline == .serial, isRemote: isRemote,
      budgets: system.budgetLayout)
    budgets = tables.budgets
    transitions = tables.transitions
    if !isMeasuring { return }
    for (_, values) in interners { values.meter = meter }
    let likeness = LikenessWatch()
    let parts: [any InternedValues] = [
      stores, notices, thunks, databases, gestures, occurrences, actions, outputs, windows.components,
    ]
    for values in parts { values.likeness = likeness }
    self.likeness = likeness
  }

  // MARK: States and labels

  package var rows: any RowExpander { self }
  /// Five components, one for all windows, and one for what outlives its process.
  package var width: Int { isRemote ? Slot.outliving + 1 : Slot.outliving }

  package func row(of state: RuntimeState<P>) -> Row {
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

  package func state(of row: Row) -> RuntimeState<P> {
    return RuntimeState(
      store: stores[row[Slot.store]],
      mail: mails[row[Slot.mail]].map { notices[$0] },
      underWay: underWays[row[Slot.underWay]].map { thunks[$0] },
      database: databases[row[Slot.database]],
      budgets: budgets.budgets(of: row[Slot.budgets]),
      outliving: isRemote ? underWays[row[Slot.outliving]].map { thunks[$0].operation } : [],
      windows: windowSets[row[Slot.windows]].map { windows[$0] })
  }

  package func label(of transition: UInt32) -> RuntimeLabel<P> {
    let remembered = transitions[Int(transition)]
    switch remembered.kind {
    case .gesture: return .gesture(gestures[remembered.payload], window: nil)
    case .deliver: return .deliver
    case .perform:
      let named = namedThunks[remembered.payload]
      return .perform(
        P.request(named.thunk.operation), occurrence: named.occurrence, fault: remembered.fault)
    case .complete:
      let named = namedThunks[remembered.payload]
      return .complete(P.request(named.thunk.operation), occurrence: named.occurrence)
    case .relaunch: return .relaunch
    case .arrive: return .arrive(P.request(thunks[remembered.payload].operation))
    case .occur: return .occur(occurrences[remembered.payload])
    case .window: return windowLabels[remembered.payload]
    }
  }

  func remembered(_ transition: UInt32) -> Transition { transitions[Int(transition)] }
  var transitionCount: UInt32 { UInt32(transitions.count) }

  /// The label's word, followed by the case of its gesture or operation.
  package func kind(of transition: UInt32) -> String {
    let label = labelHandle(of: transition)
    if let known = kinds[label] { return known }
    let kind = self.label(of: transition).kind
    kinds[label] = kind
    return kind
  }

  /// Tables without answers, for a few steps.
  package func makeFresh() -> any Expander<System> {
    entrances.fresh(self)
  }

  // MARK: Rows

  package func expand(_ row: Row, into steps: inout StepBuffer, selecting selection: StepSelection) {
    entrances.steps(self, row, &steps, selection)
  }

  func addSteps(outOf row: Row, into steps: inout StepBuffer, selecting selection: StepSelection) {
    if let explored {
      expand(row, explored, into: &steps)
      steps.trapLimit = explored.trapLimit
    } else if windowTables == nil {
      tables.expand(row, into: &steps, selecting: selection, asking: self)
    } else {
      windowTables?.expand(row, core: &tables, into: &steps, asking: self)
    }
    if let complaint = complaint ?? likeness?.complaint ?? product.complaint { steps.complaint = complaint }
  }

  package func foresee(_ rows: UnsafeBufferPointer<Row>) { tables.foresee(rows) }

  package func isSettled(_ row: Row) -> Bool {
    isIdle(mail: row[Slot.mail]) && isIdle(underWay: row[Slot.underWay])
      && !tables.isCrashed(row, asking: self)
      && !(windowTables?.shape(of: row[Slot.windows], asking: self).isBehind ?? false)
  }

  package func labelHandle(of transition: UInt32) -> UInt32 {
    let remembered = transitions[Int(transition)]
    // A delivery is one label, whatever it delivers.
    let hasPayload = remembered.kind != .deliver && remembered.kind != .relaunch
    let payload = hasPayload ? remembered.payload : 0
    if payload > labelWord.payloadMax { complaint = "it has more labels than can be told apart" }
    return labelWord.word(remembered.kind, remembered.fault, payload: payload)
  }

  /// A gesture while something inside could have moved, and an overtaking thunk, are departures.
  package func cost(of transition: UInt32, from row: Row) -> StepCost {
    let remembered = transitions[Int(transition)]
    let departs = remembered.traits.contains(.gesture) && !isSettled(row)
    let faults = !remembered.traits.isDisjoint(with: [.fault, .relaunch])
    return StepCost(
      departureCount: departs || remembered.traits.contains(.overtaking) ? 1 : 0,
      faultCount: faults ? 1 : 0, complexity: Int(remembered.complexity))
  }

  package func facets(of row: Row) -> FacetValues { entrances.rowFacets(self, row) }

  package func reach(asksReducer: Bool, taken: (UInt32) -> Bool, shouldStop: () -> Bool) -> Reach? {
    entrances.reach(self, asksReducer, taken, shouldStop)
  }

  func facet(_ facet: Facet, of row: Row) -> UInt32 { tables.facets.value(facet, of: row, asking: self) }

  package func facets(of rows: UnsafeBufferPointer<Row>, into values: UnsafeMutablePointer<FacetValues>) {
    entrances.facets(self, rows, values)
  }

  package func sources(of facet: Facet) -> [Int] {
    if facet == .pending { return [Slot.mail, Slot.underWay] }
    return [facet.number < Row.widthMax ? facet.number : Facet.sources[facet.number - Row.widthMax]]
  }

  package var cacheStatistics: CacheStatistics { tables.statistics }

  /// Interned components and remembered answers.
  package var memory: MemoryUse {
    interners.map(\.values.memory).sum + meter.memory + tables.memory + (windowTables?.memory ?? MemoryUse())
      + (explored?.memory ?? MemoryUse()) + windows.orders.memory + shownWhere.memory
      + offeredWhere.memory
      + circumstances.memory
      + knownAnswers.values.map(\.memory).sum + knownOutputs.values.map(\.handles.memory).sum
      + knownKinds.memory + completionActions.memory
      + knownWords.inMail.memory + knownWords.underWay.memory + knownWords.waiting.memory
      + MemoryUse(dispatches.capacity * (MemoryLayout<UInt64>.stride + MemoryLayout<DispatchAnswer>.stride))
  }

  /// What components hold; nothing in an expansion made afresh.
  package var contents: ContentMeter { meter }
  /// Of each component, and of what moves between components; what follows from those goes without saying.
  package var largestCollections: [LargestCollection] {
    interners.filter { $0.name != "derived" }.compactMap { $0.values.largestCollection(named: $0.name) }
  }

  /// Every interner with a word for what it holds.
  private var interners: [(name: String, values: any InternedValues)] {
    [
      ("store", stores), ("database", databases), ("mail", mails), ("thunks", underWays),
      ("notice", notices), ("thunk", thunks), ("thunk", namedThunks), ("action", actions),
      ("gesture", gestures), ("occurrence", occurrences), ("derived", derived), ("output", outputs),
      ("circumstance", circumstanceWords), ("windows", windowSets), ("window", windows.parts),
      ("label", windowLabels), ("window", windows.components),
      ("subscription", windows.subscriptions), ("display", displays),
    ]
  }
}

extension RuntimeLabel {
  /// The label's word, followed by the case of its gesture or operation: "complete delete".
  package var kind: String {
    func name(_ value: Any) -> String { Self.caseName(of: value) }
    switch self {
    case .gesture(let gesture, _): return name(gesture)
    case .windowGesture(let gesture, _): return name(gesture)
    case .deliver: return "deliver"
    case .perform(let operation, _, nil): return "perform \(name(operation))"
    case .perform(let operation, _, let fault?): return "fault \(fault.rawValue) \(name(operation))"
    case .complete(let operation, _): return "complete \(name(operation))"
    case .arrive(let operation): return "arrive \(name(operation))"
    case .occur(let event): return "occur \(name(event))"
    case .drain(_, let subscription): return "drain \(subscription)"
    case .render: return "render"
    case .relaunch: return "relaunch"
    case .openWindow: return "openWindow"
    case .closeWindow: return "closeWindow"
    }
  }

  /// The case of a value, without its payload.
  package static func caseName(of value: Any) -> String {
    if let named = value as? any CaseNamed { return named.caseName }
    let mirror = Mirror(reflecting: value)
    // To describe a value with all that it holds takes long.
    let isNamed = mirror.displayStyle == .enum && !(value is any CustomStringConvertible)
    let label = isNamed ? mirror.children.first?.label : nil
    return String((label ?? String(describing: value)).prefix { $0.isLetter || $0.isNumber })
  }
}
