/// Choice sequences that reached something new, oldest first, each cut off behind the last new thing.
struct Corpus: Sendable {
  /// How many sequences are kept; then the older half goes.
  static let countMax = 4096

  private(set) var sequences: [[Int32]] = []

  mutating func append(_ sequence: [Int32]) {
    if sequences.count >= Self.countMax { sequences.removeFirst(Self.countMax / 2) }
    sequences.append(sequence)
  }

  /// Sequences in the order in which they are taken again: short ones first, so that a long one is kept only
  /// for what no shorter one reaches.
  static func ordered(_ sequences: some Sequence<[Int32]>) -> [[Int32]] {
    Set(sequences.filter { !$0.isEmpty }).sorted {
      $0.count == $1.count ? $0.lexicographicallyPrecedes($1) : $0.count < $1.count
    }
  }
}
