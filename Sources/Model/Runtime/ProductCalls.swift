/// A product's functions, asked for what the tables do not know yet.
final class ProductCalls<P: Product> {
  let interned: InternedRuntime<P>
  let product: P
  /// The scope's, kept apart: to read them through the system would copy all of it.
  let values: P.Values
  let isOpen: Bool
  let isLagging: Bool
  let likeness: LikenessWatch?

  /// The action of each completion, by the move's handle.
  let completionActions = LargeArray<UInt32>()
  let actionsOfGestures = LargeArray<UInt32>()
  /// The states that the reducer answered last, out of one state, and their handles.
  var latestInput = absentHandle
  var latestAnswers: ContiguousArray<P.State> = []
  let latestHandles = LargeArray<UInt32>()
  /// The notice of each action that was dispatched last, by the action's handle.
  let latestNotices = LargeArray<UInt32>()
  /// The derived facets that were learned last, by the facet's number.
  let latestDerived = LargeArray<UInt32>()
  var latestOffer: [P.Gesture] = []
  var latestMenu: [OfferedGesture] = []
  /// What dispatches in windows did, by action and store.
  var dispatches: [UInt64: DispatchAnswer] = [:]

  init(_ interned: InternedRuntime<P>) {
    self.interned = interned
    product = interned.product
    values = interned.system.scope.values
    isOpen = interned.system.scope.environment == .open
    isLagging = interned.system.scope.windows?.lagging != nil
    likeness = interned.likeness
  }

  var memory: MemoryUse {
    completionActions.memory
      + MemoryUse(
        dispatches.capacity * (MemoryLayout<UInt64>.stride + MemoryLayout<DispatchAnswer>.stride))
  }

}
