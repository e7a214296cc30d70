import Generators
import Model
import Spec

/// What became of traces that were replayed.
struct ReplayReport: CommandReport, Sendable {
  /// What became of one trace.
  enum Entry: Sendable {
    case replayed(Replay)
    /// It cannot be read, and why.
    case unreadable(String, String)
    /// Nothing is known of it, and why.
    case undecided(String, String)
  }

  var entries: [Entry] = []
  /// The traces that were not looked at any more, and why.
  var left: [String] = []
  var whyLeft = ""
  var exitStatus = 0

  /// 2 for what cannot be read, else 1 for what is not as recorded, else 3 for what is undecided,
  /// else 0.
  var grade: Int {
    let replays = entries.compactMap(\.replay)
    if entries.contains(where: \.isUnreadable) { return 2 }
    if replays.contains(where: \.isRefuted) { return 1 }
    return replays.contains(where: \.isUndecided) || entries.contains(where: \.isUnknown)
      || !left.isEmpty
      ? 3 : 0
  }

  var sections: [ReportSection] { entries.map(\.section) + (rest.map { [$0] } ?? []) }

  /// What tells of the traces that were left; nil where there are none.
  var rest: ReportSection? {
    left.isEmpty ? nil : ReportSection("", [.lines(["\(left.count.counted("trace")): \(whyLeft)"])])
  }

  var markdown: String {
    let count = entries.count + left.count
    let confirmed = entries.compactMap(\.replay).count(where: \.isConfirmed)
    return markdown(under: graded("\(confirmed.grouped) of \(count.counted("trace")) as recorded"))
  }

  var suites: [TestSuite] {
    let cases =
      entries.map { ($0.replay?.suiteName ?? Self.unreadSuite, $0.test) }
      + left.map { (Self.unreadSuite, TestCase(name: $0, outcome: .cutShort(whyLeft), file: $0)) }
    return cases.map(\.0).uniqued().map { name in
      TestSuite(name: name, cases: cases.filter { $0.0 == name }.map(\.1))
    }
  }

  /// The suite of traces of which nothing but the path is known.
  private static let unreadSuite = "traces"

  var json: String {
    get throws {
      let left = left.map { JSONValue.object(["path": .string($0), "grade": .string(whyLeft)]) }
      return try JSONReport.text(JSONValue.array(entries.compactMap { try $0.json } + left))
    }
  }

  var found: Report? {
    var report = Report(findings: entries.compactMap(\.replay).map(\.finding))
    report.exitStatus = exitStatus
    return report
  }
}

extension ReplayReport.Entry {
  var replay: Replay? { if case .replayed(let replay) = self { replay } else { nil } }
  var isUnreadable: Bool { if case .unreadable = self { true } else { false } }
  fileprivate var isUnknown: Bool { if case .undecided = self { true } else { false } }

  var section: ReportSection {
    switch self {
    case .replayed(let replay): replay.section()
    case .unreadable(let path, let words):
      ReportSection(path.onOneLine, [.result(words, isGood: false)])
    case .undecided(let path, let words): ReportSection(path.onOneLine, [.lines([words])])
    }
  }

  fileprivate var test: TestCase {
    switch self {
    case .replayed(let replay): replay.test
    case .unreadable(let path, let words):
      TestCase(name: path, outcome: .unreadable(words), file: path)
    case .undecided(let path, let words):
      TestCase(name: path, outcome: .cutShort(words), file: path)
    }
  }

  fileprivate var json: JSONValue? {
    get throws {
      switch self {
      case .replayed(let replay): try replay.json
      case .unreadable: nil
      case .undecided(let path, let words):
        .object(["path": .string(path), "grade": .string(words)])
      }
    }
  }
}

/// What the replay of one trace told.
struct Replay: Sendable {
  var trace: Trace
  var path: String
  var grade: Grade
  var story: Story?
  /// What live code made of it, where it was asked.
  var live: LiveGrade?
  /// Why it was ended early, if it was.
  var reason: ExitReason?

