#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Memory that is read here and there all the time: in large pages, where the system has them.
///
/// A search looks at random places among hundreds of megabytes, so that with pages of 4 KiB most looks
/// would miss the processor's page table cache as well.
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
/// - Complexity: access O(1); appending O(1) amortised.
package final class LargeArray<Element: BitwiseCopyable> {
  private var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  package private(set) var count = 0

  package init() {
    capacity = 64
    base = Self.allocate(capacity)
  }

  /// Makes an array of so many equal values.
  package init(repeating value: Element, count: Int) {
    capacity = max(count, 1)
    base = Self.allocate(capacity)
    base.initialize(repeating: value, count: count)
    self.count = count
  }

  deinit { base.deallocate() }

  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Element> {
    LargeMemory.allocate(byteCount: capacity * MemoryLayout<Element>.stride)
      .bindMemory(to: Element.self, capacity: capacity)
  }

  /// Where the elements stand until the array grows.
  package var start: UnsafeMutablePointer<Element> { base }

  /// The memory in use, in bytes.
  package var byteCount: Int { capacity * MemoryLayout<Element>.stride }

  @inline(__always)
  package subscript(index: Int) -> Element {
    get {
      assert((0..<count).contains(index))
      return base[index]
    }
    set {
      assert((0..<count).contains(index))
      base[index] = newValue
    }
  }

  @inline(__always)
  package func append(_ element: Element) {
    if count == capacity { grow(to: capacity * 2) }
    base[count] = element
    count += 1
  }

  /// Adds a value until the array has so many.
  package func extend(to newCount: Int, with value: Element) {
    while count < newCount { append(value) }
  }

  private func grow(to newCapacity: Int) {
    let larger = Self.allocate(newCapacity)
    larger.update(from: base, count: count)
    base.deallocate()
    base = larger
    capacity = newCapacity
  }
}
