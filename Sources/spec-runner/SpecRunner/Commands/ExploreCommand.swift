import Foundation
import Generators
import Model
import Spec

/// Lets somebody walk through a scope, step by step.
struct ExploreCommand {
  private let specification: any Checkable
  /// Those that a page may be about: the scope that was named, else the default ones.
  private let candidates: [any Checkable]
  private let defaults: [any Checkable]
  private let includes: (String) -> Bool
  private let property: String?
  private let pageFile: ReportFile?

  init(_ words: [String], of registry: Registry) throws {
    let arguments = try Arguments(words, of: "explore")
    let selection = try Selection(arguments, of: registry)
    if arguments.words.isEmpty && registry.products.count > 1 {
      let names = registry.products.map(\.name).joined(separator: ", ")
      throw UsageError("explore takes one product: \(whole: names)")
    }
    let isNamed = arguments.value("--scope") != nil
    guard let specification = selection.specifications.first,
      !isNamed || selection.specifications.count == 1
    else { throw UsageError("explore takes one scope; 'list' names them") }
    self.specification = specification
    let (name, design) = (specification.identity.product, specification.identity.design)
    defaults = selection.products.filter { $0.name == name }.flatMap { product in
      product.defaultScopes.compactMap { product.specification(design: design, scope: $0) }
    }
    candidates = isNamed ? [specification] : defaults
    (includes, property) = (selection.includes, arguments.value("--property"))
    pageFile = try arguments.value("--html").map(ReportFile.init)
  }

