import Model

/// Where every step leads that leads elsewhere: the numbers of the targets, state after state, in
/// the order in which the steps were taken.
///
/// Properties of continuations go over all steps several times. To work the steps out again each
/// time would take as long as the search itself. What is remembered of a target is how far it is
/// from that of the same step of the state before: states that were found one after the other
/// mostly differ in what is alike for all of their steps. A target that was new, and so got the
/// next number, takes one byte, most others one or two (differences of sorted numbers in groups of
/// seven bits are known from inverted indexes of texts). For steps that the state before has not,
/// and in the first state of a block, the target of the step before stands in its place.
///
/// - Complexity: appending O(1); one to two bytes an edge mostly, a byte a state, and a bit for
///   each goal.
struct EdgeList: ~Copyable {
  /// States that are read together.
  private struct Block {
    /// Where the bytes of its first state start.
    var start: Int
    var firstEdge: Int
    /// The number that the next new state gets.
    var next: UInt32
  }

  /// How many states are read together: as many as a word of a set has bits.
  static let statesOfBlock = 64
  private static let chunkBits = 20

  /// How many edges there are.
  private(set) var count = 0
  private var chunks: ChunkedMemory
  private var byteCount = 0
  private let blocks = LargeArray<Block>()
  private var stateCount = 0
  private var next: UInt32 = 0
  /// The targets of the state that is written, and those of the one before it in its block.
  private var targets = LargeArray<UInt32>()
  private var earlier = LargeArray<UInt32>()
  /// For each goal the steps that continuations towards it avoid, and a bit for each edge that is
  /// allowed.
  private let avoided: [StepTraits]
  private let allowed: [BitSet]
  /// Those of the first goal, which is mostly the only one: an edge then costs no look into an
  /// array.
  private let firstAvoided: StepTraits
  private let firstAllowed: BitSet

  init(avoiding avoided: [StepTraits], spillingTo spill: SpillFile? = nil) {
    self.avoided = avoided
    chunks = ChunkedMemory(chunkByteCount: 1 << Self.chunkBits, spillingTo: spill)
    allowed = avoided.map { _ in BitSet() }
    firstAvoided = avoided.first ?? []
    firstAllowed = allowed.first ?? BitSet()
  }

  /// Whether edges are of use to anyone: without goals none are kept.
  var isKept: Bool { !avoided.isEmpty }

  /// The memory in use.
  var memory: MemoryUse { chunks.memory + blocks.memory + allowed.map(\.memory).sum }

  // MARK: Writing

  /// Adds an edge out of the state whose edges are not ended yet.
  @inline(__always)
  mutating func append(_ target: Int, traits: StepTraits) {
    targets.append(UInt32(truncatingIfNeeded: target))
    if traits.isDisjoint(with: firstAvoided) { firstAllowed.insert(count) }
    if avoided.count > 1 { allowBeyondFirst(traits) }
    count += 1
  }

  private func allowBeyondFirst(_ traits: StepTraits) {
    for goal in avoided.indices.dropFirst() where traits.isDisjoint(with: avoided[goal]) {
      allowed[goal].insert(count)
    }
  }

  /// Ends the edges of a state, which is the next in the order of states.
  mutating func endState() {
    if stateCount % Self.statesOfBlock == 0 {
      earlier.removeAll()
      blocks.append(Block(start: byteCount, firstEdge: count - targets.count, next: next))
    }
    stateCount += 1
    write(UInt64(targets.count))
    for place in 0..<targets.count {
      let target = targets[place]
      let expected = place < earlier.count ? earlier[place] : place > 0 ? targets[place - 1] : next
      let difference = Int64(target) - Int64(expected)
      // The lowest bit has the sign; 0 stands for a new state.
      write(target == next ? 0 : UInt64(bitPattern: difference << 1 ^ difference >> 63) + 1)
      if target >= next { next = target + 1 }
    }
    (targets, earlier) = (earlier, targets)
    targets.removeAll()
  }

