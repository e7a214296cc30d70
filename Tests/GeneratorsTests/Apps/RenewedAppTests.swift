import Generators
import Testing

/// Apps in which one tap asks for something anew and begins something else.
@Suite struct RenewedAppTests: AppSuite {
  @Test func `what is asked for anew beside something else waits for the newer answer`() throws {
    try expectRight(RecordedSearch())
    try expectRight(RecordedSearch(cancels: false))
    try expect(
      "reply.stale: late complete find", after: 6,
      in: RecordedSearch(mistake: .takesAny, cancels: false))
    try expect(
      "queue.consistent: search waits, nothing pending after complete find", after: 5,
      in: RecordedSearch(mistake: .forgetsSpinner))
  }
}
