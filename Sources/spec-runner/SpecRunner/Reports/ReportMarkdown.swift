import Generators
import Model
import Spec

extension Report {
  /// The report as Markdown, for the summary of a CI job.
  func markdown() -> String {
    let summary = ReportText(report: self, knownWord: "").lastLine
    var lines = ["## \(campaigns == nil ? "Check" : "Fuzzing"): \(Markdown.cell(summary))", ""]
    for finding in findings where finding.standing != .known {
      let title = "\(finding.standing.rawValue): \(finding.trace.product) · \(finding.name)"
      lines += ["### \(Markdown.cell(title))", ""]
      lines += Markdown.fenced(finding.story) + (finding.replay.map(Markdown.fenced) ?? [])
    }
    lines += scopeTable + campaignTable
    if !findings.isEmpty { lines += ["", "| finding | steps | | trace |", "| --- | --: | --- | --- |"] }
    lines += findings.map { finding in
      let trace = finding.trace
      return Markdown.row([
        "\(trace.product) · \(trace.setting) · \(finding.name)", "\(trace.length)",
        finding.standing.rawValue, finding.path ?? "",
      ])
    }
    let untold = untoldNews.map {
      "new: \($0.title) · \($0.name): ended before its story was worked out"
    }
    let items = errors + reachErrors + untold + unexplored + stale.map { "stale: \($0.path): \($0.grade)" }
    lines += items.flatMap { ["", "- \(Markdown.cell($0))"] }
    return lines.joined(separator: "\n") + "\n\n"
  }

  private var scopeTable: [String] {
    guard let scopes else { return [] }
    return ["| scope | states | steps | hold | broken |", "| --- | --: | --: | --: | --: |"]
      + scopes.map { scope in
        Markdown.row([
          "\(scope.identity.title): \(scope.reason)", scope.stateCount.grouped, scope.stepCount.grouped,
          "\(scope.properties.count { $0.isDecided && $0.findingCount == nil })",
          "\(scope.properties.count { $0.findingCount != nil })",
        ])
      }
  }

  private var campaignTable: [String] {
    guard let campaigns else { return [] }
    return [
      "| campaign | runs | steps | distinct states | kinds of labels taken |",
      "| --- | --: | --: | --: | --- |",
    ]
      + campaigns.map(\.result).map { result in
        Markdown.row([
          "\(result.identity.title), seed \(result.seed), \(result.strategy)", result.runCount.grouped,
          result.stepCount.grouped, result.distinctStates.words, result.labelsTaken,
        ])
      }
  }
}

/// The rules of Markdown.
enum Markdown {
  static func row(_ cells: [String]) -> String { "| \(cells.map(cell).joined(separator: " | ")) |" }

  /// A text that no Markdown or HTML in it can change.
  static func cell(_ text: String) -> String {
    var result = ""
    for character in text.replacing("\n", with: " ").onOneLine {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "|", "*", "_", "`", "[", "]", "\\", "#", "~": result += "\\\(character)"
      default: result.append(character)
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
