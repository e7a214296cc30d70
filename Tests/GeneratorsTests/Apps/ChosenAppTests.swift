import Generators
import Testing

/// Apps that choose one of several entries.
@Suite struct ChosenAppTests: AppSuite {
  @Test func `what is chosen by the order of a dictionary is found`() throws {
    try expectRight(NextSong())
    try expect("reducer.pure: playNext", after: 4, in: NextSong(goesByOrder: true))
  }
}
