/// One of several parts of a campaign that have no run in common.
///
/// Shard i of n takes the runs i, i + n, i + 2n and so on.
/// Of a check it takes scopes so, and of planted defects mutants.
package struct Shard: Hashable, Sendable {
  /// The shard's number, from 0.
  package private(set) var index = 0
  /// How many shards there are.
  package private(set) var count = 1

  /// The only shard.
  package static let whole = Shard()

  private init() {}

  /// Makes a shard; nil unless the number is from 0 and below the count.
  package init?(index: Int, count: Int) {
    guard count >= 1, count <= 1_000_000, (0..<count).contains(index) else { return nil }
    (self.index, self.count) = (index, count)
  }

  /// Reads "i/n", i from 1 to n.
  package init?(text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], number >= 1 else {
      return nil
    }
    self.init(index: number - 1, count: count)
  }

  /// The shard as it is written: "2/8".
  package var words: String { "\(index + 1)/\(count)" }

  /// The campaign's number of the run that the shard takes at a place.
  func run(at place: Int) -> Int { index + place * count }

  /// Whether what stands at a place, from 0, is the shard's.
  package func takes(_ place: Int) -> Bool { place % count == index }

  /// How many of a campaign's first runs are the shard's.
  func runCount(ofTotal total: Int) -> Int { total / count + (index < total % count ? 1 : 0) }
}
