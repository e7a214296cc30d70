import Foundation

/// The documents of the package, and the fenced blocks in them.
enum Documentation {
  /// A fenced block.
  struct Block: Equatable, Sendable {
    /// The number of the line that opens it, from 1.
    let line: Int
    /// The first word after the fence; empty when there is none.
    let tag: String
    let lines: [String]
  }

  /// A command in a block of tag `console`, and the output that the document shows.
  struct Command: Equatable, Sendable {
    /// The number of its line in the document, from 1.
    let line: Int
    /// The line after the `$ `.
    let text: String
    let output: [String]
  }

  /// The paths of all documents, from the root of the package, whether or not they exist.
  static let paths: [String] = {
    let names =
      (try? FileManager.default.contentsOfDirectory(
        atPath: Runner.root.appending(path: "docs").path)) ?? []
    return ["README.md"] + names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
  }()

  /// The text of a document, or nil when there is no such file.
  static func text(_ path: String) -> String? {
    try? String(contentsOf: Runner.root.appending(path: path), encoding: .utf8)
  }

  // MARK: Blocks

  /// The fenced blocks of a text; a block that is not closed goes on to the end.
  static func blocks(in text: String) -> [Block] {
    var blocks: [Block] = []
    var open: (line: Int, tag: String, fence: Substring, indent: Int)?
    var lines: [String] = []
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let content = line.drop { $0 == " " }
      let fence = content.prefix { $0 == content.first }
      let isFence = (content.hasPrefix("```") || content.hasPrefix("~~~"))
      if let block = open {
        let rest = content.dropFirst(fence.count)
        if isFence, fence.first == block.fence.first, fence.count >= block.fence.count,
          rest.allSatisfy(\.isWhitespace)
        {
          blocks.append(Block(line: block.line, tag: block.tag, lines: lines))
          open = nil
        } else {
          let indent = min(block.indent, line.count - content.count)
          lines.append(String(line.dropFirst(indent)))
        }
      } else if isFence {
        let tag = content.dropFirst(fence.count).split(separator: " ").first.map(String.init) ?? ""
        open = (number + 1, tag, fence, line.count - content.count)
        lines = []
      }
    }
    if let block = open { blocks.append(Block(line: block.line, tag: block.tag, lines: lines)) }
    return blocks
  }

  /// The commands of a block, each with the lines up to the next one, empty lines at the end left
  /// out.
  static func commands(in block: Block) -> [Command] {
    var commands: [Command] = []
    for (number, line) in block.lines.enumerated() {
      if line.hasPrefix("$ ") {
        commands.append(
          Command(line: block.line + 1 + number, text: String(line.dropFirst(2)), output: []))
      } else if let last = commands.popLast() {
        commands.append(Command(line: last.line, text: last.text, output: last.output + [line]))
      }
    }
    return commands.map {
      Command(line: $0.line, text: $0.text, output: withoutEmptyEnd($0.output))
    }
  }

  static func withoutEmptyEnd(_ lines: [String]) -> [String] {
    Array(lines.reversed().drop { $0.isEmpty }.reversed())
  }

  // MARK: Words

  /// The words of a command, apart where spaces are; what single quotes hold stays together.
  ///
  /// - Returns: nil when a quote is not closed.
  static func words(_ text: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    for character in text {
      switch (character, isQuoted) {
      case ("'", _):
        isQuoted.toggle()
        word = word ?? ""
      case (" ", false):
        if let whole = word { words.append(whole) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    return isQuoted ? nil : words
  }

  /// The arguments of a spec-runner command, or nil when it is another command.
  static func arguments(_ words: [String]) -> [String]? {
    for start in [
      ["swift", "run", "-c", "release", "spec-runner"], [".build/release/spec-runner"],
    ]
    where words.starts(with: start) {
      return Array(words.dropFirst(start.count))
    }
    return nil
  }

  /// The arguments of every spec-runner command in a block of tag `sh`, however it is called.
  static func looseCommands(in block: Block) -> [[String]] {
    let text = block.lines.joined(separator: "\n").replacing("\\\n", with: " ")
    let lines = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("#") }
    return lines.flatMap { line -> [[String]] in
      let words = (words(String(line)) ?? line.split(separator: " ").map(String.init))
      let commands = words.split { ["|", "||", "&&", ";", "&", "do", "then"].contains($0) }
      return commands.compactMap { command in
        let rest = command.drop { $0.contains("=") && !$0.hasPrefix("-") }
        guard let first = rest.first else { return nil }
        let isRun = rest.starts(with: ["swift", "run"])
        guard isRun || first == "spec-runner" || first.hasSuffix("/spec-runner") else { return nil }
        guard
          let place = rest.firstIndex(where: { $0 == "spec-runner" || $0.hasSuffix("/spec-runner") }
          )
        else { return nil }
        return rest[(place + 1)...].prefix {
          !$0.hasPrefix(">") && !$0.hasPrefix("2>") && $0 != "#"
        }
        .map { $0.hasSuffix(";") ? String($0.dropLast()) : $0 }
      }
    }
  }

  // MARK: Output

  /// What is wrong with an output beside the one that a document shows; a line `…` stands for any
  /// lines.
  ///
  /// - Returns: nil when nothing is.
  static func complaint(shown: [String], printed: [String]) -> String? {
    let parts = shown.split(separator: "…", omittingEmptySubsequences: false).map(Array.init)
    var rest = printed[...]
    for (number, part) in parts.enumerated() {
      let isLast = number == parts.count - 1
      var start = rest.startIndex
      if number > 0 && isLast { start = max(start, rest.endIndex - part.count) }
      if number > 0 && !isLast {
        while start + part.count < rest.endIndex && !rest[start...].starts(with: part) {
          start += 1
        }
      }
      let end = isLast ? rest.endIndex : min(start + part.count, rest.endIndex)
      if Array(rest[start..<end]) != part {
        let place = zip(part, rest[start...]).enumerated().first { $1.0 != $1.1 }?.offset
        let offset = place ?? min(part.count, rest.endIndex - start)
        let expected = offset < part.count ? part[offset] : "the end"
        let found = start + offset < rest.endIndex ? rest[start + offset] : "the end"
        return "shown: \(expected)\nprinted: \(found)"
      }
      rest = rest[end...]
    }
    return nil
  }
}
