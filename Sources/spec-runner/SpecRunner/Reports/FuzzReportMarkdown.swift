import Generators
import Model
import Spec

extension FuzzReport {
  /// The report as Markdown, for the summary of a CI job.
  func markdown() -> String {
    var lines = ["## Fuzzing: \(Markdown.cell(counts))", ""]
    for item in news {
      let trace = item.finding.trace
      let title = "\(trace.product) · \(trace.property): \(trace.culprit)"
      lines += ["### \(item.standing.rawValue): \(Markdown.cell(title))", ""]
      lines += Markdown.fenced(item.finding.story)
      if let path = item.path {
        lines += Markdown.fenced("swift run -c release spec-runner replay \(Shell.quoted(path))")
      }
    }
    lines += [
      "| campaign | runs | steps | distinct states | kinds of labels taken |",
      "| --- | --: | --: | --: | --- |",
    ]
    lines += campaigns.map(\.result).map { result in
      Markdown.row([
        "\(result.identity.title), seed \(result.seed), \(result.strategy)", result.runCount.grouped,
        result.stepCount.grouped, result.distinctStates.words, result.labelsTaken,
      ])
    }
    if !findings.isEmpty { lines += ["", "| finding | steps | | trace |", "| --- | --: | --- | --- |"] }
    lines += findings.map { item in
      let trace = item.finding.trace
      return Markdown.row([
        "\(trace.product) · \(trace.setting) · \(trace.property): \(trace.culprit)", "\(trace.length)",
        item.standing.rawValue, item.path ?? "",
      ])
    }
    let items = omissions + stale.map { "stale: \($0.path): \($0.grade)" }
    lines += items.flatMap { ["", "- \(Markdown.cell($0))"] }
    return lines.joined(separator: "\n") + "\n\n"
  }
}

/// The rules of Markdown.
enum Markdown {
  static func row(_ cells: [String]) -> String { "| \(cells.map(cell).joined(separator: " | ")) |" }

  /// A text that no Markdown or HTML in it can change.
  static func cell(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "|", "*", "_", "`", "[", "]", "\\", "#", "~": result += "\\\(character)"
      default: result += character.isNewline ? " " : String(character)
      }
    }
    return result
  }

  /// A block that shows a text as it is.
  static func fenced(_ text: String) -> [String] {
    var fence = "```"
    while text.contains(fence) { fence += "`" }
    return ["\(fence)text", text, fence, ""]
  }
}
