/// What of a step its transition decides, and what views of steps ask beside the states before and after.
extension RuntimeExpansion {
  package func view(of row: Row, at moment: Moment, recording recorder: ReadRecorder?) -> RuntimeView<P> {
    RuntimeView(expansion: self, row: row, moment: moment, recorder: recorder)
  }

  /// What follows from the input of the product function that was asked, and from its answer.
  package func decided(by transition: UInt32) -> Reads {
    let remembered = remembered(transition)
    var reads = Reads()
    reads.action = true
    reads.transition = true
    if remembered.traits.contains(.crash) { return decidedByCrash(remembered, reads) }
    switch remembered.kind {
    case .gesture, .window:
      reads.decide(FacetBits.ofStore)
      reads.changed |= FacetBits.ofDatabase | FacetBits.underWay | FacetBits.mail | FacetBits.pending
      if windowTables?.decidesWindows(transition) ?? false { reads.decide(FacetBits.windows) }
    case .complete:
      reads.decide(FacetBits.ofStore)
      reads.changed |= FacetBits.ofDatabase | FacetBits.underWay | FacetBits.mail
    case .deliver:
      reads.decide(FacetBits.ofStore)
      reads.changed |=
        FacetBits.ofDatabase | FacetBits.underWay | FacetBits.mail | FacetBits.pending | FacetBits.windows
    case .perform:
      reads.decide(FacetBits.ofDatabase)
      reads.changed |= FacetBits.ofStore | FacetBits.underWay | FacetBits.mail | FacetBits.windows
    case .relaunch:
      reads.decide(FacetBits.ofDatabase)
      reads.after |= FacetBits.ofStore
    }
    if windowTables == nil { reads.decide(FacetBits.windows) }
    return reads
  }

  /// The store before a performance is none of its inputs; mail and thunks are gone, whatever they were.
  private func decidedByCrash(_ remembered: Transition, _ reads: Reads) -> Reads {
    var reads = reads
    reads.after |= FacetBits.ofStore
    if remembered.kind == .perform {
      reads.before |= FacetBits.ofDatabase
    } else {
      reads.decide(FacetBits.ofStore)
    }
    return reads
  }

  /// The action that a transition dispatches, nil when it dispatches none.
  func actionHandleIfAny(of transition: UInt32) -> UInt32? {
    let remembered = remembered(transition)
    if remembered.kind == .complete { return completionAction(ofMove: remembered.payload) }
    return gestureHandleIfAny(of: transition).map(action(ofGesture:))
  }

  /// The gesture of the open environment that a transition dispatches, whoever made it.
  func gestureHandleIfAny(of transition: UInt32) -> UInt32? {
    let remembered = remembered(transition)
    if remembered.kind == .gesture { return remembered.payload }
    guard remembered.kind == .window, let gesture = windowTables?.effect(of: transition).gesture else {
      return nil
    }
    return gesture == absentHandle ? nil : gesture
  }

  func action(ofGesture gesture: UInt32) -> UInt32 {
    actionsOfGestures.extend(to: Int(gesture) + 1, with: absentHandle)
    if actionsOfGestures[Int(gesture)] == absentHandle {
      actionsOfGestures[Int(gesture)] = actions.handle(of: product.action(of: gestures[gesture]))
    }
    return actionsOfGestures[Int(gesture)]
  }

  package func actionHandle(of transition: UInt32) -> UInt32 {
    actionHandleIfAny(of: transition) ?? absentHandle
  }

  package func namesPlace(of transition: UInt32) -> Bool {
    remembered(transition).kind == .window
  }

  // MARK: Outputs

  /// What a subscription gives for a store, or for contents where its selectors are given no more; asked of
  /// the selector once for each.
  func output(of subscription: Subscription<P>, at handle: UInt32) -> UInt32 {
    let key = ObjectIdentifier(subscription.identity)
    let known: KnownOutputs
    if let found = knownOutputs[key] {
      known = found
    } else {
      known = KnownOutputs(identity: subscription.identity)
      knownOutputs[key] = known
    }
    known.handles.extend(to: Int(handle) + 1, with: absentHandle)
    if known.handles[Int(handle)] != absentHandle { return known.handles[Int(handle)] }
    guard let output = freshOutput(of: subscription, at: handle) else { return absentHandle }
    known.handles[Int(handle)] = outputs.handle(of: output)
    return known.handles[Int(handle)]
  }

  private func freshOutput(of subscription: Subscription<P>, at handle: UInt32) -> Output? {
    switch subscription.input {
    case .state(let output, _, _):
      guard case .running(let state) = stores[handle] else { return nil }
      return output(state, .ascending)
    case .contents(_, let output, _, _):
      guard case .contents(let contents?, _, _) = derived[handle] else { return nil }
      return output(contents, .ascending)
    }
  }

  // MARK: Circumstances

