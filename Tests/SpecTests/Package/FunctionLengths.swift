/// Functions, initialisers, subscripts and computed properties with a body: where they start and
/// how long they are.
///
/// A scanner of words, parentheses and braces, no parser: a declaration's body starts at the first
/// brace after its keyword that stands outside the parentheses of its signature.
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
  private var word: [UInt8] = []
  private var last = UInt8(ascii: " ")

  /// The functions of a file, in the order in which they end.
  static func functions(in code: [Substring]) -> [Function] {
    var scanner = FunctionLengths()
    for line in code {
      scanner.line += 1
      for byte in line.utf8 { scanner.read(byte) }
      scanner.endLine()
    }
    return scanner.functions
  }

  private mutating func read(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      word.append(byte)
      return
    default: endWord()
    }
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["): nesting += 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"): nesting -= 1
    case UInt8(ascii: "{"): open()
    case UInt8(ascii: "}"): close()
    case UInt8(ascii: "=") where declaration?.isProperty == true && declaration?.nesting == nesting:
      declaration = nil
    default: break
    }
    last = byte
  }

  private mutating func endWord() {
    guard !word.isEmpty else { return }
    let isMember = last == UInt8(ascii: ".")
    switch String(decoding: word, as: UTF8.self) {
    case "func", "init", "deinit", "subscript":
      if !isMember { declaration = Declaration(line: line, isProperty: false, nesting: nesting) }
    case "var":
      if !isMember { declaration = Declaration(line: line, isProperty: true, nesting: nesting) }
    default: break
    }
    last = UInt8(ascii: "a")
    word.removeAll(keepingCapacity: true)
  }

  private mutating func endLine() {
    endWord()
    last = UInt8(ascii: " ")
    // A property's brace stands on the line of its keyword: what follows a stored one is none of
    // its own.
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
