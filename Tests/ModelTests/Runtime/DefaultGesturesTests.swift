import Testing

@testable import Model

/// Products that write no gestures, as all actions are listed.
@Suite struct DefaultGesturesTests {
  struct Lamp: Product {
    struct State: Hashable, Sendable { var isOn = false }
    enum Action: Hashable, Sendable, CaseIterable { case turn, dim }
    let initialState = State()
    func reduce(_ state: State, _ action: Action) throws -> State {
      State(isOn: action == .turn && !state.isOn)
    }
  }

  struct Ringing: Product {
    struct State: Hashable, Sendable { var rings = 0 }
    enum Action: Hashable, Sendable, CaseIterable { case ring }
    enum Operation: Hashable, Sendable { case ring }
    let initialState = State()
    func reduce(_ state: State, _ action: Action) throws -> State { State(rings: 1) }
    func operation(for action: Action, in old: State) -> Operation? { .ring }
    func perform(_ operation: Operation, on database: inout NoValues) throws -> Bool { true }
    func completion(of operation: Operation, result: Result<Bool, OperationFailure>) -> Action? {
      nil
    }
  }

  /// A state of the type of the rows.
  struct Dial: Product {
    enum Action: Hashable, Sendable, CaseIterable { case turn }
    enum Operation: Hashable, Sendable { case save(Int) }
    let initialState = 0
    let initialDatabase = 0
    func reduce(_ state: Int, _ action: Action) throws -> Int { (state + 1) % 3 }
    func operation(for action: Action, in old: Int) -> Operation? { .save((old + 1) % 3) }
    func perform(_ operation: Operation, on database: inout Int) throws -> Bool {
      if case .save(let number) = operation { database = number }
      return true
    }
    func completion(of operation: Operation, result: Result<Bool, OperationFailure>) -> Action? {
      nil
    }
  }

  @Test func `a product whose state is of the type of its rows needs no word on forms`() {
    #expect(Dial().fields(ofItem: "1", in: Dial().initialState) == nil)
  }

  @Test func `people do every action where a product lists its actions and writes no gestures`() {
    #expect(Lamp().gestures(in: Lamp.State(), values: NoValues()) == [.turn, .dim])
    #expect(Ringing().gestures(in: Ringing.State(), values: NoValues()) == [.ring])
    #expect(Ringing().additionCount(of: Ringing.Operation.ring) == 0)
  }
}
