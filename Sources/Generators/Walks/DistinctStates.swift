/// How many distinct states were met, exactly while they are few, else about.
///
/// It keeps the smallest digests only (k minimum values: Bar-Yossef, Jayram, Kumar, Sivakumar and
/// Trevisan 2002; the estimate is Beyer, Haas, Reinwald, Sismanis and Gemulla 2007), so that
/// sketches of workers and shards join in any order to the sketch of all. The standard error of an
/// estimate is about 3 %.
package struct DistinctStates: Hashable, Sendable {
  /// How many digests are kept.
  package static let keptMax = 1024

  /// The smallest digests, in ascending order.
  package private(set) var digests: [UInt64]

  /// Makes a sketch; of no states by default.
  package init(digests: [UInt64] = []) {
    self.digests = Array(Set(digests).sorted().prefix(Self.keptMax))
  }

  /// Whether the count is exact.
  package var isExact: Bool { digests.count < Self.keptMax }

  /// How many distinct states there are; an estimate unless it is exact.
  package var count: Int {
    guard !isExact, let greatest = digests.last else { return digests.count }
    return Int(min(Double(Self.keptMax - 1) / Double(greatest) * 0x1p64, 0x1p62))
  }

  /// The count in words: "812 distinct states", "about 1,230,000 distinct states".
  package var words: String {
    if isExact { return "\(count.grouped) distinct state\(count == 1 ? "" : "s")" }
    var unit = 1
    while count / unit >= 1000 { unit *= 10 }
    return "about \(((count + unit / 2) / unit * unit).grouped) distinct states"
  }

  /// A digest below this one may change the sketch.
  var threshold: UInt64 { isExact ? .max : digests[Self.keptMax - 1] }

  /// Meets a state.
  mutating func insert(_ digest: UInt64) {
    if digest >= threshold && !isExact { return }
    var (low, high) = (0, digests.count)
    while low < high {
      let middle = (low + high) / 2
      if digests[middle] < digest { low = middle + 1 } else { high = middle }
    }
    if low < digests.count && digests[low] == digest { return }
    digests.insert(digest, at: low)
    if digests.count > Self.keptMax { digests.removeLast() }
  }

  /// Joins another sketch.
  package mutating func formUnion(_ other: DistinctStates) {
    self = DistinctStates(digests: digests + other.digests)
  }
}
