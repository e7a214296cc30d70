/// A persistent store off the main actor, whose operations take as long as the schedule wants.
actor LiveDatabase<P: Product> {
  private let surroundings: LiveSurroundings<P>

  /// Makes a store over what the last launch left, and what others make of it meanwhile.
  init(surroundings: LiveSurroundings<P>) { self.surroundings = surroundings }

  /// - Throws: what the operation throws, or an injected fault.
  func perform(_ operation: P.Operation) async throws -> P.Reply {
    try await surroundings.perform(operation)
  }
}
