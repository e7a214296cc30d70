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
}
