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

  /// The most that a scope may have of each.
  static let faultsMax = 0xff
  static let relaunchesMax = 0xff
  static let additionsMax = 0x7fff

  /// How budgets stand in one word: in as few bits as a scope's faults and kills take, the rest for
  /// additions.
  struct Layout {
    private let relaunchShift: UInt32
    private let additionShift: UInt32
    private let additionsMax: Int

    init(faultsMax: Int, relaunchesMax: Int, additionsMax: Int) {
      self.additionsMax = additionsMax
      func bitCount(_ most: Int) -> UInt32 { UInt32(Int.bitWidth - most.leadingZeroBitCount) }
      relaunchShift = bitCount(faultsMax)
      additionShift = relaunchShift + bitCount(relaunchesMax)
    }

    @inline(__always)
    var faultUnit: UInt32 { 1 }
    @inline(__always)
    var relaunchUnit: UInt32 { 1 &<< relaunchShift }
    @inline(__always)
    private var additionUnit: UInt32 { 1 &<< additionShift }

    @inline(__always)
    func faultsLeft(_ word: UInt32) -> UInt32 { word & (relaunchUnit &- 1) }
    @inline(__always)
    func relaunchesLeft(_ word: UInt32) -> UInt32 { (word & (additionUnit &- 1)) &>> relaunchShift }
    @inline(__always)
    func additionsLeft(_ word: UInt32) -> UInt32 { word &>> additionShift }

    /// The word after additions were made, or given back where the count is below 0: never more than the
    /// scope has, or a product that gives back what it never took would have states without end.
    func taking(_ count: Int16, from word: UInt32) -> UInt32 {
      let left = min(max(Int(additionsLeft(word)) - Int(count), 0), additionsMax)
      return word & (additionUnit &- 1) | UInt32(left) << additionShift
    }

    /// A scope holds no more than fits; what a state holds beside that counts as the most that does.
    func word(of budgets: Budgets) -> UInt32 {
      func bounded(_ count: Int, to most: UInt32) -> UInt32 { UInt32(min(max(count, 0), Int(most))) }
      return bounded(budgets.faultsLeft, to: relaunchUnit - 1)
        | bounded(budgets.relaunchesLeft, to: (additionUnit - 1) >> relaunchShift) << relaunchShift
        | bounded(budgets.additionsLeft, to: UInt32(additionsMax)) << additionShift
    }

    func budgets(of word: UInt32) -> Budgets {
      Budgets(
        faultsLeft: Int(faultsLeft(word)), relaunchesLeft: Int(relaunchesLeft(word)),
        additionsLeft: Int(additionsLeft(word)))
    }
  }
}
