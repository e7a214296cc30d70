/// The transition relation of the runtime over handles: what it composes, and every answer that it was
/// given.
///
/// It is no generic, so that a search runs at full speed for every product. Steps come in label order.
struct RuntimeTables {
  /// The gestures that a store offers: places among the offers, all of them and those that are no loops.
  private struct Menu {
    var all: Range<Int>
    var moving: Range<Int>
    var loopCount: Int
    /// Whether steps of all of them were added before.
    var isKnown = false
  }

  /// The handle of the empty mail, of no thunk under way, and of the store at launch.
  static let emptyHandle: UInt32 = 0

  let mailMax: Int
  let isSerial: Bool
  let transitions = LargeArray<Transition>()
  private var menus: ContiguousArray<Menu?> = []
  private let offers = LargeArray<UInt32>()
  private var crashed: ContiguousArray<Bool?> = []
  private var mails: ContiguousArray<MailShape?> = []
  private var moves: ContiguousArray<ContiguousArray<Move>?> = []
  private var relaunches: ContiguousArray<UInt32> = []
  private var deliveries = HandleTable()
  private var performances = HandleTable()
  private var completions = HandleTable()
  private var appendings = HandleTable()
  private var replacements = HandleTable()
  private var ghosts = HandleTable()
  private var pendings = HandleTable()
  private var derivedFacets: [ContiguousArray<UInt32>] = Facet.sources.map { _ in [] }
  private var columnStatistics = CacheStatistics()

  init(mailMax: Int, isSerial: Bool) {
    self.mailMax = mailMax
    self.isSerial = isSerial
  }

  var statistics: CacheStatistics {
    var sum = columnStatistics
    for table in [deliveries, performances, completions, appendings, replacements, ghosts, pendings] {
      sum.lookupCount += table.statistics.lookupCount
      sum.missCount += table.statistics.missCount
    }
    return sum
  }

  var byteCount: Int {
    let tables = [deliveries, performances, completions, appendings, replacements, ghosts, pendings]
    return tables.reduce(0) { $0 + $1.byteCount }
      + transitions.byteCount
      + menus.capacity * MemoryLayout<Menu?>.stride + offers.byteCount
      + mails.capacity * MemoryLayout<MailShape?>.stride
      + moves.capacity * 8 + moves.reduce(0) { $0 + ($1?.capacity ?? 0) * MemoryLayout<Move>.stride }
      + (relaunches.capacity + crashed.capacity) * 4
      + derivedFacets.reduce(0) { $0 + $1.capacity * 4 }
  }

  // MARK: Steps

  /// Adds every step out of a state.
  mutating func expand(
    _ row: Row, into steps: inout StepBuffer, selecting selection: StepSelection,
    asking answers: any RuntimeAnswers
  ) {
    if !isCrashed(row, asking: answers) {
      let shape = shape(ofMail: row[Slot.mail], asking: answers)
      if shape.count < mailMax {
        addGestures(row, into: &steps, selecting: selection, asking: answers)
      }
      if shape.count > 0 && (!isSerial || row[Slot.underWay] == Self.emptyHandle) {
        addDelivery(row, shape, into: &steps, asking: answers)
      }
      if row[Slot.underWay] != Self.emptyHandle {
        addMoves(row, into: &steps, asking: answers)
      }
    }
    if row[Slot.budgets] >> 8 & 0xff > 0 {
      addRelaunch(row, into: &steps, asking: answers)
    }
  }

  @inline(__always)
  private mutating func addGestures(
    _ row: Row, into steps: inout StepBuffer, selecting selection: StepSelection,
    asking answers: any RuntimeAnswers
  ) {
    let left = Int16(row[Slot.budgets] >> 16)
    let menu = menu(inStore: row[Slot.store], asking: answers)
    // While a kill binds, every gesture but an appearing changes the ghost fields, so that it is no loop.
    let skips = selection.skipsKnownLoops && menu.isKnown && !answers.isKillBinding(inGhost: row[Slot.ghost])
    if skips { steps.skippedLoopCount += menu.loopCount }
    for place in skips ? menu.moving : menu.all {
      let cause = offers[place]
      if transitions[Int(cause)].additionCount <= left {
        apply(cause, to: row, base: row, into: &steps, asking: answers)
      }
    }
    if !menu.isKnown { menus[Int(row[Slot.store])]?.isKnown = true }
  }

