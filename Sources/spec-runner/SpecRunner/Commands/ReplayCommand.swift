import Generators
import Model
import Spec

/// Replays saved traces and says whether each still shows what it was saved for.
struct ReplayCommand {
  private let paths: [String]
  private let writesJSON: Bool
  private let runsLive: Bool

  init(_ words: [String]) throws(UsageError) {
    let arguments = try Arguments(words, options: [], flags: ["--json", "--live"], command: "replay")
    paths = arguments.words
    writesJSON = arguments.has("--json")
    runsLive = arguments.has("--live")
    if paths.isEmpty { throw UsageError("replay needs the path of a trace; the ledger is in traces/") }
  }

  /// Runs the command.
  ///
  /// - Returns: the exit status.
  func run() throws -> Int32 {
    var areConfirmed = true
    var paragraphs: [String] = []
    var values: [JSONValue] = []
    var errors: [TraceError] = []
    // Beside the traces of a ledger stands a file that is none; a pattern for all files names it too.
    for path in paths where !path.hasSuffix("/\(Ledger.extentsFileName)") {
      let (trace, result, live): (Trace, (grade: Grade, story: Story?), LiveGrade?)
      do {
        (trace, result, live) = try replay(path)
      } catch let error as TraceError {
        errors.append(error)
        continue
      }
      let isConfirmed = trace.isConfirmed(by: live?.grade ?? result.grade)
      areConfirmed = areConfirmed && isConfirmed
      let liveLine = live.map { "\n\($0.words)" } ?? ""
      paragraphs.append(text(trace, result, trace.isConfirmed(by: result.grade), path) + liveLine)
      values.append(
        .object([
          "path": .string(path), "grade": .string(result.grade.words), "isConfirmed": .boolean(isConfirmed),
          "story": result.story.map { .string($0.text) } ?? .null,
          "live": live.map { .string($0.words) } ?? .null,
        ]))
    }
    if writesJSON || !paragraphs.isEmpty {
      print(writesJSON ? try JSONReport.text(JSONValue.array(values)) : paragraphs.joined(separator: "\n\n"))
    }
    for error in errors { Surroundings.warn("spec-runner: \(error.description)") }
    return !errors.isEmpty ? 2 : areConfirmed ? 0 : 1
  }

  /// Replays one file.
  ///
  /// - Throws: a `TraceError` that names the file.
  private func replay(
    _ path: String
  ) throws -> (trace: Trace, result: (grade: Grade, story: Story?), live: LiveGrade?) {
    let trace = try Trace(path: path)
    do {
      let result = try explained(Catalogue.grade(trace), trace)
      return (trace, result, runsLive ? try live(trace) : nil)
    } catch let error as TraceError {
      throw TraceError("\(path): \(error.description)")
    }
  }

  /// The grade, and the story of a finding that is still there with what else there is to know of it.
  private func explained(
    _ result: (grade: Grade, story: Story?), _ trace: Trace
  ) throws -> (grade: Grade, story: Story?) {
    guard result.grade == .reproduces, let story = result.story,
      let specification = try Catalogue.specification(of: trace)
    else { return result }
    let finding = CheckReport.Finding(
      property: trace.property, culprit: trace.culprit, story: story, trace: trace)
    return (result.grade, specification.explained([finding]).first?.story ?? story)
  }

  /// What real concurrent code makes of a trace.
  private func live(_ trace: Trace) throws -> LiveGrade? {
    try (Catalogue.specification(of: trace) as? any LiveCheckable)?.gradeLive(trace)
  }

  private func text(
    _ trace: Trace, _ result: (grade: Grade, story: Story?), _ isConfirmed: Bool, _ path: String
  ) -> String {
    var lines = [
      path, "\(trace.product) · \(trace.design) · \(trace.environment) · \(trace.property): \(trace.culprit)",
    ]
    let story = result.story?.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // Values stand between what is promised and how it is broken, where a path has its steps.
    lines += story.map { trace.values == nil ? $0 : Array($0.prefix(1)) } ?? []
    if let values = trace.values {
      lines.append("  state \(values.state.text)")
      if let action = values.action { lines.append("  action \(action.text)") }
      if let parameter = values.parameter { lines.append("  parameter \(parameter)") }
      if let order = values.entryOrder { lines.append("  entry order \(order)") }
      lines += story?.dropFirst() ?? []
    }
    lines.append(
      "\(result.grade.words) (\(isConfirmed ? "as recorded" : "recorded was: \(trace.expected.rawValue)"))")
    return lines.joined(separator: "\n")
  }
}

extension LiveGrade {
  /// What live code made of a trace, in words.
  fileprivate var words: String {
    let tries = attemptCount == 1 ? "" : ", with its jobs in order number \(attemptCount.grouped)"
    switch outcome {
    case .taken: return "live: real code takes every step\(tries), as the model does: \(grade.words)"
    case .lost(let takenCount):
      return "live: real code takes \(takenCount.counted("step")) and no more, in any of "
        + "\(attemptCount.counted("order")) of jobs tried"
    case .left(let divergence): return "live: \(divergence.text)"
    case .inapplicable(let reason): return "live: not run: \(reason)"
    }
  }
}