  /// Writes a number in groups of seven bits, the lowest first; the eighth bit says that more
  /// follow.
  @inline(__always)
  private mutating func write(_ number: UInt64) {
    var rest = number
    while rest > 0x7f {
      write(byte: UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    write(byte: UInt8(truncatingIfNeeded: rest))
  }

  @inline(__always)
  private mutating func write(byte: UInt8) {
    if byteCount >> Self.chunkBits == chunks.count { chunks.append() }
    chunks[byteCount >> Self.chunkBits].storeBytes(
      of: byte, toByteOffset: byteCount & (1 << Self.chunkBits - 1), as: UInt8.self)
    byteCount += 1
  }

  // MARK: Reading

  /// How many blocks there are.
  var blockCount: Int { blocks.count }

  /// The states of a block, by number.
  func states(of block: Int) -> Range<Int> {
    let start = block * Self.statesOfBlock
    return start..<min(start + Self.statesOfBlock, stateCount)
  }

  /// Reads the edges of a block of states.
  func read(_ number: Int, into edges: inout EdgeBlock) {
    let block = blocks[number]
    let states = states(of: number)
    edges.begin(firstState: states.lowerBound, firstEdge: block.firstEdge)
    var (start, next, earlier) = (block.start, block.next, 0..<0)
    for _ in states {
      let count = Int(read(&start))
      let first = edges.targets.count
      for place in 0..<count {
        let code = read(&start)
        let expected =
          place < earlier.count
          ? edges.targets[earlier.lowerBound + place]
          : place > 0 ? edges.targets[first + place - 1] : next
        let difference = Int64(bitPattern: (code &- 1) >> 1) ^ -Int64(bitPattern: (code &- 1) & 1)
        let target = code == 0 ? next : UInt32(truncatingIfNeeded: Int64(expected) + difference)
        if target >= next { next = target + 1 }
        edges.targets.append(target)
      }
      earlier = first..<edges.targets.count
      edges.ends.append(UInt32(edges.targets.count))
    }
  }

  @inline(__always)
  private func read(_ start: inout Int) -> UInt64 {
    var (number, shift): (UInt64, UInt64) = (0, 0)
    while true {
      let byte = chunks[start >> Self.chunkBits].load(
        fromByteOffset: start & (1 << Self.chunkBits - 1), as: UInt8.self)
      start += 1
      number |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
  }

  /// The edges that continuations towards a goal may take.
  func allowedEdges(towardsGoal number: Int) -> BitSet {
    allowed[number].reserve(count)
    return allowed[number]
  }
}

/// The edges out of some states, which stand one after the other.
struct EdgeBlock {
  private var firstState = 0
  fileprivate let targets = LargeArray<UInt32>()
  fileprivate let ends = LargeArray<UInt32>()
  private var firstEdge = 0

  fileprivate mutating func begin(firstState: Int, firstEdge: Int) {
    (self.firstState, self.firstEdge) = (firstState, firstEdge)
    targets.removeAll()
    ends.removeAll()
  }

  /// The states, by number.
  var states: Range<Int> { firstState..<firstState + ends.count }

  /// The edges out of a state, by number.
  @inline(__always)
  func edges(from state: Int) -> Range<Int> {
    let place = state - firstState
    let start = place == 0 ? 0 : Int(ends[place - 1])
    return firstEdge + start..<firstEdge + Int(ends[place])
  }

  /// The target of an edge.
  @inline(__always)
  func target(_ edge: Int) -> Int { Int(targets[edge - firstEdge]) }
}

/// A set of small numbers, one bit each.
final class BitSet {
  private let words = LargeArray<UInt64>()

  /// The memory in use.
  var memory: MemoryUse { words.memory }

  /// Makes room for the numbers below `count`.
  func reserve(_ count: Int) { words.extend(to: (count + 63) / 64, with: 0) }

  /// Adds a number.
  @inline(__always)
  func insert(_ number: Int) {
    if number >> 6 >= words.count { reserve(number + 1) }
    words[number >> 6] |= 1 << UInt64(number & 63)
  }

  /// Whether a number, which there was room made for, is in the set.
  @inline(__always)
  func contains(_ number: Int) -> Bool { words[number >> 6] >> UInt64(number & 63) & 1 != 0 }

  /// Whether all of some numbers are in the set: 64 at most, the first of which is a multiple of
  /// 64.
  func contains(allOf numbers: Range<Int>) -> Bool {
    ~words[numbers.lowerBound >> 6] & .max >> UInt64(64 - numbers.count) == 0
  }
}
