@testable import Model

/// A product's own functions as a running app that knows no model: a store, a listener, and a
/// session whose calls wait at gates.
struct ProductApp<P: Product>: App {
  let product: P
  let values: P.Values
  var discipline = Discipline.serial
  /// A state that holds contents; nil where nothing is promised about them.
  var holding: (@Sendable (P.Contents) -> P.State)?
  /// What the server is told of an operation.
  var told: @Sendable (P.Operation) -> P.Operation = { $0 }

  var initialState: P.State { product.initialState }
  var initialRows: P.Database { product.initialDatabase }

  func interactions(in state: P.State) -> [Interaction<P.Action>] {
    product.gestures(in: state, values: values).map { gesture in
      let count = product.additionCount(of: gesture)
      let kind: Interaction<P.Action>.Kind =
        count > 0
        ? .adds(count)
        : product.isAppearing(gesture)
          ? .appears : product.isDestructive(gesture) ? .destroys : .other
      return Interaction(product.narrator.gesture(gesture), product.action(of: gesture), kind)
    }
  }

  func reduce(_ state: P.State, _ action: P.Action) throws -> P.State {
    try product.reduce(state, action)
  }

  func showing(_ rows: P.Database) -> StoredRows<P.State>? {
    guard let holding else { return nil }
    switch product.rows(of: rows) {
    case .unopened: return .unopened
    case .uncompared: return nil
    case .repeated(let id): return .repeated(id: id)
    case .rows(let contents): return .rows(holding(contents))
    }
  }

  func launch(
    _ launch: Launch<P.State, P.Action, P.Database>
  ) -> RunningApp<LiveStore<P.State, P.Action>> {
    let store = LiveStore(initialState: launch.state, reducer: launch.reducer)
    return RunningApp(store, keeping: Listener(self, launch.gates, store))
  }

  func dispatch(_ action: P.Action, to store: LiveStore<P.State, P.Action>) throws {
    try store.dispatch(action: action)
  }
  func state(of store: LiveStore<P.State, P.Action>) -> P.State { store.select { $0 } }

  /// Off the main actor, as a session is.
  actor Session {
    private let app: ProductApp
    private let gate: Gates<P.Database>
    private var product: P { app.product }

    init(_ app: ProductApp, _ gate: Gates<P.Database>) {
      self.app = app
      self.gate = gate
    }

    private func reply(to operation: P.Operation) async throws -> P.Reply {
      let (product, name) = (product, RuntimeLabel<P>.caseName(of: operation))
      let answers = product.answers(to: operation, values: app.values)
      if answers.isEmpty {
        return try await gate(app.told(operation), function: name) {
          try product.perform(operation, on: &$0)
        }
      }
      return try await gate(operation, answers: answers, function: name) {
        try product.perform($1, on: &$0)
      }
    }

    func run(_ operation: P.Operation, _ store: LiveStore<P.State, P.Action>) async throws {
      let product = product
      let result: Result<P.Reply, OperationFailure>
      do {
        result = .success(try await reply(to: operation))
      } catch {
        result = .failure((error as? OperationFailure) ?? OperationFailure("\(error)"))
      }
      if let action = product.completion(of: operation, result: result) {
        try await store.dispatch(action: action)
      }
    }
  }

  @MainActor final class Listener {
    private var task: Task<Void, Never>?

    init(
      _ app: ProductApp, _ gates: Gates<P.Database>, _ store: LiveStore<P.State, P.Action>
    ) {
      let (product, discipline) = (app.product, app.discipline)
      let (session, stream) = (Session(app, gates), store.makeStream())
      task = Task { [weak store] in
        for await element in stream {
          guard let store, let notice = product.notice(old: element.old, action: element.action),
            let operation = try? product.react(to: notice, current: store.select { $0 })
          else { continue }
          switch discipline {
          case .serial: try? await session.run(operation, store)
          case .concurrent: Task { try? await session.run(operation, store) }
          }
        }
      }
    }

    deinit { task?.cancel() }
  }
}
