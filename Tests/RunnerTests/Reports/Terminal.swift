import Foundation
import Testing

/// A terminal of some width that programs write to.
struct Terminal {
  /// What programs wrote is read here.
  let reader: Int32
  /// The end that a program writes to.
  let writer: FileHandle

  init(columnCount: UInt16) throws {
    typealias End = UnsafeMutablePointer<Int32>
    typealias Open = @convention(c) (End, End, End?, End?, End?) -> Int32
    // Swift's view of the library of C lacks it.
    guard let symbol = dlsym(nil, "openpty") else {
      throw Runner.Failure(description: "there is no terminal")
    }
    var (reader, writer): (Int32, Int32) = (-1, -1)
    #expect(unsafeBitCast(symbol, to: Open.self)(&reader, &writer, nil, nil, nil) == 0)
    self.reader = reader
    self.writer = FileHandle(fileDescriptor: writer, closeOnDealloc: true)
    resize(to: columnCount)
  }

  func resize(to columnCount: UInt16) {
    var size = winsize(ws_row: 24, ws_col: columnCount, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(reader, UInt(TIOCSWINSZ), &size)
  }

  /// What has come so far and nobody has read.
  func read() -> String {
    _ = fcntl(reader, F_SETFL, O_NONBLOCK)
    var bytes: [UInt8] = Array(repeating: 0, count: 1 << 16)
    let count = max(0, Foundation.read(reader, &bytes, bytes.count))
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  /// What has come until nobody can write any more.
  func readToEnd() throws -> String {
    try writer.close()
    var bytes: [UInt8] = Array(repeating: 0, count: 1 << 12)
    var data = Data()
    // A terminal gives what has come so far, and fails at the end.
    while case let count = Foundation.read(reader, &bytes, bytes.count), count > 0 {
      data += bytes.prefix(count)
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// What spec-runner shows on a terminal, all that it writes.
  static func shows(
    _ arguments: [String], columnCount: UInt16 = 80, environment: [String: String] = [:]
  ) throws -> String {
    let terminal = try Terminal(columnCount: columnCount)
    defer { close(terminal.reader) }
    let usual = ["COLUMNS": "", "NO_COLOR": "", "TERM": "xterm"]
    let running = try Running(
      Runner.executable(), arguments, environment: usual.merging(environment) { $1 },
      terminal: terminal.writer, output: terminal.writer)
    let text = try terminal.readToEnd()
    _ = try running.end(within: 60)
    return text.replacing("\r\n", with: "\n")
  }
}

extension String {
  /// Without the codes of colours, and without lines of progress that were taken away again.
  var withoutCodes: String {
    replacing(/\r\u{1b}\[K[^\r\n]*(?=\r)/, with: "").replacing(
      /\r\u{1b}\[K|\u{1b}\[[0-9]*m/, with: "")
  }
}
