import Foundation
import Generators
import SpecTesting
import Synchronization
import Testing
import TodoApp
import TodoProduct

/// What the page about checking a product shows is what is printed.
struct PageTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../..").standardizedFileURL

  private static func requireShown(_ text: String, on page: String = "docs/check-your-product.md")
    throws
  {
    let url = root.appending(path: page)
    let page = try String(contentsOf: url, encoding: .utf8)
    #expect(page.contains("```text\n\(text)\n```"), "\(text)")
  }

  /// The failure of the page's test when a defect is planted.
  private static func failure(of defect: TodoDefect, savingTo directory: String) async throws
    -> String
  {
    let failure = try await #require(throws: CheckFailure.self) {
      try await check(
        app: CheckedTodo(defect: defect), named: "todo",
        CheckPlan(savingTo: directory, isIsolated: false),
        test: "the to-do list keeps its promises()", fileID: "TodoTests/TodoTests.swift")
    }
    return failure.description.replacing("\(directory)/", with: ".spec-traces/")
  }

  @Test func `the first story of the page is what the test prints`() async throws {
    try await Self.withFolder { folder in
      let text = try await Self.failure(of: .failureSwallowed, savingTo: folder)
      let paragraphs = text.split(separator: "\n\n")
      #expect(paragraphs.count == 3, "a summary, a story with what else it breaks, and another one")
      try Self.requireShown(paragraphs[...1].joined(separator: "\n\n"))
    }
  }

  @Test func `the issues of the page are what the test prints`() async throws {
    try await Self.withFolder { folder in
      let file = "TodoTests/IssueTests.swift"
      let place = SourceLocation(fileID: file, filePath: file, line: 7, column: 31)
      let told = Mutex<[String]>([])
      try await withKnownIssue {
        try await recordingIssues(sourceLocation: place) {
          try await check(
            app: CheckedTodo(defect: .failureSwallowed), named: "todo",
            CheckPlan(savingTo: folder, isIsolated: false),
            test: "the to-do list keeps its promises()", fileID: file)
        }
      } matching: { issue in
        told.withLock {
          $0.append(Self.line(of: issue).replacing("\(folder)/", with: ".spec-traces/"))
        }
        return true
      }
      let issues = told.withLock { $0 }
      #expect(issues.count == 6)
      try Self.requireShown(issues.prefix(2).joined(separator: "\n"))
    }
  }

  /// An issue of the page's test as `swift test` prints it.
  private static func line(of issue: Issue) -> String {
    let place = issue.sourceLocation.map { "\($0.fileName):\($0.line):\($0.column)" } ?? ""
    let title = issue.error.map { "\($0)" } ?? ""
    let comments = issue.comments.map { "\n↳ " + $0.rawValue.replacing("\n", with: "\n  ") }
      .joined()
    return
      "✘ Test \"the to-do list keeps its promises\" recorded an issue at \(place): Caught error: "
      + title + comments
  }

  @Test func `the mutants of the page are those of the package's own product`() throws {
    let source = try String(
      contentsOf: Self.root.appending(path: "Tests/Adopter/Tests/TodoTests/DesignedTodo.swift"),
      encoding: .utf8)
    let page = try String(contentsOf: Self.root.appending(path: "docs/mutants.md"), encoding: .utf8)
    let code = try #require(
      page.split(separator: "```swift\n").last?.split(separator: "\n```").first)
    let indented = code.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n")
    #expect(source.contains(indented))
  }

  @Test func `the story of calls side by side is what the test prints`() async throws {
    try await Self.withFolder { folder in
      try Self.requireShown(try await Self.failure(of: .thunkNotAwaited, savingTo: folder))
    }
  }

  @Test func `check prints what the page shows`() async throws {
    let package = Self.root.appending(path: "Tests/Adopter").path
    try Self.requireShown("$ swift run todo-spec check\n\(try Self.run(["check"], in: package))")
  }

  @Test func `a replay after the app was mended prints what the page shows`() async throws {
    try await Self.withFolder { folder in
      let text = try await Self.failure(of: .failureSwallowed, savingTo: "\(folder)/.spec-traces")
      let path = try #require(text.firstMatch(of: /SPEC_REPLAY=(\S+)/)).1
      let arguments = ["replay", String(path)]
      let told = try Self.run(arguments, in: folder)
      try Self.requireShown("$ swift run todo-spec \(arguments.joined(separator: " "))\n\(told)")
    }
  }

  @Test func `a system that is no app is checked and replayed as its page shows`() async throws {
    let page = "docs/check-a-system.md"
    let path = "traces/cache/published/open/cache.fresh--old-row.json"
    try await Self.withFolder { folder in
      let checked = try Self.run(["check"], of: "cache-spec", in: folder)
      try Self.requireShown("$ swift run cache-spec check\n\(checked)", on: page)
      _ = try Self.run(["check", "--save"], of: "cache-spec", in: folder)
      let told = try Self.run(["replay", path], of: "cache-spec", in: folder)
      try Self.requireShown("$ swift run cache-spec replay \(path)\n\(told)", on: page)
      for command in ["live", "mutate"] {
        #expect(
          try Self.run([command], of: "cache-spec", in: folder).isEmpty, "refused, in one line")
      }
    }
    let source = try String(
      contentsOf: Self.root.appending(path: "Tests/Adopter/Sources/cache-spec/main.swift"),
      encoding: .utf8)
    let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
    #expect(text.contains("```swift\n\(source)```"))
  }

  @Test func `a finding is printed as the test that the page shows in parts`() throws {
    let page = try String(
      contentsOf: Self.root.appending(path: "docs/trace-format.md"), encoding: .utf8)
    let shown = try #require(page.firstMatch(of: /\$ swift run todo-spec (.*)\n((?:.*\n)*?)```/))
    let package = Self.root.appending(path: "Tests/Adopter").path
    var rest = try Self.run(shown.1.split(separator: " ").map(String.init), in: package)[...]
    for part in shown.2.split(separator: "…\n") {
      let place = try #require(rest.range(of: part), "\(part)")
      rest = rest[place.upperBound...]
    }
  }

  // MARK: Processes

  private static func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "todo-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await body(folder)
  }

  /// What a program prints that stands beside the tests.
  private static func run(
    _ arguments: [String], of name: String = "todo-spec", in folder: String
  ) throws -> String {
    let bundles = CommandLine.arguments + Bundle.allBundles.map(\.bundlePath)
    let folders = bundles.map { URL(filePath: $0).deletingLastPathComponent() }
    let program = folders.map { $0.appending(path: name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    let process = Process()
    process.executableURL = try #require(program, "\(name) is not built")
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder)
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
  }
}
