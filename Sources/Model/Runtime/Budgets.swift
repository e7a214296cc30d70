/// What is left of a scope's budgets.
public struct Budgets: Hashable, Sendable {
  /// Faults that may still be injected.
  public var faultsLeft: Int
  /// Kills that may still happen.
  public var relaunchesLeft: Int
  /// Rows that may still be added, or answers that may still be brought.
  public var additionsLeft: Int

  /// Makes budgets.
  package init(faultsLeft: Int, relaunchesLeft: Int, additionsLeft: Int) {
    self.faultsLeft = faultsLeft
    self.relaunchesLeft = relaunchesLeft
    self.additionsLeft = additionsLeft
  }

  static let faultUnit: UInt32 = 1
  static let relaunchUnit: UInt32 = 1 << 8
  static let additionUnit: UInt32 = 1 << 16

  /// What the bits of a word hold.
  static let faultsMax = 0xff
  static let relaunchesMax = 0xff
  static let additionsMax = 0x7fff

  /// The budgets in one word: eight bits each for faults and kills, the rest for additions.
  ///
  /// A scope holds no more than fits; what an adopter's own state holds beside that counts as the most.
  var word: UInt32 {
    func bounded(_ count: Int, to most: Int) -> UInt32 { UInt32(min(max(count, 0), most)) }
    return bounded(faultsLeft, to: Self.faultsMax) | bounded(relaunchesLeft, to: Self.relaunchesMax) << 8
      | bounded(additionsLeft, to: Self.additionsMax) << 16
  }

  init(word: UInt32) {
    faultsLeft = Int(word & 0xff)
    relaunchesLeft = Int(word >> 8 & 0xff)
    additionsLeft = Int(word >> 16)
  }
}
