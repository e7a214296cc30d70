/// The expansion of a product's runtime: tables over handles, and the product's functions behind
/// them.
package final class RuntimeExpansion<P: Product>: Expander, RowExpander {
  package typealias System = RuntimeSystem<P>

  let interned: InternedRuntime<P>
  let calls: ProductCalls<P>
  let windowCalls: WindowCalls<P>
  let outputs: SubscriptionOutputs<P>
  let answers: WindowAnswers<P>
  private let circumstances: Circumstances<P>
  private let labelWord = LabelWord()
  /// The words for the kinds of labels, by the label's handle.
  private var kinds: [UInt32: String] = [:]
  let thunkNames = Interner<ThunkName<P.Operation>>()
  /// What a step did to windows, by its transition, and the windows before and afterwards.
  var latestChanges: (key: HandleTable.Key, changes: [WindowChange<P>])?
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
    interned = InternedRuntime(system, isReduced: isReduced, isMeasuring: isMeasuring)
    explored = system.source.map { ExploredSteps($0) }
    if system.scope.environment == .windows { windowTables = WindowCache(system.scope.windows) }
    tables = TransitionCache(
      mailMax: system.scope.mailMax, isSerial: system.scope.discipline == .serial,
      isRemote: interned.isRemote, budgets: interned.budgets)
    transitions = tables.transitions
    calls = ProductCalls(interned)
    windowCalls = WindowCalls(calls, transitions: transitions)
    outputs = SubscriptionOutputs(interned)
    answers = WindowAnswers(interned)
    circumstances = Circumstances(interned)
  }

  // MARK: States and labels

  var system: RuntimeSystem<P> { interned.system }
  package var isReduced: Bool { interned.isReduced }
  package var objection: String? { interned.objection }
  package var rows: any RowExpander { self }
  /// Five components, one for all windows, and one for what outlives its process.
  package var width: Int { interned.isRemote ? Slot.outliving + 1 : Slot.outliving }
  package func row(of state: RuntimeState<P>) -> Row { interned.row(of: state) }
  package func state(of row: Row) -> RuntimeState<P> { interned.state(of: row) }

  package func labels(along path: [UInt32], from row: Row) -> [RuntimeLabel<P>] {
    let labels = path.map(label(of:))
    return isReduced ? system.labelsAtRealPlaces(labels, from: state(of: row)) : labels
  }

  func remembered(_ transition: UInt32) -> Transition { transitions[Int(transition)] }
  var transitionCount: UInt32 { UInt32(transitions.count) }

  /// The label's word, followed by the case of its gesture or operation; of a step that goes on, by
  /// that of what it dispatches.
  package func kind(of transition: UInt32) -> String {
    let handle = labelHandle(of: transition)
    if let known = kinds[handle] { return known }
    let label = label(of: transition)
    if case .occur(let event) = label, (event as? any DispatchingOccurrence)?.isDispatch == true,
      let action = actionHandleIfAny(of: transition)
    {
      return "dispatch \(actionKind(of: interned.actions[action]))"
    }
    let kind = label.kind
    kinds[handle] = kind
    return kind
  }

  /// Tables without answers, for a few steps.
  package func makeFresh() -> any Expander<System> {
    entrances.fresh(self)
  }

  // MARK: Rows

  package func expand(_ row: Row, into steps: inout StepBuffer, selecting selection: StepSelection)
  {
    entrances.steps(self, row, &steps, selection)
  }

  func addSteps(outOf row: Row, into steps: inout StepBuffer, selecting selection: StepSelection) {
    if let explored {
      explored.expand(row, width: width, interned, &tables, into: &steps)
      steps.trapLimit = explored.trapLimit
    } else if windowTables == nil {
      tables.expand(row, into: &steps, selecting: selection, asking: calls)
    } else {
      windowTables?.expand(row, core: &tables, into: &steps, asking: windowCalls)
    }
    if let complaint = interned.complaint ?? self.complaint { steps.complaint = complaint }
  }

  package func foresee(_ rows: UnsafeBufferPointer<Row>) { tables.foresee(rows) }

  package func isSettled(_ row: Row) -> Bool {
    isIdle(row) && !tables.isCrashed(row, asking: calls)
      && !(windowTables?.shape(of: row[Slot.windows], asking: windowCalls).isBehind ?? false)
  }

  /// Whether nothing in the mail is still to be taken, and nothing under way to be answered.
  private func isIdle(_ row: Row) -> Bool {
    if explored != nil { return interned.isIdle(row) }
    return row[Slot.mail] == TransitionCache.emptyHandle
      && row[Slot.underWay] == TransitionCache.emptyHandle
  }

  package var isAnsweredByRunningCode: Bool { explored != nil }
  package func turnToTwins(_ reordering: inout Reordering) { interned.turnToTwins(&reordering) }

  package func labelHandle(of transition: UInt32) -> UInt32 {
    let remembered = transitions[Int(transition)]
    // A delivery is one label, whatever it delivers.
    let hasPayload = remembered.kind != .deliver && remembered.kind != .relaunch
    let payload = hasPayload ? remembered.payload : 0
    if payload > labelWord.payloadMax {
      interned.complaint = "it has more labels than can be told apart"
    }
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

  func facet(_ facet: Facet, of row: Row) -> UInt32 {
    tables.facets.value(facet, of: row, asking: calls)
  }

  package func facets(
    of rows: UnsafeBufferPointer<Row>, into values: UnsafeMutablePointer<FacetValues>
  ) {
    entrances.facets(self, rows, values)
  }

  package func sources(of facet: Facet) -> [Int] {
    if facet == .pending { return [Slot.mail, Slot.underWay] }
    return [facet.number < Row.widthMax ? facet.number : Facet.sources[facet.number - Row.widthMax]]
  }

  package var cacheStatistics: CacheStatistics { tables.statistics }

  /// Interned components and remembered answers.
  package var memory: MemoryUse {
    interned.memory + tables.memory + (windowTables?.memory ?? MemoryUse())
      + (explored?.memory ?? MemoryUse()) + calls.memory + windowCalls.memory + answers.memory
      + outputs.memory + circumstances.memory
  }

  package var contents: ContentMeter { interned.contents }
  package var growingParts: [LargePart] { interned.growingParts }

  package func digest(ofComponent position: Int, handle: UInt32) -> UInt64 {
    interned.digest(ofComponent: position, handle: handle)
  }

  package func largestCollection(ofComponent position: Int, handle: UInt32) -> LargePart? {
    interned.largestCollection(ofComponent: position, handle: handle)
  }

  package func symmetricCount(of row: Row) -> Int { interned.symmetricCount(of: row) }

  // MARK: What strategies, stories and reviews ask

  package func circumstance(of row: Row) -> UInt32 {
    circumstances.handle(of: row, statuses: facet(.statuses, of: row))
  }

  package func words(ofCircumstance handle: UInt32) -> String { interned.circumstances[handle] }

  /// Why what was found is worth nothing, apart from what calls said.
  private var complaint: String? { interned.likeness?.complaint ?? interned.product.complaint }

  package func review(shouldStop: () -> Bool) -> SystemReview {
    explored?.source.follow(shouldStop)
    return (complaint ?? interned.likeness?.lastComplaint).map(SystemReview.worthless)
      ?? (interned.product as? any ExploredProduct)?.leftBehind.map(SystemReview.doubtful)
      ?? .stands
  }
}

/// What names a thunk from its request to its completion.
struct ThunkName<Operation: Hashable>: Hashable {
  var operation: Operation
  var occurrence: Int
}
