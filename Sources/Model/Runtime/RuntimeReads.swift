/// What of a step its transition decides, and what views of steps ask beside the states before and
/// after.
extension RuntimeExpansion {
  package func view(of row: Row, at moment: Moment, recording recorder: ReadRecorder?)
    -> RuntimeView<P>
  {
    RuntimeView(expansion: self, row: row, moment: moment, recorder: recorder)
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
