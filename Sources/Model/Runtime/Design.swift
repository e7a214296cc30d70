/// The functions of a product as values: designs with a planted defect, and those with a repair,
/// differ in them.
public struct Design<P: Product>: Sendable {
  public typealias Reducer = @Sendable (P.State, P.Action) throws -> P.State
  public typealias Noticing = @Sendable (P.State, P.Action) -> P.Notice?
  public typealias Listener = @Sendable (P.Notice, P.State) throws -> P.Operation?
  public typealias Store = @Sendable (P.Operation, inout P.Database) throws -> P.Reply
  public typealias Completing =
    @Sendable (P.Operation, Result<P.Reply, OperationFailure>) -> P.Action?

  public var reducer: Reducer
  /// The half of the listener's guards that looks at the element.
  public var noticing: Noticing
  /// The half of the listener's guards that looks at the current state.
  public var listener: Listener
  public var store: Store
  public var completing: Completing
  /// What arrives once more of a request that outlived its process.
  public var resending: @Sendable (P.Operation) -> P.Operation? = { _ in nil }
  /// What becomes of a subscription as a component declares it.
  public var subscribing: @Sendable (Subscription<P>) -> Subscription<P> = { $0 }
  public var windows = WindowDesign<P>()

  /// Makes the design of a product that listens to nothing by default.
  public init(
    reducer: @escaping Reducer, noticing: @escaping Noticing = { _, _ in nil },
    listener: @escaping Listener = { _, _ in nil },
    store: @escaping Store = { _, _ in throw OperationFailure("there is no store") },
    completing: @escaping Completing = { _, _ in nil }
  ) {
    self.reducer = reducer
    self.noticing = noticing
    self.listener = listener
    self.store = store
    self.completing = completing
  }
}

extension Design {
  /// Puts something around the store; what is there already is handed on.
  public mutating func aroundStore(
    _ change: @escaping @Sendable (P.Operation, inout P.Database, Store) throws -> P.Reply
  ) {
    let store = store
    self.store = { try change($0, &$1, store) }
  }

  /// Changes every subscription of a family.
  public mutating func aroundSubscriptions(
    named family: String, _ change: @escaping @Sendable (Subscription<P>) -> Subscription<P>
  ) {
    let subscribing = subscribing
    self.subscribing = { declared in
      let subscription = subscribing(declared)
      return subscription.name == family ? change(subscription) : subscription
    }
  }
}

/// A product whose functions can be exchanged: it does what its design says.
public protocol DesignedProduct: Product {
  var design: Design<Self> { get set }
}

extension DesignedProduct {
  public func reduce(_ state: State, _ action: Action) throws -> State {
    try design.reducer(state, action)
  }
  public func notice(old: State, action: Action) -> Notice? { design.noticing(old, action) }
  public func react(to notice: Notice, current: State) throws -> Operation? {
    try design.listener(notice, current)
  }
  public func perform(_ operation: Operation, on database: inout Database) throws -> Reply {
    try design.store(operation, &database)
  }
  public func completion(of operation: Operation, result: Result<Reply, OperationFailure>)
    -> Action?
  {
    design.completing(operation, result)
  }
  public func resent(_ operation: Operation) -> Operation? { design.resending(operation) }
  public func staysOpen(_ other: Window, whenClosing window: Window) -> Bool {
    design.windows.closing(other, window)
  }
}
