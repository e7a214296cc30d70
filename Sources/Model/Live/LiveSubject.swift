/// Live code under test: how to make a system, how a person acts on it, and how to see its state.
///
/// The product is the model that the system is compared with. The system itself is code as it
/// ships: a store on the main actor, its listener, its actors.
public protocol LiveSubject<P>: Sendable {
  /// The model.
  associatedtype P: Product
  /// The store and all that keeps it running.
  associatedtype System: AnyObject & Sendable

  /// Whether the system's listener tells when it takes an element
  /// (`LiveSurroundings.noteDelivery`); false by default.
  var tellsDeliveries: Bool { get }
  /// Whether operations work on a persistent store of the system's own, whose content is not seen;
  /// false by default.
  var keepsOwnDatabase: Bool { get }

  /// Launches the app: makes store and listener, and nothing that outlives them.
  @MainActor func makeSystem(in surroundings: LiveSurroundings<P>) -> System
  /// Does what a person does: dispatches an action; the error of a dispatch is the component's to
  /// print.
  @MainActor func perform(_ gesture: P.Gesture, on system: System) throws
  /// The store's state.
  @MainActor func state(of system: System) -> P.State
  /// What has to be gone when the system is: its store and its listener, say; none by default.
  @MainActor func parts(of system: System) -> [any AnyObject & Sendable]
  /// What the system promises of itself, asked whenever it rests; nothing by default.
  @MainActor func promises(of system: System) -> [LivePromise]
  /// Opens a window of the app; nil, as by default, when it has none that can be run.
  @MainActor func openWindow(on system: System, tasks: LiveWindowTasks) -> LiveWindow<P>?
}

extension LiveSubject {
  /// A listener as apps have it says nothing.
  public var tellsDeliveries: Bool { false }
  /// The model's database stands in for the app's.
  public var keepsOwnDatabase: Bool { false }
  /// The system itself is looked after anyway.
  @MainActor public func parts(of system: System) -> [any AnyObject & Sendable] { [] }
  /// What is promised of every product is judged anyway.
  @MainActor public func promises(of system: System) -> [LivePromise] { [] }
  /// Views of an app's own cannot be run.
  @MainActor public func openWindow(on system: System, tasks: LiveWindowTasks) -> LiveWindow<P>? {
    nil
  }
}

/// A product's own functions in the runtime of this package, as real concurrent code.
package struct ProductSubject<P: Product>: LiveSubject {
  /// A launched app.
  @MainActor package final class System {
    let store: LiveStore<P.State, P.Action>
    let listener: LiveListener<P>

    /// The listener listens before anything else happens.
    fileprivate init(_ product: P, _ discipline: Discipline, in surroundings: LiveSurroundings<P>) {
      store = LiveStore(
        initialState: product.initialState,
        reducer: surroundings.observe { try product.reduce($0, $1) })
      let database = LiveDatabase(product: product, surroundings: surroundings)
      listener = LiveListener(
        product: product, session: LiveSession(product: product, database: database),
        discipline: discipline, surroundings: surroundings)
      listener.listen(to: store)
    }
  }

  let product: P
  let discipline: Discipline

  /// - Parameter discipline: whether the listener waits for a thunk before it takes the next
  ///   element.
  package init(product: P, discipline: Discipline = .serial) {
    self.product = product
    self.discipline = discipline
  }

  package var tellsDeliveries: Bool { true }

  @MainActor package func makeSystem(in surroundings: LiveSurroundings<P>) -> System {
    System(product, discipline, in: surroundings)
  }

  @MainActor package func perform(_ gesture: P.Gesture, on system: System) throws {
    try system.store.dispatch(action: product.action(of: gesture))
  }

  @MainActor package func state(of system: System) -> P.State { system.store.select { $0 } }

  @MainActor package func parts(of system: System) -> [any AnyObject & Sendable] {
    [system.store, system.listener]
  }

  @MainActor package func openWindow(on system: System, tasks: LiveWindowTasks) -> LiveWindow<P>? {
    product.initialWindow(in: state(of: system)).map {
      LiveWindow($0, product: product, store: system.store, tasks: tasks)
    }
  }
}
