import Model

/// Pieces of text that strings are made of.
public struct TextPieces: Hashable, Sendable {
  /// The pieces, the simplest first.
  package let pieces: [String]

  /// Makes pieces of other kinds, the simplest first.
  public init(_ pieces: [String]) { self.pieces = pieces }

  /// Small letters, capitals, digits, the space, and signs that mean something to formats.
  public static let ascii = TextPieces(
    (Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
      + Array(" .,-_/\\'\"%&<>\t\n"))
      .map(String.init))
  /// Letters with accents, each as one scalar and as a letter and a mark, and a letter that changes
  /// its length with its case.
  public static let accents = TextPieces([
    "\u{e9}", "e\u{301}", "\u{fc}", "u\u{308}", "\u{e5}", "a\u{30a}", "\u{212b}", "\u{f1}",
    "n\u{303}", "\u{1ec7}", "e\u{323}\u{302}", "\u{df}", "\u{130}", "\u{131}", "\u{fb01}",
  ])
  /// Emoji: single, with a skin tone, joined to one, a flag, a keycap, and a lone joiner.
  public static let emoji = TextPieces([
    "\u{1f600}", "\u{1f44d}\u{1f3fd}", "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}",
    "\u{2764}\u{fe0f}",
    "\u{1f1e9}\u{1f1ea}", "1\u{fe0f}\u{20e3}", "\u{1f3f3}\u{fe0f}\u{200d}\u{1f308}", "\u{200d}",
  ])
  /// Hebrew and Arabic, an Arabic digit, and marks that turn the direction.
  public static let rightToLeft = TextPieces([
    "\u{5d0}", "\u{5e9}\u{5c1}", "\u{627}", "\u{644}\u{627}", "\u{663}", "\u{200f}", "\u{202e}",
  ])
  /// Other scripts, wide and composed letters, marks without a letter, spaces that are not the
  /// space.
  public static let others = TextPieces([
    "\u{4e2d}", "\u{d55c}", "\u{1112}\u{1161}\u{11ab}", "\u{915}\u{94d}\u{937}", "\u{ff21}",
    "\u{301}", "\u{a0}", "\u{3000}", "\u{0}", "\u{feff}", "\u{10ffff}",
  ])
  /// All of the above.
  public static let any = TextPieces(
    [ascii, accents, emoji, rightToLeft, others].flatMap(\.pieces))
  /// Marks, and what no mark can stand on: a new line, a sign that turns the direction.
  static let marks = TextPieces(["\n", "\u{200f}", "\u{301}", "\u{fe0f}"])
}

extension Generator<String> {
  /// Strings of every sort: empty, ASCII, accents in both normal forms, emoji with joiners,
  /// right-to-left, mixed, and very long.
  ///
  /// The empty string is the simplest, then "a".
  ///
  /// ```swift
  /// let names = Generator<String>.strings()
  /// ```
  ///
  /// - Parameter countMax: how many pieces a string has at most, a very long one apart.
  public static func strings(countMax: Int = 12) -> Generator {
    let count = 0...max(1, countMax)
    return frequency([
      (6, strings(pieces: .ascii, count: count)), (2, strings(pieces: .accents, count: count)),
      (2, strings(pieces: .emoji, count: count)), (2, strings(pieces: .rightToLeft, count: count)),
      (4, strings(pieces: .any, count: count)), (1, veryLong),
    ])
  }

  /// Strings of the pieces given.
  ///
  /// ```swift
  /// let faces = Generator<String>.strings(pieces: .emoji, count: 1...3)
  /// ```
  public static func strings(pieces: TextPieces, count: ClosedRange<Int> = 0...12) -> Generator {
    Generator<String>.element(of: pieces.pieces).array(count: count).map { $0.joined() }
  }

  /// Names of things: few of them, so that they repeat; the empty one last.
  ///
  /// ```swift
  /// let ids = Generator<String>.identifiers(count: 3)  // "a", "b", "c" or ""
  /// ```
  ///
  /// - Parameter count: how many there are beside the empty one, from 1 to 26.
  public static func identifiers(count: Int = 4) -> Generator {
    element(of: TextPieces.ascii.pieces.prefix(min(max(count, 1), 26)) + [""])
  }
}

/// One piece of text repeated a thousand to a hundred thousand times.
private let veryLong = Generator<String> { source throws(Rejection) in
  let piece = try Generator<String>.element(of: TextPieces.any.pieces).draw(from: &source)
  return String(
    repeating: piece, count: try Generator<Int>.integers(in: 1000...100_000).draw(from: &source))
}.grouped(.unusual)
