import Foundation
import Testing

/// What people see: commands and everything that they print, compared with `Transcripts/*.txt`.
///
/// With `SPEC_UPDATE=1` in the environment the files are written anew, and the test fails saying
/// so.
@Suite(.waiting) struct TranscriptTests {
  /// A command whose output is kept.
  struct Transcript: Sendable, CustomTestStringConvertible {
    let name: String
    let arguments: [String]
    /// Whether it runs in an empty folder instead of the root of the package.
    var isAway = false

    var testDescription: String { name }
  }

  static let transcripts = [
    Transcript(name: "version", arguments: ["--version"]),
    Transcript(name: "help", arguments: ["--help"]),
    Transcript(name: "help-check", arguments: ["help", "check"]),
    Transcript(name: "help-walk", arguments: ["help", "walk"]),
    Transcript(name: "help-fuzz", arguments: ["help", "fuzz"]),
    Transcript(name: "help-merge", arguments: ["help", "merge"]),
    Transcript(name: "help-values", arguments: ["help", "values"]),
    Transcript(name: "values-counter", arguments: ["values", "counter", "--runs", "100"]),
    Transcript(
      name: "values-quakes-quakes",
      arguments: ["values", "quakes", "--runs", "300", "--property", "quakes"]),
    Transcript(name: "help-defects", arguments: ["help", "defects"]),
    Transcript(name: "defects-counter", arguments: ["defects", "counter"]),
    Transcript(name: "help-mutate", arguments: ["help", "mutate"]),
    Transcript(name: "mutate-counter", arguments: ["mutate", "counter", "--runs", "70"]),
    Transcript(name: "help-replay", arguments: ["help", "replay"]),
    Transcript(name: "help-live", arguments: ["help", "live"]),
    Transcript(name: "help-list", arguments: ["help", "list"]),
    Transcript(name: "list", arguments: ["list"]),
    Transcript(name: "list-counter-json", arguments: ["list", "counter", "--json"]),
    Transcript(name: "check-counter", arguments: ["check", "counter"]),
    Transcript(
      name: "check-counter-without-ledger", arguments: ["check", "counter"], isAway: true),
    Transcript(name: "check-counter-json", arguments: ["check", "counter", "--json"]),
    Transcript(
      name: "walk-counter", arguments: ["walk", "counter", "--seed", "1", "--runs", "50"]),
    Transcript(
      name: "live-counter", arguments: ["live", "counter", "--exhaustive", "--statistics"]),
    Transcript(
      name: "live-animals",
      arguments: [
        "live", "animals", "--scope", "calm,overtaking", "--accepted", "--runs", "12", "--repeat",
        "2", "--seed", "5",
      ]),
    Transcript(
      name: "live-animals-json",
      arguments: ["live", "animals", "--runs", "20", "--scope", "calm", "--json"]),
    Transcript(name: "replay-live", arguments: ["replay", "--live", TraceFiles.path]),
    Transcript(name: "replay-live-windows", arguments: ["replay", "--live", TraceFiles.windows]),
    Transcript(name: "replay-live-values", arguments: ["replay", "--live", TraceFiles.values]),
    Transcript(
      name: "fuzz-counter",
      arguments: [
        "fuzz", "counter", "--scope", "top,zero", "--runs", "300", "--steps", "30", "--seed", "7",
      ]),
    Transcript(
      name: "fuzz-counter-shard-json",
      arguments: [
        "fuzz", "counter", "--scope", "top", "--runs", "30", "--steps", "9", "--strategy", "pct:2",
        "--shard", "2/3", "--json",
      ]),
    Transcript(
      name: "fuzz-counter-without-ledger",
      arguments: ["fuzz", "counter", "--scope", "bottom", "--runs", "50", "--annotations"],
      isAway: true),
    Transcript(name: "replay-path", arguments: ["replay", TraceFiles.path]),
    Transcript(name: "replay-goal", arguments: ["replay", TraceFiles.goal]),
    Transcript(name: "replay-values", arguments: ["replay", TraceFiles.values]),
    Transcript(
      name: "check-animals-calm-statistics",
      arguments: ["check", "animals", "--scope", "calm", "--statistics"]),
  ]

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "Transcripts")

  @Test(arguments: transcripts)
  func `a command prints what its transcript holds`(_ transcript: Transcript) throws {
    let text = try Self.text(transcript)
    let file = Self.folder.appending(path: transcript.name + ".txt")
    if ProcessInfo.processInfo.environment["SPEC_UPDATE"] == "1" {
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      Issue.record(
        "\(file.path) is written anew; read the difference, then test without SPEC_UPDATE")
      return
    }
    let known = try? String(contentsOf: file, encoding: .utf8)
    if known == nil { Issue.record("\(file.path) is missing; SPEC_UPDATE=1 swift test writes it") }
    if let known, let difference = Self.difference(known, text) {
      Issue.record(
        "\(difference)\nIf that is right, SPEC_UPDATE=1 swift test writes \(file.path) anew")
    }
  }

  @Test(arguments: transcripts.filter { !$0.arguments.contains("--json") })
  func `no line is wider than 80 columns but for what is copied`(_ transcript: Transcript) throws {
    let file = Self.folder.appending(path: transcript.name + ".txt")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
    let wide = lines.filter { line in
      let words = line.drop { $0 == " " }
      let isCopied = words.hasPrefix("swift run ") || !words.contains(" ") || words.hasPrefix("::")
      return line.count > 80 && !isCopied
    }
    #expect(wide.isEmpty)
  }

  @Test func `every transcript belongs to a command`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(files.sorted() == Self.transcripts.map { $0.name + ".txt" }.sorted())
  }

  // MARK: Texts

  private static func text(_ transcript: Transcript) throws -> String {
    let run =
      switch transcript.arguments {
      case let arguments where transcript.isAway:
        try Runner.withFolder { try Runner.run(arguments, in: $0) }
      case ["list"]: try Runner.list.get()
      case let arguments: try Runner.run(arguments)
      }
    let told = run.errors.split(separator: "\n")
    let errors = told.isEmpty ? "" : "standard error:\n\(told.joined(separator: "\n"))\n"
    return "$ spec-runner \(transcript.arguments.joined(separator: " "))\n"
      + run.lines.map(steady).joined(separator: "\n") + "\(errors)exit status \(run.status)\n"
  }

  /// A line without what no two runs or two builds share: time, speed, memory and what caches
  /// remember.
  private static func steady(_ line: String) -> String {
    let parts = [
      " states/s on one thread", " executions/s on one thread", "resident memory after",
      " bytes a state", "answers remembered: ",
    ]
    guard parts.contains(where: line.contains) else { return line }
    return line.replacing(/[0-9]([0-9.,]*[0-9])?/, with: "…")
  }

  /// The first line that differs, or nil.
  private static func difference(_ known: String, _ text: String) -> String? {
    let (old, new) = (
      known.split(separator: "\n", omittingEmptySubsequences: false),
      text.split(separator: "\n", omittingEmptySubsequences: false)
    )
    guard old != new else { return nil }
    let place =
      zip(old, new).enumerated().first { $1.0 != $1.1 }?.offset ?? min(old.count, new.count)
    let line = { (lines: [Substring]) in place < lines.count ? String(lines[place]) : "the end" }
    return "line \(place + 1) differs\n  transcript: \(line(old))\n  spec-runner: \(line(new))"
  }
}
