import Foundation
import Generators

/// Builds the package and runs its quick check whenever a source changes.
///
/// A program that runs cannot take in new code, so that each check is one of the program that was
/// just built.
struct WatchCommand {
  private static let looksPerSecond: UInt32 = 4
  private static let errorCountMax = 20

  private let folder: URL
  private let words: [String]

  init(_ words: [String], of registry: Registry) throws {
    let arguments = try Arguments(words, of: "watch")
    for name in arguments.words { _ = try registry.products(named: name) }
    if arguments.words.count > 1 { throw UsageError("watch takes one product, or none for all") }
    self.words = arguments.words
    var folder = URL(filePath: FileManager.default.currentDirectoryPath)
    while !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
      if folder.path == "/" {
        throw UsageError(
          "there is no Package.swift here or above; run watch in the folder of a package")
      }
      folder.deleteLastPathComponent()
    }
    self.folder = folder
  }

  /// Runs the command until somebody ends it.
  ///
  /// - Returns: the exit status.
  func run(_ watchdog: Watchdog) throws -> Int32 {
    watchdog.lastWord { _ in 0 }
    Surroundings.tell("watching \(folder.path.onOneLine); Ctrl-C ends it")
    try Surroundings.flush()
    var seen = sources()
    while true {
      guard let told = try check() else { break }
      Surroundings.tell(told.hasSuffix("\n") ? String(told.dropLast()) : told)
      try Surroundings.flush()
      var now = sources()
      while now == seen && !Surroundings.isInterrupted {
        usleep(1_000_000 / Self.looksPerSecond)
        now = sources()
      }
      if Surroundings.isInterrupted { break }
      let changed = Set(now.keys).union(seen.keys).filter { now[$0] != seen[$0] }.sorted()
      let others = changed.count > 1 ? " and \((changed.count - 1).counted("other"))" : ""
      Surroundings.tell("\nchanged: \(changed[0].onOneLine)\(others)")
      try Surroundings.flush()
      seen = now
    }
    watchdog.finish()
    return 0
  }

  /// When each source was changed last.
  private func sources() -> [String: Date] {
    let names = FileManager.default.enumerator(atPath: folder.appending(path: "Sources").path)
    let inside = (names?.compactMap { $0 as? String } ?? []).map { "Sources/\($0)" }
    return (inside + ["Package.swift"]).reduce(into: [:]) { times, name in
      let path = folder.appending(path: name).path
      guard let facts = try? FileManager.default.attributesOfItem(atPath: path),
        facts[.type] as? FileAttributeType == .typeRegular
      else { return }
      times[name] = facts[.modificationDate] as? Date
    }
  }

  /// Builds the program and has it check.
  ///
  /// - Returns: what there is to tell; nil where somebody ended it.
  private func check() throws -> String? {
    let program = Surroundings.programName
    let isOptimized = CommandLine.arguments[0].contains("/release/")
    let build = ["swift", "build", "--product", program] + (isOptimized ? ["-c", "release"] : [])
    guard let built = try run(build), let place = try run(build + ["--show-bin-path"]) else {
      return nil
    }
    if built.status != 0 {
      let lines = built.text.replacing("\(folder.path)/", with: "").split(separator: "\n").map(
        String.init)
      let errors = lines.filter { $0.contains(": error: ") || $0.hasPrefix("error: ") }.uniqued()
      let told =
        (errors.isEmpty ? lines.suffix(Self.errorCountMax) : errors.prefix(Self.errorCountMax)[...])
      return (["not built:"] + told).joined(separator: "\n")
    }
    let path = place.text.trimmingCharacters(in: .whitespacesAndNewlines) + "/\(program)"
    return try run([path, "check", "--quick", "--quiet"] + words)?.text
  }

  /// Runs a program to its end.
  ///
  /// - Returns: its exit status and what it wrote; nil where somebody ended it.
  private func run(_ words: [String]) throws -> (status: Int32, text: String)? {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "spec-watch-\(ProcessInfo.processInfo.processIdentifier)")
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let output = try FileHandle(forWritingTo: file)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    while process.isRunning {
      if Surroundings.isInterrupted {
        process.terminate()
        return nil
      }
      usleep(20_000)
    }
    // A compiler quotes sources as they are.
    return (process.terminationStatus, String(decoding: try Data(contentsOf: file), as: UTF8.self))
  }
}
