import Testing

@testable import Model

/// What screens show before they come up, and what comes up one after the other.
@Suite struct ScreenAppTests: AppSuite {
  @Test func `what a launch goes on with may be said by an action`() throws {
    try expectRight(ResumedUploads())
    try expect("operation.answered: photos", after: 3, in: ResumedUploads(isForgetful: true))
  }
}
