/// A persistent store off the main actor, whose operations take as long as the schedule wants.
actor LiveDatabase<P: Product> {
  private let product: P
  private let surroundings: LiveSurroundings<P>

  /// Makes a store over what the last launch left, and what others make of it meanwhile.
  init(product: P, surroundings: LiveSurroundings<P>) {
    self.product = product
    self.surroundings = surroundings
  }

  /// - Throws: what the operation throws, or an injected fault.
  func perform(_ operation: P.Operation) async throws -> P.Reply {
    try await surroundings.carryOut(operation) {
      try product.perform($0, on: &surroundings.database)
    }
  }
}
