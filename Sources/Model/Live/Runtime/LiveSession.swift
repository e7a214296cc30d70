/// Makes the thunks of a product, off the main actor.
actor LiveSession<P: Product> {
  private let product: P
  private let database: LiveDatabase<P>

  init(product: P, database: LiveDatabase<P>) {
    self.product = product
    self.database = database
  }

  /// The thunk that asks for an operation and dispatches what became of it.
  func thunk(for operation: P.Operation) -> LiveStore<P.State, P.Action>.Thunk {
    { store in try await self.run(operation, store) }
  }

  private func run(_ operation: P.Operation, _ store: LiveStore<P.State, P.Action>) async throws {
    let result: Result<P.Reply, any Error>
    do {
      result = .success(try await database.perform(operation))
    } catch {
      result = .failure(error)
    }
    let told = result.mapError { OperationFailure($0) }
    if let action = product.completion(of: operation, result: told) {
      try await store.dispatch(action: action)
    }
    _ = try result.get()
  }
}
