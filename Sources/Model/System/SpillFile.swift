import Foundation

/// Memory that stands in a file, so that the system can put it on a disk when it needs the room.
///
/// The file has no name: it is gone with its owner, however the process ends. What is given out stays until
/// then.
package final class SpillFile {
  /// How much of the file is mapped at once: a process has some 65,000 mappings at most.
  private static let segmentByteCount = 1 << 26

  /// The folder that the file is in.
  package let directory: String
  /// Whether there was no more room in the folder.
  package private(set) var isFull = false
  private let descriptor: Int32
  private var segments: [UnsafeMutableRawPointer] = []
  /// How much of the last segment is given out.
  private var takenByteCount = SpillFile.segmentByteCount

  /// Makes a file in a folder; nil when none can be made there.
  package init?(in directory: String) {
    var path = Array("\(directory)/spec-states-XXXXXX".utf8CString)
    descriptor = mkstemp(&path)
    self.directory = directory
    if descriptor < 0 { return nil }
    unlink(path)
  }

  deinit {
    for segment in segments { munmap(segment, Self.segmentByteCount) }
    if descriptor >= 0 { close(descriptor) }
  }

  /// Gives out memory without a value, at most a segment; nil once the folder has no more room.
  package func allocate(byteCount: Int) -> UnsafeMutableRawPointer? {
    let byteCount = (byteCount + 63) & ~63
    if takenByteCount + byteCount > Self.segmentByteCount && !addSegment() { return nil }
    defer { takenByteCount += byteCount }
    return segments.last.map { $0 + takenByteCount }
  }

  private func addSegment() -> Bool {
    let start = segments.count * Self.segmentByteCount
    // Written once, so that a disk without room says so now, and not by a signal later.
    guard !isFull, fill(from: start),
      let segment = mmap(
        nil, Self.segmentByteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, off_t(start)),
      segment != MAP_FAILED
    else {
      isFull = true
      return false
    }
    segments.append(segment)
    takenByteCount = 0
    return true
  }

  private func fill(from start: Int) -> Bool {
    let zeros = [UInt8](repeating: 0, count: 1 << 20)
    return stride(from: start, to: start + Self.segmentByteCount, by: zeros.count).allSatisfy {
      pwrite(descriptor, zeros, zeros.count, off_t($0)) == zeros.count
    }
  }
}
