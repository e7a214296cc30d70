import Model

/// Where every step leads that leads elsewhere: the numbers of the targets, state after state, in the order
/// in which the steps were taken.
///
/// Properties of continuations go over all steps several times. To work the steps out again each time would
/// take as long as the search itself; to remember them costs four bytes each.
///
/// - Complexity: appending O(1); 4 bytes an edge, and a bit for each goal.
struct EdgeList: ~Copyable {
  private static let chunkBits = 19
  static let chunkCount = 1 << chunkBits

  /// The most edges that 32-bit numbers can name.
  static let countMax = Int(UInt32.max)

  private(set) var count = 0
  private let chunks = LargeArray<UnsafeMutablePointer<UInt32>>()
  /// For each goal the steps that continuations towards it avoid, and a bit for each edge that is allowed.
  private let avoided: [StepTraits]
  private let allowed: [BitSet]
  /// Those of the first goal, which is mostly the only one: an edge then costs no look into an array.
  private let firstAvoided: StepTraits
  private let firstAllowed: BitSet
  /// Where edges stand beside the memory; nil for all in memory.
  private let spill: SpillFile?
  /// How many chunks stand in memory.
  private var heldChunkCount = 0

  init(avoiding avoided: [StepTraits], spillingTo spill: SpillFile? = nil) {
    self.avoided = avoided
    self.spill = spill
    allowed = avoided.map { _ in BitSet() }
    firstAvoided = avoided.first ?? []
    firstAllowed = allowed.first ?? BitSet()
  }

  deinit {
    for number in 0..<chunks.count where spill?.owns(chunks[number]) != true { chunks[number].deallocate() }
  }

  /// Whether edges are of use to anyone: without goals none are kept.
  var isKept: Bool { !avoided.isEmpty }

  /// The memory in use.
  var memory: MemoryUse {
    MemoryUse(heldChunkCount * Self.chunkCount * 4) + allowed.map(\.memory).sum
  }

  /// Adds an edge.
  @inline(__always)
  mutating func append(_ target: Int, traits: StepTraits) {
    if count >> Self.chunkBits == chunks.count { addChunk() }
    chunks[count >> Self.chunkBits][count & (Self.chunkCount - 1)] = UInt32(truncatingIfNeeded: target)
    if traits.isDisjoint(with: firstAvoided) { firstAllowed.insert(count) }
    if avoided.count > 1 { allowBeyondFirst(traits) }
    count += 1
  }

  /// Adds room for edges; in memory where there is no more in the file.
  private mutating func addChunk() {
    let byteCount = Self.chunkCount * 4
    let spilled = spill?.allocate(byteCount: byteCount)
    if spilled == nil { heldChunkCount += 1 }
    chunks.append(
      (spilled ?? LargeMemory.allocate(byteCount: byteCount))
        .bindMemory(to: UInt32.self, capacity: Self.chunkCount))
  }

  private func allowBeyondFirst(_ traits: StepTraits) {
    for goal in avoided.indices.dropFirst() where traits.isDisjoint(with: avoided[goal]) {
      allowed[goal].insert(count)
    }
  }

  /// The target of an edge.
  @inline(__always)
  func target(_ edge: Int) -> Int { Int(chunks[edge >> Self.chunkBits][edge & (Self.chunkCount - 1)]) }

  /// The edges that continuations towards a goal may take.
  func allowedEdges(towardsGoal number: Int) -> BitSet {
    allowed[number].reserve(count)
    return allowed[number]
  }
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
}