  var isConfirmed: Bool { trace.isConfirmed(by: live?.grade ?? grade) }
  var isUndecided: Bool { if case .undecided = live?.grade ?? grade { true } else { false } }
  var isRefuted: Bool { !isConfirmed && !isUndecided }

  /// The grade in words; of values that live code was to take it says who was asked instead.
  var words: String {
    switch grade {
    case .reproduces where live != nil && trace.form == .values:
      "the product's functions, asked about the values, break the promise"
    case .undecided: ([grade.words] + (reason.map { [$0.words] } ?? [])).joined(separator: "; ")
    default: grade.words
    }
  }

  /// The grade, and whether it is the one that was recorded.
  private var verdict: (words: String, isGood: Bool) {
    let isGood = trace.isConfirmed(by: grade)
    return (
      "\(words) (\(isGood ? "as recorded" : "recorded was: \(trace.expected.words)"))", isGood
    )
  }

  // MARK: Renderings

  /// The story, and what it comes to.
  ///
  /// - Parameter tellsSteps: whether its steps are told.
  func section(tellsSteps: Bool = true) -> ReportSection {
    var told = story
    if !tellsSteps { told?.lines = [] }
    let lines = lines(of: told)
    let (words, isGood) = verdict
    return ReportSection(
      path.onOneLine,
      [.lines([trace.findingWords.onOneLine])]
        + (lines.isEmpty ? [] : [.story(lines.joined(separator: "\n"))])
        + [.result(words, isGood: isGood)] + (live.map { [.lines([$0.words])] } ?? []))
  }

  /// A story; values stand between what is promised and how it is broken, where a path has its
  /// steps.
  private func lines(of story: Story?) -> [String] {
    var lines =
      story?.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) ?? []
    lines.insert(contentsOf: values, at: min(1, lines.count))
    return lines
  }

  private var values: [String] {
    guard let values = trace.values else { return [] }
    return ["  state \(values.state.text)"] + (values.action.map { ["  action \($0.text)"] } ?? [])
      + (values.parameter.map { ["  parameter \($0.onOneLine)"] } ?? [])
      + (values.entryOrder.map { ["  entry order \($0)"] } ?? [])
  }

  /// "shop.published.open".
  fileprivate var suiteName: String { "\(trace.product).\(trace.design).\(trace.setting)" }

  /// One case a trace: the name of its finding, and its file.
  fileprivate var test: TestCase {
    // Where live code was asked, it decides.
    let words = live.map { "\(self.words); \($0.words)" } ?? verdict.words
    let outcome: TestCase.Outcome =
      isRefuted ? .failed("not as recorded", words) : isUndecided ? .cutShort(words) : .passed
    let told = lines(of: story) + (isConfirmed ? [words] : []) + ["replay: \(Report.replay(path))"]
    return TestCase(
      name: "\(finding.name) (\(path))".onOneLine, outcome: outcome,
      text: told.joined(separator: "\n"), file: path)
  }

  fileprivate var finding: Report.Finding {
    Report.Finding(story, of: trace, path, live?.words ?? words)
  }

  fileprivate var json: JSONValue {
    get throws {
      .object([
        "path": .string(path), "grade": .string(words), "isConfirmed": .boolean(isConfirmed),
        "story": try story.map { try JSONValue(encoding: $0) } ?? .null,
        "live": live.map { .string($0.words) } ?? .null,
      ])
    }
  }
}

extension LiveGrade {
  /// What live code made of a trace, in words.
  fileprivate var words: String {
    let tries = attemptCount == 1 ? "" : ", with its jobs in order number \(attemptCount.grouped)"
    switch outcome {
    case .taken:
      return "live: real code takes every step\(tries), as the model does: \(grade.words)"
    case .lost(let takenCount):
      return "live: real code takes \(takenCount.counted("step")) and no more, in any of "
        + "\(attemptCount.counted("order")) of jobs tried"
    case .left(let divergence): return "live: \(divergence.text)"
    case .stopped:
      return "live: stopped after \(attemptCount.counted("order")) of jobs, none of which took it"
    case .rejected: return "live: not run, as the model does not take the path"
    case .inapplicable(let reason): return "live: not run: \(reason)"
    }
  }
}
