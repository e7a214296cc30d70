/// Makes the thunks of a product, off the main actor.
public actor LiveSession<P: Product> {
  private let product: P
  private let database: LiveDatabase<P>

  /// Makes a session over a database.
  public init(product: P, database: LiveDatabase<P>) {
    self.product = product
    self.database = database
  }

  /// The thunk that asks for an operation and dispatches what became of it.
  public func thunk(for operation: P.Operation) -> LiveStore<P.State, P.Action>.Thunk {
    { dispatcher, _ in try await self.run(operation, dispatcher) }
  }

  private func run(_ operation: P.Operation, _ dispatcher: any LiveDispatcher<P.Action>) async throws {
    let reply: P.Reply
    do {
      reply = try await database.perform(operation)
    } catch {
      let failure = (error as? OperationFailure) ?? OperationFailure(String(describing: error))
      if let action = product.completion(of: operation, result: .failure(failure)) {
        try await dispatcher.dispatch(action: action)
      }
      throw error
    }
    if let action = product.completion(of: operation, result: .success(reply)) {
      try await dispatcher.dispatch(action: action)
    }
  }
}
