/// A launched system, behind what is asked of it: the rest of a run knows no type of the code under
/// test.
@usableFromInline package struct LaunchedSystem<P: Product>: Sendable {
  let parts: [any AnyObject & Sendable]
  let perform: @MainActor @Sendable (P.Gesture) throws -> Void
  let state: @MainActor @Sendable () -> StoreState<P>
  /// Changes what selectors read; nil where the system's store is not one of this package.
  let replaceState: (@MainActor @Sendable (P.State) -> Void)?
  let promises: @MainActor @Sendable () -> [LivePromise]
  let openWindow: @MainActor @Sendable (LiveWindowTasks) -> LiveWindow<P>?

  @MainActor init<Subject: LiveSubject<P>>(_ subject: Subject, in surroundings: LiveSurroundings<P>)
  {
    let system = subject.makeSystem(in: surroundings)
    let parts = [system] + subject.parts(of: system)
    self.parts = parts
    if let store = parts.lazy.compactMap({ $0 as? LiveStore<P.State, P.Action> }).first {
      replaceState = { [weak store] state in store?.replaceState(by: state) }
    } else {
      replaceState = nil
    }
    perform = { try subject.perform($0, on: system) }
    state = { .running(subject.state(of: system)) }
    promises = { subject.promises(of: system) }
    openWindow = { subject.openWindow(on: system, tasks: $0) }
  }
}
