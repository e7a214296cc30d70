import Generators
import Testing

/// Apps that load again by themselves what was changed.
@Suite struct RefetchedAppTests: AppSuite {
  @Test func `an error ends with what is loaded after a save, also where all is as it was`() throws
  {
    try expectRight(RefetchedPage())
    try expect(
      "failure.shown: complete load unreported", after: 6, in: RefetchedPage(isSilent: true))
    try expect(
      "failure.shown: page failure ended by complete rename", after: 6,
      in: RefetchedPage(endsEarly: true))
  }

  @Test func `what is loaded again ends no error of a save`() throws {
    try expectRight(MarkedPage())
    for name in [
      "failure.shown: rename failure ended by complete load",
      "status.transitions: rename failure → success by complete load",
    ] {
      try expect(name, after: 12, in: MarkedPage(isForgetful: true))
    }
  }

  @Test func `a load that goes well ends the failure of another, also where the old stayed`() throws
  {
    try expectRight(ReloadedFeed())
    try expect(
      "failure.shown: load failure ended by dispatch become", after: 11,
      in: ReloadedFeed(takesLikeForLoad: true))
  }

  @Test func `a spinner may go with a failure that another status tells`() throws {
    try expectRight(ReloadedFeed(ending: .feed))
    try expect(
      "status.transitions: pull waiting → none by complete load", after: 7,
      in: ReloadedFeed(ending: .nothing))
    try expect(
      "status.transitions: pull waiting → none by dispatch become", after: 8,
      in: ReloadedFeed(ending: .like))
  }
}
