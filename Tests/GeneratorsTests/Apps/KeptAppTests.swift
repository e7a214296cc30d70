import Testing

@testable import Model

/// What was paid for before a kill.
@Suite struct KeptAppTests: AppSuite {
  @Test func `a load may first make up for what a kill cut short`() throws {
    try expectRight(CoinShop())
    try expect(
      "memory.durable: rows lost by the kill", after: 17, in: CoinShop(defect: .emptiesPurse))
    try expect(
      "memory.durable: rows lost by the kill", after: 8, in: CoinShop(defect: .savesAtOnce))
  }
}
