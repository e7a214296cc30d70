import Generators
import Testing

/// Apps in which one loop sends whatever is wished for as a call ends.
@Suite struct LoopAppTests: AppSuite {
  @Test func `what one loop sends next is for what still waits`() throws {
    try expectRight(LoopedSwitch())
    for next in [LoopedSwitch.Next.nothing, .countedLoad] {
      try expect(
        "queue.consistent: save waits, nothing pending after complete load", after: 4,
        in: LoopedSwitch(next: next))
    }
  }
}
