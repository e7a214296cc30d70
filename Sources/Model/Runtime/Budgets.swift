/// What is left of a scope's budgets.
package struct Budgets: Hashable, Sendable {
  /// Faults that may still be injected.
  package var faultsLeft: Int
  /// Kills that may still happen.
  package var relaunchesLeft: Int
  /// Rows that may still be added, or answers that may still be brought.
  package var additionsLeft: Int
  /// How often something may still happen outside the app.
  package var occurrencesLeft: Int

  /// Makes budgets.
  package init(faultsLeft: Int, relaunchesLeft: Int, additionsLeft: Int, occurrencesLeft: Int = 0) {
    self.faultsLeft = faultsLeft
    self.relaunchesLeft = relaunchesLeft
    self.additionsLeft = additionsLeft
    self.occurrencesLeft = occurrencesLeft
  }

  /// The most that a scope may have of each.
  static let faultsMax = 0xff
  static let relaunchesMax = 0xff
  static let additionsMax = 0x7fff
  static let occurrencesMax = 0xf

  /// How budgets stand in one word: in as few bits as a scope's faults, kills and occurrences take,
  /// the rest for additions.
  struct Layout {
    private let relaunchShift: UInt32
    private let occurrenceShift: UInt32
    private let additionShift: UInt32
    private let additionsMax: Int

    init(faultsMax: Int, relaunchesMax: Int, additionsMax: Int, occurrencesMax: Int = 0) {
      self.additionsMax = additionsMax
      relaunchShift = Self.bitCount(faultsMax)
      occurrenceShift = relaunchShift + Self.bitCount(relaunchesMax)
      additionShift = occurrenceShift + Self.bitCount(occurrencesMax)
    }

    private static func bitCount(_ most: Int) -> UInt32 {
      UInt32(Int.bitWidth - most.leadingZeroBitCount)
    }

    /// The most that fits into one word beside others.
    static func room(beside most: [Int]) -> Int {
      (1 << max(0, UInt32.bitWidth - Int(most.map(bitCount).reduce(0, +)))) - 1
    }

    /// - Throws: a `ScopeError` when budgets do not fit into one word together.
    static func require(roomFor most: [Int]) throws(ScopeError) {
      let count = most.map(bitCount).reduce(0, +)
      guard count <= UInt32.bitWidth else {
        throw ScopeError(
          "faults, kills, occurrences and additions are too many together; lower one of them")
      }
    }

    @inline(__always)
    var faultUnit: UInt32 { 1 }
    @inline(__always)
    var relaunchUnit: UInt32 { 1 &<< relaunchShift }
    @inline(__always)
    var occurrenceUnit: UInt32 { 1 &<< occurrenceShift }
    @inline(__always)
    private var additionUnit: UInt32 { 1 &<< additionShift }

    @inline(__always)
    func faultsLeft(_ word: UInt32) -> UInt32 { word & (relaunchUnit &- 1) }
    @inline(__always)
    func relaunchesLeft(_ word: UInt32) -> UInt32 {
      (word & (occurrenceUnit &- 1)) &>> relaunchShift
    }
    @inline(__always)
    func occurrencesLeft(_ word: UInt32) -> UInt32 {
      (word & (additionUnit &- 1)) &>> occurrenceShift
    }
    @inline(__always)
    func additionsLeft(_ word: UInt32) -> UInt32 { word &>> additionShift }

    /// The word after additions were made, or given back where the count is below 0: never more
    /// than the scope has, or a product that gives back what it never took would have states
    /// without end.
    func taking(_ count: Int16, from word: UInt32) -> UInt32 {
      let left = min(max(Int(additionsLeft(word)) - Int(count), 0), additionsMax)
      return word & (additionUnit &- 1) | UInt32(left) << additionShift
    }

    /// A scope holds no more than fits; what a state holds beside that counts as the most that
    /// does.
    func word(of budgets: Budgets) -> UInt32 {
      func bounded(_ count: Int, to most: UInt32) -> UInt32 {
        UInt32(min(max(count, 0), Int(most)))
      }
      return bounded(budgets.faultsLeft, to: relaunchUnit - 1)
        | bounded(budgets.relaunchesLeft, to: (occurrenceUnit - 1) >> relaunchShift)
        << relaunchShift
        | bounded(budgets.occurrencesLeft, to: (additionUnit - 1) >> occurrenceShift)
        << occurrenceShift
        | bounded(budgets.additionsLeft, to: UInt32(additionsMax)) << additionShift
    }

    func budgets(of word: UInt32) -> Budgets {
      Budgets(
        faultsLeft: Int(faultsLeft(word)), relaunchesLeft: Int(relaunchesLeft(word)),
        additionsLeft: Int(additionsLeft(word)), occurrencesLeft: Int(occurrencesLeft(word)))
    }
  }
}
