import Model

/// Tables and lists in plain text, no wider than there are columns.
enum TextTable {
  /// What a column of cells that are broken into lines has at least.
  private static let brokenColumnCountMin = 14

  /// A title and words after it, separated by commas, broken into lines; none without words.
  static func list(
    _ title: String, _ words: [String], columnCount: Int = Surroundings.columnCount
  ) -> [String] {
    if words.isEmpty { return [] }
    var lines = ["  \(title)"]
    for word in words.dropLast().map({ $0 + "," }) + words.suffix(1) {
      if lines[lines.count - 1].columnCount + 1 + word.columnCount > columnCount {
        lines.append("   ")
      }
      lines[lines.count - 1] += " " + word
    }
    return lines
  }

  /// Rows as lines with columns padded to their widest cell.
  ///
  /// Where they do not fit, cells of running text are broken into lines; else each row is told by
  /// itself, with a line for each cell.
  ///
  /// - Parameter isTitled: whether the first row has the titles.
  static func columns(
    _ rows: [[String]], isTitled: Bool = false, columnCount: Int = Surroundings.columnCount
  ) -> [String] {
    var rows = rows.map { $0.map(\.onOneLine) }
    if isTitled {
      rows =
        rows.prefix(1).map { $0.map { Style.heading.on($0) } }
        + rows.dropFirst().map { $0.map(Style.onVerdict) }
    }
    let widths = widths(of: rows)
    if total(widths) <= columnCount { return rows.map { line($0, widths) } }
    if let narrow = narrowed(widths, rows, columnCount) {
      return rows.flatMap { lines($0, narrow) }
    }
    if isTitled { return tall(rows) }
    return rows.flatMap { row in ["  \(row[0])"] + row.dropFirst().map { "    \($0)" } }
  }

  private static func widths(of rows: [[String]]) -> [Int] {
    (0..<(rows.first?.count ?? 0)).map { column in rows.map { $0[column].columnCount }.max() ?? 0 }
  }

  /// How wide rows are whose columns have these widths.
  private static func total(_ widths: some Collection<Int>) -> Int {
    widths.reduce(0) { $0 + $1 + 2 }
  }

  private static func line(_ row: [String], _ widths: [Int]) -> String {
    let cells = zip(row, widths).map {
      $0 + String(repeating: " ", count: max(0, $1 - $0.columnCount))
    }
    return String(("  " + cells.joined(separator: "  ")).reversed().drop { $0 == " " }.reversed())
  }

  // MARK: What does not fit

  /// Widths that fit, the widest columns made narrower; nil where cells cannot be broken as far.
  private static func narrowed(_ widths: [Int], _ rows: [[String]], _ columnCount: Int) -> [Int]? {
    let least = widths.indices.map { column in
      let words = rows.flatMap { $0[column].split(separator: " ").map(\.columnCount) }
      return min(widths[column], max(words.max() ?? 0, brokenColumnCountMin))
    }
    var narrow = widths
    while total(narrow) > columnCount {
      let candidates = narrow.indices.filter { narrow[$0] > least[$0] }
      guard let widest = candidates.max(by: { narrow[$0] < narrow[$1] }) else { return nil }
      narrow[widest] -= 1
    }
    return narrow
  }

  /// A row whose cells are broken into as many lines as they need.
  private static func lines(_ row: [String], _ widths: [Int]) -> [String] {
    let cells = zip(row, widths).map { cell, width in
      cell.columnCount <= width ? [cell] : broken(cell, to: width)
    }
    return (0..<(cells.map(\.count).max() ?? 0)).map { number in
      line(cells.map { number < $0.count ? $0[number] : "" }, widths)
    }
  }

  private static func broken(_ cell: String, to columnCount: Int) -> [String] {
    var lines = [""]
    for word in cell.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.columnCount + 1 + word.columnCount <= columnCount {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  /// Each row by itself, its first cell above the others, which stand behind their titles.
  private static func tall(_ rows: [[String]]) -> [String] {
    guard let titles = rows.first else { return [] }
    let width = titles.dropFirst().map(\.columnCount).max() ?? 0
    return rows.dropFirst().flatMap { row in
      ["  \(row[0])"]
        + zip(titles, row).dropFirst().filter { !$1.isEmpty }.map { title, cell in
          "  " + line([title, cell], [width, 0])
        }
    }
  }
}
