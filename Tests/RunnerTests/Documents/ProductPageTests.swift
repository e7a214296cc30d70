import Foundation
import Testing

/// The page that walks through a product, and the code that tests compile and run.
@Suite(.waiting) struct ProductPageTests {
  private static let page = "docs/check-your-product.md"
  private static let adopter = "Tests/Adopter"
  private static let bookmark = "Tests/GeneratorsTests/Live/Bookmark"

  /// The files that the page shows as a whole, in its order.
  private static let files = [
    "\(adopter)/Package.swift", "\(adopter)/Sources/TodoProduct/CheckedTodo.swift",
    "\(adopter)/Tests/TodoTests/TodoTests.swift", "\(adopter)/Tests/TodoTests/IssueTests.swift",
    "\(adopter)/Sources/todo-spec/main.swift",
    "\(adopter)/Sources/TodoProduct/TodoModel.swift",
    "\(adopter)/Tests/TodoTests/TodoModelTests.swift",
    "\(bookmark)/BookmarkSubject.swift", "\(bookmark)/BookmarkTests.swift",
  ]
  /// The file whose parts the page shows beside them.
  private static let excerpts = "\(adopter)/Tests/TodoTests/ExcerptTests.swift"

  private static func lines(of path: String) throws -> [String] {
    let text = try String(contentsOf: Runner.root.appending(path: path), encoding: .utf8)
    // Only the package in this one stands where it does.
    return text.replacing("path: \"../..\"", with: "path: \"../immutable-data-spec\"")
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  private static func blocks(of path: String) throws -> [[String]] {
    let text = try #require(Documentation.text(path))
    return Documentation.blocks(in: text).filter { $0.tag == "swift" }.map(\.lines)
  }

  /// Whether lines stand in a file one after the other, all of them as much further to the right.
  private static func isExcerpt(_ lines: [String], of file: [String]) -> Bool {
    let isEmpty: (String) -> Bool = { $0.allSatisfy { $0 == " " } }
    return file.indices.dropLast(lines.count - 1).contains { start in
      let part = file[start..<(start + lines.count)]
      let indent = part.filter { !isEmpty($0) }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
      return part.map { String($0.dropFirst(indent)) } == lines
    }
  }

  @Test func `the code of the page is code that is compiled`() throws {
    let blocks = try Self.blocks(of: Self.page)
    let files = try Self.files.map(Self.lines)
    #expect(blocks.filter { files.contains($0) } == files)
    let source = try Self.lines(of: Self.excerpts)
    for block in blocks where !files.contains(block) {
      #expect(Self.isExcerpt(block, of: source), "\(block.joined(separator: "\n"))")
    }
  }

  @Test func `the test in the README is the one of the page`() throws {
    let test = try Self.lines(of: "\(Self.adopter)/Tests/TodoTests/TodoTests.swift")
    #expect(try Self.blocks(of: "README.md") == [test])
  }

  @Test func `an excerpt stands in its file line by line`() {
    let file = ["{", "  a", "", "    b", "}"]
    #expect(Self.isExcerpt(["a", "", "  b"], of: file) && Self.isExcerpt(["}"], of: file))
    #expect(!Self.isExcerpt(["a", "", "b"], of: file) && !Self.isExcerpt(["a", "  b"], of: file))
    #expect(!Self.isExcerpt(["b", "}", ""], of: file))
  }

  @Test func `what an owner writes is short`() throws {
    #expect(try Self.lines(of: "\(Self.adopter)/Sources/TodoProduct/CheckedTodo.swift").count < 60)
    #expect(try Self.lines(of: "\(Self.adopter)/Sources/TodoProduct/TodoModel.swift").count < 90)
    #expect(try Self.lines(of: "\(Self.bookmark)/Bookmark.swift").count < 90)
  }
}
