import Foundation

/// Memory that stands in a file, so that the system can put it on a disk when it needs the room.
///
/// The file has no name: it is gone with its owner, however the process ends. What is given out
/// stays until then.
package final class SpillFile {
  /// A part of the file in memory.
  private struct Segment {
    var start: UnsafeMutableRawPointer
    var byteCount: Int
  }

  /// How much of the file is mapped at once, small at first: a process has some 65,000 mappings at
  /// most.
  private static let segmentByteCounts = [1 << 23, 1 << 24, 1 << 25, 1 << 26]
  private static let pageByteCount = Int(getpagesize())

  /// The folder that the file is in.
  package let directory: String
  /// Whether there was no more room in the folder.
  package private(set) var isFull = false
  private let byteCountMax: Int
  private let descriptor: Int32
  private var byteCount = 0
  private var segments: [Segment] = []
  /// How much of the last segment is given out.
  private var takenByteCount = 0

  /// Makes a file in a folder; nil when none can be made there.
  ///
  /// - Parameter byteCountMax: the most that it takes of the disk.
  package init?(in directory: String, byteCountMax: Int = .max) {
    self.directory = directory
    self.byteCountMax = byteCountMax
    var path = Array("\(directory)/spec-states-XXXXXX".utf8CString)
    descriptor = mkstemp(&path)
    if descriptor < 0 { return nil }
    unlink(path)
    // A process that goes on as another program leaves it.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit {
    for segment in segments { munmap(segment.start, segment.byteCount) }
    if descriptor >= 0 { close(descriptor) }
  }

  /// Gives out memory without a value, at most eight mebibytes; nil once the folder has no more
  /// room.
  package func allocate(byteCount: Int) -> UnsafeMutableRawPointer? {
    let byteCount = Self.wholePages(byteCount)
    if takenByteCount + byteCount > segments.last?.byteCount ?? 0 && !addSegment() { return nil }
    defer { takenByteCount += byteCount }
    return segments.last.map { $0.start + takenByteCount }
  }

  private static func wholePages(_ byteCount: Int) -> Int {
    (byteCount + pageByteCount - 1) / pageByteCount * pageByteCount
  }

  /// Whether memory was given out here.
  package func owns(_ memory: UnsafeMutableRawPointer) -> Bool {
    segments.contains { memory >= $0.start && memory < $0.start + $0.byteCount }
  }

  /// Gives the disk back what was given out and is not needed any more, as far as the system can.
  package func discard(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    #if os(Linux)
      _ = madvise(memory, Self.wholePages(byteCount), 9 /* MADV_REMOVE */)
    #endif
  }

  private func addSegment() -> Bool {
    let size = Self.segmentByteCounts[min(segments.count, Self.segmentByteCounts.count - 1)]
    // Written once, so that a disk without room says so now, and not by a signal later.
    guard !isFull, byteCount + size <= byteCountMax, fill(size),
      let start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, off_t(byteCount)),
      start != MAP_FAILED
    else {
      isFull = true
      return false
    }
    segments.append(Segment(start: start, byteCount: size))
    byteCount += size
    takenByteCount = 0
    return true
  }

  private func fill(_ size: Int) -> Bool {
    let zeros = [UInt8](repeating: 0, count: 1 << 20)
    return stride(from: byteCount, to: byteCount + size, by: zeros.count).allSatisfy {
      pwrite(descriptor, zeros, zeros.count, off_t($0)) == zeros.count
    }
  }
}
