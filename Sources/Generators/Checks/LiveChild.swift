import Foundation
import Model
import Spec
import Synchronization

/// A test run again as a process of its own, so that a trap of the code under test ends the child
/// and not the test run.
///
/// The child is this very program, told to run one test. In it one call of a check finds an order
/// for it, and leaves a claim, a journal and an outcome; every other call does nothing. The child
/// ends when this process does: it looks whether that is still its parent.
struct LiveChild {
  enum Ending {
    /// It came to the end of the check.
    case outcome(LiveOutcome)
    /// It trapped in a run: of what, and the steps of the run.
    case trap(String, labels: [JSONValue])
    /// An app trapped when it was asked a question: of what.
    case question(AppQuestion, trap: String)
    /// Nothing went on in it, or it did not end in time; what it was doing.
    case timeout(LiveActivity)
    /// It is worth nothing; says why.
    case failure(String)
  }

  let call: CallSite
  /// After so many seconds a check stops before its next run; children that follow one another
  /// share them.
  let secondsMax: Int
  /// How long children were waited for.
  private let spent = Spent()
  /// After so many seconds in which nothing goes on, a child gives up.
  let stepSecondsMax: Int
  init(call: CallSite, secondsMax: Int, stepSecondsMax: Int) {
    self.call = call
    self.secondsMax = secondsMax
    self.stepSecondsMax = stepSecondsMax
  }

  private final class Spent {
    var lookCount = 0
  }

  private static let looksPerSecond = 200

  /// How many seconds of the check's time are left; at least one.
  private var secondsLeft: Int {
    max(1, min(secondsMax, 2_000_000) - spent.lookCount / Self.looksPerSecond)
  }

  /// A run has so much longer to end, then the child is ended.
  private static let graceSeconds = 3
  /// A child that has told how its check came out has so much longer to go: a busy machine is slow
  /// at that.
  private static let farewellSeconds = 30

  /// Runs the test in a child, which runs what the call asks for or takes steps in place of that.
  ///
  /// - Parameter traps: the texts of questions at which the app trapped, with what the runtime
  ///   said.
  /// - Throws: a `CheckFailure` when no child can be started.
  func run(along steps: [JSONValue]? = nil, traps: [String: String] = [:]) throws -> Ending {
    try run(steps == nil ? .check : .steps, steps ?? [], traps, ending)
  }

  /// What is wrong when the test makes several calls with this identity; nil when it makes one.
  func ambiguity() throws -> String? {
    try run(.count, [], [:]) { _, _, folder in
      exists(.secondClaim, in: folder) ? ambiguityWords : nil
    }
  }

  private var ambiguityWords: String {
    "several calls of this check in \(call.test) cannot be told apart; "
      + "pass each a name of its own, as in case: \"\\(argument)\""
  }

  private func ending(of process: Process, hasEnded: Bool, in folder: URL) -> Ending {
    if exists(.secondClaim, in: folder) { return .failure(ambiguityWords) }
    guard exists(.claim, in: folder) else {
      return .failure(
        hasEnded
          ? "the child process of \(call.test) did not come to the check; a function that calls it "
            + "for a test has to hand on test, fileID, line and column, or pass isIsolated: false"
          : "the child process of \(call.test) did not come to the check within \(secondsMax) "
            + "seconds"
      )
    }
    let outcome = ChildTask.File.outcome.read(LiveOutcome.self, in: folder)
    let activity = ChildTask.File.activity.read(LiveActivity.self, in: folder)
    if let activity, activity.isStalled { return .timeout(activity) }
    guard hasEnded else {
      if outcome == nil { return .timeout(LiveActivity()) }
      return .failure("the child process of \(call.test) did not end after its check")
    }
    let isSignal = process.terminationReason == .uncaughtSignal
    if let outcome, !isSignal { return .outcome(outcome) }
    let isTrap = isSignal && TrapWatch.signals.contains(process.terminationStatus)
    let words = isTrap ? lastWords(in: folder) : nil
    let number = "\(isSignal ? "signal" : "exit status") \(process.terminationStatus)"
    let end = words.map { "\(number): \($0)" } ?? number
    if outcome == nil, isSignal, let activity {
      // A step of a run asks nothing; the model may be asked about a neighbour in the midst of one.
      if let question = activity.question { return .question(question, trap: words ?? number) }
      if let labels = activity.labels { return .trap(end, labels: labels) }
    }
    let time = outcome == nil ? "" : " after the check"
    return .failure("the child process of \(call.test) ended\(time) by \(end); nothing is decided")
  }

  // MARK: The process

  private static let numbers = Atomic<Int>(0)
  /// The process that runs the tests: when a signal ends it alone, nothing waits for this one any
  /// more.
  private static let starter = getppid()

  private func run<Result>(
    _ kind: ChildRequest.Kind, _ steps: [JSONValue], _ traps: [String: String],
    _ read: (_ process: Process, _ hasEnded: Bool, _ folder: URL) -> Result
  ) throws -> Result {
    let number = Self.numbers.add(1, ordering: .relaxed).newValue
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "spec-live-\(ProcessInfo.processInfo.processIdentifier)-\(number)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let order = ChildRequest(
      kind: kind, call: call.identity, steps: steps, traps: traps, secondsMax: secondsLeft,
      stepSecondsMax: stepSecondsMax, parent: ProcessInfo.processInfo.processIdentifier,
      outcomes: CallSite.outcomes)
    try JSONEncoder().encode(order).write(to: ChildTask.File.order.url(in: folder))
    let starter = Self.starter
    let process = try start(in: folder)
    let hasEnded = wait(for: process, in: folder) { getppid() == starter }
    if !hasEnded {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    guard getppid() == starter else {
      throw CheckFailure("the process that started the tests has ended")
    }
    return read(process, hasEnded, folder)
  }

  private func start(in folder: URL) throws -> Process {
    guard let program = CommandLine.arguments.first, program.contains("/") else {
      throw CheckFailure("this process cannot be run again; pass isIsolated: false")
    }
    let errors = ChildTask.File.errors.url(in: folder)
    try Data().write(to: errors)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["--filter", call.filter, "--testing-library", "swift-testing"]
    process.environment = ProcessInfo.processInfo.environment.merging(
      [ChildTask.variable: folder.path]
    ) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    let file = try FileHandle(forWritingTo: errors)
    // The child has a file of its own then; Foundation never lets go of the one that it was given.
    defer { try? file.close() }
    process.standardError = file
    try process.run()
    return process
  }

  /// Waits for the end of a process, as long as its time lasts and somebody wants to know.
  private func wait(for process: Process, in folder: URL, while isWanted: () -> Bool) -> Bool {
    let farewell = Self.farewellSeconds * Self.looksPerSecond
    var looksLeft = (secondsLeft + Self.graceSeconds) * Self.looksPerSecond
    while looksLeft > 0 || looksLeft > -farewell && exists(.outcome, in: folder) {
      if !process.isRunning { return true }
      if !isWanted() { return false }
      usleep(1_000_000 / UInt32(Self.looksPerSecond))
      spent.lookCount += 1
      looksLeft -= 1
    }
    return !process.isRunning
  }

  // MARK: What it left

  private func exists(_ file: ChildTask.File, in folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: file.url(in: folder).path)
  }

  /// What the runtime said when it trapped.
  private func lastWords(in folder: URL) -> String? {
    let errors = ChildTask.File.errors.url(in: folder)
    return (try? String(contentsOf: errors, encoding: .utf8)).flatMap(TrapWatch.words)
  }
}