  /// Runs the command: writes a page, or reads a line, does what it says, and tells where that
  /// leads, until there is no more.
  ///
  /// - Returns: the exit status.
  func run(_ watchdog: Watchdog) throws -> Int32 {
    if let pageFile { return try writePage(to: pageFile, watchdog) }
    watchdog.lastWord { _ in 3 }
    var walk = try specification.guidedWalk(judging: includes)
    Surroundings.tell("\(specification.identity.title); '?' says what to type")
    if specification.initialStateCount > 1 {
      Surroundings.tell(
        "it starts in one of \(specification.initialStateCount) states; this is the first")
    }
    tell(walk)
    while let line = try Surroundings.ask("> ") {
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case nil: continue
      case "q": return end(watchdog)
      case "?": Surroundings.tell(Self.keyLines(from: 10).joined(separator: "\n"))
      case "u":
        try walk.undo()
        tell(walk)
      case "l": Surroundings.tell(Self.numbered(walk.story.lines.map(\.sentence)))
      case "w":
        Surroundings.tell(written(walk, as: line.split(separator: " ", maxSplits: 1).dropFirst()))
      case let word?:
        guard let number = Int(word), walk.choices.indices.contains(number - 1) else {
          let numbers =
            walk.choices.isEmpty ? Self.nothing : "type a number up to \(walk.choices.count)"
          Surroundings.tell("'\(word)': \(numbers); '?' says what else to type")
          continue
        }
        try walk.take(number - 1)
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

  private static let keys = [
    ("1, 2, …", "take that step"), ("u", "undo the last step"),
    ("l", "list the steps taken so far"),
    ("w FILE", "write them as a trace of what the last step broke"),
    ("w 2 FILE", "where it broke several promises, as a trace of the second"), ("q", "quit"),
  ]

  /// What a person can type, a line each, with its words from a column on.
  static func keyLines(from column: Int) -> [String] {
    keys.map { key, words in key.padding(toLength: column, withPad: " ", startingAt: 0) + words }
  }

  // MARK: Telling

  private func tell(_ walk: any GuidedWalking) {
    let story = walk.story
    let last = story.lines.last
    var parts = last.map { [$0.sentence] + $0.changes.map { "  \($0.text)" } } ?? []
    let places = walk.broken.count > 1 ? walk.broken.indices.map { "\($0 + 1). " } : [""]
    parts += zip(places, walk.broken).map { "\(Style.bad.on("Broken:")) \($0)\($1)" }
    parts += walk.givenUp.map { "not judged any more, as too much can follow: \($0)" }
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

  /// Writes a trace: "w FILE" of what was broken, "w NUMBER FILE" where several promises were.
  private func written(_ walk: any GuidedWalking, as words: ArraySlice<Substring>) -> String {
    guard let rest = words.first else {
      return "'w' takes the name of a file, as in 'w story.json'"
    }
    if walk.broken.isEmpty {
      return "the last step breaks nothing, so that there is nothing to save"
    }
    let parts = rest.split(separator: " ", maxSplits: 1)
    let number = Int(parts.first ?? "")
    if parts.count < 2 && number != nil { return "'w \(rest)' takes the name of a file as well" }
    guard walk.broken.indices.contains((number ?? 1) - 1) else {
      return "'w \(rest)': what the last step broke has numbers up to \(walk.broken.count)"
    }
    let (path, name) = (String(number == nil ? rest : parts[1]), walk.broken[(number ?? 1) - 1])
    if FileManager.default.fileExists(atPath: path) {
      return "\(path): is there already; name another file"
    }
    do {
      try ReportFile(path).write(
        String(decoding: walk.trace(of: name).data, as: UTF8.self), isAdded: false)
    } catch {
      return error.description
    }
    return "\(name), written; replay: \(Layout.whole(Report.replay(path)))"
  }

  // MARK: A page

  /// The most states that a page may have.
  private static let stateCountMax = 2000

  private func writePage(to file: ReportFile, _ watchdog: Watchdog) throws -> Int32 {
    guard let chosen = try smallest(of: candidates, watchdog),
      let graph = try chosen.guidedGraph(
        judging: includes, countMax: Self.stateCountMax, shouldStop: { watchdog.isOver })
    else {
      if watchdog.isOver { return try stopped(watchdog) }
      let fitting = try smallest(of: defaults, watchdog)
      if watchdog.isOver { return try stopped(watchdog) }
      throw UsageError(ErrorText(whole: refusal(fitting?.identity.scope)))
    }
    let identity = chosen.identity
    if chosen.initialStateCount > 1 {
      throw UsageError(
        "\(identity.title) starts in one of \(chosen.initialStateCount) states, and a page in one; "
          + "explore it in the terminal, or check it")
    }
    var command = ["explore", identity.product, "--scope", identity.scope]
    if identity.design != "published" { command += ["--design", identity.design] }
    if let property { command += ["--property", property] }
    let page = try ReportPage(graph, of: identity, walkedBy: command)
    try file.write(page.text, isAdded: false)
    watchdog.finish()
    let steps = graph.states.flatMap(\.steps)
    let broken = steps.count { !$0.line.broken.isEmpty }
    let choice =
      candidates.count > 1 ? "; the smallest scope of a check, '--scope' takes another" : ""
    Surroundings.tell(
      "\(identity.title): \(graph.states.count.counted("state")), \(steps.count.counted("step")), "
        + "\(broken.grouped) breaking a promise\(choice)\n\(file.path): written; open it in a "
        + "browser"
    )
    return 0
  }

  /// The first of the smallest of these that fit on a page; nil where none does, or somebody
  /// stopped.
  private func smallest(of candidates: [any Checkable], _ watchdog: Watchdog) throws -> (
    any Checkable
  )? {
    var smallest: (any Checkable)?
    // Most scopes are much larger than the smallest, and each is looked at as far as the bound.
    for bound in [Self.stateCountMax / 16, Self.stateCountMax / 4, Self.stateCountMax] {
      var countMax = bound
      for candidate in candidates where countMax > 0 {
        let count = try candidate.guidedStateCount(
          judging: includes, countMax: countMax, shouldStop: { watchdog.isOver })
        if let count { (smallest, countMax) = (candidate, count - 1) }
      }
      if watchdog.isOver { return nil }
      if smallest != nil { break }
    }
    return smallest
  }

  private func refusal(_ fitting: String?) -> String {
    let product = specification.identity.product
    let titles =
      candidates.count > 1
      ? "the scopes of a check of \(product) have" : "\(specification.identity.title) has"
    let next =
      fitting.map { "try --scope \($0)" }
      ?? "name a smaller one of those that 'list \(product)' tells"
    return "\(titles) more than \(Self.stateCountMax.grouped) states, too many for a page; \(next)"
  }

  private func stopped(_ watchdog: Watchdog) throws -> Int32 {
    watchdog.finish()
    Surroundings.warn(of: "no page is written: \(watchdog.reason?.words ?? "interrupted")")
    return 3
  }
}

extension Screen {
  /// The window as lines: a selected row after '>', an enabled button in brackets, a disabled one
  /// in parentheses.
  var lines: [String] {
    ["  \(title)"]
      + parts.flatMap { part -> [String] in
        let rows = part.rows.map { row in
          "\(row.isSelected ? "  > " : "    ")\(row.title)\(row.detail.map { ": \($0)" } ?? "")"
        }
        let buttons = part.buttons.map { $0.isEnabled ? "[\($0.title)]" : "(\($0.title))" }
        let bar = buttons.isEmpty ? [] : ["    " + buttons.joined(separator: " ")]
        return ["  \(part.form == .alert ? "! " : "– ")\(part.title)"] + rows.map { "  " + $0 }
          + bar
      }
  }
}
