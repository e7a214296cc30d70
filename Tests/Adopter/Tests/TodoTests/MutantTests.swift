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
      try await check(specification, CheckPlan(allowing: [.vacuous("reducer.throw.rollback")]))
      return []
    } catch let failure as CheckFailure {
      return failure.findings.map(\.name.description)
    }
  }

  @Test
  func `promises that every product gets tell most mutants, and a contract is for the others`()
    async throws
  {
    let published = Set(try await findings("published"))
    var untold: [String] = []
    for mutant in DesignedTodo.mutants {
      let told = Set(try await findings("mutant(\(mutant.name))"))
      if told.isSubset(of: published) { untold.append(mutant.name) }
    }
    #expect(DesignedTodo.mutants.count == 22)
    #expect(
      untold == [
        "keeps-queue-on-didFetch-success", "asks-at-once-for-delete", "delete-fails",
        "delete-is-done-twice", "delete-is-reported-as-failure",
        "delete-failure-is-reported-otherwise",
      ])
  }

  @Test func `a repair cures what it is for`() async throws {
    let (published, repaired) = (try await findings("published"), try await findings("repaired"))
    #expect(
      published == ["failure.shown: item failure ended by complete fetch"] && repaired.isEmpty)
  }
}
