import Generators
import Testing
import TodoProduct

struct TodoModelTests {
  @Test func `the to-do list's model keeps its promises`() async throws {
    let registered = RegisteredProduct("todo-model", scopes: try [.app(name: "small")]) { _ in
      TodoModel()
    }
    let model = try #require(registered.specification(scope: "small"))
    try await check(
      model, CheckPlan(known: .ledger("traces"), allowing: [.vacuous("reducer.throw.rollback")]))
  }
}
