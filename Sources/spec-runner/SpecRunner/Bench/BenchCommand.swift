import Foundation
import Generators
import Model
import Spec

/// Measures what searches cost on this machine.
///
/// Each search has a process of its own, so that its memory is its own, too.
struct BenchCommand {
  private let searches: [any Checkable]
  /// Whether the whole check is measured, with one worker and with all.
  private let measuresCheck: Bool
  private let writesJSON: Bool

  init(_ words: [String], of registry: Registry) throws {
    guard words.first == "search" else {
      throw UsageError("say what to measure: \(Surroundings.programName) bench search …")
    }
    let arguments = try Arguments(
      Array(words.dropFirst()), options: ["--scope"], flags: ["--json"], command: "bench")
    writesJSON = arguments.has("--json")
    measuresCheck = arguments.words.isEmpty && arguments.value("--scope") == nil
    if let benchmark = registry.benchmarks.first(where: { [$0.name] == arguments.words }) {
      searches = try Self.sizes(of: benchmark, arguments.value("--scope")).map(benchmark.specification)
    } else {
      let usual = registry.benchmarks.flatMap { $0.usualSizes.map($0.specification) }
      searches = try Selection(arguments, of: registry).specifications + (measuresCheck ? usual : [])
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
    var report = BenchReport()
    for search in searches where !Surroundings.isInterrupted {
      if searches.count == 1 {
        report.searches.append(measure(search, watchdog))
      } else {
        report.searches += try measureApart(search)
      }
      if !writesJSON, let last = report.searches.last {
        Surroundings.tell(last.line(isFirst: report.searches.count == 1))
      }
    }
    if measuresCheck && !Surroundings.isInterrupted {
      report.check = try BenchReport.Check(
        workerCount: max(1, ProcessInfo.processInfo.activeProcessorCount),
        secondsWithOneWorker: checkSeconds(["--jobs", "1"]), seconds: checkSeconds([]))
      if !writesJSON, let check = report.check { Surroundings.tell(check.line) }
    }
    if writesJSON { Surroundings.tell(data: try JSONReport.text(report)) }
    return Surroundings.isInterrupted || report.searches.contains { !$0.isExhausted } ? 3 : 0
  }

  private func measure(_ search: any Checkable, _ watchdog: Watchdog) -> BenchReport.Search {
    let start = Surroundings.processorSeconds()
    let report = search.check(monitor: watchdog.monitor { _ in }, reachKinds: Set(Reach.Kind.allCases))
    let seconds = Surroundings.processorSeconds() - start
    let statistics = report.statistics
    return BenchReport.Search(
      product: report.identity.product, scope: report.identity.scope,
      isExhausted: report.reason.isExhaustive, stateCount: statistics.stateCount,
      stepCount: statistics.stepCount, depth: statistics.depth, seconds: seconds,
      byteCount: statistics.byteCount, peakByteCount: Surroundings.peakByteCount())
  }

  /// Measures a search in a process of its own.
  private func measureApart(_ search: any Checkable) throws -> [BenchReport.Search] {
    let (product, scope) = (search.identity.product, search.identity.scope)
    let output = try run(["bench", "search", product, "--scope", scope, "--json"])
    return try JSONDecoder().decode(BenchReport.self, from: output).searches
  }

  /// How long a whole check takes, by the clock.
  private func checkSeconds(_ options: [String]) throws -> Double {
    let start = ContinuousClock.now
    _ = try run(["check"] + options)
    return start.duration(to: .now) / .seconds(1)
  }

  /// Runs a command in a process of its own, and gives what it prints.
  private func run(_ arguments: [String]) throws -> Data {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    process.arguments = arguments
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return output
  }
}
