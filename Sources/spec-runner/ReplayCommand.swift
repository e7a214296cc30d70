import Generators
import Spec

/// Replays saved traces and says whether each still shows what it was saved for.
struct ReplayCommand {
  private let paths: [String]
  private let writesJSON: Bool

  init(_ words: [String]) throws(UsageError) {
    let arguments = try Arguments(words, options: [], flags: ["--json"], command: "replay")
    paths = arguments.words
    writesJSON = arguments.has("--json")
    if paths.isEmpty { throw UsageError("replay needs the path of a trace; the ledger is in traces/") }
  }

  /// Runs the command.
  ///
  /// - Returns: the exit status.
  func run() throws -> Int32 {
    var areConfirmed = true
    var paragraphs: [String] = []
    var values: [JSONValue] = []
    for path in paths {
      let trace = try Trace(path: path)
      let result: (grade: Grade, story: Story?)
      do {
        result = try Catalogue.grade(trace)
      } catch let error as TraceError {
        throw TraceError("\(path): \(error.description)")
      }
      let isConfirmed = trace.isConfirmed(by: result.grade)
      areConfirmed = areConfirmed && isConfirmed
      paragraphs.append(text(trace, result, isConfirmed, path))
      values.append(
        .object([
          "path": .string(path), "grade": .string(result.grade.words), "isConfirmed": .boolean(isConfirmed),
          "story": result.story.map { .string($0.text) } ?? .null,
        ]))
    }
    print(writesJSON ? try JSONReport.text(.array(values)) : paragraphs.joined(separator: "\n\n"))
    return areConfirmed ? 0 : 1
  }

  private func text(
    _ trace: Trace, _ result: (grade: Grade, story: Story?), _ isConfirmed: Bool, _ path: String
  ) -> String {
    var lines = [
      path, "\(trace.product) · \(trace.design) · \(trace.environment) · \(trace.property): \(trace.culprit)",
    ]
    if let story = result.story { lines.append(story.text) }
    if let values = trace.values {
      lines.append("  state \(values.state.text)")
      if let action = values.action { lines.append("  action \(action.text)") }
      if let parameter = values.parameter { lines.append("  parameter \(parameter)") }
      if let order = values.entryOrder { lines.append("  entry order \(order)") }
    }
    lines.append(
      "\(result.grade.words) (\(isConfirmed ? "as recorded" : "recorded was: \(trace.expected.rawValue)"))")
    return lines.joined(separator: "\n")
  }
}
