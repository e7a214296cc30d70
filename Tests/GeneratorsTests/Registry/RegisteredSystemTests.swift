import Model
import Spec
import Testing

@testable import Generators
@testable import SpecRunner

/// Systems that are no app, as a runner knows them.
@Suite struct RegisteredSystemTests {
  private struct Die: ExplicitSystem {
    typealias State = Int
    typealias Label = Int
    var sideCount = 6
    var initialStates: [Int] { [0] }
    func steps(from state: Int) -> [Step<Int, Int>] { (1...sideCount).map { Step($0, to: $0) } }
  }

  private static let small = Property<Die>(
    "die.small", "No side has more than six.", witness: "any",
    .invariant { .require($0 <= 6, culprit: "large", "it shows \($0)") })

  private static func registry(_ systems: KeyValuePairs<String, Die>) -> Registry {
    Registry([RegisteredProduct("die", systems: systems, properties: [small])])
  }

  @Test func `each system is a scope, and findings of it are graded`() throws {
    let registry = Self.registry(["six": Die(), "eight": Die(sideCount: 8)])
    #expect(registry.complaint == nil)
    let product = try #require(registry.product(named: "die"))
    #expect(product.defaultScopes == ["six", "eight"])
    let reports = try product.scopes.map { try #require(product.specification(scope: $0)).check() }
    #expect(reports.map(\.findings.count) == [0, 1])
    var trace = try #require(reports[1].findings.first).trace
    #expect(try registry.grade(trace).grade == .reproduces)
    trace.scope = .object(["name": .string("twelve")])
    #expect(try registry.grade(trace).grade == .obsolete("die has no scope 'twelve' any more"))
  }

  @Test func `a schedule may be as long as somebody writes it`() async throws {
    let six = Specification(
      identity: Identity(product: "die", scope: "six"), system: Die(), properties: [Self.small],
      teller: Teller())
    var thrown = Scenario(six)
    for _ in 0..<1500 { thrown.take(6) }
    #expect(try await thrown.breach(of: "die.small") == nil)
    thrown.take(7)
    let error = await #expect(throws: TraceError.self) { try await thrown.breach(of: "die.small") }
    #expect(error?.description == "step 1501 cannot be taken; what can be: 1; 2; 3; 4; 5; 6")
  }

  @Test func `a measure of one's own is told as a share of what was counted`() {
    let even = Property<Die>(
      "die.even", "How many throws are even.", witness: "a throw",
      .measure { Tally(group: "throws", isHit: $0.new % 2 == 0) })
    let report = Specification(
      identity: Identity(product: "die", scope: "six"), system: Die(), properties: [even],
      teller: Teller()
    ).check()
    #expect(report.results.map { CheckedScope.Property($0).cell } == ["50 % of 42"])
  }

  @Test func `a goal that is met nowhere is told as that`() {
    func stories(_ floor: Int) -> [String] {
      let goal = Property<Climb>(
        "floor.goal", "One can get there.", witness: "any", .possible { $0.floor == floor })
      let climb = Specification(
        identity: Identity(product: "climb", scope: "house"), system: Climb(first: [0]),
        properties: [goal], teller: Teller())
      return climb.explained(climb.check().findings).map(\.story.text)
    }
    let remark = "In no state of the scope is the goal met and nothing pending."
    #expect(stories(12).map { $0.contains(remark) } == [true])
    #expect(!stories(9).isEmpty && stories(9).allSatisfy { !$0.contains(remark) })
  }

  @Test func `no system, and two of one name, are refused`() {
    #expect(Self.registry([:]).complaint == "die has no system")
    #expect(Self.registry(["six": Die(), "six": Die()]).complaint?.contains("two scopes") == true)
  }

  @Test func `what no design and no values have is not asked`() throws {
    let product = try #require(Self.registry(["six": Die()]).product(named: "die"))
    #expect(product.specification(design: "mutant(x)", scope: "six") == nil)
    #expect(product.checkValues(ValuePlan(runCount: 1)) == nil)
    #expect(!product.hasReach && product.untouched() == Untouched())
  }

  /// A counter that goes up from where it begins.
  private struct Climb: ExplicitSystem {
    struct State: Hashable, Sendable { var floor: Int, house = "A" }
    typealias Label = String
    let first: [Int]
    var isAmbiguous = false
    var initialStates: [State] { first.map { State(floor: $0) } }
    func steps(from state: State) -> [Step<State, String>] {
      let steps = (1...2).map { rise in
        Step(isAmbiguous ? "up" : "up \(rise)", to: State(floor: state.floor + rise))
      }
      return state.floor < 9 ? steps : []
    }

    static func specification(_ first: [Int], isAmbiguous: Bool = false) -> Specification<Climb> {
      let low = Property<Climb>(
        "floor.low", "Nobody comes above 9.", witness: "any",
        .invariant { .require($0.floor < 10, culprit: "high", "too high") })
      let ground = Property<Climb>(
        "floor.ground", "One can get to floor 9.", witness: "any", .possible { $0.floor == 9 })
      return Specification(
        identity: Identity(product: "climb", scope: "house"),
        system: Climb(first: first, isAmbiguous: isAmbiguous), properties: [low, ground],
        teller: Teller())
    }
  }

  @Test func `a story tells in which of several states it begins`() {
    let stories = Climb.specification([0, 8, 20]).check().findings.map(\.story.text)
    #expect(
      stories == [
        """
        Promised: Nobody comes above 9.
        Broken: too high
        It begins with floor: 20.
        """,
        """
        Promised: Nobody comes above 9.
          1. up 2
               floor: 8 → 10
        Broken: too high
        It begins with floor: 8.
        """,
        """
        Promised: One can get to floor 9.
        Broken: from here on no allowed continuation gets there
        It begins with floor: 20.
        """,
        """
        Promised: One can get to floor 9.
          1. up 2
               floor: 8 → 10
        Broken: from here on no allowed continuation gets there
        It begins with floor: 8.
        """,
      ])
    let alone = Climb.specification([8]).check().findings.map(\.story.text)
    #expect(!alone.isEmpty && alone.allSatisfy { !$0.contains("It begins") })
  }

  @Test(arguments: [
    ([], "it has no initial state; list at least one"),
    ([0], "a label decides its step, and up is listed twice in (floor: 0, house: \"A\")"),
  ])
  func `random runs of what is no system end with the reason`(first: [Int], reason: String) {
    let specification = Climb.specification(first, isAmbiguous: true)
    #expect(specification.check().reason == .invalidSystem(reason))
    let result = specification.walk(WalkPlan(runCount: 50))
    #expect(result.limit == "invalid system: \(reason)")
    #expect(result.errors == nil && !result.isFinished)
  }
}
