/// Tables in plain text.
package enum TextTable {
  /// Rows as lines with columns padded to their widest cell.
  package static func columns(_ rows: [[String]]) -> [String] {
    let widths = (0..<(rows.first?.count ?? 0)).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      let line = "  " + cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}

extension Int {
  /// The number with commas between groups of three digits.
  package var grouped: String {
    let digits = String(magnitude)
    var text = ""
    for (place, digit) in digits.enumerated() {
      if place > 0 && (digits.count - place).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return self < 0 ? "-\(text)" : text
  }

  /// The number and a noun, in the plural unless it is one.
  package func counted(_ noun: String) -> String { "\(grouped) \(noun)\(self == 1 ? "" : "s")" }
}
