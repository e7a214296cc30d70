import Testing

@testable import Model

/// What values hold beside their own size.
@Suite struct ContentMeterTests {
  private struct Table: Hashable {
    struct Row: Hashable {
      var name: String
      var tags: Set<Int> = []
    }
    enum Shape: Hashable {
      case none
      case list([Row])
    }
    var shape = Shape.none
    var byName: [String: Row] = [:]
    var number = 0
  }

  @Test func `a value without strings and collections holds nothing`() {
    let meter = ContentMeter()
    #expect(meter.measure(7).byteCount == 0)
    #expect(meter.measure(Table()).byteCount == 0)
    #expect(meter.measure("fifteen letters").byteCount == 0)
    #expect(meter.byteCount == 0 && meter.elementCountMax == 0)
  }

  @Test func `a list of numbers holds as many bytes as they take`() {
    let meter = ContentMeter()
    let content = meter.measure(Array(0..<4096))
    #expect(content.elementCount == 4096)
    #expect((32_768..<33_000).contains(content.byteCount))
    #expect(meter.byteCount == content.byteCount && meter.elementCountMax == 4096)
  }

  @Test func `the elements of a list hold something too`() {
    let row = { (number: Int) in
      Table.Row(name: "the name of row \(number + 10_000)", tags: [number])
    }
    let few = ContentMeter().measure(Table(shape: .list((0..<10).map(row))))
    let many = ContentMeter().measure(Table(shape: .list((0..<1000).map(row))))
    #expect((10, 1000) == (few.elementCount, many.elementCount))
    #expect(few.byteCount > 10 * (MemoryLayout<Table.Row>.stride + 22))
    #expect((90...110).contains(many.byteCount / few.byteCount))
  }

  @Test func `what values share is counted once`() {
    let meter = ContentMeter()
    var table = Table(byName: ["a": Table.Row(name: "a"), "b": Table.Row(name: "b")])
    let first = meter.measure(table)
    table.number = 1
    let second = meter.measure(table)
    #expect(first.byteCount > 0 && second.byteCount == 0)
    #expect(second.elementCount == 2)
  }

  @Test func `a text that grows is as large as its bytes`() {
    let content = ContentMeter().measure(String(repeating: "x", count: 5000))
    #expect(content.elementCount == 5000 && (5000..<5100).contains(content.byteCount))
  }

  // MARK: Names

  @Test func `the largest collection is named by the properties that lead to it`() {
    let rows = (0..<4096).map { Table.Row(name: "\($0)", tags: [1, 2]) }
    let table = Table(shape: .list(rows), byName: ["a": rows[0]])
    let found = LargePart.collection(in: table, named: "database")
    #expect(found == LargePart(path: "database.shape", count: 4096))
    #expect(found?.words == "database.shape: 4,096 elements in one value")
    let nested = Table(byName: ["a": Table.Row(name: "a", tags: Set(0..<9))])
    #expect(
      LargePart.collection(in: nested, named: "store")
        == LargePart(path: "store.byName.tags", count: 9))
    #expect(LargePart.collection(in: 7, named: "store") == nil)
  }

  @Test func `values grow when later ones have the larger collections`() {
    let (growing, still) = (Interner<[Int]>(), Interner<[Int]>())
    for lists in [growing, still] { lists.meter = ContentMeter() }
    for count in 0..<20 { _ = growing.handle(of: Array(0..<count)) }
    for count in 0..<20 { _ = still.handle(of: Array(count..<20)) }
    #expect(
      growing.growingPart(named: "list", tellsNumbers: true) == LargePart(path: "list", count: 19))
    #expect(still.growingPart(named: "list", tellsNumbers: false) == nil)
  }

  @Test func `a table that is nearly full counts what its growth takes`() {
    let table = HandleTable()
    for number in 0..<50_000 { table.insert(HandleTable.Key(UInt32(number)), 1) }
    let before = table.memory
    #expect(before.growthByteCount == 0)
    for number in 50_000..<55_000 { table.insert(HandleTable.Key(UInt32(number)), 1) }
    let full = table.memory
    #expect(full.byteCount == before.byteCount)
    // A quarter more, as it is large.
    #expect(full.growthByteCount / 16 == before.byteCount / 16 * 5 / 4)
    for number in 55_000..<60_000 { table.insert(HandleTable.Key(UInt32(number)), 1) }
    #expect(table.memory == MemoryUse(full.growthByteCount))
  }
}
