/// Functions, initialisers, subscripts and computed properties with a body: where they start and how long
/// they are.
///
/// A scanner of words, parentheses and braces, no parser: a declaration's body starts at the first brace
/// after its keyword that stands outside the parentheses of its signature.
struct FunctionLengths {
  struct Function: Hashable {
    /// The number of the line with the keyword, from 1.
    var line: Int
    var lineCount: Int
  }

  private struct Declaration {
    var line: Int
    var isProperty: Bool
    /// How many parentheses and brackets are open around the keyword.
    var nesting: Int
  }

  private struct Block {
    /// The declaration whose body it is.
    var body: Declaration?
    /// What was being declared around the block.
    var outer: Declaration?
    var nesting: Int
  }

  private var functions: [Function] = []
  private var blocks: [Block] = []
  private var declaration: Declaration?
  private var nesting = 0
  private var line = 0
  private var word = ""
  private var last: Character = " "

  /// The functions of a file, in the order in which they end.
  static func functions(in code: [Substring]) -> [Function] {
    var scanner = FunctionLengths()
    for line in code {
      scanner.line += 1
      for character in line { scanner.read(character) }
      scanner.endLine()
    }
    return scanner.functions
  }

  private mutating func read(_ character: Character) {
    if character.isLetter || character.isNumber || character == "_" {
      word.append(character)
      return
    }
    endWord()
    switch character {
    case "(", "[": nesting += 1
    case ")", "]": nesting -= 1
    case "{": open()
    case "}": close()
    case "=" where declaration?.isProperty == true && declaration?.nesting == nesting: declaration = nil
    default: break
    }
    last = character
  }

  private mutating func endWord() {
    guard !word.isEmpty else { return }
    let isMember = last == "."
    switch word {
    case "func", "init", "deinit", "subscript":
      if !isMember { declaration = Declaration(line: line, isProperty: false, nesting: nesting) }
    case "var":
      if !isMember { declaration = Declaration(line: line, isProperty: true, nesting: nesting) }
    default: break
    }
    last = "a"
    word = ""
  }

  private mutating func endLine() {
    endWord()
    last = " "
    // A property's brace stands on the line of its keyword: what follows a stored one is none of its own.
    if declaration?.isProperty == true && declaration?.nesting == nesting { declaration = nil }
  }

  private mutating func open() {
    let isBody = declaration?.nesting == nesting
    blocks.append(
      Block(body: isBody ? declaration : nil, outer: isBody ? nil : declaration, nesting: nesting))
    declaration = nil
    nesting = 0
  }

  private mutating func close() {
    guard let block = blocks.popLast() else { return }
    if let body = block.body {
      functions.append(Function(line: body.line, lineCount: line - body.line + 1))
    }
    declaration = block.outer
    nesting = block.nesting
  }
}
