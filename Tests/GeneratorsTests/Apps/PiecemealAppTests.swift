import Testing

/// Apps that set one thing after the other.
@Suite struct PiecemealAppTests: AppSuite {
  @Test(arguments: [Contacts.Clearing.after, .before])
  func `the failure of an item goes with the item, whichever is set first`(
    clearing: Contacts.Clearing
  ) throws {
    try expectRight(Contacts(clearing: clearing))
  }

  @Test func `a failure that goes while its item stays is found`() throws {
    try expect(
      "failure.shown: deleting failure ended by dispatch become", after: 12,
      in: Contacts(clearing: .all))
  }
}
