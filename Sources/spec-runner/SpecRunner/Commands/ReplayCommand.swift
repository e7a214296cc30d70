import Generators
import Model
import Spec

/// Replays saved traces and says whether each still shows what it was saved for.
struct ReplayCommand {
  private let registry: Registry
  private let paths: [String]
  private let writesJSON: Bool
  private let runsLive: Bool
  private let goesByStep: Bool
  private let emitsTests: Bool
  /// The most time for each trace.
  private let secondsMax: Double
  private let pageFile: ReportFile?
  private let statesFile: ReportFile?

  init(_ words: [String], of registry: Registry) throws {
    let arguments = try Arguments(words, of: "replay")
    self.registry = registry
    paths = arguments.words
    writesJSON = arguments.has("--json")
    runsLive = arguments.has("--live")
    goesByStep = arguments.has("--step")
    if goesByStep && writesJSON { throw UsageError("--step is for people; leave out --json") }
    emitsTests = arguments.has("--emit-test")
    if emitsTests,
      writesJSON || runsLive || goesByStep || arguments.value("--html") ?? arguments.value("--itf") != nil
    {
      throw UsageError("--emit-test prints source and nothing else; leave out the other options")
    }
    secondsMax = try arguments.seconds("--limit-time") ?? 60
    if paths.isEmpty { throw UsageError("replay needs the path of a trace; the ledger is in traces/") }
    try Outputs.refuseSharedFiles(arguments, reading: paths)
    if arguments.value("--itf") != nil && paths.count > 1 {
      throw UsageError("--itf writes the states of one trace; replay one at a time")
    }
    pageFile = try arguments.value("--html").map(ReportFile.init)
    statesFile = try arguments.value("--itf").map(ReportFile.init)
  }

  /// What became of one trace.
  private struct Replay {
    var trace: Trace
    var path: String
    var grade: Grade
    var story: Story?
    var live: LiveGrade?
    /// Why it was ended early, if it was.
    var reason: ExitReason?

    var isConfirmed: Bool { trace.isConfirmed(by: live?.grade ?? grade) }
    var isUndecided: Bool { if case .undecided = live?.grade ?? grade { true } else { false } }
  }

  /// What is known while traces are replayed.
  private struct Known: Sendable {
    var values: [JSONValue] = []
    /// What was replayed and told, for a page.
    var findings: [Report.Finding] = []
    var (errorCount, isRefuted, isUndecided) = (0, false, false)

    /// How many traces were replayed, or cannot be.
    var count: Int { values.count + errorCount }
  }

  /// Runs the command.
  ///
  /// - Returns: the exit status.
  func run(_ watchdog: Watchdog) throws -> Int32 {
    // Beside the traces of a ledger stand files that are none; a pattern for all files names them too.
    let paths = paths.filter { !$0.hasSuffix(".json") || Trace.isTrace(path: $0) }
    if paths.isEmpty {
      throw UsageError("there is no trace among these files; a ledger's traces have '--' in their names")
    }
    if emitsTests { return try emitTests(of: paths, watchdog) }
    let known = SoFar(Known())
    watchdog.lastWord { reason in
      var known = known.now
      if known.count < paths.count {
        let words = "undecided: the replay did not come to its end; \(reason.words)"
        add(paths[known.count], words, to: &known)
      }
      return try conclude(known, paths, reason)
    }
    for (number, path) in paths.enumerated() where !Surroundings.isInterrupted {
      do {
        let replay = try replay(path, watchdog, leftCount: paths.count - number - 1)
        let value = try json(replay)
        try writeStates(replay)
        if goesByStep { try tellByStep(replay, watchdog) }
        // Told at once, as the next one may not come to its end.
        try watchdog.tell {
          if !writesJSON { Surroundings.tell((known.now.values.isEmpty ? "" : "\n") + text(replay)) }
          try Surroundings.flush()
          known.note {
            $0.values.append(value)
            $0.findings.append(
              Report.Finding(replay.story, of: replay.trace, replay.path, replay.live?.words ?? words(replay))
            )
            $0.isUndecided = $0.isUndecided || replay.isUndecided
            $0.isRefuted = $0.isRefuted || !replay.isConfirmed && !replay.isUndecided
          }
        }
      } catch let error as TraceError {
        watchdog.tell {
          known.note { $0.errorCount += 1 }
          Surroundings.warn(of: error.description)
        }
      }
    }
    watchdog.finish()
    return try conclude(known.now, paths, watchdog.reason ?? .interrupted)
  }

