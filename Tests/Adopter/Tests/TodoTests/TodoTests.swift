import Generators
import Testing
import TodoProduct

struct TodoTests {
  @Test func `the to-do list keeps its promises`() async throws {
    try await check(app: CheckedTodo(), named: "todo")
  }
}
