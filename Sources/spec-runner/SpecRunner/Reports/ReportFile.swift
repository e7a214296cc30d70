import Foundation
import Model
import Spec

/// A file that a report is written into: a regular one, whole or not at all, or whatever else the
/// path names, such as a pipe or `/dev/stdout`, which stays what it is.
struct ReportFile {
  let path: String

  /// Makes sure that it can be written, before a long search begins; folders are made as needed.
  ///
  /// - Throws: a `TraceError` that names it.
  init(_ path: String) throws(TraceError) {
    self.path = path
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if stream != nil { return }
    let isWritable =
      switch kind(of: path) {
      case nil, S_IFREG:
        access(isNew ? folder.path : path, W_OK) == 0 && Data.canWriteWhole(to: path)
      case S_IFCHR: takesMore
      case S_IFDIR: false
      default: access(path, W_OK) == 0
      }
    guard isWritable else { throw unwritable }
  }

  private var unwritable: TraceError {
    TraceError(
      "\(path): cannot be written; check that it is no folder, that its folder can be made and is "
        + "writable, and that there is room")
  }

  /// Whether a device takes anything; terminals do.
  private var takesMore: Bool {
    let number = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK)
    defer { close(number) }
    return number >= 0 && (isatty(number) == 1 || Foundation.write(number, "\n", 1) == 1)
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  private func kind(of path: String) -> mode_t? {
    Self.status(of: path).map { $0.st_mode & S_IFMT }
  }

  private var isNew: Bool { kind(of: path) == nil }

  /// The stream of the process that the path names, if it does.
  private var stream: Int32? {
    guard let status = Self.status(of: path) else { return nil }
    return [STDOUT_FILENO, STDERR_FILENO].first { number in
      var other = stat()
      return fstat(number, &other) == 0
        && (other.st_dev, other.st_ino) == (status.st_dev, status.st_ino)
    }
  }

  /// Writes a text.
  ///
  /// - Parameter isAdded: whether what a regular file holds stays, before the text.
  /// - Throws: a `TraceError` that names the file.
  func write(_ text: String, isAdded: Bool) throws(TraceError) {
    let data = Data(text.utf8)
    let stream = stream
    if stream == nil && (isNew || kind(of: path) == S_IFREG) {
      let known = isAdded ? FileManager.default.contents(atPath: path) ?? Data() : Data()
      return try (known + data).writeWhole(to: path, below: path)
    }
    // What was printed before stands before it.
    try Surroundings.flush()
    let number = stream ?? open(path, O_WRONLY | O_APPEND | O_NONBLOCK)
    defer { if stream == nil && number >= 0 { close(number) } }
    if number < 0 && errno == ENXIO {
      throw TraceError("\(path): nobody reads this pipe; start its reader before the command")
    }
    do {
      guard number >= 0 else { throw unwritable }
      // Only the opening must not wait.
      if stream == nil { _ = fcntl(number, F_SETFL, O_WRONLY | O_APPEND) }
      try FileHandle(fileDescriptor: number, closeOnDealloc: false).write(contentsOf: data)
    } catch {
      throw unwritable
    }
  }
}
