import Testing

@testable import Model

/// What was paid for before a kill, and numbers that an app keeps beside its store.
@Suite struct KeptAppTests: AppSuite {
  @Test func `a load may first make up for what a kill cut short`() throws {
    try expectRight(CoinShop())
    try expect(
      "memory.durable: rows lost by the kill", after: 17, in: CoinShop(defect: .emptiesPurse))
    try expect(
      "memory.durable: rows lost by the kill", after: 8, in: CoinShop(defect: .savesAtOnce))
  }

  @Test func `a load that first saves what the page shows loses what was stored`() throws {
    try expectRight(Purse())
    try expect("memory.durable: rows lost by the kill", after: 13, in: Purse(savesFirst: true))
  }

  @Test func `a number beside the store may tell what came since something was asked for`() throws {
    try expectRight(SoughtPosition())
    try expect(
      "deed.kept: undone by complete position", after: 7, in: SoughtPosition(isForgetful: true))
  }

  @Test func `what is stored tells what an app does that looks as before it was restored`() throws {
    try expectRight(RestoredSwitch())
    try expect("memory.durable: state and rows differ", after: 9, in: RestoredSwitch(isDeaf: true))
  }
}
