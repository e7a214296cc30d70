import Model
import Testing

@testable import Spec

/// Instances of classes that are kept and changed in place.
@Suite struct ChangedInPlaceTests {
  /// `@unchecked Sendable`: one search in one thread changes it, which is the mistake.
  private final class Box: Hashable, @unchecked Sendable {
    var count: Int
    init(_ count: Int = 0) { self.count = count }
    static func == (first: Box, second: Box) -> Bool { first.count == second.count }
    func hash(into hasher: inout Hasher) { hasher.combine(count) }
  }

  /// A ring of five places; at each something can be taken.
  private struct Ring: ExplicitSystem {
    enum Label: Hashable, Comparable, Sendable { case turn, take }
    let initialStates = [0]
    func steps(from place: Int) -> [Step<Int, Label>] {
      [Step(.turn, to: (place + 1) % 5), Step(.take, to: place)]
    }
  }

  private func neverThree(_ observer: Observer<Ring, Box>) -> [Property<Ring>] {
    [
      Property(
        "never three", "Three are never taken.", witness: "a state",
        .invariant(remembering: observer) {
          .require($1.value.count != 3, culprit: "three", "three are taken")
        })
    ]
  }

  @Test func `a memory that is changed in place ends a search, and nothing holds`() {
    let observer = Observer<Ring, Box>(initial: Box()) { step, memory in
      if step.label == .take { memory.value.count = min(9, memory.value.count + 1) }
    }
    let found = explore(Ring(), neverThree(observer))
    #expect(
      found.reason
        == .invalidSystem(
          "remembered values hold an instance of a class that was changed in place, and with it "
            + "what is kept: hold structures, or make a new instance for each change"))
    #expect(!found.verdicts.contains(.holds) && found.findings.isEmpty)
  }

  @Test func `a new instance for each change is a value like others`() {
    let observer = Observer<Ring, Box>(initial: Box()) { step, memory in
      if step.label == .take { memory.value = Box(min(9, memory.value.count + 1)) }
    }
    let found = explore(Ring(), neverThree(observer))
    #expect(found.statistics.stateCount == 50)
    #expect(found.findings.map(\.path.labels.count) == [3])
  }

  @Test func `a state that is changed in place is named as the cause`() {
    struct Shared: ExplicitSystem {
      enum Label: Hashable, Comparable, Sendable { case turn }
      struct State: Hashable, Sendable { var box = Box() }
      var initialStates: [State] { [State()] }
      func steps(from state: State) -> [Step<State, Label>] {
        if state.box.count == 3 { return [] }
        state.box.count += 1
        return [Step(.turn, to: state)]
      }
    }
    let found = explore(Shared(), [Property("any", .invariant { _ in .holds })])
    guard case .invalidSystem(let complaint) = found.reason else {
      Issue.record("\(found.reason)")
      return
    }
    #expect(complaint.hasPrefix("states hold an instance of a class that was changed in place"))
  }
}
