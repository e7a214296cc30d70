/// The transition relation of the runtime over handles: what it composes, and every answer that it
/// was given.
///
/// It is not generic, so that a search runs at full speed for every product, and cannot be copied,
/// as copies would share the tables. Steps come in label order.
struct TransitionCache: ~Copyable {
  /// Places that follow each other.
  struct Run: BitwiseCopyable, Equatable {
    var start: UInt32
    var end: UInt32

    static let unknown = Run(start: absentHandle, end: absentHandle)
    var places: Range<Int> { Int(start)..<Int(end) }
  }

  /// What the expansion of a state will look at.
  struct Foreseen: BitwiseCopyable {
    var transition: UInt32
    var offer: UInt32
  }

  /// The handle of the empty mail, of no thunk under way, and of the store at launch.
  static let emptyHandle: UInt32 = 0

  let mailMax: Int
  let isSerial: Bool
  let isRemote: Bool
  let budgets: Budgets.Layout
  let transitions = LargeArray<Transition>()
  let foreseen = LargeArray<Foreseen>(repeating: Foreseen(transition: 0, offer: 0), count: 64)
  /// 1 for a store that crashed, 0 for one that runs.
  let crashed = LargeArray<UInt32>()
  /// Where the transitions of questions with several answers stand.
  let runs = LargeArray<Run>()
  let gestureTables = GestureTables()
  let mailTables = MailTables()
  let thunkTables = ThunkTables()
  let performances = HandleTable()
  let killTables = KillTables()
  let outsideTables = OutsideTables()
  var facets = FacetCache()
  var columnStatistics = CacheStatistics()

  init(mailMax: Int, isSerial: Bool, isRemote: Bool, budgets: Budgets.Layout) {
    self.mailMax = mailMax
    self.isSerial = isSerial
    self.isRemote = isRemote
    self.budgets = budgets
  }

  // MARK: Steps

  mutating func expand<P: Product>(
    _ row: Row, into steps: inout StepBuffer, selecting selection: StepSelection,
    asking calls: ProductCalls<P>
  ) {
    if !isCrashed(row, asking: calls) {
      addGestures(row, into: &steps, selecting: selection, asking: calls)
      addInside(row, into: &steps, asking: calls)
    }
    addRelaunches(row, into: &steps, asking: calls)
  }

  /// Adds what the listener, the persistent store and thunks can do, and what can happen around the
  /// app.
  @inline(__always)
  mutating func addInside<P: Product>(
    _ row: Row, into steps: inout StepBuffer, asking calls: ProductCalls<P>
  ) {
    addDelivery(row, into: &steps, asking: calls)
    addMoves(row, into: &steps, asking: calls)
    addArrivals(row, into: &steps, asking: calls)
    addOccurrences(row, into: &steps, asking: calls)
  }

  /// Writes what a transition changed over `base` and adds the step.
  @inline(__always)
  mutating func apply<P: Product>(
    _ transition: UInt32, to row: Row, base: Row, into steps: inout StepBuffer,
    asking calls: ProductCalls<P>
  ) {
    apply(
      transitions[Int(transition)].change, of: transition, to: row, base: base, into: &steps,
      asking: calls)
  }

  @inline(__always)
  mutating func apply<P: Product>(
    _ change: Transition.Change, of transition: UInt32, to row: Row, base: Row,
    into steps: inout StepBuffer, asking calls: ProductCalls<P>
  ) {
    var next = base
    if change.store != absentHandle { next[Slot.store] = change.store }
    if change.database != absentHandle { next[Slot.database] = change.database }
    if change.notice != absentHandle {
      next[Slot.mail] = mail(base[Slot.mail], appending: change.notice, asking: calls)
    }
    if change.traits.contains(.fault) {
      let isOccurrence = change.traits.contains(.outside)
      next[Slot.budgets] -= isOccurrence ? budgets.occurrenceUnit : budgets.faultUnit
    }
    if change.additionCount != 0 {
      next[Slot.budgets] = budgets.taking(change.additionCount, from: next[Slot.budgets])
    }
    if change.traits.contains(.crash) { endProcess(in: &next, asking: calls) }
    steps.append(next, transition: transition, traits: change.traits)
  }

