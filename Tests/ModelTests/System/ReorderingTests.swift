import Testing

@testable import Model

/// Values that are equal, and list what they hold in another order.
@Suite struct ReorderingTests {
  private struct Shelf: Hashable, Sendable {
    let name: String
    var tags: Set<String>
    private let rows: [Int: [Set<Int>]]
    var rest: [String: Int]?
    var last: UInt8 = 7

    init(_ tags: Set<String>, rows: [Int: [Set<Int>]] = [:], rest: [String: Int]? = nil) {
      (name, self.tags, self.rows, self.rest) = ("shelf", tags, rows, rest)
    }

    var lists: [[String]] {
      [Array(tags), rows.map { "\($0)" }, rest.map { $0.map(\.key) } ?? []]
    }
    var inner: [[Int]] { rows.sorted { $0.key < $1.key }.flatMap(\.value).map(Array.init) }
  }

  @Test func `sets and dictionaries list their entries in another order, wherever they stand`()
    throws
  {
    let shelf = Shelf(
      ["a", "b", "c"], rows: [1: [[1, 2, 3]], 2: [[], [4, 5]]], rest: ["x": 1, "y": 2])
    var reordering = Reordering()
    let reordered = reordering.reordered(shelf)
    let other = try #require(reordered)
    #expect(other == shelf && other.hashValue == shelf.hashValue)
    #expect(other.name == "shelf" && other.last == 7)
    for (one, another) in zip(shelf.lists, other.lists) { #expect(one.first != another.first) }
    for (one, another) in zip(shelf.inner, other.inner) {
      #expect(one.count < 2 || one.first != another.first)
    }
    let answer = Result<[Shelf], Never>.success([shelf])
    let again = reordering.reordered(answer)
    #expect(again == answer)
  }

  @Test func `two entries change places each time`() {
    var reordering = Reordering()
    for number in 0..<200 {
      let pair = ["a": number, "b": number]
      #expect(reordering.reordered(pair)?.keys.first != pair.keys.first)
      let set: Set = ["a\(number)", "b"]
      #expect(reordering.reordered(set)?.first != set.first)
    }
  }

  @Test func `what has one order stays as it is`() {
    var reordering = Reordering()
    func isKept<Value>(_ value: Value) -> Bool { reordering.reordered(value) == nil }
    #expect(isKept(Shelf(["a"], rows: [1: [[2]]], rest: [:])))
    #expect(isKept([3, 1, 2]) && isKept("text") && isKept(Set<Int>?.none))
    #expect(isKept(Tree(children: [Tree()])))
  }

  /// Has values of its own type in it.
  private struct Tree: Hashable, Sendable {
    var children: [Tree] = []
    var names: Set<String> = []
  }

  @Test func `a tree is gone through to its leaves`() throws {
    let tree = Tree(children: [Tree(children: [Tree(names: ["a", "b"])])])
    var reordering = Reordering()
    let reordered = reordering.reordered(tree)
    let other = try #require(reordered)
    #expect(other == tree)
    #expect(
      other.children[0].children[0].names.first != tree.children[0].children[0].names.first)
  }
}
