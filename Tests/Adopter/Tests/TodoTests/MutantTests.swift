import Generators
import Model
import Testing

/// What becomes of planted defects and of a repair of an adopter's own product.
struct MutantTests {
  private func findings(_ design: String) async throws -> [String] {
    let registered = RegisteredProduct(
      "designed-todo", scopes: try [.app(name: "small")], mutants: DesignedTodo.mutants,
      repairs: DesignedTodo.repairs
    ) { _ in DesignedTodo() }
    let specification = try #require(registered.specification(design: design, scope: "small"))
    do {
      try await check(specification, allowing: [.vacuous("reducer.throw.rollback")])
      return []
    } catch let failure as CheckFailure {
      return failure.findings.map { "\($0.property): \($0.culprit)" }
    }
  }

  @Test(arguments: DesignedTodo.mutants.map(\.name))
  func `every mutant of the table is told`(_ name: String) async throws {
    let published = Set(try await findings("published"))
    #expect(!Set(try await findings("mutant(\(name))")).subtracting(published).isEmpty)
  }

  @Test func `a repair cures what it is for`() async throws {
    let (published, repaired) = (try await findings("published"), try await findings("repaired"))
    #expect(published == ["failure.shown: item failure ended by complete fetch"] && repaired.isEmpty)
  }
}
