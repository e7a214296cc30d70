import Testing

@testable import Model

/// Numbers that say how much is pending of one kind, beside calls of another.
@Suite struct CartAppTests: AppSuite {
  @Test func `how many calls of one kind wait for their turn is no deed`() throws {
    try expectRight(BusyCart())
  }

  @Test func `a number that a person chose meanwhile is not put back`() throws {
    try expect("deed.kept: undone by complete plus", after: 13, in: BusyCart(mistake: .putsBack))
  }

  @Test func `a number that forgets what is pending is found`() throws {
    try expect(
      "queue.consistent: change does not wait, one request pending after dispatch become",
      after: 16, in: BusyCart(mistake: .endsAll))
  }
}
