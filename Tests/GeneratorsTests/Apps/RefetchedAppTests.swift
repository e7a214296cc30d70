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
}
