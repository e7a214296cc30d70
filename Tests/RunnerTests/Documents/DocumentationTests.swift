import Foundation
import Testing

/// What README.md and docs/*.md show is what spec-runner prints.
///
/// A block of tag `console` holds commands after `$ ` and their output; a line `…` stands for any
/// lines. A block of tag `sh` holds commands that are not run.
@Suite(.waiting) struct DocumentationTests {
  /// How long a command of a document may take in a debug build.
  private static let secondsMax = 60.0

  // MARK: Documents

  /// Required of the finished package: the README shows at least one command with its output.
  @Test func `README md exists and shows a command with its output`() throws {
    let text = try #require(Documentation.text("README.md"), "README.md is missing")
    #expect(Documentation.blocks(in: text).contains { $0.tag == "console" })
  }

  @Test func `the changelog begins with the version that the program tells`() throws {
    let version = try #require(Runner.run(["--version"]).lastLine.split(separator: " ").last)
    let text = try #require(Documentation.text("CHANGELOG.md"), "CHANGELOG.md is missing")
    let heading = try #require(text.split(separator: "\n").first { $0.hasPrefix("## ") })
    #expect(["## \(version)", "## Unreleased (\(version))"].contains(heading))
  }

  @Test(arguments: Documentation.paths)
  func `a console block shows what its commands print`(_ path: String) throws {
    for block in Documentation.blocks(in: Documentation.text(path) ?? "")
    where block.tag == "console" {
      let commands = Documentation.commands(in: block)
      if commands.isEmpty { Issue.record("\(path):\(block.line): no line begins with '$ '") }
      if block.lines.first?.hasPrefix("$ ") == false {
        Issue.record("\(path):\(block.line): the first line of a console block begins with '$ '")
      }
      for command in commands {
        if let complaint = try complaint(about: command) {
          Issue.record("\(path):\(command.line): $ \(command.text)\n\(complaint)")
        }
      }
    }
  }

  @Test(arguments: Documentation.paths)
  func `a sh block holds no spec-runner command that does not parse`(_ path: String) throws {
    let blocks = Documentation.blocks(in: Documentation.text(path) ?? "").filter { $0.tag == "sh" }
    guard !blocks.isEmpty else { return }
    let vocabulary = try Self.vocabulary.get()
    for block in blocks {
      for arguments in Documentation.looseCommands(in: block) {
        if let word = vocabulary.unknownWord(in: arguments) {
          let command = arguments.joined(separator: " ")
          Issue.record("\(path):\(block.line): spec-runner \(command): '\(word)' is not known")
        }
      }
    }
  }

  /// Asked for once: there is a help for each command.
  private static let vocabulary = Result { try Vocabulary() }

  private func complaint(about command: Documentation.Command) throws -> String? {
    guard let words = Documentation.words(command.text) else { return "a quote is not closed" }
    guard let arguments = Documentation.arguments(words) else {
      return
        "only 'swift run -c release spec-runner' and '.build/release/spec-runner' are run here; "
        + "show other commands in a block of tag sh"
    }
    if arguments.contains("--save") {
      return "a command that writes is not run here; show it in a block of tag sh"
    }
    let run = try Runner.run(arguments, secondsMax: Self.secondsMax)
    // The one line of an exit status 2 is on the standard error.
    let printed = (run.status == 2 ? run.errors : run.output).split(
      separator: "\n", omittingEmptySubsequences: false)
    return Documentation.complaint(
      shown: command.output, printed: Documentation.withoutEmptyEnd(printed.map(String.init)))
  }

  /// The words that spec-runner knows, out of its own help.
  private struct Vocabulary {
    private var commands: Set<String> = ["--help", "-h"]
    private var options: [String: Set<String>] = [:]

    init() throws {
      let usage = try Runner.run(["--help"]).lines.drop { $0 != "USAGE" }.prefix { !$0.isEmpty }
      for line in usage where line.hasPrefix("  spec-runner ") {
        let word = line.dropFirst("  spec-runner ".count).prefix { $0 != " " }
        commands.insert(word.trimmingCharacters(in: CharacterSet(charactersIn: "[]")))
      }
      for command in commands where !command.hasPrefix("-") && command != "help" {
        let help = try Runner.run(["help", command]).output
        options[command] = Set(
          help.matches(of: /--[a-z][a-z-]*/).map { String($0.output) } + ["--help", "-h"])
      }
      for paragraph in try Runner.list.get().output.split(separator: "\n\n") {
        let name = paragraph.prefix { $0 != "\n" }
        commands.insert(String(name))
      }
    }