  mutating func remember(_ transition: Transition) -> UInt32 {
    transitions.append(transition)
    return UInt32(transitions.count - 1)
  }

  /// The transitions of a key, which follow each other; asked for when they were not yet.
  func run(
    of key: HandleTable.Key, in table: HandleTable, asking: () -> [Transition]
  ) -> Range<UInt32> {
    if let place = table.find(key) { return runs[Int(place)].start..<runs[Int(place)].end }
    let start = UInt32(transitions.count)
    for transition in asking() { transitions.append(transition) }
    table.insert(key, UInt32(runs.count))
    runs.append(Run(start: start, end: UInt32(transitions.count)))
    return start..<UInt32(transitions.count)
  }
}

/// The kinds of steps. Each stands in a file of its own: what it asks and remembers, when it can be
/// taken, and what it decides.
extension Transition {
  enum Kind: UInt8, CaseIterable {
    case gesture, deliver, perform, complete, relaunch, window, arrive, occur
  }
}

extension RuntimeExpansion {
  package func label(of transition: UInt32) -> RuntimeLabel<P> {
    let remembered = remembered(transition)
    switch remembered.kind {
    case .gesture: return .gesture(interned.gestures[remembered.payload], window: nil)
    case .deliver: return .deliver
    case .perform:
      let named = interned.namedThunks[remembered.payload]
      return .perform(
        P.request(named.thunk.operation), occurrence: named.occurrence, fault: remembered.fault)
    case .complete:
      let named = interned.namedThunks[remembered.payload]
      return .complete(P.request(named.thunk.operation), occurrence: named.occurrence)
    case .relaunch: return .relaunch
    case .arrive: return .arrive(P.request(interned.thunks[remembered.payload].operation))
    case .occur: return .occur(interned.occurrences[remembered.payload])
    case .window: return interned.windowLabels[remembered.payload]
    }
  }

  /// Who moves: the person, the listener, the world that kills the app and acts around it, windows
  /// that catch up, or a thunk, which is named by its operation.
  package func agent(of transition: UInt32) -> UInt32 {
    let remembered = remembered(transition)
    switch remembered.kind {
    case .gesture: return 0
    case .deliver: return 1
    case .relaunch, .arrive, .occur: return 2
    case .window: return remembered.traits.contains(.gesture) ? 0 : 3
    case .perform, .complete:
      let named = interned.namedThunks[remembered.payload]
      let name = ThunkName(operation: named.thunk.operation, occurrence: named.occurrence)
      return 4 + thunkNames.handle(of: name)
    }
  }

  /// What follows from the input of the product function that was asked, and from its answer.
  package func decided(by transition: UInt32) -> Reads {
    let remembered = remembered(transition)
    var reads = Reads()
    reads.action = true
    reads.transition = true
    if explored != nil {
      // A transition is a label out of one state.
      for facet in 0..<Facet.observerStart { reads.decide(Facet(number: facet).bit) }
      return reads
    }
    if remembered.traits.contains(.crash) {
      reads.decideCrash(performing: remembered.kind == .perform)
      return reads
    }
    switch remembered.kind {
    case .gesture: reads.decideGesture()
    case .window:
      reads.decideGesture()
      if windowTables?.decidesWindows(transition) ?? false { reads.decide(FacetBits.windows) }
    case .complete: reads.decideCompletion()
    case .deliver: reads.decideDelivery()
    case .perform: reads.decidePerformance()
    case .relaunch: reads.decideRelaunch()
    case .arrive: reads.decideArrival()
    case .occur: reads.decideOccurrence()
    }
    if windowTables == nil { reads.decide(FacetBits.windows) }
    return reads
  }
}
