import Testing

/// Apps that say nothing of some rows.
@Suite struct PermittedAppTests: AppSuite {
  @Test(arguments: [true, false])
  func `rows of which nothing is said are compared with no state`(failsWhereDenied: Bool) throws {
    try expectRight(PermittedShops(failsWhereDenied: failsWhereDenied))
  }

  @Test func `the same rows differ from a state where something is said of them`() throws {
    try expect(
      "memory.durable: state and rows differ", after: 11,
      in: PermittedShops(fault: .comparesAll, failsWhereDenied: false))
  }

  @Test func `what is shown otherwise than other rows say is found`() throws {
    try expect(
      "memory.durable: state and rows differ", after: 12, in: PermittedShops(fault: .dropsShops))
  }
}
