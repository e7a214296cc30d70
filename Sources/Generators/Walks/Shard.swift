/// One of several parts of a campaign that have no run in common: shard i of n takes the runs i, i + n,
/// i + 2n and so on.
package struct Shard: Hashable, Sendable {
  /// The shard's number, from 0.
  package let index: Int
  /// How many shards there are.
  package let count: Int

  /// The only shard.
  package static let whole = Shard(uncheckedIndex: 0, count: 1)

  private init(uncheckedIndex index: Int, count: Int) {
    self.index = index
    self.count = count
  }

  /// Makes a shard; nil unless the number is from 0 and below the count.
  package init?(index: Int, count: Int) {
    guard count >= 1, count <= 1_000_000, (0..<count).contains(index) else { return nil }
    self.init(uncheckedIndex: index, count: count)
  }

  /// Reads "i/n", i from 1 to n.
  package init?(text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], number >= 1 else { return nil }
    self.init(index: number - 1, count: count)
  }

  /// The shard as it is written: "2/8".
  package var words: String { "\(index + 1)/\(count)" }

  /// The campaign's number of the run that the shard takes at a place.
  func run(at place: Int) -> Int { index + place * count }

  /// How many of a campaign's first runs are the shard's.
  func runCount(ofTotal total: Int) -> Int { total / count + (index < total % count ? 1 : 0) }
}
