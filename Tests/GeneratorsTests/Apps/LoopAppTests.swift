import Generators
import Model
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

  @Test func `what waits for its turn may be dropped as what goes before it fails`() throws {
    try expectRight(MovedMail())
    try expect(
      "queue.consistent: move does not wait, one request pending after dispatch become",
      after: 14, in: MovedMail(dropsNext: false))
  }

  @Test func `a load that goes round may compare a count with that of the round before`() throws {
    let calm = try Scope<NoValues>.app(faultsMax: 0, relaunchesMax: 0)
    let right = try AppKindTests.report(ReloadedProfile(), within: calm)
    #expect(right.reason == .exhausted && right.findings.isEmpty, "\(right.reason.words)")
    let wrong = try AppKindTests.report(ReloadedProfile(countsEnds: false), within: calm)
    let name = "memory.durable: state and rows differ"
    #expect(AppKindTests.names(wrong).contains(name), "\(AppKindTests.names(wrong))")
  }
}
