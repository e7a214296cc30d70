/// The text of a Swift file, and the same text with comments and the contents of strings blanked.
///
/// What stands between the parentheses of an interpolation is code. Regular expressions in slashes
/// are not known.
struct SourceText {
  /// The path from the root of the package.
  let path: String
  /// The lines as written.
  let lines: [Substring]
  /// The lines with spaces for comments, strings and names in backticks.
  let code: [Substring]

  init(path: String, _ text: String) {
    var blanking = Blanking(bytes: Array(text.utf8))
    let blanked = blanking.run()
    self.path = path
    lines = Self.lines(of: text)
    code = Self.lines(of: blanked)
  }

  /// Lines end with a line feed, the last one too.
  private static func lines(of text: String) -> [Substring] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.last == "" ? lines.dropLast() : lines
  }
}

/// Walks through a text and knows at each byte whether it is code.
private struct Blanking {
  private enum Mode {
    /// Code, within so many parentheses since the interpolation that it stands in began.
    case code(parentheses: Int)
    case lineComment
    case blockComment(depth: Int)
    case string(hashCount: Int, quoteCount: Int)
    case name
  }

  private let bytes: [UInt8]
  private var output: [UInt8] = []
  private var modes: [Mode] = [.code(parentheses: 0)]
  private var place = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
    output.reserveCapacity(bytes.count)
  }

  mutating func run() -> String {
    while place < bytes.count {
      switch modes.last ?? .code(parentheses: 0) {
      case .code(let parentheses): readCode(parentheses)
      case .lineComment: readLineComment()
      case .blockComment(let depth): readBlockComment(depth)
      case .string(let hashCount, let quoteCount): readString(hashCount, quoteCount)
      case .name: readName()
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private func sees(_ text: StaticString, at start: Int? = nil) -> Bool {
    let start = start ?? place
    guard start + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.withUTF8Buffer { bytes[start..<start + $0.count].elementsEqual($0) }
  }

  /// How often a byte is repeated from a place on.
  private func run(of byte: UInt8, at start: Int) -> Int {
    bytes[start...].prefix { $0 == byte }.count
  }

  private mutating func keep() {
    output.append(bytes[place])
    place += 1
  }

  private mutating func blank(_ count: Int) {
    for _ in 0..<min(count, bytes.count - place) {
      output.append(bytes[place] == UInt8(ascii: "\n") ? bytes[place] : UInt8(ascii: " "))
      place += 1
    }
  }

  private mutating func enter(_ mode: Mode, blanking count: Int) {
    modes.append(mode)
    blank(count)
  }

  private mutating func leave(blanking count: Int) {
    modes.removeLast()
    blank(count)
  }

  /// The bytes that end code, or begin something else in it.
  private static let marks = Set("\"#/`()".utf8)

  private mutating func readCode(_ parentheses: Int) {
    // Most bytes are neither.
    if !Self.marks.contains(bytes[place]) { return keep() }
    let hashCount = run(of: UInt8(ascii: "#"), at: place)
    if sees("\"", at: place + hashCount) {
      let quoteCount = sees("\"\"\"", at: place + hashCount) ? 3 : 1
      enter(.string(hashCount: hashCount, quoteCount: quoteCount), blanking: hashCount + quoteCount)
    } else if sees("//") {
      enter(.lineComment, blanking: 2)
    } else if sees("/*") {
      enter(.blockComment(depth: 1), blanking: 2)
    } else if sees("`") {
      enter(.name, blanking: 1)
    } else if sees(")") && parentheses == 0 && modes.count > 1 {
      leave(blanking: 1)
    } else {
      if sees("(") { modes[modes.count - 1] = .code(parentheses: parentheses + 1) }
      if sees(")") { modes[modes.count - 1] = .code(parentheses: parentheses - 1) }
      keep()
    }
  }

  private mutating func readLineComment() {
    let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    if end == place { leave(blanking: 1) } else { blank(end - place) }
  }

  private mutating func readBlockComment(_ depth: Int) {
    if sees("/*") {
      modes[modes.count - 1] = .blockComment(depth: depth + 1)
      blank(2)
    } else if sees("*/") {
      modes[modes.count - 1] = .blockComment(depth: depth - 1)
      if depth == 1 { leave(blanking: 2) } else { blank(2) }
    } else {
      blank(1)
    }
  }

  private mutating func readString(_ hashCount: Int, _ quoteCount: Int) {
    let isEnd = run(of: UInt8(ascii: "\""), at: place) >= quoteCount
    if isEnd && run(of: UInt8(ascii: "#"), at: place + quoteCount) >= hashCount {
      leave(blanking: quoteCount + hashCount)
    } else if sees("\\") && run(of: UInt8(ascii: "#"), at: place + 1) >= hashCount {
      let isInterpolation = sees("(", at: place + 1 + hashCount)
      blank(hashCount + 2)
      if isInterpolation { modes.append(.code(parentheses: 0)) }
    } else if sees("\n") && quoteCount == 1 {
      leave(blanking: 1)
    } else {
      blank(1)
    }
  }

  private mutating func readName() {
    if sees("`") || sees("\n") { leave(blanking: 1) } else { blank(1) }
  }
}
