/// A persistent store off the main actor, whose operations take as long as the schedule wants.
actor LiveDatabase<P: Product> {
  private let product: P
  private let surroundings: LiveSurroundings<P>
  private var content: P.Database

  /// Makes a store with the content that the last launch left.
  init(product: P, surroundings: LiveSurroundings<P>) {
    self.product = product
    self.surroundings = surroundings
    content = surroundings.database
  }

  /// - Throws: what the operation throws, or an injected fault.
  func perform(_ operation: P.Operation) async throws -> P.Reply {
    try await surroundings.carryOut(operation) { operation in
      defer { surroundings.database = content }
      return try product.perform(operation, on: &content)
    }
  }
}
