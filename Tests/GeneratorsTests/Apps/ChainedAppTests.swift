import Testing

@testable import Model

/// Tasks that wait for other tasks, and at no gate.
@Suite struct ChainedAppTests: AppSuite {
  @Test func `what waits behind other tasks is told apart by what asked for it`() throws {
    try expectRight(ChainedMute())
    try expect(
      "memory.durable: state and rows differ", after: 8, in: ChainedMute(forgets: true))
  }

  @Test func `who leaves may wait for what is under way`() throws {
    try expectRight(LeftNote())
    try expect("reply.stale: late complete save", after: 6, in: LeftNote(waits: false))
  }
}