  package func circumstance(of row: Row) -> UInt32 {
    let key = HandleTable.Key(
      words(.inMail, row[Slot.mail]), words(.underWay, row[Slot.underWay]),
      words(.waiting, facet(.statuses, of: row)))
    if let known = circumstances.find(key) { return known }
    let parts = (0..<3).map { circumstanceWords[key[$0]] }.filter { !$0.isEmpty }
    let words = circumstanceWords.handle(of: parts.joined(separator: "; "))
    circumstances.insert(key, words)
    return words
  }

  package func words(ofCircumstance handle: UInt32) -> String { circumstanceWords[handle] }

  /// The words for one part of what circumstances are, once for each value of a component.
  private func words(_ part: CircumstancePart, _ handle: UInt32) -> UInt32 {
    let known = knownWords[part.rawValue]
    known.extend(to: Int(handle) + 1, with: absentHandle)
    if known[Int(handle)] == absentHandle { known[Int(handle)] = freshWords(part, handle) }
    return known[Int(handle)]
  }

  @inline(never)  // Inlined, it would have every look for known words ask for the types that it needs.
  private func freshWords(_ part: CircumstancePart, _ handle: UInt32) -> UInt32 {
    let kinds: [String]
    switch part {
    case .inMail:
      kinds = mails[handle].map { kind(part, $0) { RuntimeLabel<P>.caseName(of: notices[$0]) } }
    case .underWay:
      kinds = underWays[handle].map { kind(part, $0) { RuntimeLabel<P>.caseName(of: thunks[$0].operation) } }
    case .waiting:
      var statuses: [P.Subject: Status] = [:]
      if case .statuses(let known?) = derived[handle] { statuses = known }
      kinds = statuses.filter { $0.value == .waiting }.map { product.kind(of: $0.key) }
    }
    let text = kinds.isEmpty ? "" : "\(part.title): \(Set(kinds).sorted().joined(separator: ", "))"
    return circumstanceWords.handle(of: text)
  }
}

extension RuntimeExpansion {
  /// The case of an element or operation, told by reflection once for each handle.
  private func kind(_ part: CircumstancePart, _ handle: UInt32, tell: (UInt32) -> String) -> String {
    let key = HandleTable.Key(UInt32(part.rawValue), handle)
    if let known = knownKinds.find(key) { return circumstanceWords[known] }
    let kind = tell(handle)
    knownKinds.insert(key, circumstanceWords.handle(of: kind))
    return kind
  }
}

/// What circumstances are told by.
private enum CircumstancePart: Int {
  case inMail, underWay, waiting

  var title: String {
    switch self {
    case .inMail: "in the mail"
    case .underWay: "under way"
    case .waiting: "waiting"
    }
  }
}

/// What a subscription gives, by the handle of what its selectors are given.
final class KnownOutputs {
  /// Kept, so that no other subscription is taken for this one.
  private let identity: SubscriptionIdentity
  let handles = LargeArray<UInt32>()

  init(identity: SubscriptionIdentity) { self.identity = identity }
}

/// What a step did, as its transition tells.
extension RuntimeView {
  /// The gesture of the open environment that a transition dispatches, whoever made it.
  package func gesture(of transition: UInt32) -> P.Gesture? {
    expansion.gestureHandleIfAny(of: transition).map { expansion.gestures[$0] }
  }

  package func action(of transition: UInt32) -> P.Action? {
    expansion.actionHandleIfAny(of: transition).map { expansion.actions[$0] }
  }

  /// What a person does in a window, without the window's place.
  package func windowGesture(of transition: UInt32) -> P.WindowGesture? {
    if case .windowGesture(let gesture, _) = expansion.label(of: transition) { gesture } else { nil }
  }

  /// The element that a delivery takes, and what the listener asks for then.
  package func delivery(of transition: UInt32) -> (notice: P.Notice, asked: P.Operation?)? {
    let remembered = expansion.remembered(transition)
    guard remembered.kind == .deliver else { return nil }
    let asked = remembered.thunk == absentHandle ? nil : expansion.thunks[remembered.thunk].operation
    return (expansion.notices[remembered.payload], asked)
  }

  /// The operation that a transition carries out or completes, and the result that is reported.
  package func operation(
    of transition: UInt32
  ) -> (operation: P.Operation, fault: Fault?, result: Result<P.Reply, OperationFailure>?)? {
    let remembered = expansion.remembered(transition)
    guard remembered.kind == .perform || remembered.kind == .complete else { return nil }
    let thunk = expansion.namedThunks[remembered.payload].thunk
    return (thunk.operation, remembered.fault, thunk.result)
  }

  /// Whether a transition changes a window that nobody acted in.
  package func changesOtherWindows(by transition: UInt32) -> Bool {
    let traits = expansion.remembered(transition).traits
    if !traits.isDisjoint(with: [.crash, .relaunch]) { return true }
    return expansion.windowTables?.changesOthers(transition) ?? false
  }

  /// What a step did to windows: those that it acted in, opened, closed, or changed otherwise; in an order
  /// that tells nothing of their places.
  package func windowChanges(of transition: UInt32, to row: Row) -> [WindowChange<P>] {
    expansion.windowChanges(of: transition, from: self.row, to: row, recording: recorder)
      .sorted(by: WindowChange.precedes)
  }
}
