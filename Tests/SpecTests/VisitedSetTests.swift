import Foundation
import Model
import Testing

@testable import Spec

/// Rows of one component each way, wide and narrow.
@Suite struct VisitedSetTests {
  private func row(_ words: [UInt32]) -> Row {
    var row = Row()
    for (position, word) in words.enumerated() { row[position] = word }
    return row
  }

  private func isNew(_ row: Row, in visited: inout VisitedSet) -> Bool {
    insert([row], in: &visited)[0].isNew
  }

  private func insert(_ rows: [Row], in visited: inout VisitedSet) -> [(index: Int, isNew: Bool)] {
    let steps = rows.map { RowStep(row: $0, transition: 0, traits: []) }
    steps.withUnsafeBufferPointer { visited.prepare($0) }
    return steps.indices.map { visited.insert(step: $0) }
  }

  @Test func `a packed row is the whole row, whichever bits it has`() {
    for width in 1...Row.widthMax {
      for bits: UInt32 in [0, 1, 0x80, 0xffff, 0x1_0001, .max] {
        var all = row(Array(repeating: bits, count: width))
        all[0] = 3
        let packing = RowPacking(width: width, bits: all.words)
        #expect(packing.holds(all.words))
        let packed = (0..<packing.wordCount).map { packing.word($0, of: all) }
        packed.withUnsafeBufferPointer { words in
          if let start = words.baseAddress { #expect(packing.row(at: start) == all) }
        }
      }
    }
    #expect(RowPacking(width: 6, bits: row(Array(repeating: 1023, count: 6)).words).wordCount == 1)
    #expect(RowPacking(width: 8, bits: SIMD8(repeating: .max)).wordCount == 4)
  }

  @Test func `two rows that differ in one bit are two states`() {
    var visited = VisitedSet(width: 3)
    var rows = [row([0, 0, 0])]
    for position in 0..<3 {
      for bit in 0..<32 {
        var other = row([0, 0, 0])
        other[position] = 1 << UInt32(bit)
        rows.append(other)
      }
    }
    for (number, row) in rows.enumerated() { #expect(insert([row], in: &visited)[0] == (number, true)) }
    for (number, row) in rows.enumerated() {
      #expect(insert([row], in: &visited)[0] == (number, false))
      #expect(visited.row(number) == row)
    }
  }

  /// The most that a file of states may take: nil for no file.
  @Test(arguments: [nil, 0, 1 << 23, .max])
  func `states keep their numbers, notes and edges while components outgrow their bits`(
    _ fileByteCountMax: Int?
  ) {
    let file = fileByteCountMax.flatMap {
      SpillFile(in: FileManager.default.temporaryDirectory.path, byteCountMax: $0)
    }
    #expect((file == nil) == (fileByteCountMax == nil))
    var visited = VisitedSet(width: 4, spillingTo: file)
    var wordCounts: Set<Int> = []
    func made(_ number: Int) -> Row {
      row([UInt32(number), UInt32(number % 7) << UInt32(number / 256), UInt32(number * number * 50), 5])
    }
    for number in 0..<5000 {
      #expect(isNew(made(number), in: &visited))
      visited.setWord(number, UInt32(number) ^ 0xffff)
      visited.setEdgeStart(number, number * 3)
      wordCounts.insert(visited.packing.wordCount)
    }
    #expect(wordCounts == [1, 2])
    let found = insert((0..<5000).map(made), in: &visited)
    for number in 0..<5000 {
      #expect(found[number] == (number, false))
      #expect(visited.row(number) == made(number))
      #expect(visited.word(number) == UInt32(number) ^ 0xffff)
      #expect(visited.edgeStart(number) == number * 3)
    }
  }

  @Test func `a row that occurs twice among steps looked up together is one state`() {
    var visited = VisitedSet(width: 2)
    let found = insert([row([1, 1]), row([1, 2]), row([1, 1])], in: &visited)
    #expect(found.map(\.index) == [0, 1, 0])
    #expect(found.map(\.isNew) == [true, true, false])
    #expect(visited.count == 2)
  }

  @Test func `edges are kept across the borders of their memory`() {
    var edges = EdgeList(avoiding: [[], .fault])
    let count = EdgeList.chunkCount + 3
    for edge in 0..<count { edges.append(edge * 2, traits: edge.isMultiple(of: 3) ? .fault : .gesture) }
    #expect(edges.count == count)
    let (all, faultless) = (edges.allowedEdges(towardsGoal: 0), edges.allowedEdges(towardsGoal: 1))
    for edge in [0, 1, 2, 3, count - 5, count - 4, count - 3, count - 2, count - 1] {
      #expect(edges.target(edge) == edge * 2)
      #expect(all.contains(edge))
      #expect(faultless.contains(edge) == !edge.isMultiple(of: 3))
    }
  }

  @Test func `what is written to a file of states stays, segment after segment`() throws {
    let folder = FileManager.default.temporaryDirectory.path
    let file = try #require(SpillFile(in: folder))
    let count = 1 << 19
    let pieces = try (0..<40).map { number in
      let piece = try #require(file.allocate(byteCount: count * 8)).bindMemory(to: Int.self, capacity: count)
      for place in stride(from: 0, to: count, by: 511) { piece[place] = number << 32 | place }
      return piece
    }
    for (number, piece) in pieces.enumerated() {
      #expect(stride(from: 0, to: count, by: 511).allSatisfy { piece[$0] == number << 32 | $0 })
    }
    #expect(!file.isFull)
    #expect(pieces.allSatisfy { file.owns($0) })
    file.discard(pieces[0], byteCount: count * 8)
    #expect(stride(from: 0, to: count, by: 511).allSatisfy { pieces[1][$0] == 1 << 32 | $0 })
    #expect(SpillFile(in: "/nowhere") == nil)
  }

  @Test(arguments: [0, 1 << 23, .max])
  func `edges are kept where the file of states has room, and in memory beyond it`(_ byteCountMax: Int) throws
  {
    let file = try #require(
      SpillFile(in: FileManager.default.temporaryDirectory.path, byteCountMax: byteCountMax))
    var edges = EdgeList(avoiding: [[]], spillingTo: file)
    let count = 5 * EdgeList.chunkCount + 3
    for edge in 0..<count { edges.append(edge ^ 5, traits: .gesture) }
    #expect((0..<count).allSatisfy { edges.target($0) == $0 ^ 5 })
    #expect(file.isFull == (byteCountMax != .max))
    let edgeByteCount = 6 * EdgeList.chunkCount * 4
    #expect((edges.memory.byteCount > edgeByteCount / 4) == (byteCountMax != .max))
  }
}
