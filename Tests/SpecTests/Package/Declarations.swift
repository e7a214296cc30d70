/// The types that a file declares or extends, with their lines and those of all types inside them,
/// and what it declares as public.
///
/// It reads lines as they are formatted here: a declaration begins its line, with attributes and
/// modifiers before it.
struct Declarations {
  /// A type, or an extension of one.
  struct TypePart {
    var name: String
    var lineCount: Int
  }

  private(set) var types: [TypePart] = []
  /// Each as "func Type.name", in the order of the file.
  private(set) var publicNames: [String] = []

  private static let typeWords: Set = ["struct", "class", "enum", "protocol", "actor", "extension"]
  private static let memberWords: Set = [
    "func", "var", "let", "init", "subscript", "typealias", "associatedtype", "case",
  ]
  private static let modifiers: Set = [
    "public", "package", "private", "fileprivate", "internal", "open", "final", "indirect",
    "static", "mutating",
    "nonmutating", "nonisolated", "override", "convenience", "required", "consuming", "borrowing",
    "isolated", "prefix", "postfix", "infix",
  ]

  /// A type whose braces are open: where it began, and how many braces were open then.
  private struct Open {
    var name: String
    var depth: Int
    var firstLine: Int
  }

  init(in text: SourceText) {
    var open: [Open] = []
    var pending: (name: String, line: Int)?
    var depth = 0
    for (number, line) in text.code.enumerated() {
      if let declaration = Self.declaration(in: line) {
        let path = (open.map(\.name) + [declaration.name]).filter { !$0.isEmpty }.joined(
          separator: ".")
        if declaration.isPublic && declaration.word != "extension" {
          publicNames.append("\(declaration.word) \(path)")
        }
        if Self.typeWords.contains(declaration.word) { pending = (declaration.name, number) }
      }
      for character in line {
        if character == "{" {
          if let type = pending {
            open.append(Open(name: type.name, depth: depth, firstLine: type.line))
          }
          pending = nil
          depth += 1
        } else if character == "}" {
          depth -= 1
          if let last = open.last, last.depth == depth {
            open.removeLast()
            if open.isEmpty {
              let name = String(last.name.prefix { $0 != "." })
              types.append(TypePart(name: name, lineCount: number - last.firstLine + 1))
            }
          }
        }
      }
    }
  }

  /// The declaration that a line begins with.
  private static func declaration(in line: Substring) -> (
    word: String, name: String, isPublic: Bool
  )? {
    var words = line.replacing(/@\w+(\([^)]*\))?/, with: "").split(separator: " ")[...]
    var isPublic = false
    while let word = words.first?.prefix(while: { $0 != "(" }) {
      guard modifiers.contains(String(word)) || word == "class" && words.dropFirst().first == "func"
      else {
        break
      }
      isPublic = isPublic || word == "public"
      words.removeFirst()
    }
    guard let first = words.first else { return nil }
    let word = String(first.prefix { $0.isLetter })
    if word == "init" || word == "subscript" { return (word, "", isPublic) }
    guard typeWords.contains(word) || memberWords.contains(word), let name = words.dropFirst().first
    else {
      return nil
    }
    return (
      word, String(name.prefix { !"(<:{,=".contains($0) || "=<".contains($0) && name.first == $0 }),
      isPublic
    )
  }
}
