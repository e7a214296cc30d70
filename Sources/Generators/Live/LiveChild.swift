import Foundation
import Spec
import Synchronization

/// A test run again as a process of its own, so that a trap of the code under test ends the child and not
/// the test run.
///
/// The child is this very program, told to run one test. In it the check sees by the environment what it is
/// to do, and leaves a journal (the steps of the run under way, written before each is done) and an outcome.
struct LiveChild {
  /// How a child ended.
  enum Ending {
    /// It came to the end of the check.
    case outcome(LiveOutcome)
    /// It died on the way: of what, and the steps that it had written.
    case death(String, labels: [JSONValue])
  }

  static let variable = "SPEC_LIVE_CHILD"
  static let folderVariable = "SPEC_LIVE_FOLDER"

  let test: String
  let environment: [String: String]
  /// After so many seconds a child is said to hang.
  var secondsMax = 300

  /// The folder in which a child that runs this test leaves its files; nil in any other process.
  static func folder(of test: String, in environment: [String: String]) -> URL? {
    guard environment[variable] == test else { return nil }
    return environment[folderVariable].map { URL(fileURLWithPath: $0) }
  }

  /// Runs the test in a child.
  ///
  /// - Parameter steps: the steps that it is to take, in place of a search.
  /// - Throws: a `CheckFailure` when no child can be run, or when it does not come to the check.
  func run(along steps: [JSONValue]? = nil) throws -> Ending {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "spec-live-\(ProcessInfo.processInfo.processIdentifier)-\(Self.nextNumber())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    if let steps { try JSONEncoder().encode(steps).write(to: Self.file(.steps, in: folder)) }
    let process = try start(in: folder)
    guard wait(for: process) else {
      process.terminate()
      return .death("it does not end within \(secondsMax) seconds", labels: journal(in: folder))
    }
    if let data = try? Data(contentsOf: Self.file(.outcome, in: folder)) {
      return .outcome(try JSONDecoder().decode(LiveOutcome.self, from: data))
    }
    guard process.terminationReason == .uncaughtSignal else {
      throw CheckFailure(
        findings: [],
        description: "the child process of \(test) did not come to the check; pass isolation: .none")
    }
    let words = lastWords(in: folder).map { ": \($0)" } ?? ""
    return .death("signal \(process.terminationStatus)\(words)", labels: journal(in: folder))
  }

  /// A file of a child.
  enum File: String { case steps, outcome, journal, errors }

  static func file(_ file: File, in folder: URL) -> URL { folder.appendingPathComponent(file.rawValue) }

  private static let numbers = Atomic<Int>(0)

  private static func nextNumber() -> Int { numbers.add(1, ordering: .relaxed).newValue }

  private func start(in folder: URL) throws -> Process {
    guard let program = CommandLine.arguments.first, program.contains("/") else {
      throw CheckFailure(
        findings: [], description: "this process cannot be run again; pass isolation: .none")
    }
    let errors = Self.file(.errors, in: folder)
    try Data().write(to: errors)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["--filter", filter, "--testing-library", "swift-testing"]
    process.environment = environment.merging([Self.variable: test, Self.folderVariable: folder.path]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    return process
  }

  /// A pattern that the test's name matches; what could mean something in a pattern stands for itself.
  private var filter: String {
    let name = test.filter { $0 != "`" }.split(separator: "(").first.map(String.init) ?? test
    return name.map { $0.isLetter || $0.isNumber || $0 == " " || $0 == "_" ? String($0) : "." }.joined()
  }

  private func wait(for process: Process) -> Bool {
    for _ in 0..<secondsMax * 200 {
      if !process.isRunning { return true }
      usleep(5000)
    }
    return !process.isRunning
  }

  private func journal(in folder: URL) -> [JSONValue] {
    guard let data = try? Data(contentsOf: Self.file(.journal, in: folder)) else { return [] }
    return (try? JSONDecoder().decode([JSONValue].self, from: data)) ?? []
  }

  /// What the runtime said when it trapped.
  private func lastWords(in folder: URL) -> String? {
    let text = (try? String(contentsOf: Self.file(.errors, in: folder), encoding: .utf8)) ?? ""
    for line in text.split(separator: "\n") {
      for word in ["Fatal error", "Precondition failed", "Assertion failed"] {
        if let range = line.range(of: word) { return String(line[range.lowerBound...]) }
      }
    }
    return nil
  }
}

/// What a check of live code came to, as a child process tells it.
public struct LiveOutcome: Codable, Hashable, Sendable {
  /// How many runs there were.
  public var executionCount = 0
  /// How many different sequences of steps there were.
  public var historyCount = 0
  /// How many steps the runs took.
  public var stepCount = 0
  /// Whether every sequence of choices was tried.
  public var isExhausted = false
  /// Why the check failed; nil when nothing is broken.
  var failure: String?
}
