import Foundation
import Testing

/// Reports that go into something else than a regular file, and the line of progress on a terminal.
@Suite struct ReportFileTests {
  private static let formats = ["--junit", "--markdown", "--html", "--sarif"]
  private static let quick = ["check", "counter", "--scope", "zero"]

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")), arguments: formats)
  func `a device that takes nothing is refused before the search`(_ option: String) throws {
    try Runner.withFolder { folder in
      // Not the device itself, as a runner that fails the test could replace it.
      let link = folder.appending(path: "full").path
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/full")
      let run = try Runner.run(Self.quick + [option, link], in: folder)
      #expect(run.status == 2)
      #expect(run.errors.hasPrefix("spec-runner: \(link): cannot be written"))
      #expect(run.output == "")
      let target = try FileManager.default.destinationOfSymbolicLink(atPath: link)
      #expect(target == "/dev/full")
    }
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self")), arguments: formats)
  func `a folder that takes no file is refused before the search`(_ option: String) throws {
    for path in ["/proc/report", "/proc/none/report"] {
      let run = try Runner.run(Self.quick + [option, path])
      #expect(run.status == 2)
      #expect(run.errors.hasPrefix("spec-runner: \(path): cannot be written"))
      #expect(run.output == "")
    }
  }

  @Test func `folders of a report are made as needed, and nothing else`() throws {
    try Runner.withFolder { folder in
      let run = try Runner.run(Self.quick + ["--junit", "a/b/r.xml"], in: folder)
      #expect(run.status == 0)
      let made = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
      #expect(made.sorted() == ["a", "a/b", "a/b/r.xml"])
    }
  }

  @Test func `a report goes into a pipe with a name`() throws {
    try Runner.withFolder { folder in
      let run = try Runner.shell(
        #"mkfifo p; cat p > got & "$0" check counter --scope zero --junit p; wait; test -p p"#, in: folder)
      #expect(run.status == 0)
      let report = try String(contentsOf: folder.appending(path: "got"), encoding: .utf8)
      #expect(report.hasPrefix("<?xml") && report.hasSuffix("</testsuites>\n"))
    }
  }

  @Test func `a pipe that nobody reads is told, and keeps nobody waiting`() throws {
    try Runner.withFolder { folder in
      let line = #"mkfifo p; "$0" check counter --scope zero --junit p"#
      let run = try Runner.shell(line, in: folder)
      #expect(run.status == 2)
      #expect(
        run.errors.hasSuffix("p: nobody reads this pipe; start its reader before the command\n"))
      #expect(run.output.contains("0 known findings confirmed, 0 new, 0 stale"))
    }
  }

  @Test(arguments: [">", "| cat >"])
  func `a report goes where the standard output goes`(_ redirection: String) throws {
    try Runner.withFolder { folder in
      let line = #""$0" check counter --scope zero --junit /dev/stdout \#(redirection) got"#
      #expect(try Runner.shell(line, in: folder).status == 0)
      let text = try String(contentsOf: folder.appending(path: "got"), encoding: .utf8)
      #expect(text.hasPrefix("<?xml") && text.contains("</testsuites>\n"))
      #expect(text.hasSuffix("0 known findings confirmed, 0 new, 0 stale (exit status 0)\n"))
    }
  }

  @Test func `a link is kept, and the file that it leads to is replaced`() throws {
    try Runner.withFolder { folder in
      try Data("old".utf8).write(to: folder.appending(path: "real.xml"))
      let link = folder.appending(path: "link.xml").path
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real.xml")
      #expect(try Runner.run(Self.quick + ["--junit", "link.xml"], in: folder).status == 0)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real.xml")
      let report = try String(contentsOf: folder.appending(path: "real.xml"), encoding: .utf8)
      #expect(report.hasPrefix("<?xml"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
    }
  }

  // MARK: Terminals

  @Test(
    arguments: [
      (UInt16(40), nil, 40), (60, "30", 30), (60, "200", 60), (60, "3", 60), (60, "wide", 60), (0, nil, 80),
      (0, "50", 50),
    ] as [(UInt16, String?, Int)])
  func `lines are as wide as the terminal at most`(_ width: UInt16, _ wanted: String?, _ columnCount: Int)
    throws
  {
    let (reader, writer) = try terminal(columnCount: width)
    defer { close(reader) }
    let running = try Running(
      Runner.executable(), ["help", "list"], environment: ["COLUMNS": wanted ?? ""], output: writer)
    _ = try running.end(within: 60)
    try writer.close()
    var bytes: [UInt8] = Array(repeating: 0, count: 1 << 12)
    var text = ""
    // A terminal gives what has come so far, and fails at the end.
    while case let count = read(reader, &bytes, bytes.count), count > 0 {
      text += String(decoding: bytes.prefix(count), as: UTF8.self)
    }
    let lines = text.split(whereSeparator: \.isNewline)
    let widest = lines.map(\.count).max() ?? 0
    #expect(widest <= columnCount && widest > min(columnCount, 57) - 20, "\(lines)")
  }

  @Test func `output that goes to no terminal is the same everywhere`() throws {
    let outputs = try ["20", "80", "200"].map {
      try Runner.run(["help", "check"], environment: ["COLUMNS": $0]).output
    }
    #expect(Set(outputs).count == 1)
  }

  // MARK: Progress

  /// A terminal of some width, and the end of it that a program writes to.
  private func terminal(columnCount: UInt16) throws -> (reader: Int32, writer: FileHandle) {
    typealias End = UnsafeMutablePointer<Int32>
    typealias Open = @convention(c) (End, End, End?, End?, End?) -> Int32
    // Swift's view of the library of C lacks it.
    guard let symbol = dlsym(nil, "openpty") else {
      throw Runner.Failure(description: "there is no terminal")
    }
    var (reader, writer): (Int32, Int32) = (-1, -1)
    #expect(unsafeBitCast(symbol, to: Open.self)(&reader, &writer, nil, nil, nil) == 0)
    resize(reader, to: columnCount)
    return (reader, FileHandle(fileDescriptor: writer, closeOnDealloc: true))
  }

  private func resize(_ terminal: Int32, to columnCount: UInt16) {
    var size = winsize(ws_row: 24, ws_col: columnCount, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
  }

  /// The lines that were shown one after the other.
  private func shown(on terminal: Int32) -> [Int] {
    _ = fcntl(terminal, F_SETFL, O_NONBLOCK)
    var bytes: [UInt8] = Array(repeating: 0, count: 1 << 16)
    let count = max(0, read(terminal, &bytes, bytes.count))
    return String(decoding: bytes.prefix(count), as: UTF8.self).components(separatedBy: "\r\u{1b}[K")
      .filter { !$0.isEmpty }.map(\.count)
  }

  @Test func `the line of progress is as wide as the terminal, whenever that changes`() throws {
    let (reader, writer) = try terminal(columnCount: 40)
    defer { close(reader) }
    let running = try Running(
      Runner.executable(), ["check", "animals", "--scope", "standard", "--limit-time", "4s"],
      environment: ["COLUMNS": "200"], terminal: writer)
    usleep(2_000_000)
    let wide = shown(on: reader)
    resize(reader, to: 20)
    usleep(500_000)
    _ = shown(on: reader)
    _ = try running.end(within: 60)
    let narrow = shown(on: reader)
    #expect(!wide.isEmpty && wide.allSatisfy { $0 == 39 }, "\(wide)")
    #expect(!narrow.isEmpty && narrow.allSatisfy { $0 == 19 }, "\(narrow)")
  }
}
