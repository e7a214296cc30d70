import Testing

@testable import Model

/// What is asked of an item before it has its name.
@Suite struct UnnamedAppTests: AppSuite {
  @Test func `what waits for an item waits for it under the name that a server gives it`() throws {
    try expectRight(NumberedTask())
    try expect("operation.answered: saves", after: 9, in: NumberedTask(isForgetful: true))
  }
}
