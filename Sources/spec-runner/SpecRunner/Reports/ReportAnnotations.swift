import Spec

extension Report {
  /// The report as workflow commands of GitHub, one a line.
  var annotations: [String] {
    let findings = findings.filter { $0.standing != .known }.map { finding in
      let source = finding.replay.map { "replay: \($0)" } ?? "its trace was not saved"
      return WorkflowCommand.text(
        "error", title: "\(finding.standing.rawValue): \(finding.name)",
        file: finding.isKept ? finding.path : nil, message: "\(finding.story.text)\n\(source)")
    }
    let untold = untoldNews.map {
      WorkflowCommand.text(
        "error", title: "new: \($0.name)",
        message: "\($0.title): ended before its story was worked out")
    }
    let stale = stale.map {
      WorkflowCommand.text("error", title: "stale", file: $0.path, message: $0.grade)
    }
    let errors = errors.map {
      WorkflowCommand.text("error", title: "error of the suite", message: $0)
    }
    let reach = reachErrors.map { WorkflowCommand.text("error", title: "what fires", message: $0) }
    let rest = unexplored.map { WorkflowCommand.text("warning", title: "cut short", message: $0) }
    return WorkflowCommand.shown(findings + untold + stale + reach + errors + rest)
  }
}

/// What GitHub reads from the output of a step.
enum WorkflowCommand {
  /// As many as GitHub shows of one step; the last counts the rest.
  static func shown(_ commands: [String], countMax: Int = 10) -> [String] {
    if commands.count <= countMax { return commands }
    let (shown, left) = (commands.prefix(countMax - 1), commands.dropFirst(countMax - 1))
    let level = left.contains { $0.hasPrefix("::error") } ? "error" : "warning"
    return shown + [text(level, title: "more", message: "\(left.count) more; see the report")]
  }

  static func text(_ command: String, title: String, file: String? = nil, message: String) -> String
  {
    let file = file.map { ",file=\(property($0))" } ?? ""
    return "::\(command) title=\(property(title))\(file)::\(data(message))"
  }

  /// The message of a command.
  static func data(_ text: String) -> String {
    // By scalars, as a carriage return and a line feed are one character.
    let escapes: [Unicode.Scalar: String] = ["%": "%25", "\r": "%0D", "\n": "%0A"]
    return text.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
  }

  /// A property of a command.
  static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
