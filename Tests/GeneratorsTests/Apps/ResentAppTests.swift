import Testing

@testable import Model

/// What is sent again, and what is asked of an item before it has its name.
@Suite struct ResentAppTests: AppSuite {
  @Test func `a server may refuse what it has done, and a refusal of all else is told`() throws {
    try expectRight(ResentLine())
    try expect(
      "failure.shown: send success after failed complete submit", after: 6,
      in: ResentLine(isCredulous: true))
  }

  @Test func `what waits for an item waits for it under the name that a server gives it`() throws {
    try expectRight(NumberedTask())
    try expect("operation.answered: saves", after: 9, in: NumberedTask(isForgetful: true))
  }
}
