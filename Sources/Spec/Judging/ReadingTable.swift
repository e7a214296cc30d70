import Model

/// A map from readings, which are any number of handles each, to what was judged of them.
struct ReadingTable {
  /// Names for the first handles of a reading, so that any number fit where three do.
  private let prefixes = HandleTable()
  private let answers = HandleTable()
  private var nameCount: UInt32 = 0

  /// A reading that was looked up; a place to insert its answer.
  typealias Key = HandleTable.Key

  var count: Int { answers.count }
  var statistics: CacheStatistics { answers.statistics }
  var memory: MemoryUse { prefixes.memory + answers.memory }

  /// A handle that no reading of this table begins with yet: for a group of readings that must not
  /// be taken for those of another.
  mutating func makeName() -> UInt32 {
    nameCount += 1
    return nameCount
  }

  /// The key of up to three handles; all readings of a table that begin with a name are that
  /// name's.
  @inline(__always)
  static func key(_ first: UInt32, _ second: UInt32 = 0, _ third: UInt32 = 0) -> Key {
    Key(first, second, third)
  }

  /// A name for three handles, to go on from.
  mutating func prefix(_ first: UInt32, _ second: UInt32, _ third: UInt32) -> UInt32 {
    let key = Key(first, second, third)
    if let known = prefixes.find(key) { return known }
    let name = makeName()
    prefixes.insert(key, name)
    return name
  }

  /// The key of a name and the handles of facets, as many as the bits of a mask.
  mutating func key(_ name: UInt32, _ mask: UInt16, _ values: FacetValues) -> Key {
    var chain = Chain(name: name)
    chain.push(mask, values, &self)
    return chain.key
  }

  /// A key in the making: a name, and up to two handles that follow it.
  struct Chain {
    private var name: UInt32
    private var first: UInt32 = 0
    private var second: UInt32 = 0
    private var count = 0

    init(name: UInt32) { self.name = name }

    var key: Key { Key(name, first, second) }

    mutating func push(_ handle: UInt32, _ table: inout ReadingTable) {
      switch count {
      case 0: first = handle
      case 1: second = handle
      default:
        name = table.prefix(name, first, second)
        (first, second, count) = (handle, 0, 0)
      }
      count += 1
    }

    mutating func push(_ mask: UInt16, _ values: FacetValues, _ table: inout ReadingTable) {
      var rest = mask
      while rest != 0 {
        push(values[rest.trailingZeroBitCount], &table)
        rest &= rest - 1
      }
    }
  }

  /// A look that brings the place of a reading near; what it gives says nothing.
  @inline(__always)
  mutating func peek(_ key: Key) -> UInt32 { answers.peek(key) }

  @inline(__always)
  mutating func find(_ key: Key) -> UInt32? { answers.find(key) }

  mutating func insert(_ key: Key, _ answer: UInt32) { answers.insert(key, answer) }
}
