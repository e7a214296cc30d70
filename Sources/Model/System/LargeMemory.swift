#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Memory that is read here and there all the time: in large pages, where the system has them.
///
/// A search looks at random places among hundreds of megabytes, so that with pages of 4 KiB most
/// looks would miss the processor's page table cache as well.
package enum LargeMemory {
  private static let pageByteCount = 1 << 21

  /// Allocates memory without a value; the owner deallocates it.
  package static func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
    let isLarge = byteCount >= pageByteCount
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: byteCount, alignment: isLarge ? pageByteCount : 64)
    #if os(Linux)
      // Advice may be refused; then pages stay small and everything works as before.
      if isLarge { _ = madvise(memory, byteCount, 14 /* MADV_HUGEPAGE */) }
    #endif
    return memory
  }
}

/// An array of plain values in large memory that only grows.
///
/// What changes stands behind a constant pointer, as every look at a variable of an object is
/// checked for exclusive access, which here would cost more than the look itself.
///
/// - Complexity: access O(1); appending O(1) amortised.
@usableFromInline
package final class LargeArray<Element: BitwiseCopyable> {
  @usableFromInline
  struct Header {
    @usableFromInline var start: UnsafeMutablePointer<Element>
    @usableFromInline var capacity: Int
    @usableFromInline var count: Int
  }

  @usableFromInline
  let header: UnsafeMutablePointer<Header>

  package convenience init() { self.init(capacity: 64) }

  package convenience init(repeating value: Element, count: Int) {
    self.init(capacity: max(count, 1))
    start.initialize(repeating: value, count: count)
    header.pointee.count = count
  }

  private init(capacity: Int) {
    header = .allocate(capacity: 1)
    header.initialize(to: Header(start: Self.allocate(capacity), capacity: capacity, count: 0))
  }

  deinit {
    start.deallocate()
    header.deallocate()
  }

  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Element> {
    LargeMemory.allocate(byteCount: capacity * MemoryLayout<Element>.stride)
      .bindMemory(to: Element.self, capacity: capacity)
  }

  /// Where the elements stand until the array grows; a caller keeps to the places below `count`.
  @inlinable package var start: UnsafeMutablePointer<Element> {
    @inline(__always) get { header.pointee.start }
  }

  @inlinable @inline(__always)
  func isPlace(_ index: Int) -> Bool { UInt(bitPattern: index) < UInt(bitPattern: count) }

  @inlinable package var count: Int {
    @inline(__always) get { header.pointee.count }
  }

  /// The memory in use; as much again and more when it grows.
  package var memory: MemoryUse {
    let isNearlyFull = MemoryUse.isNearlyFull(count, of: header.pointee.capacity)
    return MemoryUse(
      byteCount, growing: isNearlyFull ? largerCapacity * MemoryLayout<Element>.stride : 0)
  }

  /// The memory in use, in bytes.
  package var byteCount: Int { header.pointee.capacity * MemoryLayout<Element>.stride }

  @inlinable
  package subscript(index: Int) -> Element {
    @inline(__always)
    get {
      precondition(isPlace(index), "no element there")
      return start[index]
    }
    @inline(__always)
    _modify {
      precondition(isPlace(index), "no element there")
      yield &start[index]
    }
  }

  @inlinable @inline(__always)
  package func append(_ element: Element) {
    if header.pointee.count == header.pointee.capacity { grow() }
    header.pointee.start[header.pointee.count] = element
    header.pointee.count += 1
  }

  /// Removes and gives the last element; there has to be one.
  @inline(__always)
  func removeLast() -> Element {
    header.pointee.count -= 1
    return header.pointee.start[header.pointee.count]
  }

  /// Removes every element and keeps the memory.
  @inlinable
  package func removeAll() { header.pointee.count = 0 }

  /// Adds a value until the array has so many.
  @inlinable
  package func extend(to newCount: Int, with value: Element) {
    while count < newCount { append(value) }
  }

  /// How many elements it has room for when it has grown: large arrays grow by a quarter, to save
  /// memory.
  private var largerCapacity: Int {
    let capacity = header.pointee.capacity
    return byteCount < 1 << 20 ? capacity * 2 : capacity + capacity / 4
  }

  @usableFromInline
  func grow() {
    let capacity = largerCapacity
    let larger = Self.allocate(capacity)
    larger.update(from: start, count: count)
    start.deallocate()
    header.pointee.start = larger
    header.pointee.capacity = capacity
  }
}
