/// What of a step its transition decides, and what views of steps ask beside the states before and after.
extension RuntimeExpansion {
  /// A state of a row, as properties look at it.
  public func view(of row: Row, at moment: Moment, recording recorder: ReadRecorder?) -> RuntimeView<P> {
    RuntimeView(expansion: self, row: row, moment: moment, recorder: recorder)
  }

  /// What follows from the input of the product function that was asked, and from its answer.
  public func decided(byCause cause: UInt32) -> Reads {
    let transition = transition(ofCause: cause)
    var reads = Reads()
    reads.others = [.action, .transition]
    if transition.traits.contains(.crash) { return decidedByCrash(transition, reads) }
    switch transition.kind {
    case .gesture, .complete:
      reads.decide(Facet.ofStore)
      reads.decideChange(of: Facet.ofDatabase + [.underWay, .mail])
      if transition.kind == .gesture { reads.decideChange(of: [.pending]) }
    case .deliver:
      reads.decide(Facet.ofStore)
      reads.decideChange(of: Facet.ofDatabase + [.underWay, .mail, .pending])
    case .perform:
      reads.decide(Facet.ofDatabase)
      reads.decideChange(of: Facet.ofStore + [.underWay, .mail])
    case .relaunch:
      reads.decide(Facet.ofDatabase)
      for facet in Facet.ofStore { reads.after |= facet.bit }
    case .window:
      reads.decide(Facet.ofStore)
      reads.decideChange(of: Facet.ofDatabase + [.underWay, .mail, .pending])
      if windowTables?.decidesWindows(cause) ?? false { reads.decide([.windows]) }
    }
    if windowTables == nil { reads.decide([.windows]) }
    if transition.kind == .deliver || transition.kind == .perform { reads.decideChange(of: [.windows]) }
    return reads
  }

  /// The store before a performance is none of its inputs; mail and thunks are gone, whatever they were.
  private func decidedByCrash(_ transition: Transition, _ reads: Reads) -> Reads {
    var reads = reads
    for facet in Facet.ofStore { reads.after |= facet.bit }
    if transition.kind != .perform { reads.decide(Facet.ofStore) }
    if transition.kind == .perform { for facet in Facet.ofDatabase { reads.before |= facet.bit } }
    return reads
  }

  /// The action that a cause dispatches, nil when it dispatches none.
  func actionHandleIfAny(ofCause cause: UInt32) -> UInt32? {
    let transition = transition(ofCause: cause)
    if transition.kind == .complete { return completionAction(ofMove: transition.payload) }
    if transition.gesture == absentHandle { return nil }
    return actions.handle(of: product.action(of: gestures[transition.gesture]))
  }

  /// The handle of the action that a cause dispatches.
  public func actionHandle(ofCause cause: UInt32) -> UInt32 {
    actionHandleIfAny(ofCause: cause) ?? absentHandle
  }

  /// Whether the label is about one window.
  public func namesPlace(ofCause cause: UInt32) -> Bool {
    transition(ofCause: cause).kind == .window
  }

  // MARK: Circumstances

  /// What waits and what is under way, by kind.
  public func circumstance(of row: Row) -> UInt32 {
    let statuses = facets(of: row)[Facet.statuses.number]
    let key = HandleTable.Key(row[Slot.mail], row[Slot.underWay], statuses)
    if let known = circumstances.find(key) { return known }
    let words = circumstanceWords.handle(of: words(row, statuses: statuses))
    circumstances.insert(key, words)
    return words
  }

  /// Circumstances in words.
  public func words(ofCircumstance handle: UInt32) -> String { circumstanceWords[handle] }

  private func words(_ row: Row, statuses: UInt32) -> String {
    var waiting: Set<String> = []
    if case .statuses(let statuses?) = derived[statuses] {
      waiting = Set(statuses.filter { $0.value == .waiting }.map { product.kind(of: $0.key) })
    }
    let asked = Set(mails[row[Slot.mail]].map { RuntimeLabel<P>.caseName(of: notices[$0]) })
    let moving = Set(
      underWays[row[Slot.underWay]].map { RuntimeLabel<P>.caseName(of: thunks[$0].operation) })
    let parts = [("waiting", waiting), ("in the mail", asked), ("under way", moving)]
    return parts.filter { !$1.isEmpty }.map { "\($0): \($1.sorted().joined(separator: ", "))" }
      .joined(separator: "; ")
  }
}

/// What a step did, as its transition tells.
extension RuntimeView {
  /// The gesture of the open environment that a cause dispatches, whoever made it.
  package func gesture(ofCause cause: UInt32) -> P.Gesture? {
    let transition = expansion.transition(ofCause: cause)
    return transition.gesture == absentHandle ? nil : expansion.gestures[transition.gesture]
  }

  /// The action that a cause dispatches.
  package func action(ofCause cause: UInt32) -> P.Action? {
    expansion.actionHandleIfAny(ofCause: cause).map { expansion.actions[$0] }
  }

  /// What a person does in a window, without the window's place.
  package func windowGesture(ofCause cause: UInt32) -> P.WindowGesture? {
    if case .windowGesture(let gesture, _) = expansion.label(ofCause: cause) { gesture } else { nil }
  }

  /// The element that a delivery takes, and what the listener asks for then.
  package func delivery(ofCause cause: UInt32) -> (notice: P.Notice, asked: P.Operation?)? {
    let transition = expansion.transition(ofCause: cause)
    guard transition.kind == .deliver else { return nil }
    let asked = transition.thunk == absentHandle ? nil : expansion.thunks[transition.thunk].operation
    return (expansion.notices[transition.payload], asked)
  }

  /// The operation that a cause carries out or completes, and the result that is reported.
  package func operation(
    ofCause cause: UInt32
  ) -> (operation: P.Operation, fault: Fault?, result: Result<P.Reply, OperationFailure>?)? {
    let transition = expansion.transition(ofCause: cause)
    guard transition.kind == .perform || transition.kind == .complete else { return nil }
    let thunk = expansion.namedThunks[transition.payload].thunk
    return (thunk.operation, transition.fault, thunk.result)
  }

  /// What a step did to windows: those that it acted in, opened, closed, or changed otherwise.
  package func windowChanges(ofCause cause: UInt32, to row: Row) -> [WindowChange<P>] {
    expansion.windowChanges(ofCause: cause, from: self.row, to: row, recording: recorder)
  }
}
