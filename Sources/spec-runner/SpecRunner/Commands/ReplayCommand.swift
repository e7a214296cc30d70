import Generators
import Model
import Spec

/// Replays saved traces and says whether each still shows what it was saved for.
struct ReplayCommand {
  private let registry: Registry
  private let paths: [String]
  private let runsLive: Bool
  private let goesByStep: Bool
  private let emitsTests: Bool
  /// The most time for each trace.
  private let secondsMax: Double
  private let outputs: Outputs
  private let statesFile: ReportFile?

  init(_ words: [String], of registry: Registry) throws {
    let arguments = try Arguments(words, of: "replay")
    self.registry = registry
    paths = arguments.words
    runsLive = arguments.has("--live")
    goesByStep = arguments.has("--step")
    for option in ["--json", "--junit", "--markdown", "--annotations"]
    where goesByStep && (arguments.has(option) || arguments.value(option) != nil) {
      throw UsageError("--step is for people; leave out \(option)")
    }
    emitsTests = arguments.has("--emit-test")
    let others = (OptionNames.commands["replay"] ?? []).filter {
      !["--emit-test", "--limit-time"].contains($0)
    }
    if emitsTests && others.contains(where: { arguments.has($0) || arguments.value($0) != nil }) {
      throw UsageError("--emit-test prints source and nothing else; leave out the other options")
    }
    secondsMax = try arguments.seconds("--limit-time") ?? 60
    if paths.isEmpty {
      throw UsageError("replay needs the path of a trace; the ledger is in traces/")
    }
    outputs = try Outputs(arguments, of: registry, reading: paths)
    if arguments.value("--itf") != nil && paths.count > 1 {
      throw UsageError("--itf writes the states of one trace; replay one at a time")
    }
    statesFile = try arguments.value("--itf").map(ReportFile.init)
  }

  /// Runs the command.
  ///
  /// - Returns: the exit status.
  func run(_ watchdog: Watchdog) throws -> Int32 {
    // Beside the traces of a ledger stand files that are none; a pattern for all files names them
    // too.
    let paths = paths.filter { !$0.hasSuffix(".json") || Trace.isTrace(path: $0) }
    if paths.isEmpty {
      throw UsageError(
        "there is no trace among these files; a ledger's traces have '--' in their names")
    }
    if emitsTests { return try emitTests(of: paths, watchdog) }
    let known = SoFar(ReplayReport())
    watchdog.lastWord { reason in
      var report = known.now
      if report.entries.count < paths.count {
        let words = "undecided: the replay did not come to its end; \(reason.words)"
        let entry = ReplayReport.Entry.undecided(paths[report.entries.count], words)
        tell(entry.section, after: report)
        report.entries.append(entry)
      }
      return try conclude(report, paths, reason)
    }
    for (number, path) in paths.enumerated() where !Surroundings.isInterrupted {
      do {
        let replay = try replay(path, watchdog, leftCount: paths.count - number - 1)
        try writeStates(replay)
        if goesByStep { try tellByStep(replay, watchdog) }
        // Told at once, as the next one may not come to its end.
        try watchdog.tell {
          // Steps that were told one after the other are not told again.
          tell(replay.section(tellsSteps: !goesByStep), after: known.now)
          try Surroundings.flush()
          known.note { $0.entries.append(.replayed(replay)) }
        }
      } catch let error as TraceError {
        watchdog.tell {
          known.note { $0.entries.append(.unreadable(path, error.description)) }
          Surroundings.warn(of: error.description)
        }
      } catch let error as LiveUnavailable {
        watchdog.tell {
          known.note { $0.entries.append(.undecided(path, error.description)) }
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
    guard let states = try registry.specification(of: replay.trace)?.informalTrace(of: replay.trace)
    else {
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
          Surroundings.warn(of: "\(path): no test, as there is no finding: \(replay.words)")
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

  /// Tells the steps of a story one after the other, with what windows show where that changes,
  /// each once somebody has pressed Return; all of it where a person cannot.
  private func tellByStep(_ replay: Replay, _ watchdog: Watchdog) throws {
    guard let story = replay.story else { return }
    // Somebody who reads takes as long as it takes.
    watchdog.limit(secondsMax: nil)
    watchdog.lastWord { _ in 3 }
    var screens = story.scene?.screens ?? []
    let head =
      [replay.path, replay.trace.findingTitle, "Promised: \(story.promise)"]
      + screens.flatMap(\.lines)
    Surroundings.tell(head.map(\.onOneLine).joined(separator: "\n"))
    for (number, line) in story.lines.enumerated() {
      if try Surroundings.ask("Return for the next step ") == nil && Surroundings.hasTerminal {
        break
      }
      let shown = line.scene.map { $0.screens == screens ? [] : $0.screens.flatMap(\.lines) } ?? []
      screens = line.scene?.screens ?? screens
      let text = Story.told(line, number: number) + shown
      Surroundings.tell(text.map(\.onOneLine).joined(separator: "\n"))
    }
  }

  /// Tells what became of a trace, after what was told of others.
  private func tell(_ section: ReportSection, after report: ReplayReport) {
    if outputs.writesJSON { return }
    let isFirst = report.entries.allSatisfy(\.isUnreadable)
    Surroundings.tell((isFirst ? "" : "\n") + section.text)
  }

  private func conclude(_ report: ReplayReport, _ paths: [String], _ reason: ExitReason) throws
    -> Int32
  {
    var report = report
    report.left = Array(paths.dropFirst(report.entries.count))
    report.whyLeft = "not replayed, \(reason.words)"
    if let rest = report.rest { tell(rest, after: report) }
    report.exitStatus = report.grade
    return try outputs.write(report, isTold: true)
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

  /// The grade, and the story of a finding that is still there with what else there is to know of
  /// it.
  private func explained(
    _ result: (grade: Grade, story: Story?), _ trace: Trace, _ watchdog: Watchdog
  ) throws -> (grade: Grade, story: Story?) {
    guard result.grade == .reproduces, let story = result.story,
      let specification = try registry.specification(of: trace)
    else { return result }
    let finding = CheckReport.Finding(story: story, trace: trace)
    let explained = specification.explained([finding]) { watchdog.isOver }
    return (result.grade, explained.first?.story ?? story)
  }
}