  @inline(__always)
  private mutating func addDelivery(
    _ row: Row, _ shape: MailShape, into steps: inout StepBuffer, asking answers: any RuntimeAnswers
  ) {
    let key = HandleTable.Key(shape.head, row[Slot.store])
    let cause: UInt32
    if let known = deliveries.find(key) {
      cause = known
    } else {
      cause = remember(answers.delivery(ofNotice: shape.head, store: row[Slot.store]))
      deliveries.insert(key, cause)
    }
    var base = row
    base[Slot.mail] = shape.tail
    let thunk = transitions[Int(cause)].thunk
    if thunk != absentHandle {
      base[Slot.underWay] = underWay(
        row[Slot.underWay], replacing: absentHandle, with: thunk, asking: answers)
    }
    apply(cause, to: row, base: base, into: &steps, asking: answers)
  }

  private mutating func addMoves(
    _ row: Row, into steps: inout StepBuffer, asking answers: any RuntimeAnswers
  ) {
    let moves = moves(ofUnderWay: row[Slot.underWay], asking: answers)
    for move in moves {
      let causes: Range<UInt32>
      if move.isAsked {
        causes = performances(of: move.handle, database: row[Slot.database], asking: answers)
      } else {
        let cause = completion(of: move.handle, store: row[Slot.store], asking: answers)
        causes = cause..<cause + 1
      }
      for cause in causes {
        let transition = transitions[Int(cause)]
        if transition.fault != nil && row[Slot.budgets] & 0xff == 0 { continue }
        var base = row
        base[Slot.underWay] = underWay(
          row[Slot.underWay], replacing: move.position, with: transition.thunk, asking: answers)
        apply(cause, to: row, base: base, into: &steps, asking: answers)
      }
    }
  }

  private mutating func addRelaunch(
    _ row: Row, into steps: inout StepBuffer, asking answers: any RuntimeAnswers
  ) {
    let database = Int(row[Slot.database])
    while relaunches.count <= database { relaunches.append(absentHandle) }
    if relaunches[database] == absentHandle {
      relaunches[database] = remember(answers.relaunch(database: row[Slot.database]))
    }
    var base = row
    base[Slot.mail] = Self.emptyHandle
    base[Slot.underWay] = Self.emptyHandle
    base[Slot.budgets] -= Budgets.relaunchUnit
    apply(relaunches[database], to: row, base: base, into: &steps, asking: answers)
  }

  /// Writes what a transition changed over `base` and adds the step.
  @inline(__always)
  private mutating func apply(
    _ cause: UInt32, to row: Row, base: Row, into steps: inout StepBuffer, asking answers: any RuntimeAnswers
  ) {
    let transition = transitions[Int(cause)]
    var next = base
    if transition.store != absentHandle { next[Slot.store] = transition.store }
    if transition.database != absentHandle { next[Slot.database] = transition.database }
    if transition.notice != absentHandle {
      next[Slot.mail] = mail(base[Slot.mail], appending: transition.notice, asking: answers)
    }
    if transition.fault != nil { next[Slot.budgets] -= Budgets.faultUnit }
    next[Slot.budgets] &-= UInt32(bitPattern: Int32(transition.additionCount)) &* Budgets.additionUnit
    if transition.ghostEffect != 0 {
      next[Slot.ghost] = ghost(row[Slot.ghost], after: transition.ghostEffect, asking: answers)
    }
    if transition.traits.contains(.crash) {
      next[Slot.mail] = Self.emptyHandle
      next[Slot.underWay] = Self.emptyHandle
    }
    steps.append(next, cause: cause, traits: transition.traits)
  }

  private mutating func remember(_ transition: Transition) -> UInt32 {
    transitions.append(transition)
    return UInt32(transitions.count - 1)
  }

  // MARK: Remembered answers

  @inline(__always)
  mutating func isCrashed(_ row: Row, asking answers: any RuntimeAnswers) -> Bool {
    let store = Int(row[Slot.store])
    while crashed.count <= store { crashed.append(nil) }
    if let known = crashed[store] { return known }
    let answer = answers.isCrashed(store: row[Slot.store])
    crashed[store] = answer
    return answer
  }

  @inline(__always)
  private mutating func menu(inStore store: UInt32, asking answers: any RuntimeAnswers) -> Menu {
    columnStatistics.lookupCount &+= 1
    while menus.count <= Int(store) { menus.append(nil) }
    if let menu = menus[Int(store)] { return menu }
    columnStatistics.missCount &+= 1
    let menu = makeMenu(of: answers.gestures(inStore: store))
    menus[Int(store)] = menu
    return menu
  }

