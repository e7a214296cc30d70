import Testing

@testable import Model

/// What kind of step a step is.
@Suite struct StepTraitsTests {
  @Test func `no two traits share a bit`() {
    let all: [StepTraits] = [
      .gesture, .fault, .relaunch, .destructive, .overtaking, .crash, .appearing, .throwing,
      .impure, .delivery, .performance, .completion, .loop, .heard, .rendering,
    ]
    #expect(Set(all.map(\.rawValue)).count == all.count)
    #expect(all.allSatisfy { $0.rawValue.nonzeroBitCount == 1 })
  }
}
