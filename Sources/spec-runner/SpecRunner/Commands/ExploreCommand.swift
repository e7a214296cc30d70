import Foundation
import Generators
import Model
import Spec

/// Lets somebody walk through a scope, step by step.
struct ExploreCommand {
  private let specification: any Checkable
  private let includes: (String) -> Bool

  init(_ words: [String], of registry: Registry) throws {
    let arguments = try Arguments(
      words, options: ["--scope", "--design", "--property"], flags: [], command: "explore")
    let selection = try Selection(arguments, of: registry)
    if arguments.words.isEmpty && registry.products.count > 1 {
      let names = registry.products.map(\.name).joined(separator: ", ")
      throw UsageError("explore takes one product: \(whole: names)")
    }
    let isNamed = arguments.value("--scope") != nil
    guard let specification = selection.specifications.first,
      !isNamed || selection.specifications.count == 1
    else { throw UsageError("explore takes one scope; 'list' names them") }
    (self.specification, includes) = (specification, selection.includes)
  }

  /// Runs the command: reads a line, does what it says, and tells where that leads, until there is no more.
  ///
  /// - Returns: the exit status.
  func run(_ watchdog: Watchdog) throws -> Int32 {
    watchdog.lastWord { _ in 3 }
    guard var walk = specification.guidedWalk(judging: includes) else {
      throw TraceError("\(specification.identity.title): there is no initial state")
    }
    Surroundings.tell("\(specification.identity.title); '?' says what to type")
    tell(walk)
    while let line = try Surroundings.ask("> ") {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      switch words.first {
      case nil: continue
      case "q": return end(watchdog)
      case "?": Surroundings.tell(Self.keys)
      case "u":
        walk.undo()
        tell(walk)
      case "l": Surroundings.tell(Self.numbered(walk.story.lines.map(\.sentence)))
      case "w": Surroundings.tell(try written(walk, to: words.dropFirst().first))
      case let word?:
        guard let number = Int(word), walk.choices.indices.contains(number - 1) else {
          let numbers = walk.choices.isEmpty ? Self.nothing : "type a number up to \(walk.choices.count)"
          Surroundings.tell("'\(word)': \(numbers); '?' says what else to type")
          continue
        }
        walk.take(number - 1)
        tell(walk)
      }
    }
    return end(watchdog)
  }

  private func end(_ watchdog: Watchdog) -> Int32 {
    watchdog.finish()
    return 0
  }

  private static let nothing = "nothing can happen any more"

  private static let keys = """
    1, 2, …   take that step
    u         undo the last step
    l         list the steps taken so far
    w FILE    write them as a trace of what the last step broke
    q         quit
    """

  // MARK: Telling

  private func tell(_ walk: any GuidedWalking) {
    let story = walk.story
    let last = story.lines.last
    var parts = last.map { [$0.sentence] + $0.changes.map { "  \($0.text)" } } ?? []
    parts += walk.broken.map { "BROKEN  \($0)" }
    let scene = story.scene ?? Story.Scene()
    if scene.screens.isEmpty && last == nil {
      parts += (story.facts ?? [:]).sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value)" }
    }
    parts += scene.pending.map { "  \($0)" } + scene.screens.flatMap(\.lines)
    let choices = walk.choices.map { choice in
      choice.sentence + choice.broken.map { "; breaks \($0)" }.joined()
    }
    let next = choices.isEmpty ? Self.nothing : Self.numbered(choices)
    Surroundings.tell(([""] + parts.map(\.onOneLine) + [next]).joined(separator: "\n"))
  }

  private static func numbered(_ sentences: [String]) -> String {
    sentences.enumerated().map { "  \($0 + 1). \($1.onOneLine)" }.joined(separator: "\n")
  }

  // MARK: Traces

  private func written(_ walk: any GuidedWalking, to path: String?) throws -> String {
    guard let path else { return "'w' takes the name of a file, as in 'w story.json'" }
    guard let name = walk.broken.first else {
      return "the last step breaks nothing, so that there is nothing to save"
    }
    if FileManager.default.fileExists(atPath: path) { return "\(path): is there already; name another file" }
    do {
      try ReportFile(path).write(String(decoding: walk.trace(of: name).data, as: UTF8.self), isAdded: false)
    } catch {
      return error.description
    }
    return "\(name), written; replay: \(Layout.whole(Report.replay(path)))"
  }
}

extension Screen {
  /// The window as lines: a selected row after '>', an enabled button in brackets, a disabled one in
  /// parentheses.
  var lines: [String] {
    ["  \(title)"]
      + parts.flatMap { part -> [String] in
        let rows = part.rows.map { row in
          "\(row.isSelected ? "  > " : "    ")\(row.title)\(row.detail.map { ": \($0)" } ?? "")"
        }
        let buttons = part.buttons.map { $0.isEnabled ? "[\($0.title)]" : "(\($0.title))" }
        let bar = buttons.isEmpty ? [] : ["    " + buttons.joined(separator: " ")]
        return ["  \(part.form == .alert ? "! " : "– ")\(part.title)"] + rows.map { "  " + $0 } + bar
      }
  }
}
