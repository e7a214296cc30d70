import SpecTesting
import Testing
import TodoProduct

struct IssueTests {
  @Test func `the to-do list keeps its promises`() async throws {
    try await recordingIssues { try await check(app: CheckedTodo(), named: "todo") }
  }
}
