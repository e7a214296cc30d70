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
    let report = try AppKindTests.report(app)
    let finding = report.findings.first { $0.name.description == name }
    #expect(
      finding?.trace.length == length,
      "\(AppKindTests.names(report)) \(finding?.trace.length ?? 0)", sourceLocation: location)
  }
}
