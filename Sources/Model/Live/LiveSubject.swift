/// Live code under test: how to make a system, how a person acts on it, and how to see its state.
///
/// The product is the model that the system is compared with. The system itself is code as it ships: a
/// store on the main actor, its listener, its actors.
public protocol LiveSubject: Sendable {
  /// The model.
  associatedtype P: Product
  /// The store and all that keeps it running.
  associatedtype System: AnyObject & Sendable

  /// Whether the system's listener tells when it takes an element (`LiveSurroundings.noteDelivery`); false
  /// by default.
  var tellsDeliveries: Bool { get }
  /// Whether operations work on a persistent store of the system's own, whose content nobody sees; false by
  /// default.
  var keepsOwnDatabase: Bool { get }

  /// Launches the app: makes store and listener, and nothing that outlives them.
  @MainActor func makeSystem(in surroundings: LiveSurroundings<P>) -> System
  /// Does what a person does: dispatches an action; the error of a dispatch is the component's to print.
  @MainActor func perform(_ gesture: P.Gesture, on system: System) throws
  /// The store's state.
  @MainActor func state(of system: System) -> P.State
  /// What has to be gone when the system is: its store and its listener, say; none by default.
  @MainActor func parts(of system: System) -> [any AnyObject & Sendable]
  /// Opens a window of the app; nil, as by default, when it has none that can be run.
  @MainActor func openWindow(on system: System, tasks: LiveWindowTasks) -> LiveWindow<P>?
}

extension LiveSubject {
  /// No.
  public var tellsDeliveries: Bool { false }
  /// No.
  public var keepsOwnDatabase: Bool { false }
  /// None but the system itself.
  @MainActor public func parts(of system: System) -> [any AnyObject & Sendable] { [] }
  /// None.
  @MainActor public func openWindow(on system: System, tasks: LiveWindowTasks) -> LiveWindow<P>? { nil }
}

/// A product's own functions in the runtime of this package, as real concurrent code.
public struct ProductSubject<P: Product>: LiveSubject {
  /// A launched app.
  @MainActor public final class System {
    let store: LiveStore<P.State, P.Action>
    let listener: LiveListener<P>

    init(store: LiveStore<P.State, P.Action>, listener: LiveListener<P>) {
      self.store = store
      self.listener = listener
    }
  }

  let product: P
  let discipline: Discipline

  /// Its listener tells.
  public var tellsDeliveries: Bool { true }

  /// Makes the subject.
  public init(product: P, discipline: Discipline = .serial) {
    self.product = product
    self.discipline = discipline
  }

  /// Launches: the listener listens before anything else happens.
  @MainActor public func makeSystem(in surroundings: LiveSurroundings<P>) -> System {
    let product = product
    let store = LiveStore(
      initialState: product.initialState,
      reducer: surroundings.observe { try product.reduce($0, $1) })
    let database = LiveDatabase(product: product, surroundings: surroundings)
    let session = LiveSession(product: product, database: database)
    let listener = LiveListener(
      product: product, session: session, discipline: discipline, surroundings: surroundings)
    listener.listen(to: store)
    return System(store: store, listener: listener)
  }

  /// Dispatches the gesture's action.
  @MainActor public func perform(_ gesture: P.Gesture, on system: System) throws {
    try system.store.dispatch(action: product.action(of: gesture))
  }

  /// The store's state.
  @MainActor public func state(of system: System) -> P.State { system.store.select { $0 } }

  /// Store and listener.
  @MainActor public func parts(of system: System) -> [any AnyObject & Sendable] {
    [system.store, system.listener]
  }

  /// A window of the product on the store.
  @MainActor public func openWindow(on system: System, tasks: LiveWindowTasks) -> LiveWindow<P>? {
    product.initialWindow.map { LiveWindow($0, product: product, store: system.store, tasks: tasks) }
  }
}