    /// The first word that spec-runner does not know, or nil.
    func unknownWord(in arguments: [String]) -> String? {
      guard let first = arguments.first else { return nil }
      let command = options[first] == nil ? "check" : first
      if !commands.contains(first), !isKnown(first, command) { return first }
      return arguments.dropFirst().first { $0.hasPrefix("-") && !isKnown($0, command) }
    }

    private func isKnown(_ word: String, _ command: String) -> Bool {
      options[command]?.contains(String(word.prefix { $0 != "=" })) == true
    }
  }

  // MARK: The reader of documents

  @Test func `blocks are read with their tag, their place and their indentation`() {
    let text = """
      # Title
      ```console
      $ one
      ```
      - item
        ~~~sh extra
        two
          three
        ```
        ~~~
      ````
      ```
      ````
      ```console
      open
      """
    #expect(
      Documentation.blocks(in: text) == [
        .init(line: 2, tag: "console", lines: ["$ one"]),
        .init(line: 6, tag: "sh", lines: ["two", "  three", "```"]),
        .init(line: 11, tag: "", lines: ["```"]), .init(line: 14, tag: "console", lines: ["open"]),
      ])
  }

  @Test func `a command has the lines up to the next one`() {
    let block = Documentation.Block(
      line: 7, tag: "console", lines: ["$ a b", "1", "", "2", "", "$ c", "$ d"])
    #expect(
      Documentation.commands(in: block) == [
        .init(line: 8, text: "a b", output: ["1", "", "2"]), .init(line: 13, text: "c", output: []),
        .init(line: 14, text: "d", output: []),
      ])
  }

  @Test func `words are apart where spaces are and together in single quotes`() {
    #expect(
      Documentation.words("a  --design 'mutant(x y)' b''c") == [
        "a", "--design", "mutant(x y)", "bc",
      ])
    #expect(Documentation.words("a ''") == ["a", ""])
    #expect(Documentation.words("a 'b") == nil)
  }

  @Test func `spec-runner commands are found in a sh block however they are called`() {
    let lines = [
      "# spec-runner in a comment", "swift build --product spec-runner",
      "swift run -c release spec-runner walk \\", "  --seed 1 > out.txt",
      "cp .build/release/spec-runner bin", "SPEC=1 .build/release/spec-runner --json | head",
      "swift test && spec-runner list",
    ]
    let block = Documentation.Block(line: 1, tag: "sh", lines: lines)
    #expect(
      Documentation.looseCommands(in: block) == [["walk", "--seed", "1"], ["--json"], ["list"]])
  }

  @Test func `a word that spec-runner does not know is found`() throws {
    let vocabulary = try Self.vocabulary.get()
    for words in [
      [], ["counter"], ["check"], ["help", "walk"], ["--version"], ["--statistics"],
      ["--limit-time=1s"],
      ["animals", "--scope", "calm"], ["walk", "counter", "--runs", "5"], ["replay", "file"],
      ["-h"],
    ] {
      #expect(vocabulary.unknownWord(in: words) == nil)
    }
    #expect(vocabulary.unknownWord(in: ["wander"]) == "wander")
    #expect(vocabulary.unknownWord(in: ["--runs", "5"]) == "--runs")
    #expect(vocabulary.unknownWord(in: ["walk", "--limit-depth", "5"]) == "--limit-depth")
    #expect(vocabulary.unknownWord(in: ["list", "counter", "--save"]) == "--save")
  }

  @Test(arguments: [
    (["a", "b"], true), (["…"], true), (["a", "…"], true), (["…", "b"], true),
    (["a", "…", "b"], true),
    (["…", "a", "…"], true), (["a", "b", "…"], true), (["…", "a", "b", "…"], true), ([], false),
    (["a"], false),
    (["b"], false), (["a", "b", "c"], false), (["…", "a"], false), (["b", "…"], false),
    (["…", "c", "…"], false),
    (["a", "…", "a", "…"], false), (["a", "b", "…", "b"], false), (["a…", "b"], false),
  ])
  func `an ellipsis stands for any number of lines`(_ shown: [String], _ isRight: Bool) {
    #expect((Documentation.complaint(shown: shown, printed: ["a", "b"]) == nil) == isRight)
  }

  @Test func `a difference is told with both lines`() {
    let complaint = Documentation.complaint(
      shown: ["a", "…", "c", "d"], printed: ["a", "b", "c", "e"])
    #expect(complaint == "shown: d\nprinted: e")
    #expect(
      Documentation.complaint(shown: ["a"], printed: ["a", "b"]) == "shown: the end\nprinted: b")
  }
}
