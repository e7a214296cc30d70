import Generators
import Model
import Spec

/// Tables and lists in plain text.
package enum TextTable {
  /// The most columns of a line that is broken.
  private static let columnCountMax = 110

  /// A title and words after it, separated by commas, broken into lines; none without words.
  package static func list(_ title: String, _ words: [String]) -> [String] {
    if words.isEmpty { return [] }
    var lines = ["  \(title)"]
    for word in words.dropLast().map({ $0 + "," }) + words.suffix(1) {
      if lines[lines.count - 1].count + 1 + word.count > columnCountMax { lines.append("   ") }
      lines[lines.count - 1] += " " + word
    }
    return lines
  }

  /// Rows as lines with columns padded to their widest cell.
  package static func columns(_ rows: [[String]]) -> [String] {
    let rows = rows.map { $0.map(\.onOneLine) }
    let widths = (0..<(rows.first?.count ?? 0)).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      let line = "  " + cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}
