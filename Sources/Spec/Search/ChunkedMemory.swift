import Model

/// Memory in chunks of one size, which stay where they are.
///
/// They are in a file where there is one that has room, and in memory elsewhere, so that what was
/// begun comes to its end.
struct ChunkedMemory: ~Copyable {
  private let chunks = LargeArray<UnsafeMutableRawPointer>()
  private var chunkByteCount: Int
  private let spill: SpillFile?
  /// How many chunks stand in memory.
  private var heldCount = 0

  init(chunkByteCount: Int, spillingTo spill: SpillFile?) {
    self.chunkByteCount = chunkByteCount
    self.spill = spill
  }

  deinit {
    for number in 0..<chunks.count where spill?.owns(chunks[number]) != true {
      chunks[number].deallocate()
    }
  }

  /// How many chunks there are.
  var count: Int { chunks.count }

  /// The memory in use; what stands in a file does not count.
  var memory: MemoryUse { MemoryUse(heldCount * chunkByteCount) }

  @inline(__always)
  subscript(number: Int) -> UnsafeMutableRawPointer { chunks[number] }

  /// Adds a chunk without a value.
  mutating func append() { chunks.append(allocate()) }

  /// Puts a chunk of another size in the place of each.
  ///
  /// - Parameter move: takes what is in a chunk, by number, to the one that comes in its place.
  mutating func replaceAll(
    chunkByteCount newByteCount: Int,
    move: (_ number: Int, _ old: UnsafeMutableRawPointer, _ new: UnsafeMutableRawPointer) -> Void
  ) {
    let oldByteCount = chunkByteCount
    chunkByteCount = newByteCount
    for number in 0..<chunks.count {
      let (old, new) = (chunks[number], allocate())
      move(number, old, new)
      chunks[number] = new
      if let spill, spill.owns(old) {
        spill.discard(old, byteCount: oldByteCount)
      } else {
        old.deallocate()
        heldCount -= 1
      }
    }
  }

  private mutating func allocate() -> UnsafeMutableRawPointer {
    if let spilled = spill?.allocate(byteCount: chunkByteCount) { return spilled }
    heldCount += 1
    return LargeMemory.allocate(byteCount: chunkByteCount)
  }
}
