import Foundation
import Generators
import Spec
import Testing

@testable import Model

/// A product whose types are `Hashable` and `Sendable` and nothing else.
struct PlainProductTests {
  private static func specification(
    reportsFailures: Bool = true, savesHalf: Bool = false
  ) throws -> Specification<RuntimeSystem<PlainProduct>> {
    let scope = try Scope(
      name: "small", mailMax: 2, faultsMax: 1, relaunchesMax: 1, values: NoValues())
    let product = PlainProduct(reportsFailures: reportsFailures, savesHalf: savesHalf)
    let system = RuntimeSystem(product: product, scope: scope)
    return Specification(
      identity: Identity(product: "plain", scope: scope.name),
      scope: try JSONValue(encoding: scope),
      system: system, properties: RuntimeProperties(system: system).all, teller: .runtime(system))
  }

  @Test func `it is explored, and keeps its promises`() throws {
    let report = try Self.specification().check()
    #expect(report.reason == .exhausted)
    #expect(report.findings.map(\.name) == [])
    #expect(report.statistics.stateCount > 100)
  }

  @Test func `an operation that fails and leaves half of its change is found`() throws {
    let findings = try Self.specification(savesHalf: true).check().findings.map(\.name.description)
    #expect(findings.contains("operation.atomic: perform save half done"))
    #expect(try Self.specification().check().findings.isEmpty)
  }

  @Test func `a story tells its values in words that are read off them`() throws {
    let report = try Self.specification(reportsFailures: false).check()
    let finding = try #require(report.findings.first { $0.property == "operation.answered" })
    let story = finding.story.text
    #expect(story.contains("the user toggle 1"), "\(story)")
    #expect(story.contains("asks for save Milk (true)"), "\(story)")
    #expect(story.contains("status: success → waiting"), "\(story)")
  }

  @Test
  func `its traces are written, read and replayed in a process that has not met their values`()
    throws
  {
    let specification = try Self.specification(reportsFailures: false)
    let found = specification.check().findings.first { $0.property == "operation.answered" }
    let trace = try #require(found).trace
    let labels = try #require(trace.labels)
    #expect(labels.contains(.object(["gesture": .object(["gesture": .string("toggle(id: 1)")])])))
    let unmet = JSONValue.object(["gesture": .object(["gesture": .string("toggle(id: 9)")])])
    #expect(try specification.grade(trace).grade == .reproduces)
    var other = trace
    other.labels = labels.dropLast() + [unmet]
    guard case .diverges(let number, _) = try specification.grade(other).grade else {
      Issue.record("a label that there is not was taken")
      return
    }
    #expect(number == labels.count)
  }

  @Test func `live code of its functions does what the model does`() throws {
    let report = try Self.specification().live(LiveChecks(search: .drawn(seed: 1, runCount: 50)))
    #expect(report.findings.isEmpty)
    #expect(report.executionCount == 50)
  }
}
