import Foundation
import Testing

/// The page that walks through a product, and the code that the tests compile and run.
@Suite struct ProductPageTests {
  private static let page = "docs/check-your-product.md"
  private static let folder = "Tests/GeneratorsTests/Bookmark"

  private static func lines(of name: String) throws -> [String] {
    let url = Runner.root.appending(path: "\(folder)/\(name).swift")
    let text = try String(contentsOf: url, encoding: .utf8)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  @Test func `the code of the page is the code of the tests`() throws {
    let text = try #require(Documentation.text(Self.page))
    let blocks = Documentation.blocks(in: text).filter { $0.tag == "swift" }.map(\.lines)
    let names = ["Bookmark", "BookmarkApp", "BookmarkSubject", "BookmarkTests"]
    #expect(try blocks.dropFirst() == names.map(Self.lines)[...])
  }

  @Test func `the pure product has fewer than 80 lines`() throws {
    #expect(try Self.lines(of: "Bookmark").count < 80)
  }
}
