/// What people do, by the store that offers it.
struct GestureTables {
  /// The gestures that a store offers.
  struct Menu: BitwiseCopyable {
    /// Their transitions, in label order.
    var transitions: TransitionCache.Run
    /// The places among the offers of those that are no loops, in label order too.
    var moving: TransitionCache.Run
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

  let menus = LargeArray<Menu>()
  let offers = LargeArray<Offer>()

  var memory: MemoryUse { menus.memory + offers.memory }
}

/// What people do, where the mail has room.
extension TransitionCache {
  @inline(__always)
  mutating func addGestures<P: Product>(
    _ row: Row, into steps: inout StepBuffer, selecting selection: StepSelection,
    asking calls: ProductCalls<P>
  ) {
    if !hasRoom(inMail: row[Slot.mail], asking: calls) { return }
    let left = Int16(budgets.additionsLeft(row[Slot.budgets]))
    let menu = menu(inStore: row[Slot.store], asking: calls)
    if let skippable = selection.skippable, menu.isSkippable || mayBeSkipped(row, menu, skippable) {
      steps.skippedLoopCount += menu.loopCount
      for place in menu.moving.places {
        let offer = gestureTables.offers[place]
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

  /// Adds the step of a gesture that is within the budget of additions.
  mutating func addGesture<P: Product>(
    _ transition: UInt32, _ row: Row, into steps: inout StepBuffer, asking calls: ProductCalls<P>
  ) {
    if transitions[Int(transition)].additionCount <= Int16(budgets.additionsLeft(row[Slot.budgets]))
    {
      apply(transition, to: row, base: row, into: &steps, asking: calls)
    }
  }

  /// Whether every loop among the gestures of a menu may be skipped; remembered once it is so.
  private func mayBeSkipped(_ row: Row, _ menu: GestureTables.Menu, _ skippable: TransitionFlags)
    -> Bool
  {
    for transition in menu.transitions.places where transitions[transition].traits.contains(.loop) {
      if !skippable.contains(UInt32(transition)) { return false }
    }
    gestureTables.menus[Int(row[Slot.store])].isSkippable = true
    return true
  }

  @inline(__always)
  private mutating func menu<P: Product>(
    inStore store: UInt32, asking calls: ProductCalls<P>
  ) -> GestureTables.Menu {
    let menus = gestureTables.menus
    columnStatistics.lookupCount &+= 1
    menus.extend(to: Int(store) + 1, with: .unknown)
    if menus[Int(store)].transitions != .unknown { return menus[Int(store)] }
    columnStatistics.missCount &+= 1
    let menu = makeMenu(of: calls.gestures(inStore: store))
    menus[Int(store)] = menu
    return menu
  }

  private func makeMenu(of gestures: [Transition]) -> GestureTables.Menu {
    let offers = gestureTables.offers
    let first = UInt32(transitions.count)
    let start = UInt32(offers.count)
    for gesture in gestures {
      if !gesture.traits.contains(.loop) {
        offers.append(
          GestureTables.Offer(transition: UInt32(transitions.count), change: gesture.change))
      }
      transitions.append(gesture)
    }
    return GestureTables.Menu(
      transitions: Run(start: first, end: UInt32(transitions.count)),
      moving: Run(start: start, end: UInt32(offers.count)))
  }
}

/// The gestures that a store offers.
extension ProductCalls {
  func gestures(inStore store: UInt32) -> [Transition] {
    guard isOpen, case .running(let state) = interned.stores[store] else { return [] }
    var transitions: [Transition] = []
    for entry in menu(of: product.gestures(in: state, values: values)) {
      var transition = Transition(
        kind: .gesture, traits: entry.traits, payload: entry.gesture)
      transition.complexity = entry.complexity
      dispatch(entry.action, in: state, store, into: &transition)
      if transition.notice != absentHandle, entry.additionCount != 0,
        product.isAcceptedRequest(interned.notices[transition.notice])
      {
        transition.additionCount = entry.additionCount
      }
      transitions.append(transition)
    }
    return transitions
  }

  /// The gestures offered, in label order, with all that does not depend on the state; most states
  /// offer the same.
  private func menu(of offered: [P.Gesture]) -> [OfferedGesture] {
    if offered == latestOffer {
      if let likeness, likeness.isDue { likeness.compare(offered, latestOffer, "gestures") }
      return latestMenu
    }
    latestOffer = offered
    if Set(offered).count < offered.count {
      interned.complaint = "a gesture is offered twice: \(offered)"
    }
    let ordered = offered.enumerated().sorted { contentPrecedes($0.element, $1.element) }
    latestMenu = ordered.map { complexity, gesture in
      var traits: StepTraits = .gesture
      if product.isAppearing(gesture) { traits.insert(.appearing) }
      if product.isDestructive(gesture) { traits.insert(.destructive) }
      return OfferedGesture(
        gesture: interned.gestures.handle(of: gesture),
        action: interned.actions.handle(of: product.action(of: gesture)),
        traits: traits, complexity: UInt16(clamping: complexity),
        additionCount: Int16(clamping: product.additionCount(of: gesture)))
    }
    return latestMenu
  }

  func action(ofGesture gesture: UInt32) -> UInt32 {
    actionsOfGestures.extend(to: Int(gesture) + 1, with: absentHandle)
    if actionsOfGestures[Int(gesture)] == absentHandle {
      actionsOfGestures[Int(gesture)] = interned.actions.handle(
        of: product.action(of: interned.gestures[gesture]))
    }
    return actionsOfGestures[Int(gesture)]
  }
}

/// A gesture that a state offers, with all that does not depend on the state.
struct OfferedGesture {
  var gesture: UInt32
  var action: UInt32
  var traits: StepTraits
  var complexity: UInt16
  var additionCount: Int16
}

extension Reads {
  /// A gesture decides what becomes of the store, and puts an element into the mail.
  mutating func decideGesture() {
    decide(FacetBits.ofStore)
    changed |= FacetBits.ofDatabase | FacetBits.underWay | FacetBits.mail | FacetBits.pending
  }
}
