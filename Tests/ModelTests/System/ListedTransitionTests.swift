import Testing

@testable import Model

/// Transitions of systems written by hand are numbered as states list them.
@Suite struct ListedTransitionTests {
  private let transitions = ListedTransitions()

  private func numbers(of labels: [UInt32], from state: UInt32) -> [UInt32] {
    let listing = transitions.listing(of: state, count: labels.count)
    return labels.enumerated().map { transitions.number(of: $1, at: $0, in: listing) }
  }

  @Test func `a state that lists the same again gives the same transitions`() {
    #expect(numbers(of: [7, 9], from: 0) == [0, 1])
    #expect(numbers(of: [9], from: 2) == [2])
    #expect(numbers(of: [], from: 1) == [])
    #expect(numbers(of: [7, 9], from: 0) == [0, 1])
    #expect(numbers(of: [9], from: 2) == [2])
    #expect([0, 1, 2].map { transitions[$0] } == [7, 9, 9])
  }

  @Test func `a state that lists something else later gives each label one transition`() {
    #expect(numbers(of: [7, 9], from: 0) == [0, 1])
    #expect(numbers(of: [9, 5], from: 0) == [1, 2])
    #expect(numbers(of: [5, 7, 9], from: 0) == [2, 0, 1])
    #expect(numbers(of: [5], from: 1) == [3])
    #expect((0..<4).map { transitions[$0] } == [7, 9, 5, 5])
  }

  @Test func `a state without steps may list one later`() {
    #expect(numbers(of: [], from: 0) == [])
    #expect(numbers(of: [7], from: 1) == [0])
    #expect(numbers(of: [8], from: 0) == [1])
    #expect(numbers(of: [7], from: 1) == [0])
    #expect(transitions[1] == 8)
  }
}
