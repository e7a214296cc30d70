import Generators
import Spec
import Testing

@testable import Model

/// Faults of calls that are under way side by side, each job a choice.
@Suite struct LiveFaultTests {
  /// Two buttons, each with a call of its own.
  private struct Buttons: Product {
    struct State: Hashable, Codable, Sendable {
      var first = 0
      var second = 0
    }
    enum Action: Hashable, Codable, Sendable { case first, second, didFirst(Bool), didSecond(Bool) }
    enum Operation: Hashable, Comparable, Codable, Sendable { case first, second }
    let initialState = State()
    let initialDatabase = 0

    func reduce(_ state: State, _ action: Action) throws -> State {
      var state = state
      switch action {
      case .first: state.first = 1
      case .second: state.second = 1
      case .didFirst(let isDone): state.first = isDone ? 2 : 3
      case .didSecond(let isDone): state.second = isDone ? 2 : 3
      }
      return state
    }
    func gestures(in state: State, values: NoValues) -> [Action] {
      (state.first == 0 ? [.first] : []) + (state.second == 0 ? [.second] : [])
    }
    func operation(for action: Action, in old: State) -> Operation? {
      switch action {
      case .first: .first
      case .second: .second
      case .didFirst, .didSecond: nil
      }
    }
    func perform(_ operation: Operation, on rows: inout Int) throws -> Int { rows }
    func completion(of operation: Operation, result: Result<Int, OperationFailure>) -> Action? {
      let isDone = (try? result.get()) != nil
      return operation == .first ? .didFirst(isDone) : .didSecond(isDone)
    }
  }

  @Test(arguments: [0, 1, 2])
  func `no more faults are let in than the scope has`(faultsMax: Int) throws {
    let scope = try Scope(
      name: "side-by-side", discipline: .concurrent, mailMax: 1, faultsMax: faultsMax,
      values: NoValues())
    let product = RegisteredProduct("buttons", scopes: [scope]) { _ in Buttons() }
    let specification = try #require(product.specification(scope: scope.name) as? any LiveCheckable)
    let plan = LivePlan(granularity: .jobs, gestureCountMax: 2)
    let report = try specification.live(
      LiveChecks(plan: plan, search: .drawn(seed: 0, runCount: 500)), only: { _ in false })
    #expect(report.isClean, "\(report.divergences.map(\.text))")
  }
}