  private mutating func makeMenu(of gestures: [Transition]) -> Menu {
    let first = UInt32(transitions.count)
    for gesture in gestures { transitions.append(gesture) }
    let causes = first..<UInt32(transitions.count)
    let start = offers.count
    for cause in causes { offers.append(cause) }
    let all = start..<offers.count
    for cause in causes where !transitions[Int(cause)].traits.contains(.loop) { offers.append(cause) }
    let moving = all.upperBound..<offers.count
    return Menu(all: all, moving: moving, loopCount: all.count - moving.count)
  }

  @inline(__always)
  private mutating func shape(ofMail mail: UInt32, asking answers: any RuntimeAnswers) -> MailShape {
    while mails.count <= Int(mail) { mails.append(nil) }
    if let shape = mails[Int(mail)] { return shape }
    let shape = answers.shape(ofMail: mail)
    mails[Int(mail)] = shape
    return shape
  }

  @inline(__always)
  private mutating func moves(
    ofUnderWay underWay: UInt32, asking answers: any RuntimeAnswers
  ) -> ContiguousArray<Move> {
    while moves.count <= Int(underWay) { moves.append(nil) }
    if let known = moves[Int(underWay)] { return known }
    let answer = ContiguousArray(answers.moves(ofUnderWay: underWay))
    moves[Int(underWay)] = answer
    return answer
  }

  private mutating func performances(
    of move: UInt32, database: UInt32, asking answers: any RuntimeAnswers
  ) -> Range<UInt32> {
    let key = HandleTable.Key(move, database)
    if let packed = performances.find(key) { return packed >> 2..<packed >> 2 + packed & 3 }
    let answer = answers.performances(ofMove: move, database: database)
    let start = UInt32(transitions.count)
    for transition in answer { transitions.append(transition) }
    performances.insert(key, start << 2 | UInt32(answer.count))
    return start..<start + UInt32(answer.count)
  }

  private mutating func completion(
    of move: UInt32, store: UInt32, asking answers: any RuntimeAnswers
  ) -> UInt32 {
    let key = HandleTable.Key(move, store)
    if let cause = completions.find(key) { return cause }
    let cause = remember(answers.completion(ofMove: move, store: store))
    completions.insert(key, cause)
    return cause
  }

  @inline(__always)
  private mutating func mail(
    _ mail: UInt32, appending notice: UInt32, asking answers: any RuntimeAnswers
  ) -> UInt32 {
    let key = HandleTable.Key(mail, notice)
    if let longer = appendings.find(key) { return longer }
    let longer = answers.mail(mail, appending: notice)
    appendings.insert(key, longer)
    return longer
  }

  private mutating func underWay(
    _ underWay: UInt32, replacing position: UInt32, with thunk: UInt32, asking answers: any RuntimeAnswers
  ) -> UInt32 {
    let key = HandleTable.Key(underWay, position, thunk)
    if let changed = replacements.find(key) { return changed }
    let changed = answers.underWay(underWay, replacing: position, with: thunk)
    replacements.insert(key, changed)
    return changed
  }

  @inline(__always)
  private mutating func ghost(
    _ ghost: UInt32, after effect: UInt32, asking answers: any RuntimeAnswers
  ) -> UInt32 {
    let key = HandleTable.Key(ghost, effect)
    if let changed = ghosts.find(key) { return changed }
    let changed = answers.ghost(ghost, after: effect)
    ghosts.insert(key, changed)
    return changed
  }

  /// The handles of all facets: the row's own, then the derived ones.
  mutating func facets(of row: Row, asking answers: any RuntimeAnswers) -> FacetValues {
    var values = FacetValues(lowHalf: row.words, highHalf: .zero)
    for number in Facet.sources.indices {
      let handle = row[Facet.sources[number]]
      let known =
        Int(handle) < derivedFacets[number].count ? derivedFacets[number][Int(handle)] : absentHandle
      values[Row.widthMax + number] =
        known != absentHandle ? known : learnFacet(number, ofHandle: handle, asking: answers)
    }
    let key = HandleTable.Key(row[Slot.mail], row[Slot.underWay])
    if let known = pendings.find(key) {
      values[Facet.pending.number] = known
    } else {
      let answer = answers.pending(mail: row[Slot.mail], underWay: row[Slot.underWay])
      pendings.insert(key, answer)
      values[Facet.pending.number] = answer
    }
    return values
  }

  private mutating func learnFacet(
    _ number: Int, ofHandle handle: UInt32, asking answers: any RuntimeAnswers
  ) -> UInt32 {
    while derivedFacets[number].count <= Int(handle) { derivedFacets[number].append(absentHandle) }
    let answer = answers.derivedFacet(number, ofHandle: handle)
    derivedFacets[number][Int(handle)] = answer
    return answer
  }
}
