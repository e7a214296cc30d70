import Testing

@testable import Model

/// What labels do is found by what they look at, for all of them at once.
@Suite struct ReadTreeTests {
  private let functions = ComponentFunctions()
  private typealias Read = ReadTree.Read

  /// Three components that are looked at whole.
  private func tree(labelCount: Int) -> ReadTree {
    for position in 0..<3 { _ = functions.addWhole(ofComponent: position) }
    return ReadTree(labelCount: labelCount, functions)
  }

  /// What is found of a state: leaves by label, and the labels that were not asked.
  private func found(
    in tree: ReadTree, labelCount: Int, _ words: [UInt32]
  ) -> (leaves: [Int: UInt32], unknown: [Int]) {
    let found = ReadTree.Found(labelCount: labelCount)
    let isComplete = words.withUnsafeBufferPointer { words in
      tree.find(words.baseAddress.unsafelyUnwrapped, into: found)
    }
    var (leaves, unknown): ([Int: UInt32], [Int]) = ([:], [])
    ReadTree.Found.forEach(found.known) { leaves[$0] = found.leaves[$0] }
    ReadTree.Found.forEach(found.unknown) { unknown.append($0) }
    #expect(isComplete == unknown.isEmpty)
    return (leaves, unknown)
  }

  private func leaf(in tree: ReadTree, of label: UInt32, _ words: [UInt32]) -> UInt32 {
    words.withUnsafeBufferPointer { tree.leaf(of: label, $0.baseAddress.unsafelyUnwrapped) }
  }

  @Test func `at first no label was asked`() {
    let (leaves, unknown) = found(in: tree(labelCount: 70), labelCount: 70, [0, 0, 0])
    #expect(leaves.isEmpty)
    #expect(unknown == Array(0..<70))
  }

  @Test(arguments: [7, 1_000])
  func `leaves are found by what was looked at`(seen: UInt32) {
    let tree = tree(labelCount: 66)
    let first = Read(function: 0, value: seen)
    for label in UInt32(0)..<64 {
      #expect(tree.put(ReadTree.nothing, label: label, after: [first]))
    }
    #expect(tree.put(5, label: 64, after: [first, Read(function: 1, value: 2)]))
    #expect(tree.put(6, label: 65, after: []))
    let (leaves, unknown) = found(in: tree, labelCount: 66, [seen, 2, 9])
    #expect(leaves == [64: 5, 65: 6] && unknown.isEmpty)
    #expect(leaf(in: tree, of: 3, [seen, 2, 9]) == ReadTree.nothing)
    #expect(leaf(in: tree, of: 64, [seen, 2, 9]) == 5)
    // Another value of what only one label looked at, and of what all but one looked at.
    #expect(found(in: tree, labelCount: 66, [seen, 3, 9]).unknown == [64])
    #expect(found(in: tree, labelCount: 66, [seen + 1, 2, 9]).unknown == Array(0..<65))
    #expect(leaf(in: tree, of: 64, [seen, 3, 9]) == absentHandle)
  }

  @Test func `a label that comes to a node later was not asked of what others saw there`() {
    let tree = tree(labelCount: 2)
    let first = Read(function: 0, value: 1)
    #expect(tree.put(4, label: 0, after: [first, Read(function: 1, value: 1)]))
    #expect(tree.put(4, label: 0, after: [first, Read(function: 1, value: 300)]))
    #expect(tree.put(5, label: 1, after: [first, Read(function: 1, value: 2)]))
    for value: UInt32 in [1, 300] {
      let (leaves, unknown) = found(in: tree, labelCount: 2, [1, value, 0])
      #expect(leaves == [0: 4] && unknown == [1])
    }
    let (leaves, unknown) = found(in: tree, labelCount: 2, [1, 2, 0])
    #expect(leaves == [1: 5] && unknown == [0])
  }

  @Test func `what is asked of states alone goes apart`() {
    let tree = tree(labelCount: 1)
    let (first, second) = (Read(function: 0, value: 1), Read(function: 1, value: 2))
    #expect(leaf(in: tree, of: tree.apart, [1, 2, 0]) == absentHandle)
    #expect(tree.put(1, label: tree.apart, after: [first, second]))
    #expect(leaf(in: tree, of: tree.apart, [1, 2, 0]) == 1)
    #expect(leaf(in: tree, of: tree.apart, [1, 3, 0]) == absentHandle)
    #expect(found(in: tree, labelCount: 1, [1, 2, 0]).unknown == [0])
    #expect(!tree.put(1, label: tree.apart, after: [second]))
  }

  @Test func `what a label looks at is told in its order`() {
    let tree = tree(labelCount: 2)
    let (first, second) = (Read(function: 2, value: 1), Read(function: 0, value: 3))
    #expect(tree.put(4, label: 0, after: [first, second]))
    #expect(tree.put(ReadTree.nothing, label: 1, after: [second]))
    let reads = [UInt32(3), 0, 1].withUnsafeBufferPointer { words in
      (0..<2).map { tree.reads(of: $0, words.baseAddress.unsafelyUnwrapped) }
    }
    #expect(reads == [[first, second], [second]])
  }

  @Test func `a label that looks at something else than before, or ends elsewhere, is told`() {
    let tree = tree(labelCount: 2)
    let (first, second) = (Read(function: 0, value: 1), Read(function: 1, value: 1))
    #expect(tree.put(4, label: 0, after: [first, second]))
    #expect(tree.put(4, label: 0, after: [first, second]))
    #expect(!tree.put(5, label: 0, after: [first, second]))
    #expect(!tree.put(ReadTree.nothing, label: 0, after: [first, second]))
    #expect(!tree.put(4, label: 0, after: [second]))
    #expect(!tree.put(4, label: 0, after: [first]))
    #expect(!tree.put(4, label: 0, after: []))
    #expect(tree.put(ReadTree.nothing, label: 1, after: [first]))
    #expect(!tree.put(5, label: 1, after: [first]))
    #expect(!tree.put(5, label: 1, after: [first, second]))
    #expect(leaf(in: tree, of: 0, [1, 1, 0]) == 4)
  }
}