  /// Writes the states along the path of a trace, for those who asked.
  private func writeStates(_ replay: Replay) throws {
    guard let statesFile else { return }
    guard let states = try registry.specification(of: replay.trace)?.informalTrace(of: replay.trace) else {
      throw TraceError(
        "\(replay.path): it has no path that can be taken, so that there are no states for --itf")
    }
    try statesFile.write(try JSONReport.text(states) + "\n", isAdded: false)
  }

  /// Prints the source of a test for each finding that is still there.
  private func emitTests(of paths: [String], _ watchdog: Watchdog) throws -> Int32 {
    let tests = SoFar<[EmittedTest]>([])
    watchdog.lastWord { _ in
      if !tests.now.isEmpty { Surroundings.tell(data: EmittedTest.file(tests.now)) }
      return 3
    }
    var (errorCount, isRefuted, isUndecided) = (0, false, false)
    for (number, path) in paths.enumerated() where !Surroundings.isInterrupted {
      do {
        let replay = try replay(path, watchdog, leftCount: paths.count - number - 1)
        if replay.grade == .reproduces, let story = replay.story {
          do {
            let test = try registry.test(of: replay.trace, telling: story)
            tests.note { $0.append(test) }
          } catch {
            throw TraceError("\(path): no test: \(whole: error.description)")
          }
        } else {
          Surroundings.warn(of: "\(path): no test, as there is no finding: \(words(replay))")
          isUndecided = isUndecided || replay.isUndecided
          isRefuted = isRefuted || !replay.isUndecided
        }
      } catch let error as TraceError {
        errorCount += 1
        Surroundings.warn(of: error.description)
      }
    }
    watchdog.finish()
    if !tests.now.isEmpty { Surroundings.tell(data: EmittedTest.file(tests.now)) }
    return errorCount > 0 ? 2 : isRefuted ? 1 : isUndecided || Surroundings.isInterrupted ? 3 : 0
  }

  /// Tells the steps of a story one after the other, with what windows show where that changes, each once
  /// somebody has pressed Return; all of it where a person cannot.
  private func tellByStep(_ replay: Replay, _ watchdog: Watchdog) throws {
    guard let story = replay.story else { return }
    // Somebody who reads takes as long as it takes.
    watchdog.limit(secondsMax: nil)
    watchdog.lastWord { _ in 3 }
    var screens = story.scene?.screens ?? []
    let head =
      [replay.path, replay.trace.findingTitle, "Promised: \(story.promise)"] + screens.flatMap(\.lines)
    Surroundings.tell(head.map(\.onOneLine).joined(separator: "\n"))
    for (number, line) in story.lines.enumerated() {
      if try Surroundings.ask("Return for the next step ") == nil && Surroundings.hasTerminal { break }
      let shown = line.scene.map { $0.screens == screens ? [] : $0.screens.flatMap(\.lines) } ?? []
      screens = line.scene?.screens ?? screens
      let text = Story.told(line, number: number) + shown
      Surroundings.tell(text.map(\.onOneLine).joined(separator: "\n"))
    }
  }

  /// Adds a trace of which nothing is known.
  private func add(_ path: String, _ words: String, to known: inout Known) {
    if !writesJSON {
      Surroundings.tell((known.values.isEmpty ? "" : "\n") + "\(path.onOneLine)\n\(words)")
    }
    known.values.append(.object(["path": .string(path), "grade": .string(words)]))
    known.isUndecided = true
  }

  private func conclude(_ known: Known, _ paths: [String], _ reason: ExitReason) throws -> Int32 {
    var known = known
    let left = paths.dropFirst(known.count)
    if !left.isEmpty {
      known.isUndecided = true
      let words = "not replayed, \(reason.words)"
      let gap = known.values.isEmpty ? "" : "\n"
      known.values += left.map { .object(["path": .string($0), "grade": .string(words)]) }
      if !writesJSON { Surroundings.tell("\(gap)\(left.count.counted("trace")): \(words)") }
    }
    if writesJSON { Surroundings.tell(data: try JSONReport.text(JSONValue.array(known.values))) }
    let status: Int32 = known.errorCount > 0 ? 2 : known.isRefuted ? 1 : known.isUndecided ? 3 : 0
    var report = Report(findings: known.findings)
    report.exitStatus = Int(status)
    try pageFile?.write(try ReportPage(report).text, isAdded: false)
    return status
  }

