import Foundation
import Spec

/// What a child process is to do, as its parent writes it down.
struct LiveOrder: Codable, Sendable {
  /// What is done about the call.
  enum Kind: String, Codable, Sendable {
    /// It runs what it asks for.
    case check
    /// It takes the steps given, in place of that.
    case steps
    /// Nothing runs: the calls with this identity are counted.
    case count
  }

  var kind = Kind.check
  /// The identity of the one call that may do anything.
  var call: String
  var steps: [JSONValue] = []
  var secondsMax: Int
  /// What earlier calls of the parent came to.
  var answers: [String: LiveOutcome]
}

/// The child's side of a live check: its order, its claim and what it leaves behind.
struct LiveErrand: Sendable {
  /// Names the folder of a child; set in no other process.
  static let variable = "SPEC_LIVE_CHILD"

  /// A file of a child.
  enum File: String {
    /// What it is to do.
    case order
    /// The call was made: the number of the child's process.
    case claim
    /// A call with the same identity was made once more.
    case secondClaim
    /// The steps of the run under way, written before each is done; empty between runs.
    case journal
    case outcome, errors

    func url(in folder: URL) -> URL { folder.appendingPathComponent(rawValue) }
  }

  /// The errand of this process, which ends when its parent does; nil when nobody started it as a child.
  static let current: LiveErrand? = {
    guard let path = ProcessInfo.processInfo.environment[variable] else { return nil }
    return LiveErrand(folder: URL(fileURLWithPath: path))
  }()

  private let folder: URL
  /// Nil when it cannot be read: then no call is asked for.
  private let order: LiveOrder?
  private let watch: LiveWatch

  private init(folder: URL) {
    self.folder = folder
    order = (try? Data(contentsOf: File.order.url(in: folder)))
      .flatMap { try? JSONDecoder().decode(LiveOrder.self, from: $0) }
    // The code under test finds an empty input, not the parent's pipe.
    let end = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
    let empty = open("/dev/null", O_RDONLY)
    dup2(empty, STDIN_FILENO)
    close(empty)
    watch = LiveWatch(end, secondsMax: order?.secondsMax ?? 0) {
      // A folder with another name gets no more files of the run under way.
      let left = folder.appendingPathExtension("left")
      try? FileManager.default.moveItem(at: folder, to: left)
      try? FileManager.default.removeItem(at: left)
      _exit(1)
    }
  }

  /// Whether the time of the check is over.
  var isOver: Bool { watch.isOver }

  /// What the call is to do here.
  ///
  /// - Returns: the order; or what the call came to in the parent, when it is another one.
  /// - Throws: a `CheckFailure` when nothing is to be done.
  func claim(_ call: LiveCall) throws -> (order: LiveOrder?, answer: LiveOutcome) {
    guard let order, order.call == call.identity else {
      guard let answer = order?.answers[call.identity] else { throw notAsked }
      if let failure = answer.failure { throw CheckFailure(findings: [], description: failure) }
      return (nil, answer)
    }
    do {
      let process = "\(ProcessInfo.processInfo.processIdentifier)"
      try Data(process.utf8).write(to: File.claim.url(in: folder), options: .withoutOverwriting)
    } catch {
      try Data().write(to: File.secondClaim.url(in: folder))
      throw notAsked
    }
    if order.kind == .count { throw notAsked }
    return (order, LiveOutcome())
  }

  private var notAsked: CheckFailure {
    CheckFailure(findings: [], description: "this process runs another live check")
  }

  /// Writes down the steps of the run under way; nil when there is none.
  func note<Label: Encodable>(_ labels: [Label]?) {
    let data = labels.flatMap { try? JSONEncoder().encode($0) } ?? Data()
    try? data.write(to: File.journal.url(in: folder))
  }

  /// Leaves the outcome.
  func leave(_ outcome: LiveOutcome) throws {
    try JSONEncoder().encode(outcome).write(to: File.outcome.url(in: folder), options: .atomic)
  }
}
