import Foundation
import Testing

/// A package that is watched, with a compiler and a program in the place of real ones.
@Suite(.waiting) struct WatchTests {
  /// Writes a source; where it says `broken`, the build fails.
  private static func write(_ source: String, in folder: URL) throws {
    let url = folder.appending(path: "Sources/App/App.swift")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(source.utf8).write(to: url)
  }

  private static func script(_ name: String, _ text: String, in folder: URL) throws {
    let url = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("#!/bin/sh\n\(text)\n".utf8).write(to: url)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path)
  }

  /// Runs the body with a watch that has told of its first check; Ctrl-C ends it.
  private static func watching(
    _ source: String, _ body: (_ folder: URL, _ waitFor: (String) throws -> Void) throws -> Void
  ) throws -> Runner.Run {
    try Runner.withFolder { folder in
      let folder = folder.resolvingSymlinksInPath()
      try Data().write(to: folder.appending(path: "Package.swift"))
      try write(source, in: folder)
      try script(
        "tools/swift",
        """
        case "$*" in *--show-bin-path) echo "\(folder.path)/bin"; exit ;; esac
        if grep -q broken Sources/App/App.swift; then
          echo "App.swift:1:1: error: it is broken"; echo "App.swift:1:1: error: it is broken"; \
          exit 1
        fi
        """, in: folder)
      try script("bin/spec-runner", #"echo "called: $*""#, in: folder)
      let output = folder.appending(path: "output")
      try Data().write(to: output)
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      let watch = try Running(
        Runner.executable(), ["watch", "counter"], in: folder.appending(path: "Sources"),
        environment: ["PATH": "\(folder.path)/tools:\(path)"],
        output: FileHandle(forWritingTo: output))
      func text() throws -> String { try String(contentsOf: output, encoding: .utf8) }
      try body(folder) { words in
        for _ in 0..<2000 where try !text().contains(words) { usleep(10_000) }
        #expect(try text().contains(words))
      }
      watch.interrupt()
      let end = try watch.end(within: 10)
      return Runner.Run(
        status: end.status,
        // A line with a long path is folded.
        output: try text().replacing(folder.path, with: "/package").replacing("\n  ", with: " "),
        errors: end.errors)
    }
  }

  @Test func `each change of a source builds and checks anew, until Ctrl-C`() throws {
    let run = try Self.watching("one") { folder, waitFor in
      try waitFor("called: ")
      try Self.write("broken", in: folder)
      try waitFor("not built:")
      try Self.write("two", in: folder)
      try waitFor("broken\n\nchanged: Sources/App/App.swift\ncalled: ")
    }
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(
      run.output == """
        watching /package; Ctrl-C ends it
        called: check --quick --quiet counter

        changed: Sources/App/App.swift
        not built:
        App.swift:1:1: error: it is broken

        changed: Sources/App/App.swift
        called: check --quick --quiet counter

        """)
  }

  @Test func `a folder of no package, and an unknown product, are told`() throws {
    try Runner.withFolder { folder in
      let nowhere = try Runner.run(["watch"], in: folder)
      #expect(nowhere.status == 2)
      #expect(
        nowhere.errors
          == "spec-runner: there is no Package.swift here or above; run watch in the folder of a "
          + "package\n"
      )
    }
    let unknown = try Runner.run(["watch", "countr"])
    #expect(unknown.status == 2 && unknown.errors.contains("did you mean 'counter'?"))
  }
}
