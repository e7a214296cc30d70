import Model
import Testing

@testable import Spec

/// Systems and clauses that go by the order of a set, which equal sets need not share.
@Suite struct SetOrderTests {
  private enum Choice: CaseIterable, Sendable { case first, least }

  private static func chosen(_ bag: Set<Int>, _ choice: Choice) -> Int? {
    choice == .first ? bag.first : bag.min()
  }

  /// Fills a bag anew in each round, in one of two ways.
  private struct Bags: ExplicitSystem {
    struct State: Hashable, Sendable {
      var round = 0
      var bag: Set<Int> = []
    }
    enum Label: Hashable, Sendable { case fill(isUpward: Bool), take(Int) }

    /// How an element is taken out at the end of each round; nil where none is.
    var choice: Choice?
    let initialStates = [State()]

    func steps(from state: State) -> [Step<State, Label>] {
      if state.round == 20 { return [] }
      let fills = [true, false].map { isUpward in
        let elements = isUpward ? Array(0..<50) : (0..<50).reversed()
        return Step(
          Label.fill(isUpward: isUpward),
          to: State(round: state.round + 1, bag: Set(elements)))
      }
      guard let choice, let element = chosen(state.bag, choice) else { return fills }
      return fills + [Step(.take(element), to: State(round: 20, bag: [element]))]
    }
  }

  @Test(arguments: Choice.allCases)
  private func `steps that go by the order of a set are told`(_ choice: Choice) {
    let found = explore(Bags(choice: choice), [Property("any", .invariant { _ in .holds })])
    #expect(found.audit.differences.isEmpty == (choice == .least))
    #expect((found.verdicts == [.holds]) == (choice == .least))
  }

  @Test(arguments: Choice.allCases)
  private func `a clause that goes by the order of a set is told`(_ choice: Choice) {
    let found = explore(
      Bags(),
      [
        Property(
          "named",
          .invariant { state in
            let subject = Self.chosen(state.bag, choice).map(String.init) ?? ""
            return .judge([Violation(culprit: "any", subject: subject, detail: "")])
          })
      ])
    #expect(found.audit.differences.isEmpty == (choice == .least))
  }

  /// The same by components.
  private struct ComponentBags: ComponentSystem {
    struct State: Hashable, Sendable {
      var round = 0
      var bag: Set<Int> = []
      var taken = -1
    }
    enum Label: Hashable, Sendable { case fill(isUpward: Bool), take }
    static var components: [Component<State>] {
      [Component(\.round), Component(\.bag), Component(\.taken)]
    }

    let choice: Choice
    let initialStates = [State()]
    let labels: [Label] = [.fill(isUpward: true), .fill(isUpward: false), .take]

    func take(_ label: Label, in draft: inout Draft<State>) -> Bool {
      guard draft.round < 20 else { return false }
      switch label {
      case .fill(let isUpward):
        draft.round += 1
        let count = 30 + draft.round
        draft.bag = Set(isUpward ? Array(0..<count) : (0..<count).reversed())
      case .take:
        guard let element = chosen(draft.bag, choice) else { return false }
        draft.taken = element
      }
      return true
    }
  }

  @Test(arguments: Choice.allCases)
  private func `components that are looked at by the order of a set are told`(_ choice: Choice) {
    let found = explore(
      ComponentBags(choice: choice), [Property("any", .invariant { _ in .holds })])
    #expect(found.audit.differences.isEmpty == (choice == .least))
  }

  /// Takes what it has out of one bag that comes by one way alone.
  private struct Bag: ExplicitSystem {
    struct State: Hashable, Sendable {
      var left: [String: Int] = ["a": 1, "b": 2, "c": 3]
      var isDone = false
    }
    typealias Label = String

    let choice: Choice
    let initialStates = [State()]

    func steps(from state: State) -> [Step<State, String>] {
      let keys = state.left.keys
      guard let key = choice == .first ? keys.first : keys.min() else { return [] }
      var next = state
      next.left[key] = nil
      next.isDone = next.left.isEmpty
      return [Step("take", to: next)]
    }
  }

  @Test(arguments: Choice.allCases)
  private func `steps by the order of a dictionary that comes by one way are told`(
    _ choice: Choice
  ) {
    let found = explore(Bag(choice: choice), [Property("any", .invariant { _ in .holds })])
    #expect(found.audit.differences.isEmpty == (choice == .least))
    #expect((found.verdicts == [.holds]) == (choice == .least))
  }

  @Test(arguments: Choice.allCases)
  private func `a goal by the order of a dictionary is told`(_ choice: Choice) {
    let found = explore(
      Bag(choice: .least),
      [
        .possible("done") { state in
          let key = choice == .first ? state.left.keys.first : state.left.keys.min()
          return state.isDone || key == "b"
        }
      ])
    #expect(found.audit.differences.isEmpty == (choice == .least))
    #expect((found.verdicts == [.holds]) == (choice == .least))
  }
}
