/// Watches whether values that are taken for one value are alike in all that reflection sees, as
/// far as that costs little: the first ones all, then a sample.
///
/// A search tells values apart by `==`. Where that leaves something out, as an `==` by id alone
/// does, states are taken for known ones that differ from them, and what follows from the
/// difference is never seen.
package final class LikenessWatch {
  /// What is wrong with the values of a search, and what to write; what it found is worth nothing
  /// then.
  package private(set) var complaint: String?
  /// Looks whether values that are kept are as they were.
  private var looks: [() -> String?] = []
  /// How many more values may be taken for known ones before one of them is looked at.
  private var countdown = 1
  private var comparison = ContentComparison()
  private var sameCount = 0
  private var wonderCount = 0
  /// How many parts are looked at before values are sampled.
  private static let partCountMax = 4000
  /// How many values are found to be the same bytes before values are sampled.
  private static let sameCountMax = 50_000

  package init() {}

  /// What is wrong once a search is over: an instance that is kept may have been changed since.
  package var lastComplaint: String? {
    complaint = complaint ?? looks.lazy.compactMap { $0() }.first
    return complaint
  }

  /// Takes note of values that are kept.
  func watch(_ look: @escaping () -> String?) { looks.append(look) }

  /// Whether a value that is taken for a known one is to be looked at.
  @inline(__always)
  var isDue: Bool {
    countdown &-= 1
    return countdown <= 0
  }

  /// Looks at a value that is taken for a known one.
  ///
  /// - Parameter noun: the word for several of its kind.
  /// - Returns: whether they are the same bytes, so that no function can tell them apart.
  @inline(never)
  @discardableResult
  func compare<Value>(_ value: Value, _ known: Value, _ noun: String) -> Bool {
    if ContentComparison.isSame(value, known) {
      sameCount += 1
      countdown = sameCount < Self.sameCountMax ? 1 : 64
      return true
    }
    let start = comparison.partCount
    if let difference = comparison.difference(between: known, value) {
      complaint = complaint ?? Self.words(noun, difference)
    }
    let partCount = comparison.partCount
    countdown = partCount < Self.partCountMax ? 1 : (partCount - start) * 1024
    return false
  }

  /// Takes note that a value is no longer what it was as it was kept.
  ///
  /// - Parameter noun: the word for several of its kind.
  package func complain(ofChanged noun: String) {
    complaint = complaint ?? Self.wordsForChange(of: noun)
  }

  static func wordsForChange(of noun: String) -> String {
    "\(noun) hold an instance of a class that was changed in place, and with it what is kept: hold "
      + "structures, or make a new instance for each change"
  }

  static func words(_ noun: String, _ difference: ContentDifference) -> String {
    "two \(noun) differ that == calls equal: \(difference.place) (\(difference.words)); "
      + "let == and hash(into:) compare everything, or leave what does not count out of its "
      + "customMirror"
  }

  /// Looks at a value whose hash is that of a known one that it does not equal.
  @inline(never)
  func wonder<Value>(_ value: Value, _ known: Value) {
    wonderCount += 1
    // Values of one hash may well differ; a value that equals nothing comes back without end.
    if wonderCount & (wonderCount - 1) != 0 { return }
    guard let place = comparison.selfUnequal(in: value),
      comparison.difference(between: known, value) == nil
    else { return }
    complaint =
      complaint
      ?? "\(place) is not equal to itself, so that no state with it is met twice; keep what is no "
      + "number out of states, or let == and hash(into:) call it equal to itself"
  }
}