  /// Replays one file.
  ///
  /// - Throws: a `TraceError` that names the file.
  private func replay(_ path: String, _ watchdog: Watchdog, leftCount: Int) throws -> Replay {
    // The end of the process is the end of the others too, so that they lend their time.
    let patience = max(Watchdog.patienceSeconds, min(Double(leftCount) * secondsMax, 30))
    watchdog.limit(secondsMax: secondsMax, since: Surroundings.seconds(), patience: patience)
    let trace = try Trace(path: path)
    do {
      let result = try registry.grade(trace) { watchdog.isOver }
      let (grade, story) = try explained(result, trace, watchdog)
      return Replay(
        trace: trace, path: path, grade: grade, story: story,
        live: runsLive ? try live(trace, grade, watchdog) : nil, reason: watchdog.reason)
    } catch let error as TraceError {
      throw TraceError("\(path): \(whole: error.description)")
    }
  }

  private func live(_ trace: Trace, _ grade: Grade, _ watchdog: Watchdog) throws -> LiveGrade? {
    guard let specification = try registry.specification(of: trace) else { return nil }
    guard let live = specification as? any LiveCheckable else { return .ofNoApp(trace, grade) }
    return try live.gradeLive(trace) { watchdog.isOver }
  }

  /// The grade, and the story of a finding that is still there with what else there is to know of it.
  private func explained(
    _ result: (grade: Grade, story: Story?), _ trace: Trace, _ watchdog: Watchdog
  ) throws -> (grade: Grade, story: Story?) {
    guard result.grade == .reproduces, let story = result.story,
      let specification = try registry.specification(of: trace)
    else { return result }
    let finding = CheckReport.Finding(
      property: trace.property, culprit: trace.culprit, story: story, trace: trace)
    let explained = specification.explained([finding]) { watchdog.isOver }
    return (result.grade, explained.first?.story ?? story)
  }

  private func json(_ replay: Replay) throws -> JSONValue {
    .object([
      "path": .string(replay.path), "grade": .string(words(replay)),
      "isConfirmed": .boolean(replay.isConfirmed),
      "story": try replay.story.map { try JSONValue(encoding: $0) } ?? .null,
      "live": replay.live.map { .string($0.words) } ?? .null,
    ])
  }

  /// The grade in words; of values that live code was to take it says who was asked instead.
  private func words(_ replay: Replay) -> String {
    switch replay.grade {
    case .reproduces where runsLive && replay.trace.form == .values:
      "the product's functions, asked about the values, break the promise"
    case .undecided: ([replay.grade.words] + (replay.reason.map { [$0.words] } ?? [])).joined(separator: "; ")
    default: replay.grade.words
    }
  }

  private func text(_ replay: Replay) -> String {
    let trace = replay.trace
    let title =
      "\(trace.product) · \(trace.design) · \(trace.environment) · \(trace.property): \(trace.culprit)"
    var lines = [Style.heading.on(replay.path.onOneLine), title.onOneLine]
    var told = replay.story
    // Steps that were told one after the other are not told again.
    if goesByStep { told?.lines = [] }
    let story = (told?.text).map(Style.onStory)?.split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    // Values stand between what is promised and how it is broken, where a path has its steps.
    lines += story.map { trace.values == nil ? $0 : Array($0.prefix(1)) } ?? []
    if let values = trace.values {
      lines.append("  state \(values.state.text)")
      if let action = values.action { lines.append("  action \(action.text)") }
      if let parameter = values.parameter { lines.append("  parameter \(parameter.onOneLine)") }
      if let order = values.entryOrder { lines.append("  entry order \(order)") }
      lines += story?.dropFirst() ?? []
    }
    let isConfirmed = trace.isConfirmed(by: replay.grade)
    let recorded = isConfirmed ? "as recorded" : "recorded was: \(trace.expected.words)"
    lines.append((isConfirmed ? Style.good : .bad).on("\(words(replay)) (\(recorded))"))
    if let live = replay.live { lines.append(live.words) }
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
    case .stopped:
      return "live: stopped after \(attemptCount.counted("order")) of jobs, none of which took it"
    case .rejected: return "live: not run, as the model does not take the path"
    case .inapplicable(let reason): return "live: not run: \(reason)"
    }
  }
}
