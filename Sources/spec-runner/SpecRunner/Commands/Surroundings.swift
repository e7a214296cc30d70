import Foundation
import Model
import Spec
import Synchronization

/// When the first Ctrl-C or SIGTERM came, in milliseconds of the system's clock; 0 before that.
private let interruption = Atomic<Int>(0)

private let program = Mutex("spec-runner")

/// The clock, the terminal and the signals around a command.
enum Surroundings {
  /// Whether the person pressed Ctrl-C, or another process asked it to end.
  static var isInterrupted: Bool { interruption.load(ordering: .relaxed) > 0 }

  /// Makes the first Ctrl-C or SIGTERM end a command with what is known so far, and a later one the
  /// process.
  ///
  /// Within 100 milliseconds they are one: `timeout` sends two.
  static func catchInterruption() {
    // What a handler is the first to touch may have to be set up, which it must not.
    interruption.store(0, ordering: .relaxed)
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let now = Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
        let (isFirst, first) = interruption.compareExchange(
          expected: 0, desired: max(now, 1), ordering: .relaxed)
        if !isFirst && now - first > 100 {
          signal(number, SIG_DFL)
          raise(number)
        }
      }
    }
  }

  /// Whether the standard error is a terminal.
  static let hasTerminal = isatty(errorNumber) == 1

  /// Whether a line of the standard error can be written over.
  static let canRenewLine = hasTerminal && !isDumb

  /// Whether results may be coloured: they go to a terminal that knows how, and were not declined.
  static var hasColor: Bool {
    let refusal = ProcessInfo.processInfo.environment["NO_COLOR"] ?? ""
    return isatty(outputNumber) == 1 && !isDumb && refusal.isEmpty
  }

  private static let isDumb = ProcessInfo.processInfo.environment["TERM"] == "dumb"

  /// How many columns lines of results may take: those of a terminal, else the same on every
  /// machine.
  static var columnCount: Int { columnCount(of: outputNumber) }

  /// How many columns the terminal behind a stream has now: windows are made wider and narrower.
  ///
  /// `COLUMNS` of the environment counts where a terminal does not tell, or is to be used in part.
  static func columnCount(of stream: Int32) -> Int {
    guard isatty(stream) == 1 else { return Layout.usualColumnCount }
    var size = winsize()
    let told =
      ioctl(stream, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
    let wanted = ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) }
      .flatMap { $0 >= Layout.columnCountMin ? $0 : nil }
    return [told, wanted].compactMap(\.self).min() ?? Layout.usualColumnCount
  }

  /// Seconds since the command began.
  static func seconds() -> Double {
    let now = ContinuousClock.now
    let elapsed = origin.duration(to: now).components
    return Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18
  }

  /// When the command began, at the latest when somebody first asks for the time.
  private static let origin = ContinuousClock.now - .seconds(before.withLock { $0 })
  private static let before = Mutex(0.0)

  /// Begins to count, where a process before this one began with the command.
  static func begin(secondsBefore: Double) {
    before.withLock { $0 = secondsBefore }
    _ = origin
    // What the process before this one showed is still there.
    if secondsBefore > 0 { ProgressLine.takeOver() }
  }

  /// Where results go, and what is wrong: an app may print to the streams themselves.
  private static let numbers = Mutex((output: STDOUT_FILENO, error: STDERR_FILENO))
  private static var outputNumber: Int32 { numbers.withLock { $0.output } }
  static var errorNumber: Int32 { numbers.withLock { $0.error } }

  /// Has what an app prints go nowhere.
  static func keepOutputApart() {
    let nowhere = open("/dev/null", O_WRONLY)
    if nowhere < 0 { return }
    numbers.withLock { $0.output = dup(STDOUT_FILENO) }
    dup2(nowhere, STDOUT_FILENO)
    close(nowhere)
  }

  /// Has what an app, and the runtime, writes to the standard error go to a file.
  static func keepErrorsApart(in file: Int32) {
    numbers.withLock { $0.error = dup(STDERR_FILENO) }
    dup2(file, STDERR_FILENO)
  }

  /// Makes the streams what they were.
  static func joinOutput() {
    dup2(outputNumber, STDOUT_FILENO)
    dup2(errorNumber, STDERR_FILENO)
  }

  /// The most memory that the process ever had resident, in bytes; nil where the system does not
  /// tell.
  static func peakByteCount() -> Int? {
    #if os(Linux)
      // The resource usage of a process begins with the peak of the one that started it.
      return statusByteCount("VmHWM:")
    #else
      var usage = rusage()
      guard getrusage(RUSAGE_SELF, &usage) == 0 else { return nil }
      return Int(usage.ru_maxrss)
    #endif
  }

  /// What Linux says of the process' memory, in bytes; nil elsewhere.
  private static func statusByteCount(_ name: String) -> Int? {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.split(separator: " ").dropLast().last.flatMap { Int($0) }.map { $0 * 1024 }
  }

  /// The memory that the process has resident now, in bytes; nil where the system does not tell.
  ///
  /// A look takes some microseconds: the file stays open.
  static func residentByteCount() -> Int? {
    guard memoryFile >= 0 else { return nil }
    var bytes: [UInt8] = Array(repeating: 0, count: 128)
    let count = pread(memoryFile, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    let fields = bytes.prefix(count).split(separator: UInt8(ascii: " "))
    let pageCount = fields.count > 1 ? Int(String(decoding: fields[1], as: UTF8.self)) : nil
    return pageCount.map { $0 * Int(getpagesize()) }
  }

  /// The same without what stands in files on a disk, where the system can put it back.
  static func residentByteCountBesideFiles() -> Int? {
    guard let all = residentByteCount(), let files = statusByteCount("RssFile:") else { return nil }
    return all - files
  }

  private static let memoryFile = open("/proc/self/statm", O_RDONLY)

  /// Gives memory back that is not used any more, so that a search begins with little.
  static func releaseMemory() {
    typealias Trim = @convention(c) (Int) -> Int32
    if let symbol = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(symbol, to: Trim.self)(0) }
  }

  /// How long processors have worked for this process, in seconds.
  static func processorSeconds() -> Double { processorTimes().user + processorTimes().system }

  /// How long processors have worked on the process' own code, in seconds.
  static func userSeconds() -> Double { processorTimes().user }

  private static func processorTimes() -> (user: Double, system: Double) {
    var usage = rusage()
    #if os(Linux)
      guard getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return (0, 0) }
    #else
      guard getrusage(RUSAGE_SELF, &usage) == 0 else { return (0, 0) }
    #endif
    let seconds = { (time: timeval) in Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
    return (seconds(usage.ru_utime), seconds(usage.ru_stime))
  }

  /// The name of the executable, which an adopter chooses.
  static var programName: String { program.withLock(\.self) }

  /// Takes the name from the arguments of the process.
  static func nameProgram() {
    guard let path = CommandLine.arguments.first else { return }
    program.withLock { $0 = URL(filePath: path).lastPathComponent }
  }

  /// Writes what is wrong to the standard error, after the name of the program.
  static func warn(of complaint: String) { warn("\(programName): \(complaint)") }

  /// Writes a line to the standard error, which only people get broken into several.
  static func warn(_ line: String) {
    let line = line.onOneLine
    ProgressLine.clear()
    note((hasTerminal ? Layout.wrapped(line, to: columnCount(of: errorNumber)) : line) + "\n")
  }

  /// Writes to the standard error; where that is closed, there is no reader.
  static func note(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(errorNumber, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Writes a report for people to the standard output.
  static func tell(_ text: String) {
    let wrapped = Layout.wrapped(text.withoutControls, to: columnCount)
    // Without colours there are no marks, but for what somebody calls so.
    put(hasColor ? Style.rendered(wrapped) : wrapped)
  }

  /// Writes something for programs to the standard output, as it is.
  static func tell(data text: String) { put(text.withoutControls) }

  private static func put(_ text: String) {
    ProgressLine.clear()
    if outputNumber == STDOUT_FILENO { return print(text) }
    // Through the stream, so that an error is met where it is flushed.
    fflush(nil)
    let nowhere = dup(STDOUT_FILENO)
    dup2(outputNumber, STDOUT_FILENO)
    print(text)
    if fflush(nil) != 0 && errno != EPIPE { isUnwritable.store(true, ordering: .relaxed) }
    dup2(nowhere, STDOUT_FILENO)
    close(nowhere)
  }

  /// The next line that somebody types, once what was told can be read; nil at the end of the
  /// input.
  ///
  /// - Parameter prompt: what stands before it on a terminal.
  static func ask(_ prompt: String) throws -> String? {
    try flush()
    if hasTerminal && isatty(STDIN_FILENO) == 1 { note(prompt) }
    // Not through the stream, whose lock would keep the end of the process waiting.
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = Foundation.read(STDIN_FILENO, &byte, 1)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
  }

  private static let isUnwritable = Atomic(false)
  /// Whether somebody asked for nothing but news: then nothing is said of progress.
  static let isQuiet = Atomic(false)

  /// Tells the end, and ends the process with its exit status: tables of gigabytes are not taken
  /// apart.
  static func end(_ telling: () throws -> Int32) -> Never {
    var status: Int32 = 2
    do {
      status = try telling()
      ProgressLine.clear()
      try flush()
    } catch let error as LiveUnavailable {
      warn(of: error.description)
      status = 3
    } catch let error as UsageError {
      warn(of: error.message)
    } catch {
      warn(of: "\(error)")
      status = 2
    }
    fflush(nil)
    _exit(status)
  }

  /// Brings what was told to its reader.
  ///
  /// - Throws: a `TraceError` when it cannot be written.
  static func flush() throws(TraceError) {
    // A reader that is gone wants no more, which is no error.
    guard !isUnwritable.load(ordering: .relaxed), fflush(nil) == 0 || errno == EPIPE else {
      throw TraceError("standard output cannot be written; check the disk")
    }
  }
}
