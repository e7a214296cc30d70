/// An app as live code under test, beside the product that was derived from it.
package struct DerivedSubject<A: App>: LiveSubject {
  package typealias P = DerivedProduct<A>

  let app: A

  /// Makes the live code of an app.
  package init(_ app: A) { self.app = app }

  @MainActor package func makeSystem(in surroundings: LiveSurroundings<P>) -> Launched<A.Store> {
    let app = app
    let reducer = surroundings.observe { state, action in
      switch action {
      case .does(let action): try app.reduce(state, action)
      case .trap(let cause): throw Crash(cause)
      }
    }
    return app.launch(
      Launch(
        state: app.initialState, reducer: { try reducer($0, .does($1)) },
        gates: Gates { call, body, isolation in
          try await surroundings.carryOut(call, isolation: isolation) { answered in
            // A call that goes on when its launch ends was given no answer.
            try body.run(&surroundings.database, answered.answer ?? (body.answers.isEmpty ? nil : 0))
          }
        }))
  }

  @MainActor package func perform(_ gesture: Deed<A.Action>, on running: Launched<A.Store>) throws {
    try app.dispatch(gesture.action, to: running.store)
  }

  @MainActor package func state(of running: Launched<A.Store>) -> A.State { app.state(of: running.store) }

  @MainActor package func promises(of running: Launched<A.Store>) -> [LivePromise] {
    app.promises(of: running.store)
  }

  @MainActor package func parts(of running: Launched<A.Store>) -> [any AnyObject & Sendable] {
    [running.store] + running.others
  }
}
