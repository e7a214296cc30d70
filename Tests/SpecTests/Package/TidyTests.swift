import Foundation
import Testing

/// The style of the package's own files, and what the tidy scanner can see.
@Suite struct TidyTests {
  // MARK: The package

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The paths of all Swift files in Sources and Tests, from the root of the package.
  private static func paths() -> [String] {
    ["Sources", "Tests"].flatMap { folder in
      let entries = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
      let names = (entries?.allObjects ?? []).compactMap { $0 as? String }
      return names.filter { $0.hasSuffix(".swift") && !$0.contains("/.build/") }.map {
        "\(folder)/\($0)"
      }
      .sorted()
    }
  }

  @Test func `every Swift file of the package is tidy`() throws {
    let paths = Self.paths()
    for path in paths {
      let text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
      for breach in TidyRules.breaches(in: SourceText(path: path, text)) {
        Issue.record("\(breach)")
      }
    }
    let known = [
      "Sources/Model/System/Row.swift", "Sources/spec-runner/spec-runner/main.swift",
      "Tests/SpecTests/Package/TidyTests.swift",
    ]
    #expect(Set(known).isSubset(of: paths))
  }

  // MARK: The pages

  /// README and the pages in docs, by their paths.
  private static func pages() throws -> [String: [Substring]] {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: "docs").path)
    let paths = ["README.md"] + names.filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }
    return try [String: [Substring]](
      uniqueKeysWithValues: paths.map { path in
        let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
        return (path, text.split(separator: "\n", omittingEmptySubsequences: false))
      })
  }

  @Test func `pages say who and what is meant`() throws {
    for (path, lines) in try Self.pages() {
      for (number, line) in lines.enumerated() {
        for word in TidyRules.vagueWords where TidyRules.holds(line.lowercased()[...], word) {
          Issue.record("\(path):\(number + 1): \(word)")
        }
      }
    }
  }

  /// Code, tables and links are as long as they are, and a command writes the page of findings.
  @Test func `prose of the pages has lines of 100 columns`() throws {
    for (path, lines) in try Self.pages() where path != "docs/findings.md" {
      let blocks = lines.split(omittingEmptySubsequences: false) { $0.hasPrefix("```") }
      let prose = blocks.enumerated().filter { $0.offset.isMultiple(of: 2) }.flatMap(\.element)
      let long = prose.filter { $0.count > TidyRules.columnCountMax && $0.contains(" ") }
      let told = long.filter { !$0.hasPrefix("|") && !$0.hasPrefix("    ") && !$0.hasPrefix("`.") }
      #expect(told.isEmpty, "\(path): \(told.joined(separator: "\n"))")
    }
  }

  @Test func `the glossary has at most forty words, each once and in one sentence`() throws {
    let lines = try #require(try Self.pages()["docs/glossary.md"])
    let rows = lines.map {
      $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    .filter { $0.count == 2 && $0[0] != "word" && $0[0] != "---" }
    #expect((1...40).contains(rows.count))
    #expect(Set(rows.map { $0[0] }).count == rows.count)
    #expect(!rows.contains { $0[1].contains(". ") })
  }

  @Test func `README leads to every page, on its first screen`() throws {
    let pages = try Self.pages()
    let screen = try #require(pages["README.md"]).prefix { !$0.hasPrefix("## ") }
    #expect(screen.count <= 64)
    for path in pages.keys where path != "README.md" {
      #expect(screen.contains { $0.contains("](\(path))") }, "\(path)")
    }
  }

  // MARK: The scanner

  private func rules(_ text: String, path: String = "Sources/Model/Planted.swift") -> [String] {
    TidyRules.breaches(in: SourceText(path: path, text)).map {
      "\($0.line): \($0.rule.prefix { $0 != "(" })"
    }
  }

  private func isBanned(_ line: String, path: String = "Sources/Model/Planted.swift") -> Bool {
    !TidyRules.breaches(in: SourceText(path: path, "\n" + line + "\n")).isEmpty
  }

  @Test(arguments: [
    "var generator = SystemRandomNumberGenerator()", "let die = Int.random(in: 1...6)",
    "let cards = deck.shuffled()",
    "deck.shuffle()", "let card = deck.randomElement()", "let today = Date()",
    "let now = ContinuousClock.now",
    "let id = UUID()", "let clock = SuspendingClock()", "clock_gettime(CLOCK_REALTIME, &time)",
    "Task { work() }",
    "Task{ work() }", "Task.detached {}", "func run() async {}", "await run()", "actor Store {}",
    "import Testing", "import Spec", "@testable import Generators",
    "public import struct Spec.Limits",
    "fatalError(reason)", "let value = try! read()", "let dog = animal as! Dog",
    "struct Table: @unchecked Sendable {}",
    "nonisolated(unsafe) var count = 0", #"let text = "now \(Date()) and \("then \(UUID())")""#,
  ])
  func `a planted violation is caught`(_ line: String) {
    #expect(isBanned(line))
  }

  @Test(arguments: [
    "// Task { Date() }", "/// An actor waits: `await`.",
    "/* try! /* as! */ fatalError() */ let a = 1",
    #"let text = "await UUID()""#, ##"let text = #"a "quoted" Date() \(UUID())"#"##,
    #"let text = "\"Date()""#,
    "let text = \"\"\"\n  a \"quoted\" Date()\n  \"\"\"", "func `actors await a Task`() {}",
    "let factor = 1", "let asynchronous = awaited", "struct TaskList {}", "view.nowhere",
    "let updated = Date(hour: 1)",
    "let isShuffledOnce = false", "let value = try? read()", "let dog = animal as? Dog",
    "import Foundation",
    "let reimport = Specification()", "struct Table: Sendable {}", "reshuffle(cards)",
  ])
  func `what only looks like a violation is not caught`(_ line: String) {
    #expect(!isBanned(line))
  }

  @Test func `a breach names its file, its line and its rule`() {
    let text = "import Model\n\n// Date()\nlet today = Date()  // now\n"
    let breaches = TidyRules.breaches(in: SourceText(path: "Sources/Spec/Planted.swift", text))
    #expect(
      breaches.map(\.description) == [
        "Sources/Spec/Planted.swift:4: banned: Date() (no clock in a result)"
      ])
  }

  @Test func `words after a string, a comment or an interpolation are code again`() {
    #expect(rules(#"let a = "x"; let b = Date()"#) == ["1: banned: Date"])
    #expect(rules("/* a\n b */ let b = UUID()") == ["2: banned: UUID"])
    #expect(rules(#"let a = "\(f(x: (1)))"; let b = Date()"#) == ["1: banned: Date"])
    #expect(rules("let a = \"\"\"\n  \\(b)\n  \"\"\"\nlet c = Date()") == ["4: banned: Date"])
    #expect(rules("let a = \"open\nlet c = Date()") == ["2: banned: Date"])
  }

  @Test func `general code names no product, not even in a comment`() {
    #expect(isBanned("// as Animals does", path: "Sources/Model/Runtime/A.swift"))
    #expect(isBanned("let counter = Counter()", path: "Sources/Generators/Checks/A.swift"))
    #expect(!isBanned("let counter = 1", path: "Sources/Model/Runtime/A.swift"))
    #expect(!isBanned("let counter = Counter()", path: "Sources/Spec/Products/Counter/A.swift"))
    #expect(
      !isBanned(
        "[.counter, .animals, .quakes]", path: "Sources/Generators/Products/Catalogue.swift"))
  }

  @Test func `a comment says who or what is meant`() {
    #expect(isBanned("let a = 1  // whoever asks"))
    #expect(isBanned("/// Nobody asks."))
    #expect(!isBanned(#"let text = "Something failed, and nobody is told.""#))
    #expect(!isBanned("// whoever asks", path: "Tests/SpecTests/A.swift"))
  }

  @Test func `folders have rules of their own`() {
    let (live, runner, conformance) = (
      "Sources/Model/Live/A.swift", "Sources/spec-runner/A.swift",
      "Sources/Spec/Conformance/A.swift"
    )
    for path in [live, runner, conformance] { #expect(!isBanned("await run()", path: path)) }
    #expect(!isBanned("let start = ContinuousClock.now", path: runner))
    #expect(isBanned("let clock = ContinuousClock()", path: live))
    #expect(
      !isBanned("let start = ContinuousClock.now", path: "Sources/Model/Live/Scheduler/A.swift"))
    #expect(!isBanned("nonisolated(unsafe) var a = 0", path: live))
    #expect(isBanned("nonisolated(unsafe) var a = 0", path: conformance))
    #expect(isBanned("let a = Date()", path: runner))
    #expect(isBanned("import Generators", path: "Sources/Spec/A.swift"))
    #expect(!isBanned("import Spec", path: "Sources/Generators/A.swift"))
    #expect(isBanned("import Testing", path: "Sources/spec-runner/SpecRunner/A.swift"))
    #expect(!isBanned("import Testing", path: "Sources/spec-runner/SpecTesting/A.swift"))
    #expect(
      !isBanned("import Testing; let a = Date(); fatalError()", path: "Tests/SpecTests/A.swift"))
  }

  // MARK: Lengths

  @Test func `a file may have 400 lines`() {
    #expect(rules(String(repeating: "\n", count: 400)) == [])
    #expect(rules(String(repeating: "\n", count: 401)) == ["401: file of 401 lines, at most 400"])
  }

  @Test func `a line may have 100 columns, comments included`() {
    #expect(rules("// " + String(repeating: "–", count: 97)) == [])
    #expect(
      rules("\n// " + String(repeating: "–", count: 98)) == ["2: line of 101 columns, at most 100"])
  }

  @Test(arguments: [
    "func f() {", "static func == (one: A, other: A) -> Bool {",
    "init(a: Int, then: () -> Void = { f() }) {",
    "deinit {", "subscript(place: Int) -> Int {", "var sum: Int {", "var sum: [Int] {",
    "func f<A>(\n  _ a: A\n) -> A\nwhere A: B {",
  ])
  func `a function may have 60 lines from its keyword to its brace`(_ head: String) {
    let lineCount = head.split(separator: "\n").count
    func body(_ count: Int) -> String {
      "struct A {\n  let a: Int\n\(head)\n" + String(repeating: "  if a { f() }\n", count: count)
        + "}\n}\n"
    }
    #expect(rules(body(59 - lineCount)) == [])
    #expect(rules(body(60 - lineCount)) == ["3: function of 61 lines, at most 60"])
  }

  @Test func `functions are told from requirements, calls and closures`() {
    let text = """
      protocol A {
        func f()
        init(a: Int)
      }
      struct B {
        var c = { 1 }
        var d: Int
        let e = B.init(d: 2) { _ in
        }
        func g() { var h = 1
          func i() { h += 1 }
        }
      }
      """
    let lengths = FunctionLengths.functions(in: SourceText(path: "", text).code)
    #expect(lengths == [.init(line: 11, lineCount: 1), .init(line: 10, lineCount: 3)])
  }
}
