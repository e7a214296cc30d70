import Generators
import Spec
import Testing

@testable import Model

/// Apps in which one failure is about more than its own call.
@Suite struct FailedAppTests: AppSuite {
  @Test func `what could not be sent may come back beside what was typed since`() throws {
    try expectRight(TypedOn())
    try expect("draft.kept: lost by complete send", after: 5, in: TypedOn(isForgetful: true))
    try expectRight(TypedInRooms())
    try expect("draft.kept: lost by complete send", after: 6, in: TypedInRooms(isForgetful: true))
  }

  @Test func `a wish that had its turn is taken back as its call fails`() throws {
    try expectRight(PassedOn())
    try expect("deed.kept: undone by complete pass", after: 4, in: PassedOn(isForgetful: true))
  }

  @Test func `what is in line fails with what goes before it`() throws {
    try expectRight(SentInLine())
    try expect(
      "status.transitions: sends none → failure by complete send", after: 5,
      in: SentInLine(isForgetful: true))
    try expectRight(SentInLine(holdsNext: true))
    try expect(
      "status.transitions: sends none → failure by complete news", after: 6,
      in: SentInLine(hasNews: true))
  }

  @Test func `what was left with a failure need not be told of another one`() throws {
    try expectRight(LeftAccount())
    try expect(
      "failure.shown: mail none after failed complete load", after: 3,
      in: LeftAccount(isSilent: true))
    try expect(
      "failure.shown: complete load unreported", after: 5, in: LeftAccount(skipsNews: true))
  }
}
