import Foundation
import Testing

/// Reports that other programs read: a page for browsers, SARIF for code scanning, JUnit XML of
/// every command.
@Suite(.waiting) struct PageTests {
  private static func file(_ name: String, of arguments: [String]) throws -> String {
    try Runner.withFolder { folder in
      let path = folder.appending(path: name)
      _ = try Runner.run(arguments + ["--\(Self.formats[name] ?? name)", path.path])
      return try String(contentsOf: path, encoding: .utf8)
    }
  }

  private static let formats = ["page.html": "html", "scan.sarif": "sarif", "tests.xml": "junit"]

  /// What one run writes in every format.
  private static func files(of arguments: [String]) throws -> [String: String] {
    try Runner.withFolder { folder in
      let options = formats.flatMap { ["--\($1)", folder.appending(path: $0).path] }
      _ = try Runner.run(arguments + options)
      let names = formats.keys.map { ($0, folder.appending(path: $0)) }
      return try Dictionary(uniqueKeysWithValues: names).mapValues {
        try String(contentsOf: $0, encoding: .utf8)
      }
    }
  }

  @Test func `a page holds its data, and asks nothing of a network`() throws {
    let page = try Self.file("page.html", of: ["check", "counter"])
    #expect(page.hasPrefix("<!doctype html>"))
    #expect(page.contains("crash after didTapIncrementButton"))
    #expect(!page.contains("src=") && !page.contains("<link") && !page.contains("@import"))
    let addresses = page.matches(of: /https?:[^\s"')]+/).map { String($0.output) }
    #expect(addresses.allSatisfy { $0.hasPrefix("http://www.w3.org/") }, "\(addresses)")
  }

  @Test func `two runs write the same bytes of every format`() throws {
    let arguments = ["check", "animals", "--scope", "closing"]
    let (first, second) = (try Self.files(of: arguments), try Self.files(of: arguments))
    for name in Self.formats.keys { #expect(first[name] == second[name], "\(name)") }
  }

  @Test(arguments: [
    ["check", "counter"], ["walk", "counter", "--runs", "20"], ["fuzz", "counter", "--runs", "20"],
    ["values", "counter", "--runs", "20"], ["live", "counter", "--runs", "5"],
  ])
  func `every command that finds something writes every format`(_ arguments: [String]) throws {
    let files = try Self.files(of: arguments)
    #expect(files["page.html"]?.contains("id=\"data\"") == true)
    #expect(files["tests.xml"]?.contains("<testcase ") == true)
    let scan = try JSONSerialization.jsonObject(
      with: Data(try #require(files["scan.sarif"]).utf8))
    #expect((scan as? [String: Any])?["version"] as? String == "2.1.0")
  }

  @Test func `a replay writes a page of its story`() throws {
    let page = try Self.file("page.html", of: ["replay", TraceFiles.goal])
    #expect(page.contains("recovery.possible"))
  }

  @Test
  func `a result of a scan stands at the line that registers the product, under a key that stays`()
    throws
  {
    let text = try Self.file("scan.sarif", of: ["check", "counter"])
    #expect(text.contains("\"uri\" : \"Sources/Generators/Products/Counter/CounterEntry.swift\""))
    let key = "counter · published · open · runtime.crash: crash after didTapIncrementButton"
    #expect(text.contains("\"finding/v1\" : \"\(key)\""))
    #expect(text.contains("\"baselineState\" : \"unchanged\""))
  }

  @Test func `no name in a page ends the element that holds its data`() throws {
    try Runner.withFolder { folder in
      // A sign that joins with what follows it hides that from whoever goes by characters.
      let odd = folder.appending(path: "odd\u{600}<").appending(
        path: "script>\u{600}<script>alert(7)<"
      )
      .appending(path: "script>")
      try FileManager.default.createDirectory(at: odd, withIntermediateDirectories: true)
      let trace = odd.appending(path: "q--x.json")
      try FileManager.default.copyItem(at: Runner.root.appending(path: TraceFiles.path), to: trace)
      let run = try Runner.run(["replay", trace.path, "--html", "page.html"], in: folder)
      #expect(run.status == 0)
      let page = try String(contentsOf: folder.appending(path: "page.html"), encoding: .utf8)
      #expect(
        page.utf8.split(separator: UInt8(ascii: "<")).count { $0.starts(with: "/script".utf8) } == 2
      )
      #expect(
        page.utf8.split(separator: UInt8(ascii: "<")).count { $0.starts(with: "script>alert".utf8) }
          == 0)
    }
  }

  @Test func `what is news without a story is a result and a failure, too`() throws {
    try Runner.withFolder { folder in
      let traces = folder.appending(path: "traces")
      try FileManager.default.copyItem(at: Runner.root.appending(path: "traces"), to: traces)
      let name = "counter/published/open/runtime.crash--crash-after-didTapIncrementButton.json"
      let file = traces.appending(path: name)
      let text = try String(contentsOf: file, encoding: .utf8)
      try Data(text.replacing("didTapIncrementButton", with: "didTapDecrementButton").utf8).write(
        to: file)
      let run = try Runner.run(["check", "counter", "--sarif", "s", "--junit", "j"], in: folder)
      #expect(run.status == 1)
      let scan = try String(contentsOf: folder.appending(path: "s"), encoding: .utf8)
      #expect(
        scan.contains("\"ruleId\" : \"stale\"") && scan.contains("\"baselineState\" : \"new\""))
      let tests = try String(contentsOf: folder.appending(path: "j"), encoding: .utf8)
      #expect(tests.contains("<testsuite name=\"ledger\"") && tests.contains("type=\"stale\""))
    }
  }

  @Test func `a replay says on its page how each trace is graded`() throws {
    let page = try Self.file("page.html", of: ["replay", TraceFiles.goal])
    #expect(page.contains("\"grade\":\"reproduces\""))
  }

  @Test func `a quiet command prints nothing but what is new, and its last line`() throws {
    let known = try Runner.run(["check", "counter", "--quiet"])
    #expect(known.output == "4 known findings confirmed, 0 new, 0 stale (exit status 0)\n")
    try Runner.withFolder { folder in
      let new = try Runner.run(["check", "counter", "--scope", "top", "--quiet"], in: folder)
      #expect(new.status == 1)
      #expect(new.output.hasPrefix("counter · published · open · runtime.crash"))
      #expect(!new.output.contains("exhausted"))
    }
  }

  @Test func `a quiet command says why a scope was not searched to its end`() throws {
    let words = ["check", "counter", "--scope", "zero", "--limit-states", "3", "--quiet"]
    let cut = try Runner.run(words)
    #expect(cut.status == 3)
    #expect(cut.output.contains("counter zero: limit of 3 states hit\n"))
  }

  @Test func `the quick check tells what the ledger knows, and chooses its scopes`() throws {
    let run = try Runner.run(["check", "counter", "--quick"])
    #expect(run.status == 0)
    let wrong = try Runner.run(["check", "--quick", "--scope", "zero"])
    #expect(wrong.status == 2)
    #expect(wrong.errors == "spec-runner: --quick chooses scopes by itself; leave out --scope\n")
  }
}
