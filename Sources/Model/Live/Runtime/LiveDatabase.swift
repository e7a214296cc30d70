/// A persistent store off the main actor, whose operations take as long as the schedule wants.
public actor LiveDatabase<P: Product> {
  private let product: P
  private let surroundings: LiveSurroundings<P>
  private var content: P.Database

  /// Makes a store with the content that the last launch left.
  public init(product: P, surroundings: LiveSurroundings<P>) {
    self.product = product
    self.surroundings = surroundings
    content = surroundings.database
  }

  /// Carries an operation out.
  ///
  /// - Throws: what the operation throws, or an injected fault.
  public func perform(_ operation: P.Operation) async throws -> P.Reply {
    try await surroundings.carryOut(operation) { operation in
      do {
        let reply = try product.perform(operation, on: &content)
        surroundings.database = content
        return reply
      } catch {
        surroundings.database = content
        throw error
      }
    }
  }
}
