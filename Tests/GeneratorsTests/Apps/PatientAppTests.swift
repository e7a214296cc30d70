import Generators
import Spec
import Testing

@testable import Model

/// Apps that let people go on while something is under way, and in which things come late.
@Suite struct PatientAppTests: AppSuite {
  @Test func `what follows from a wish is taken back with it`() throws {
    try expectRight(CountedHeart())
    try expect("deed.kept: undone by complete like", after: 4, in: CountedHeart(isForgetful: true))
  }

  @Test func `what was begun with a request ends with its failure`() throws {
    try expectRight(PreparedTrack())
    try expect(
      "deed.kept: undone by complete prepare", after: 4, in: PreparedTrack(isForgetful: true))
  }

  @Test(arguments: [true, false])
  func `what waits for its turn has it`(waitsAtOnce: Bool) throws {
    try expectRight(PatientForm(waitsAtOnce: waitsAtOnce))
    try expect(
      "deed.kept: undone by complete check", after: 4,
      in: PatientForm(waitsAtOnce: false, isForgetful: true))
  }

  @Test func `what was taken for lost may have arrived`() throws {
    try expectRight(ArrivedMessage())
    try expect(
      "failure.shown: outbox.status failure ended by complete load", after: 9,
      in: ArrivedMessage(isForgetful: true))
  }

  @Test func `what is cancelled as a time is over was answered by that`() async {
    await #expect(processExitsWith: .success) {
      try PatientAppTests.expectInTime(
        "queue.consistent: link waits, nothing pending after complete connect", after: 3,
        in: BridgedDevice(isForgetful: true, hasLimit: false), notIn: BridgedDevice())
    }
  }

  @Test func `a cell that is loaded by itself is its own item`() throws {
    try expectRight(LoadedCells())
    try expect(
      "failure.shown: cells none after failed complete cell", after: 5,
      in: LoadedCells(isForgetful: true))
  }
}
