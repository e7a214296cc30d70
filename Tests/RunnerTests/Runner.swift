import Foundation

/// The built spec-runner, run as a process of its own.
enum Runner {
  /// What a process left behind.
  struct Run {
    /// The exit status; 128 and the signal's number when a signal ended the process.
    let status: Int32
    /// The standard output.
    let output: String
    /// The standard error, without lines of progress, which a slow machine shows and which tell a
    /// speed.
    let errors: String

    init(status: Int32, output: String, errors: String) {
      (self.status, self.output) = (status, output)
      let progress =
        /\ [a-z]+\/s(,|$)|what the published design shows$/
      self.errors = errors.split(separator: "\n", omittingEmptySubsequences: false)
        .filter { !$0.contains(progress) }.joined(separator: "\n")
    }

    /// The lines of the standard output.
    var lines: [String] {
      output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    /// The last line of the standard output that is not empty, with the lines into which it was
    /// broken.
    var lastLine: String {
      let lines = lines.prefix(through: lines.lastIndex { !$0.isEmpty } ?? 0)
      let start = lines.lastIndex { !$0.hasPrefix("  ") } ?? 0
      return lines[start...].map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
    }
    /// The output on one line, its words one space apart: where lines were broken does not show.
    var flat: String { output.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
  }

  /// Why a process left nothing behind.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The root of the package.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Where the built spec-runner is: beside the test bundle, or above it.
  ///
  /// - Throws: a `Failure` that names the places where it is not.
  static func executable() throws -> URL {
    let bundles = Bundle.allBundles.map(\.bundlePath) + [Bundle.main.executablePath ?? ""]
    let starts = (CommandLine.arguments + bundles).filter { $0.contains("/") }
    var searched: [String] = []
    for start in starts {
      var folder = URL(filePath: start).standardizedFileURL
      for _ in 0..<6 where folder.path != "/" {
        folder.deleteLastPathComponent()
        let candidate = folder.appending(path: "spec-runner")
        if isProgram(candidate) { return candidate }
        if !searched.contains(folder.path) { searched.append(folder.path) }
      }
    }
    throw Failure(
      description:
        "spec-runner is not built; 'swift build' builds it; searched "
        + "\(searched.joined(separator: ", "))"
    )
  }

  private static func isProgram(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
      && !isFolder.boolValue
      && FileManager.default.isExecutableFile(atPath: url.path)
  }

  /// Runs spec-runner to its end.
  ///
  /// - Parameters:
  ///   - arguments: the arguments.
  ///   - directory: the working directory; the root of the package by default.
  ///   - environment: variables that are set besides those of the test.
  ///   - secondsMax: how long it may take; then it is killed and the run has failed.
  static func run(
    _ arguments: [String], in directory: URL = root, environment: [String: String] = [:],
    secondsMax: Double = 240
  ) throws -> Run {
    try Running(executable(), arguments, in: directory, environment: environment).end(
      within: secondsMax)
  }

  /// What `list` says of every product; it takes long, and two tests look at it.
  static let list = Result { try run(["list"]) }

  /// Runs a line of shell to its end; `"$0"` stands for spec-runner.
  static func shell(_ line: String, in directory: URL = root) throws -> Run {
    try Running(URL(filePath: "/bin/sh"), ["-c", line, executable().path], in: directory).end(
      within: 240)
  }

  /// Hands an empty folder to the body and removes it afterwards.
  static func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "spec-runner-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }
}

/// A process that was started; its output goes into files, so that it never waits for a reader.
final class Running {
  private let process = Process()
  private let folder: URL

  /// - Parameters:
  ///   - terminal: what takes the standard error in place of a file.
  ///   - output: what takes the standard output in place of a file.
  init(
    _ executable: URL, _ arguments: [String], in directory: URL = Runner.root,
    environment: [String: String] = [:], terminal: FileHandle? = nil,
    output: FileHandle? = nil
  ) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "spec-run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = directory
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    let results = try file("output")
    process.standardOutput = output ?? results
    let errors = try file("errors")
    process.standardError = terminal ?? errors
    // The process has files of its own then; Foundation never lets go of those that it was given,
    // and reads beyond its memory when it lists more than a thousand.
    defer { for file in [results, errors] { try? file.close() } }
    try withoutBlockedSignals { try process.run() }
  }

  /// A thread of a test may block Ctrl-C, and the processes that it starts inherit that.
  private func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
    var (none, old) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &old)
    defer { pthread_sigmask(SIG_SETMASK, &old, nil) }
    try body()
  }

  deinit {
    if process.isRunning { kill() }
    try? FileManager.default.removeItem(at: folder)
  }

  /// Presses Ctrl-C, or sends another signal.
  func interrupt(by signal: Int32 = SIGINT) {
    _ = Foundation.kill(process.processIdentifier, signal)
  }

  /// Ends the process at once, wherever it is.
  func kill() { _ = Foundation.kill(process.processIdentifier, SIGKILL) }

  /// Waits until the process listens to Ctrl-C and has worked for a while.
  func waitUntilItWorks(for secondsMin: Double = 0.5, within secondsMax: Double = 120) throws {
    guard FileManager.default.fileExists(atPath: "/proc/self/stat") else {
      usleep(2_000_000)
      return
    }
    try wait(within: secondsMax, "does not listen to Ctrl-C") { listens && seconds > secondsMin }
  }

  /// Whether the process has a handler for Ctrl-C, as Linux tells.
  private var listens: Bool {
    let line = told("status").split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
    let signals = line.flatMap {
      UInt64($0.dropFirst("SigCgt:".count).drop { $0 == "\t" }, radix: 16)
    }
    return (signals ?? 0) & 1 << UInt64(SIGINT - 1) != 0
  }

  /// How many seconds the process has computed, as Linux tells in hundredths.
  private var seconds: Double {
    let fields = told("stat").split(separator: ")").last?.split(separator: " ") ?? []
    return fields.count > 12 ? ((Double(fields[11]) ?? 0) + (Double(fields[12]) ?? 0)) / 100 : 0
  }

  private func told(_ name: String) -> String {
    (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/\(name)", encoding: .utf8))
      ?? ""
  }

  /// Waits for the end of the process.
  ///
  /// - Throws: a `Runner.Failure` when it takes too long; then it is killed.
  func end(within secondsMax: Double) throws -> Runner.Run {
    let words = (process.arguments ?? []).joined(separator: " ")
    do {
      try wait(within: secondsMax, "'\(words)' does not end") { !process.isRunning }
    } catch {
      kill()
      throw error
    }
    let isKilled = process.terminationReason == .uncaughtSignal
    return Runner.Run(
      status: isKilled ? 128 + process.terminationStatus : process.terminationStatus,
      output: try text("output"), errors: try text("errors"))
  }

  private func wait(within secondsMax: Double, _ complaint: String, until isDone: () -> Bool) throws
  {
    let start = ContinuousClock.now
    while !isDone() {
      if start.duration(to: .now) > .seconds(secondsMax) {
        throw Runner.Failure(description: "\(complaint) within \(secondsMax) s")
      }
      usleep(5000)
    }
  }

  private func file(_ name: String) throws -> FileHandle {
    let url = folder.appending(path: name)
    try Data().write(to: url)
    return try FileHandle(forWritingTo: url)
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
  }
}
