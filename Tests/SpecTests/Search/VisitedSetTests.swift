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
        let kept = UnsafeMutableRawBufferPointer.allocate(
          byteCount: packing.byteCount + RowPacking.slackByteCount, alignment: 1)
        defer { kept.deallocate() }
        guard let start = kept.baseAddress else { continue }
        for word in 0..<packing.wordCount {
          packing.keep(packing.word(word, of: all), number: word, at: start)
        }
        #expect(packing.row(at: start) == all)
        #expect(
          (0..<packing.wordCount).allSatisfy {
            packing.word($0, at: start) == packing.word($0, of: all)
          })
      }
    }
  }

  @Test(
    arguments: [
      (6, 1023, 1, 8), (6, 511, 1, 7), (1, 0, 1, 1), (3, UInt32.max, 2, 12), (8, .max, 4, 32),
    ] as [(width: Int, bits: UInt32, wordCount: Int, byteCount: Int)])
  func `a row takes as many bytes as its bits fill`(
    _ width: Int, _ bits: UInt32, _ wordCount: Int, _ byteCount: Int
  ) {
    let packing = RowPacking(width: width, bits: row(Array(repeating: bits, count: width)).words)
    #expect(packing.wordCount == wordCount)
    #expect(packing.byteCount == byteCount)
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
    for (number, row) in rows.enumerated() {
      #expect(insert([row], in: &visited)[0] == (number, true))
    }
    for (number, row) in rows.enumerated() {
      #expect(insert([row], in: &visited)[0] == (number, false))
      #expect(visited.row(number) == row)
    }
  }

  /// The most that a file of states may take: nil for no file.
  @Test(arguments: [nil, 0, 1 << 23, .max])
  func `states keep their numbers and notes while components outgrow their bits`(
    _ fileByteCountMax: Int?
  ) {
    let file = fileByteCountMax.flatMap {
      SpillFile(in: FileManager.default.temporaryDirectory.path, byteCountMax: $0)
    }
    #expect((file == nil) == (fileByteCountMax == nil))
    var visited = VisitedSet(width: 4, spillingTo: file)
    var wordCounts: Set<Int> = []
    func made(_ number: Int) -> Row {
      row([
        UInt32(number), UInt32(number % 7) << UInt32(number / 256), UInt32(number * number * 50), 5,
      ])
    }
    for number in 0..<5000 {
      #expect(isNew(made(number), in: &visited))
      visited.setNote(number, UInt32(number) * UInt32(number))
      wordCounts.insert(visited.rows.packing.wordCount)
    }
    #expect(wordCounts == [1, 2])
    let found = insert((0..<5000).map(made), in: &visited)
    for number in 0..<5000 {
      #expect(found[number] == (number, false))
      #expect(visited.row(number) == made(number))
      #expect(visited.note(number) == UInt32(number) * UInt32(number))
    }
  }

  @Test(arguments: [1, 0, -1])
  func `rows at the borders of their memory keep their values and notes when all are packed anew`(
    _ missing: Int
  ) {
    let file = SpillFile(in: FileManager.default.temporaryDirectory.path, byteCountMax: 1 << 23)
    var visited = VisitedSet(width: 2, spillingTo: missing == 0 ? nil : file)
    let count = 2 * RowStore.chunkCount - missing
    for number in 0..<count { #expect(isNew(row([UInt32(number), 1]), in: &visited)) }
    let borders = [0, RowStore.chunkCount - 1, RowStore.chunkCount, count - 1]
    for number in borders { visited.setNote(number, 200) }
    #expect(isNew(row([0, .max]), in: &visited))
    visited.setNote(count, 70_000)
    for number in borders {
      #expect(visited.row(number) == row([UInt32(number), 1]))
      #expect(visited.note(number) == 200)
    }
    #expect(visited.note(1) == 0 && visited.note(count) == 70_000)
    #expect(insert([row([5, 1]), row([0, .max])], in: &visited).map(\.index) == [5, count])
  }

  @Test func `a row that occurs twice among steps looked up together is one state`() {
    var visited = VisitedSet(width: 2)
    let found = insert([row([1, 1]), row([1, 2]), row([1, 1])], in: &visited)
    #expect(found.map(\.index) == [0, 1, 0])
    #expect(found.map(\.isNew) == [true, true, false])
    #expect(visited.count == 2)
  }

  @Test func `what is written to a file of states stays, segment after segment`() throws {
    let folder = FileManager.default.temporaryDirectory.path
    let file = try #require(SpillFile(in: folder))
    let count = 1 << 19
    let pieces = try (0..<40).map { number in
      let piece = try #require(file.allocate(byteCount: count * 8)).bindMemory(
        to: Int.self, capacity: count)
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
}
