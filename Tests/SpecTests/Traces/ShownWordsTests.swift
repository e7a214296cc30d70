import Model
import Testing

@testable import Spec

/// What a window shows is told in words that are the same in each run.
@Suite struct ShownWordsTests {
  private enum Column: Hashable { case doing, done }

  /// A light that goes on and off.
  private struct Light: Product {
    struct State: Hashable, Sendable { var isOn = false }
    enum Action: CaseIterable, Hashable, Sendable { case tap }
    let initialState = State()
    func reduce(_ state: State, _ action: Action) -> State { State(isOn: !state.isOn) }
  }

  @Test(arguments: 0..<8)
  func `entries are told one by one, in an order of their own`(count: Int) {
    let scope = Scope(name: "small", values: NoValues())
    let system = RuntimeSystem(product: Light(), scope: scope)
    let teller = RuntimeWords(system: system, narrator: Light().narrator)
    #expect(teller.words(ofShown: [Column.done: [2, 3], .doing: [1]]) == "doing: 1; done: 2; 3")
    #expect(teller.words(ofShown: [String: Int]()) == "nothing")
    let numbers = Set((0...count).map { "\($0)" })
    #expect(teller.words(ofShown: numbers) == numbers.sorted().joined(separator: "; "))
  }
}
