/// The rules of Markdown.
enum Markdown {
  static func row(_ cells: [String]) -> String { "| \(cells.map(line).joined(separator: " | ")) |" }

  /// A text in which what is copied as a whole is code, such as a command.
  static func line(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let plain = Layout.plain(String(word))
      return plain == word || plain.contains("`") ? cell(plain) : "`\(plain.withoutControls)`"
    }.joined(separator: " ")
  }

  /// A text that no Markdown or HTML in it can change.
  static func cell(_ text: String) -> String {
    var result = ""
    // By scalars, as a sign beside it can join with one of these.
    for scalar in text.replacing("\n", with: " ").onOneLine.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "|", "*", "_", "`", "[", "]", "\\", "#", "~": result += "\\\(scalar)"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A block that shows a text as it is.
  static func fenced(_ text: String) -> [String] {
    var fence = "```"
    while text.contains(fence) { fence += "`" }
    return ["\(fence)text", text.withoutControls, fence, ""]
  }
}
