import Model
import Spec
import Testing

/// Two numbers, and a subscription to each; that of the second has a filter and a dependency.
private struct Meters: Product {
  struct State: Hashable, Sendable { var numbers = [0, 0] }
  enum Action: Hashable, Sendable { case turn(Int) }

  var isWrong = false
  let initialState = State()

  func reduce(_ state: State, _ action: Action) throws -> State {
    guard case .turn(let place) = action else { return state }
    var next = state
    next.numbers[place] = (next.numbers[place] + 1) % 3
    return next
  }
  func gestures(in state: State, values: NoValues) -> [Action] { [.turn(0), .turn(1)] }
  func subscriptions(values: NoValues) -> [Subscription<Meters>] {
    let looked = isWrong ? 0 : 1
    return [
      Subscription(name: "meter", parameter: "0", id: "0") { state, _ in state.numbers[0] },
      Subscription(
        name: "meter", parameter: "1", id: "1", filter: { $1 == .turn(looked) },
        dependencies: [{ state, _ in state.numbers[looked] }]
      ) { state, _ in state.numbers[1] },
    ]
  }
}

@Suite struct MixedFamilyTests {
  private func findings(in product: Meters) -> [String] {
    let system = RuntimeSystem(product: product, scope: Scope(name: "all", values: NoValues()))
    let report = Specification(
      identity: Identity(product: "meters", scope: "all"), system: system,
      properties: RuntimeProperties(system: system).all, teller: .runtime(system)
    ).check()
    #expect(report.results.contains { $0.property.name == "filter.sound(meter)" })
    return report.findings.map(\.name.description)
  }

  @Test func `a filter and a dependency are judged where other parameters have none`() {
    #expect(
      findings(in: Meters(isWrong: true)) == [
        "filter.sound(meter): turn", "dependency.sound(meter): turn",
      ])
  }

  @Test func `a parameter without dependencies may change by itself`() {
    #expect(findings(in: Meters()).isEmpty)
  }
}
