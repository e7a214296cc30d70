/// How words stand out on a terminal with colours; no report says anything by its colours alone.
///
/// Words are marked where a report is rendered for a terminal, and marks become colours when it is
/// told. They take no room, so that lines are broken as they are without.
enum Style: CaseIterable {
  case heading, good, bad

  /// What begins it: characters that Unicode leaves to programs, far from those that fonts use.
  private var mark: Unicode.Scalar {
    switch self {
    case .heading: "\u{10FFF0}"
    case .good: "\u{10FFF1}"
    case .bad: "\u{10FFF2}"
    }
  }

  private static let end: Unicode.Scalar = "\u{10FFFD}"
  private static let byMark = Dictionary(uniqueKeysWithValues: allCases.map { ($0.mark, $0) })
  /// The characters that take no room.
  static let marks: ClosedRange<UInt32> = 0x10FFF0...0x10FFFD
  private static let reset = "\u{1b}[0m"

  /// Bold, green and red.
  private var code: String {
    switch self {
    case .heading: "\u{1b}[1m"
    case .good: "\u{1b}[32m"
    case .bad: "\u{1b}[31m"
    }
  }

  /// A text in this style; as it is where there are no colours.
  func on(_ text: String, inColor: Bool = Surroundings.hasColor) -> String {
    inColor && !text.isEmpty ? "\(mark)\(text)\(Self.end)" : text
  }

  /// A cell with its first word in the style of what that says, if it is a verdict or tells news.
  static func onVerdict(_ cell: String) -> String {
    let styles: [Substring: Style] = ["holds": .good, "broken": .bad, "new": .bad]
    let word = cell.prefix { $0 != " " }
    return styles[word].map { $0.on(String(word)) + cell.dropFirst(word.count) } ?? cell
  }

  /// The text of a story, in which it stands out how the promise is broken.
  static func onStory(_ text: String) -> String {
    let word = "Broken:"
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix(word) ? bad.on(word) + line.dropFirst(word.count) : String(line)
    }.joined(separator: "\n")
  }

  /// A text with colours in place of its marks.
  static func rendered(_ text: String) -> String {
    var (result, style) = (String.UnicodeScalarView(), Style?.none)
    for scalar in text.unicodeScalars {
      if let begun = byMark[scalar] {
        style = begun
        result.append(contentsOf: begun.code.unicodeScalars)
      } else if scalar == end {
        style = nil
        result.append(contentsOf: reset.unicodeScalars)
      } else if scalar == "\n", let style {
        // Each line by itself, as pagers show them.
        result.append(contentsOf: "\(reset)\n\(style.code)".unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
