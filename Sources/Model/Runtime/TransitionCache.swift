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

  /// The gestures that a store offers.
  struct Menu: BitwiseCopyable {
    /// Their transitions, in label order.
    var transitions: Run
    /// The places among the offers of those that are no loops, in label order too.
    var moving: Run
    /// Whether each of them that is a loop may be skipped.
    var isSkippable = false

    static let unknown = Menu(transitions: .unknown, moving: .unknown)
    var loopCount: Int { transitions.places.count - moving.places.count }
  }

  /// A gesture and what it changes, next to the others of its menu.
  struct Offer: BitwiseCopyable {
    var transition: UInt32
    var change: Transition.Change
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
  let menus = LargeArray<Menu>()
  let offers = LargeArray<Offer>()
  let foreseen = LargeArray<Foreseen>(repeating: Foreseen(transition: 0, offer: 0), count: 64)
  /// 1 for a store that crashed, 0 for one that runs.
  let crashed = LargeArray<UInt32>()
  let mails = LargeArray<MailShape>()
  let moves = LargeArray<Move>()
  /// Where the transitions of questions with several answers stand.
  let runs = LargeArray<Run>()
  /// Where the moves of thunks under way stand.
  let moveRuns = LargeArray<Run>()
  let relaunches = LargeArray<UInt32>()
  let deliveries = HandleTable()
  let performances = HandleTable()
  let completions = HandleTable()
  let appendings = HandleTable()
  let replacements = HandleTable()
  let survivors = HandleTable()
  let arrivals = HandleTable()
  let occurrences = HandleTable()
  var facets = FacetCache()
  private(set) var columnStatistics = CacheStatistics()

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
      if hasRoom(inMail: row[Slot.mail], asking: calls) {
        addGestures(row, into: &steps, selecting: selection, asking: calls)
      }
      addInside(row, into: &steps, asking: calls)
    }
    addRelaunches(row, into: &steps, asking: calls)
  }

  /// Whether the mail holds no gesture back.
  @inline(__always)
  mutating func hasRoom<P: Product>(inMail mail: UInt32, asking calls: ProductCalls<P>) -> Bool {
    shape(ofMail: mail, asking: calls).count < mailMax
  }

  /// Adds what the listener, the persistent store and thunks can do, and what can happen around the
  /// app.
  @inline(__always)
  mutating func addInside<P: Product>(
    _ row: Row, into steps: inout StepBuffer, asking calls: ProductCalls<P>
  ) {
    let shape = shape(ofMail: row[Slot.mail], asking: calls)
    if shape.count > 0 && (!isSerial || row[Slot.underWay] == Self.emptyHandle) {
      addDelivery(row, shape, into: &steps, asking: calls)
    }
    if row[Slot.underWay] != Self.emptyHandle {
      addMoves(row, into: &steps, asking: calls)
    }
    if isRemote && row[Slot.outliving] != Self.emptyHandle {
      for transition in arrivals(row, asking: calls) {
        var base = row
        base[Slot.outliving] = transitions[Int(transition)].thunk
        apply(transition, to: row, base: base, into: &steps, asking: calls)
      }
    }
    if budgets.occurrencesLeft(row[Slot.budgets]) > 0 {
      for transition in occurrences(row, asking: calls) {
        apply(transition, to: row, base: row, into: &steps, asking: calls)
      }
    }
  }

  @inline(__always)
  mutating func addRelaunches<P: Product>(
    _ row: Row, into steps: inout StepBuffer, asking calls: ProductCalls<P>
  ) {
    if budgets.relaunchesLeft(row[Slot.budgets]) > 0 {
      addRelaunch(row, into: &steps, asking: calls)
    }
  }

  /// Adds the step of a gesture that is within the budget of additions.
  mutating func addGesture<P: Product>(
    _ transition: UInt32, _ row: Row, into steps: inout StepBuffer, asking calls: ProductCalls<P>
  ) {
    if transitions[Int(transition)].additionCount <= Int16(budgets.additionsLeft(row[Slot.budgets]))
    {
      apply(transition, to: row, base: row, into: &steps, asking: calls)
    }
  }

  @inline(__always)
  private mutating func addGestures<P: Product>(
    _ row: Row, into steps: inout StepBuffer, selecting selection: StepSelection,
    asking calls: ProductCalls<P>
  ) {
    let left = Int16(budgets.additionsLeft(row[Slot.budgets]))
    let menu = menu(inStore: row[Slot.store], asking: calls)
    if let skippable = selection.skippable, menu.isSkippable || mayBeSkipped(row, menu, skippable) {
      steps.skippedLoopCount += menu.loopCount
      for place in menu.moving.places {
        let offer = offers[place]
        if offer.change.additionCount <= left {
          apply(offer.change, of: offer.transition, to: row, base: row, into: &steps, asking: calls)
        }
      }
    } else {
      for transition in menu.transitions.places where transitions[transition].additionCount <= left
      {
        apply(UInt32(transition), to: row, base: row, into: &steps, asking: calls)
      }
    }
  }

  /// Whether every loop among the gestures of a menu may be skipped; remembered once it is so.
  private func mayBeSkipped(_ row: Row, _ menu: Menu, _ skippable: TransitionFlags) -> Bool {
    for transition in menu.transitions.places where transitions[transition].traits.contains(.loop) {
      if !skippable.contains(UInt32(transition)) { return false }
    }
    menus[Int(row[Slot.store])].isSkippable = true
    return true
  }

  @inline(__always)
  private mutating func addDelivery<P: Product>(
    _ row: Row, _ shape: MailShape, into steps: inout StepBuffer, asking calls: ProductCalls<P>
  ) {
    let key = HandleTable.Key(shape.head, row[Slot.store])
    let transition: UInt32
    if let known = deliveries.find(key) {
      transition = known
    } else {
      transition = remember(calls.delivery(ofNotice: shape.head, store: row[Slot.store]))
      deliveries.insert(key, transition)
    }
    var base = row
    base[Slot.mail] = shape.tail
    let thunk = transitions[Int(transition)].thunk
    if thunk != absentHandle {
      base[Slot.underWay] = underWay(
        row[Slot.underWay], replacing: absentHandle, with: thunk, asking: calls)
    }
    apply(transition, to: row, base: base, into: &steps, asking: calls)
  }

  private mutating func addMoves<P: Product>(
    _ row: Row, into steps: inout StepBuffer, asking calls: ProductCalls<P>
  ) {
    for place in moves(ofUnderWay: row[Slot.underWay], asking: calls) {
      let move = moves[place]
      let made: Range<UInt32>
      if move.isAsked {
        made = performances(of: move.handle, database: row[Slot.database], asking: calls)
      } else {
        let transition = completion(of: move.handle, store: row[Slot.store], asking: calls)
        made = transition..<transition + 1
      }
      for transition in made {
        let remembered = transitions[Int(transition)]
        if remembered.fault != nil && budgets.faultsLeft(row[Slot.budgets]) == 0 { continue }
        var base = row
        base[Slot.underWay] = underWay(
          row[Slot.underWay], replacing: move.position, with: remembered.thunk, asking: calls)
        apply(transition, to: row, base: base, into: &steps, asking: calls)
      }
    }
  }

  private mutating func addRelaunch<P: Product>(
    _ row: Row, into steps: inout StepBuffer, asking calls: ProductCalls<P>
  ) {
    let database = Int(row[Slot.database])
    relaunches.extend(to: database + 1, with: absentHandle)
    if relaunches[database] == absentHandle {
      relaunches[database] = remember(calls.relaunch(database: row[Slot.database]))
    }
    var base = row
    endProcess(in: &base, asking: calls)
    base[Slot.budgets] -= budgets.relaunchUnit
    apply(relaunches[database], to: row, base: base, into: &steps, asking: calls)
  }

  /// Writes what a transition changed over `base` and adds the step.
  @inline(__always)
  private mutating func apply<P: Product>(
    _ transition: UInt32, to row: Row, base: Row, into steps: inout StepBuffer,
    asking calls: ProductCalls<P>
  ) {
    apply(
      transitions[Int(transition)].change, of: transition, to: row, base: base, into: &steps,
      asking: calls)
  }

  @inline(__always)
  private mutating func apply<P: Product>(
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

  /// Mail and thunks end with their process; what they asked a remote store for does not.
  private func endProcess<P: Product>(in row: inout Row, asking calls: ProductCalls<P>) {
    row[Slot.mail] = Self.emptyHandle
    if isRemote && row[Slot.underWay] != Self.emptyHandle {
      let key = HandleTable.Key(row[Slot.outliving], row[Slot.underWay])
      row[Slot.outliving] =
        survivors.find(key)
        ?? {
          let handle = calls.outliving(row[Slot.outliving], joining: row[Slot.underWay])
          survivors.insert(key, handle)
          return handle
        }()
    }
    row[Slot.underWay] = Self.emptyHandle
  }

  mutating func remember(_ transition: Transition) -> UInt32 {
    transitions.append(transition)
    return UInt32(transitions.count - 1)
  }

  // MARK: Remembered answers

  @inline(__always)
  mutating func isCrashed<P: Product>(_ row: Row, asking calls: ProductCalls<P>) -> Bool {
    let store = Int(row[Slot.store])
    crashed.extend(to: store + 1, with: absentHandle)
    if crashed[store] == absentHandle {
      crashed[store] = calls.isCrashed(store: row[Slot.store]) ? 1 : 0
    }
    return crashed[store] == 1
  }

  @inline(__always)
  private mutating func menu<P: Product>(inStore store: UInt32, asking calls: ProductCalls<P>)
    -> Menu
  {
    columnStatistics.lookupCount &+= 1
    menus.extend(to: Int(store) + 1, with: .unknown)
    if menus[Int(store)].transitions != .unknown { return menus[Int(store)] }
    columnStatistics.missCount &+= 1
    let menu = makeMenu(of: calls.gestures(inStore: store))
    menus[Int(store)] = menu
    return menu
  }

  private func makeMenu(of gestures: [Transition]) -> Menu {
    let first = UInt32(transitions.count)
    let start = UInt32(offers.count)
    for gesture in gestures {
      if !gesture.traits.contains(.loop) {
        offers.append(Offer(transition: UInt32(transitions.count), change: gesture.change))
      }
      transitions.append(gesture)
    }
    return Menu(
      transitions: Run(start: first, end: UInt32(transitions.count)),
      moving: Run(start: start, end: UInt32(offers.count)))
  }

  @inline(__always)
  private func shape<P: Product>(ofMail mail: UInt32, asking calls: ProductCalls<P>) -> MailShape {
    mails.extend(to: Int(mail) + 1, with: .unknown)
    if mails[Int(mail)].count == MailShape.unknown.count {
      mails[Int(mail)] = calls.shape(ofMail: mail)
    }
    return mails[Int(mail)]
  }

  @inline(__always)
  private func moves<P: Product>(ofUnderWay underWay: UInt32, asking calls: ProductCalls<P>)
    -> Range<Int>
  {
    moveRuns.extend(to: Int(underWay) + 1, with: .unknown)
    if moveRuns[Int(underWay)] == .unknown {
      let start = UInt32(moves.count)
      for move in calls.moves(ofUnderWay: underWay) { moves.append(move) }
      moveRuns[Int(underWay)] = Run(start: start, end: UInt32(moves.count))
    }
    return moveRuns[Int(underWay)].places
  }

  private func performances<P: Product>(
    of move: UInt32, database: UInt32, asking calls: ProductCalls<P>
  ) -> Range<UInt32> {
    run(of: HandleTable.Key(move, database), in: performances) {
      calls.performances(ofMove: move, database: database)
    }
  }

  private mutating func completion<P: Product>(
    of move: UInt32, store: UInt32, asking calls: ProductCalls<P>
  ) -> UInt32 {
    let key = HandleTable.Key(move, store)
    if let transition = completions.find(key) { return transition }
    let transition = remember(calls.completion(ofMove: move, store: store))
    completions.insert(key, transition)
    return transition
  }

  @inline(__always)
  private mutating func mail<P: Product>(
    _ mail: UInt32, appending notice: UInt32, asking calls: ProductCalls<P>
  ) -> UInt32 {
    let key = HandleTable.Key(mail, notice)
    if let longer = appendings.find(key) { return longer }
    let longer = calls.mail(mail, appending: notice)
    appendings.insert(key, longer)
    return longer
  }

  private mutating func underWay<P: Product>(
    _ underWay: UInt32, replacing position: UInt32, with thunk: UInt32,
    asking calls: ProductCalls<P>
  ) -> UInt32 {
    let key = HandleTable.Key(underWay, position, thunk)
    if let changed = replacements.find(key) { return changed }
    let changed = calls.underWay(underWay, replacing: position, with: thunk)
    replacements.insert(key, changed)
    return changed
  }
}
