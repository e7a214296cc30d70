/// A launched system, behind what is asked of it: the rest of a run knows no type of the code under test.
package struct LaunchedSystem<P: Product>: Sendable {
  let parts: [any AnyObject & Sendable]
  let perform: @MainActor @Sendable (P.Gesture) throws -> Void
  let state: @MainActor @Sendable () -> StoreState<P>
  let openWindow: @MainActor @Sendable (LiveWindowTasks) -> LiveWindow<P>?

  @MainActor init<Subject: LiveSubject<P>>(_ subject: Subject, in surroundings: LiveSurroundings<P>) {
    let system = subject.makeSystem(in: surroundings)
    parts = [system] + subject.parts(of: system)
    perform = { try subject.perform($0, on: system) }
    state = { .running(subject.state(of: system)) }
    openWindow = { subject.openWindow(on: system, tasks: $0) }
  }

  /// Launches a subject, by code that was compiled for its product if there is any.
  @MainActor static func launch(_ subject: any LiveSubject<P>, in surroundings: LiveSurroundings<P>) -> Self {
    func compiled<Q: CompiledLaunch>(_ product: Q, _ discipline: Discipline) -> Any? {
      (surroundings as? LiveSurroundings<Q>).map { product.launch(discipline, in: $0) }
    }
    if let own = subject as? ProductSubject<P>, let product = own.product as? any CompiledLaunch,
      let launched = compiled(product, own.discipline) as? Self
    {
      return launched
    }
    return Self(subject, in: surroundings)
  }
}

/// A product whose live code is compiled for it alone.
///
/// What is generic over products runs at two thirds of the speed of code for one of them. Where a product of
/// this module declares the conformance, the compiler makes such code for it.
package protocol CompiledLaunch: Product {
  @MainActor func launch(
    _ discipline: Discipline, in surroundings: LiveSurroundings<Self>
  ) -> LaunchedSystem<Self>
}

extension CompiledLaunch {
  @MainActor package func launch(
    _ discipline: Discipline, in surroundings: LiveSurroundings<Self>
  ) -> LaunchedSystem<Self> {
    LaunchedSystem(ProductSubject(product: self, discipline: discipline), in: surroundings)
  }
}
