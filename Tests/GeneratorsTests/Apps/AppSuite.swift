import Generators
import Spec
import Testing

@testable import Model

/// Tests of small apps: what is right is exhausted without a finding, what is wrong is found.
protocol AppSuite {}

extension AppSuite {
  func expectRight(_ app: some App, _ location: Testing.SourceLocation = #_sourceLocation) throws {
    try AppKindTests.expectRight(app, location)
  }

  /// Requires a finding, and that its shortest story has so many steps.
  func expect(
    _ name: String, after length: Int, in app: some App,
    _ location: Testing.SourceLocation = #_sourceLocation
  ) throws {
    try AppKindTests.expect(name, after: length, in: app, location)
  }

  /// Requires that nothing is found of a right app, and a finding of a wrong one, where all time is
  /// the scheduler's: in a process of its own.
  static func expectInTime(
    _ name: String, after length: Int, in wrong: some App, notIn right: some App,
    _ location: Testing.SourceLocation = #_sourceLocation
  ) throws {
    LiveScheduler.ownSleep()
    try AppKindTests.expectRight(right, location)
    try AppKindTests.expect(name, after: length, in: wrong, location)
  }
}
