import Foundation

/// Lines of text as wide as their reader sees.
enum Layout {
  /// How many columns there are where it is not said.
  static let usualColumnCount = 80
  /// A terminal of fewer columns is none.
  static let columnCountMin = 20
  /// What a column of running text has at least; where there is less room, its lines begin farther
  /// left.
  static let proseColumnCountMin = 24
  /// What stands for a space in something that is copied as a whole, such as a command.
  private static let firmSpace: Character = "\u{a0}"

  /// Something that is copied as a whole: it stays on one line.
  static func whole(_ text: String) -> String { text.replacing(" ", with: String(firmSpace)) }

  /// A text as it is read: what is copied as a whole has usual spaces.
  static func plain(_ text: String) -> String { text.replacing(String(firmSpace), with: " ") }

  /// A text without a line that is wider than there are columns.
  ///
  /// Lines are broken between words, what follows begins where the words of the line begin, and a
  /// long word is broken too. Commands and paths are not; they stand alone.
  static func wrapped(_ text: String, to columnCount: Int) -> String {
    plain(
      text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
        line.columnCount <= columnCount
          ? [String(line)] : wrapped(line: String(line), to: columnCount)
      }.joined(separator: "\n"))
  }

  /// A text whose paragraphs, and the lines of what stands behind a title, are on one line each.
  static func joined(_ text: String) -> String {
    var lines: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let indent = line.prefix { $0 == " " }.count
      let goesOn = indent >= continuationIndent || indent == 0 && lines.last.map(isProse) ?? false
      if goesOn && !line.isEmpty {
        lines[lines.count - 1] += " " + line.dropFirst(indent)
      } else {
        lines.append(String(line))
      }
    }
    return lines.joined(separator: "\n")
  }

  /// From which column on a line goes on with the one before it.
  private static let continuationIndent = 5

  /// Whether a line is running text, and no title in capital letters.
  private static func isProse(_ line: String) -> Bool {
    !line.isEmpty && line.first != " " && line.contains(where: \.isLowercase)
  }

  private static func wrapped(line: String, to columnCount: Int) -> [String] {
    let indent = line.prefix { $0 == " " }.count
    let hanging = hangingIndent(of: line, indent, columnCount)
    // Where a title stands before the words, it stays as it is.
    let head =
      hanging.isTitled ? String(line.prefix(hanging.count)) : String(repeating: " ", count: indent)
    let words = line.dropFirst(head.count).split(separator: " ", omittingEmptySubsequences: false)
      .map(String.init)
    let deep = String(repeating: " ", count: hanging.count)
    let flat = String(repeating: " ", count: min(hanging.count, indent + 2))
    var (lines, isEmpty, used) = ([head], true, head.columnCount)
    for word in words {
      let width = word.columnCount
      if used + (isEmpty ? 0 : 1) + width <= columnCount {
        lines[lines.count - 1] += (isEmpty ? "" : " ") + word
        used += (isEmpty ? 0 : 1) + width
      } else {
        let start = deep.count + width <= columnCount ? deep : flat
        var parts = pieces(of: word, columnCount - start.count)
        // What has nothing but its indentation goes on where it is.
        if isEmpty && !hanging.isTitled { lines[lines.count - 1] = head + parts.removeFirst() }
        lines += parts.map { start + $0 }
        used = lines[lines.count - 1].columnCount
      }
      isEmpty = false
    }
    return lines.map { line in line.lastIndex { $0 != " " }.map { String(line[...$0]) } ?? "" }
  }

  /// Where the lines after the first begin, and whether the words before that place are a title:
  /// the number of a step, or the first cell of a table.
  private static func hangingIndent(
    of line: String, _ indent: Int, _ columnCount: Int
  ) -> (count: Int, isTitled: Bool) {
    let content = line.dropFirst(indent)
    if let number = content.prefixMatch(of: #/[0-9]+\. /#) {
      return (indent + number.output.count, true)
    }
    // A gap that is farther to the right leaves no room.
    if let gap = content.prefix(max(0, columnCount)).firstMatch(of: #/ {2,}/#) {
      let count = line.distance(from: line.startIndex, to: gap.range.upperBound)
      if columnCount - count >= proseColumnCountMin { return (count, true) }
    }
    return (indent + 2, false)
  }

  /// A word in pieces that fit; whole where it is copied as a whole.
  static func pieces(of word: String, _ columnCount: Int) -> [String] {
    if word.contains(firmSpace) || word.contains("/") || columnCount < 1 { return [word] }
    var (pieces, rest) = ([String](), word[...])
    while true {
      var room = columnCount
      let fitting = rest.prefix {
        room -= $0.columnCount
        return room >= 0
      }
      if fitting.endIndex == rest.endIndex { break }
      let end = fitting.lastIndex(of: ",").map { rest.index(after: $0) } ?? fitting.endIndex
      let next = end > rest.startIndex ? end : rest.index(after: rest.startIndex)
      pieces.append(String(rest[..<next]))
      rest = rest[next...]
    }
    return pieces + [String(rest)]
  }
}

extension StringProtocol {
  /// How many columns it takes on a terminal.
  var columnCount: Int {
    var bytes = utf8.makeIterator()
    var count = 0
    while let byte = bytes.next() {
      // Where all are ASCII, each byte is a character.
      if byte >= 0x80 || byte == 0x0D { return reduce(0) { $0 + $1.columnCount } }
      count += 1
    }
    return count
  }
}

extension Character {
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD,
  ]

  /// How many columns it takes on a terminal: two for signs of East Asia and for pictures, none for
  /// marks.
  var columnCount: Int {
    guard let scalar = unicodeScalars.first, !isASCII else { return 1 }
    if Style.marks.contains(scalar.value) { return 0 }
    return Self.wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }
}
