import Generators
import Testing

/// Apps that number what they ask for, and go by the newest number.
@Suite struct VaultAppTests: AppSuite {
  @Test func `which of two tasks began first tells states apart`() throws {
    try expectRight(FingerVault())
    try expect("reply.stale: late complete decrypt", after: 6, in: FingerVault(outdating: .nothing))
    try expect(
      "reply.stale: late complete decrypt", after: 6, in: FingerVault(outdating: .unlockingOnly))
  }

  @Test func `what goes on may load once more what is loading, and the newest load counts`() throws
  {
    try expectRight(NumberedPage())
    try expect(
      "memory.durable: state and rows differ", after: 10, in: NumberedPage(counting: .all))
    try expect(
      "operation.answered: load", after: 3, in: NumberedPage(counting: .newestSilently))
  }
}
