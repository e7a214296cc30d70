import Foundation
import Generators
import Model
import Spec

/// Measures what searches cost on this machine.
///
/// Each search has a process of its own, so that its memory is its own, too.
struct BenchCommand {
  /// A search, and the words by which a process of its own is asked for it.
  private struct Search {
    let product: String
    let scope: String
    let specification: any Checkable

    var name: String { "\(product) \(scope)" }
  }

  private let searches: [Search]
  /// Whether the whole check is measured, with one worker and with all.
  private let measuresCheck: Bool
  private let outputs: Outputs

  init(_ words: [String], of registry: Registry) throws {
    guard words.first == "search" else {
      throw UsageError("say what to measure: \(Surroundings.programName) bench search …")
    }
    let arguments = try Arguments(Array(words.dropFirst()), of: "bench")
    outputs = try Outputs(arguments, of: registry)
    measuresCheck = arguments.words.isEmpty && arguments.value("--scope") == nil
    if let benchmark = registry.benchmarks.first(where: { [$0.name] == arguments.words }) {
      searches = Self.searches(
        of: benchmark, try Self.sizes(of: benchmark, arguments.value("--scope")))
    } else {
      let chosen = try Selection(arguments, of: registry).specifications.map {
        Search(product: $0.identity.product, scope: $0.identity.scope, specification: $0)
      }
      let usual =
        measuresCheck
        ? registry.benchmarks.flatMap { Self.searches(of: $0, Array($0.usualSizes)) } : []
      searches = chosen + usual
    }
  }

  private static func searches(of benchmark: Benchmark, _ sizes: [Int]) -> [Search] {
    sizes.map {
      Search(product: benchmark.name, scope: "\($0)", specification: benchmark.specification($0))
    }
  }

  private static func sizes(of benchmark: Benchmark, _ text: String?) throws(UsageError) -> [Int] {
    guard let text else { return Array(benchmark.usualSizes) }
    let sizes = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard sizes.allSatisfy(benchmark.sizes.contains) else {
      let (least, most) = (benchmark.sizes.lowerBound, benchmark.sizes.upperBound)
      throw UsageError("\(benchmark.name) has the scopes \(least) to \(most), not '\(text)'")
    }
    return sizes
  }

  /// Runs the command.
  ///
  /// - Returns: the exit status.
  func run(_ watchdog: Watchdog) throws -> Int32 {
    let known = SoFar(BenchDocument(planned: searches.map(\.name), measuresCheck: measuresCheck))
    let outputs = outputs
    watchdog.lastWord { _ in try outputs.write(known.now.concluded, isTold: true) }
    for search in searches where !Surroundings.isInterrupted {
      let measured = searches.count == 1 ? measure(search, watchdog) : try measureApart(search)
      guard let measured else { break }
      watchdog.tell {
        tell(measured.line(isFirst: known.now.report.searches.isEmpty))
        known.note { $0.report.searches.append(measured) }
      }
    }
    if measuresCheck && !Surroundings.isInterrupted {
      try measureCheck(watchdog, known)
    }
    watchdog.finish()
    return try outputs.write(known.now.concluded, isTold: true)
  }

  /// Measures the whole check with one worker and with all, unless somebody ends it.
  private func measureCheck(_ watchdog: Watchdog, _ known: SoFar<BenchDocument>) throws {
    let secondsWithOneWorker = try checkSeconds(["--jobs", "1"])
    if Surroundings.isInterrupted { return }
    let check = BenchReport.Check(
      workerCount: max(1, ProcessInfo.processInfo.activeProcessorCount),
      secondsWithOneWorker: secondsWithOneWorker, seconds: try checkSeconds([]))
    if Surroundings.isInterrupted { return }
    watchdog.tell {
      known.note { $0.report.check = check }
      tell(check.line)
    }
  }

  /// Tells a line at once, as the next may take long.
  private func tell(_ line: String) { if !outputs.writesJSON { Surroundings.tell(line) } }

  private func measure(_ search: Search, _ watchdog: Watchdog) -> BenchReport.Search? {
    let start = Surroundings.processorSeconds()
    let report = search.specification.check(
      monitor: watchdog.monitor { _ in }, reachKinds: Set(Reach.Kind.allCases))
    let seconds = Surroundings.processorSeconds() - start
    let statistics = report.statistics
    return BenchReport.Search(
      product: search.product, scope: search.scope,
      limit: report.reason.isExhaustive ? nil : report.reason.words,
      stateCount: statistics.stateCount,
      stepCount: statistics.stepCount, depth: statistics.depth, seconds: seconds,
      byteCount: statistics.byteCount, peakByteCount: Surroundings.peakByteCount())
  }

  /// Measures a search in a process of its own; nil when somebody ended it.
  private func measureApart(_ search: Search) throws -> BenchReport.Search? {
    let arguments = ["bench", "search", search.product, "--scope", search.scope, "--json"]
    let output = try run(arguments)
    if Surroundings.isInterrupted { return nil }
    guard let report = try? JSONDecoder().decode(BenchReport.self, from: output) else {
      throw TraceError(
        "'\(arguments.joined(separator: " "))' told no figures; run it alone to see why")
    }
    return report.searches.first
  }

  /// How long a whole check takes, by the clock.
  private func checkSeconds(_ options: [String]) throws -> Double {
    let start = ContinuousClock.now
    _ = try run(["check"] + options)
    return start.duration(to: .now) / .seconds(1)
  }

  /// Runs a command in a process of its own, and gives what it prints; hands an interruption on to
  /// it.
  private func run(_ arguments: [String]) throws -> Data {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    process.arguments = arguments
    process.standardOutput = pipe
    try process.run()
    // It has a process group of its own, so that Ctrl-C does not come to it.
    Thread { Self.interrupt(process) }.start()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return output
  }

  /// Ends a process when the command is interrupted.
  private static func interrupt(_ process: Process) {
    while process.isRunning {
      if Surroundings.isInterrupted { process.interrupt() }
      usleep(20_000)
    }
  }
}
