/// What of a step its transition decides, and what views of steps ask beside the states before and
/// after.
extension RuntimeExpansion {
  package func view(of row: Row, at moment: Moment, recording recorder: ReadRecorder?)
    -> RuntimeView<P>
  {
    RuntimeView(expansion: self, row: row, moment: moment, recorder: recorder)
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
    if remembered.traits.contains(.crash) { return decidedByCrash(remembered, reads) }
    switch remembered.kind {
    case .gesture, .window:
      reads.decide(FacetBits.ofStore)
      reads.changed |=
        FacetBits.ofDatabase | FacetBits.underWay | FacetBits.mail | FacetBits.pending
      if windowTables?.decidesWindows(transition) ?? false { reads.decide(FacetBits.windows) }
    case .complete:
      reads.decide(FacetBits.ofStore)
      reads.changed |= FacetBits.ofDatabase | FacetBits.underWay | FacetBits.mail
    case .deliver:
      reads.decide(FacetBits.ofStore)
      reads.changed |=
        FacetBits.ofDatabase | FacetBits.underWay | FacetBits.mail | FacetBits.pending
        | FacetBits.windows
    case .perform:
      reads.decide(FacetBits.ofDatabase)
      reads.changed |= FacetBits.ofStore | FacetBits.underWay | FacetBits.mail | FacetBits.windows
    case .relaunch:
      reads.decide(FacetBits.ofDatabase)
      reads.after |= FacetBits.ofStore
    case .arrive:
      reads.decide(FacetBits.ofDatabase)
      reads.changed |=
        FacetBits.ofStore | FacetBits.underWay | FacetBits.mail | FacetBits.pending
        | FacetBits.windows
    case .occur:
      reads.decide(FacetBits.ofStore | FacetBits.ofDatabase)
      reads.changed |= FacetBits.underWay | FacetBits.mail | FacetBits.pending
    }
    if windowTables == nil { reads.decide(FacetBits.windows) }
    return reads
  }

  /// The store before a performance is not an input of it; mail and thunks are gone, whatever they
  /// were.
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
    if let explored {
      let action = explored.action(of: transition)
      return action == absentHandle ? nil : action
    }
    let remembered = remembered(transition)
    if remembered.kind == .complete { return calls.completionAction(ofMove: remembered.payload) }
    return gestureHandleIfAny(of: transition).map(calls.action(ofGesture:))
  }

  /// The gesture of the open environment that a transition dispatches, in a window or not.
  func gestureHandleIfAny(of transition: UInt32) -> UInt32? {
    let remembered = remembered(transition)
    if remembered.kind == .gesture { return remembered.payload }
    guard remembered.kind == .window, let gesture = windowTables?.effect(of: transition).gesture
    else {
      return nil
    }
    return gesture == absentHandle ? nil : gesture
  }

  package func actionHandle(of transition: UInt32) -> UInt32 {
    actionHandleIfAny(of: transition) ?? absentHandle
  }

  package func namesPlace(of transition: UInt32) -> Bool {
    remembered(transition).kind == .window
  }
}
