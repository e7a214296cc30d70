import Generators
import Model
import Spec
import Synchronization
import Testing
@testable import ReferenceProducts
@testable import SpecRunner

/// What runs show and a replay does not is told to nobody as a finding.
@Suite struct ConfirmationTests {
  /// How often somebody asked.
  private final class Count: Sendable {
    private let number = Atomic(0)
    func next() -> Int { number.add(1, ordering: .relaxed).newValue }
  }

  /// A door; the clause calls it broken the first time that it is asked about the open one, and
  /// never again.
  private static func fickle() -> Specification<Chart> {
    let count = Count()
    return Chart(["start open> ajar", "ajar shut> start"]).promising(
      "door.whole", "The door is whole."
    ) {
      .require($0 != "ajar" || count.next() > 1, culprit: "broken", "the door is broken")
    }
  }

  /// Two steps of one label.
  private static var ambiguous: Specification<Chart> {
    Chart(["start push> one", "start push> two", "one back> start", "two back> start"])
      .specification
  }

  /// A counter whose label loses its number when it is written, or keeps it.
  private struct Till: ExplicitSystem {
    struct Label: Hashable, Comparable, Codable, Sendable {
      var amount: Int
      var isKept: Bool

      init(amount: Int, isKept: Bool) { (self.amount, self.isKept) = (amount, isKept) }
      static func < (first: Self, second: Self) -> Bool { first.amount < second.amount }
      init(from decoder: any Decoder) throws {
        let fields = try decoder.singleValueContainer().decode([String: Int].self)
        self.init(amount: fields["add"] ?? 0, isKept: true)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(["add": isKept ? amount : 0])
      }
    }
    var isKept: Bool
    let initialStates = [0]
    func steps(from state: Int) -> [Step<Int, Label>] {
      [1, 2].map { Step(Label(amount: $0, isKept: isKept), to: ($0 + state) % 5) }
    }

    var specification: Specification<Till> {
      promising("till.small", "It stays small.") {
        .require($0 < 4, culprit: "large", "it is large")
      }
    }
  }

  @Test(arguments: [true, false])
  func `a trace reads as what was replayed, also where labels lose something in writing`(
    _ isKept: Bool
  ) {
    let findings = Till(isKept: isKept).specification.check().findings
    #expect(!findings.isEmpty)
    #expect(findings.allSatisfy { $0.isReplayed })
  }

  private func expectRefuted(_ errors: [String]) {
    #expect(errors.count == 1)
    #expect(errors.first?.hasPrefix("door.whole: broken after open: ") == true, "\(errors)")
    #expect(errors.first?.contains("a replay does not show it") == true)
  }

  @Test func `a search tells an error and no finding`() {
    let report = Self.fickle().check()
    #expect(report.findings.isEmpty)
    expectRefuted(report.errors.filter { $0.contains("a replay does not show it") })
  }

  @Test func `a walk tells an error and no finding`() {
    let report = Self.fickle().walk(WalkPlan(seed: 1, runCount: 5, stepCountMax: 10))
    #expect(report.findings.isEmpty)
    expectRefuted(report.errors ?? [])
  }

  @Test func `a campaign tells an error and no finding, and ends with its exit status`() throws {
    let plan = FuzzPlan(seed: 1, runCount: 5, stepCountMax: 10, strategy: .uniform)
    let result = Self.fickle().fuzz(plan)
    #expect(result.findings.isEmpty)
    expectRefuted(result.errors ?? [])
    let folder = try TemporaryFolder()
    let report = try Report(
      [(FuzzResult(data: result.data), nil)],
      ledger: Ledger(directory: folder.path, of: .catalogue), isWhole: true)
    #expect(report.exitStatus == 70)
    #expect(report.errors.contains { $0.contains("door.whole") })
  }

  @Test func `a test that a limit ends is told of the error too`() async throws {
    let folder = try TemporaryFolder()
    let failure = await #expect(throws: CheckFailure.self) {
      try await check(
        Self.fickle(), CheckPlan(limits: Limits(depthMax: 1), savingTo: folder.path).reading([:]))
    }
    #expect(
      failure?.description.contains("an error of the suite, or a function with hidden state")
        == true)
    #expect(failure?.description.contains("the search ended early") == true)
  }

  @Test func `walks and campaigns of a system with two steps of one label say that it is none`() {
    let walk = Self.ambiguous.walk(WalkPlan(seed: 1, runCount: 5, stepCountMax: 10))
    let plan = FuzzPlan(seed: 1, runCount: 5, stepCountMax: 10, strategy: .uniform)
    for result in [walk, Self.ambiguous.fuzz(plan)] {
      #expect(result.limit?.hasPrefix("invalid system: a label decides its step") == true)
      #expect(result.errors == nil && result.findings.isEmpty)
    }
  }
}
