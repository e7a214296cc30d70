/// What a step did, as its transition tells.
extension RuntimeView {
  /// The gesture of the open environment that a transition dispatches, in a window or not.
  @usableFromInline package func gesture(of transition: UInt32) -> P.Gesture? {
    expansion.gestureHandleIfAny(of: transition).map { expansion.interned.gestures[$0] }
  }

  @usableFromInline package func action(of transition: UInt32) -> P.Action? {
    expansion.actionHandleIfAny(of: transition).map { expansion.interned.actions[$0] }
  }

  /// What a person does in a window, without the window's place.
  @usableFromInline package func windowGesture(of transition: UInt32) -> P.WindowGesture? {
    if case .windowGesture(let gesture, _) = expansion.label(of: transition) {
      gesture
    } else {
      nil
    }
  }

  /// What the listener can learn from the element that a dispatch streams; nil for nothing.
  @usableFromInline package func heard(by transition: UInt32) -> P.Notice? {
    let notice = expansion.remembered(transition).notice
    return notice == absentHandle ? nil : expansion.interned.notices[notice]
  }

  /// The element that a delivery takes, and what the listener asks for then.
  @usableFromInline package func delivery(of transition: UInt32) -> (
    notice: P.Notice, asked: P.Operation?
  )? {
    let remembered = expansion.remembered(transition)
    guard remembered.kind == .deliver else { return nil }
    let asked =
      remembered.thunk == absentHandle ? nil : expansion.interned.thunks[remembered.thunk].operation
    return (expansion.interned.notices[remembered.payload], asked)
  }

  /// The operation that a transition carries out or completes, and the result that is reported.
  @usableFromInline package func operation(
    of transition: UInt32
  ) -> (operation: P.Operation, fault: Fault?, result: Result<P.Reply, OperationFailure>?)? {
    let remembered = expansion.remembered(transition)
    guard remembered.kind == .perform || remembered.kind == .complete else { return nil }
    let thunk = expansion.interned.namedThunks[remembered.payload].thunk
    return (thunk.operation, remembered.fault, thunk.result)
  }

  /// Whether a transition changes a window without a gesture in it.
  @usableFromInline package func changesOtherWindows(by transition: UInt32) -> Bool {
    let traits = expansion.remembered(transition).traits
    if !traits.isDisjoint(with: [.crash, .relaunch]) { return true }
    return expansion.windowTables?.changesOthers(transition) ?? false
  }

  /// What a step did to windows: those that it acted in, opened, closed, or changed otherwise; in
  /// an order that tells nothing of their places.
  @usableFromInline package func windowChanges(
    of transition: UInt32, to row: Row
  ) -> [WindowChange<P>] {
    expansion.windowChanges(of: transition, from: self.row, to: row, recording: recorder)
  }
}
