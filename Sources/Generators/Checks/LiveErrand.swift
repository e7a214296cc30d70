import Foundation
import Spec

/// What a child process is to do, as its parent writes it down.
struct LiveOrder: Codable, Sendable {
  enum Kind: String, Codable, Sendable {
    /// The call runs what it asks for.
    case check
    /// It takes the steps given, in place of that.
    case steps
    /// Nothing runs: the calls with this identity are counted.
    case count
  }

  let kind: Kind
  /// The identity of the one call that may do anything.
  let call: String
  let steps: [JSONValue]
  let secondsMax: Int
  /// The process that waits for the child.
  let parent: Int32
  /// What earlier calls of the parent came to.
  let outcomes: [String: LiveOutcome]
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

    /// What a file holds, if that can be read.
    func read<Value: Decodable>(_ type: Value.Type, in folder: URL) -> Value? {
      (try? Data(contentsOf: url(in: folder))).flatMap { try? JSONDecoder().decode(type, from: $0) }
    }
  }

  /// The errand of this process, which ends when its parent does; nil when nobody started it as a child.
  static let current: LiveErrand? = ProcessInfo.processInfo.environment[variable].map { path in
    LiveErrand(folder: URL(fileURLWithPath: path))
  }

  private let folder: URL
  /// Nil when it cannot be read: then no call is asked for.
  private let order: LiveOrder?
  let timer: LiveTimer

  private init(folder: URL) {
    self.folder = folder
    order = File.order.read(LiveOrder.self, in: folder)
    let parent = order?.parent ?? getppid()
    timer = LiveTimer(secondsMax: order?.secondsMax ?? 0) {
      if getppid() == parent { return }
      // A folder with another name gets no more files of the run under way.
      let left = folder.appendingPathExtension("left")
      try? FileManager.default.moveItem(at: folder, to: left)
      try? FileManager.default.removeItem(at: left)
      _exit(1)
    }
  }

  /// What the call is to do here.
  ///
  /// - Returns: the order; or what the call came to in the parent, when it is another one.
  /// - Throws: a `CheckFailure` when nothing is to be done.
  func claim(_ call: LiveCall) throws -> (order: LiveOrder?, outcome: LiveOutcome) {
    let notAsked = CheckFailure("this process runs another live check")
    guard let order, order.call == call.identity else {
      guard let outcome = order?.outcomes[call.identity] else { throw notAsked }
      return (nil, outcome)
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

  /// Writes down the steps of the run under way; nil when there is none.
  func note<Label: Encodable>(_ labels: [Label]?) {
    let data = labels.flatMap { try? JSONEncoder().encode($0) } ?? Data()
    try? data.write(to: File.journal.url(in: folder))
  }

  func leave(_ outcome: LiveOutcome) throws {
    try JSONEncoder().encode(outcome).write(to: File.outcome.url(in: folder), options: .atomic)
  }
}
