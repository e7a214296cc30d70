import Foundation
import Model
import Spec
import Synchronization

/// What a child process is to do, as its parent writes it down.
struct ChildRequest: Codable, Sendable {
  enum Kind: String, Codable, Sendable {
    /// The call does what it asks for.
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
  /// The texts of questions at which an app trapped, with what the runtime said.
  let traps: [String: String]
  let secondsMax: Int
  /// After so many seconds in which nothing goes on, the child gives up.
  let stepSecondsMax: Int
  /// The process that waits for the child.
  let parent: Int32
  /// What earlier calls of the parent came to.
  let outcomes: [String: LiveOutcome]
}

/// What a child was doing when it trapped, or when nothing went on any more.
struct LiveActivity: Codable, Sendable {
  /// The steps of the run under way; nil between runs.
  var labels: [JSONValue]?
  /// The question that an app was asked.
  var question: AppQuestion?
  /// The tasks whose jobs do not end.
  var tasks: [String]?
  /// Whether the child gave up because nothing went on.
  var isStalled = false
}

/// The child's side of a live check: its order, its claim and what it leaves behind.
final class ChildTask: Sendable {
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
    /// What it was doing when it trapped or stood still; empty or missing otherwise.
    case activity
    case outcome, errors

    func url(in folder: URL) -> URL { folder.appendingPathComponent(rawValue) }

    /// What a file holds, if that can be read.
    func read<Value: Decodable>(_ type: Value.Type, in folder: URL) -> Value? {
      (try? Data(contentsOf: url(in: folder))).flatMap { try? JSONDecoder().decode(type, from: $0) }
    }
  }

  /// The errand of this process, which ends when its parent does; nil when it was not started as a
  /// child.
  static let current: ChildTask? = ProcessInfo.processInfo.environment[variable].map { path in
    ChildTask(folder: URL(fileURLWithPath: path))
  }

  /// What goes on; told only when somebody asks.
  private struct Content {
    var labels: (@Sendable () -> [JSONValue])?
    var questions: AppQuestions?
    /// How often something went on.
    var count = 0
  }

  private let folder: URL
  /// Nil when it cannot be read: then no call is asked for.
  private let order: ChildRequest?
  private let content = Mutex(Content())
  private let timer = Mutex<LiveTimer?>(nil)

  var isOver: Bool { timer.withLock { $0?.isOver ?? true } }

  private init(folder: URL) {
    self.folder = folder
    order = File.order.read(ChildRequest.self, in: folder)
    let parent = order?.parent ?? getppid()
    let order = order
    let stillness = Mutex(
      Stillness(secondsMax: min(order?.stepSecondsMax ?? .max, (order?.secondsMax ?? 0) &+ 1)))
    let timer = LiveTimer(secondsMax: order?.secondsMax ?? 0) { [self] in
      if getppid() != parent { leaveNothing() }
      if stillness.withLock({ $0.isOver(at: beat) }) {
        writeActivity(isStalled: true)
        _exit(1)
      }
    }
    self.timer.withLock { $0 = timer }
    TrapWatch.begin { [self] in writeActivity(isStalled: false, trappedOn: $0) }
  }

  /// Ends this process without a file: a folder with another name gets no more of them.
  private func leaveNothing() -> Never {
    let left = folder.appendingPathExtension("left")
    try? FileManager.default.moveItem(at: folder, to: left)
    try? FileManager.default.removeItem(at: left)
    _exit(1)
  }

  /// What the call is to do here.
  ///
  /// - Returns: the order; or what the call came to in the parent, when it is another one.
  /// - Throws: a `CheckFailure` when nothing is to be done.
  func claim(_ call: CallSite) throws -> (order: ChildRequest?, outcome: LiveOutcome) {
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

  /// Whether the call that it is for was made.
  var hasClaimed: Bool { FileManager.default.fileExists(atPath: File.claim.url(in: folder).path) }

  // MARK: What goes on

  /// Takes note of the steps of the run under way; nil when there is none.
  func note<Label: Hashable & Sendable>(_ labels: [Label]?) {
    content.withLock {
      $0.count += 1
      guard let labels else { return $0.labels = nil }
      $0.labels = { labels.compactMap { try? JSONValue(writing: $0) } }
    }
  }

  /// Takes note of the questions that an app is asked.
  func note(_ questions: AppQuestions) { content.withLock { $0.questions = questions } }

  /// A number that stays the same while one step or question is under way; nil when none is.
  private var beat: Int? {
    content.withLock {
      if let number = $0.questions.flatMap(\.numberUnderWay) { return number }
      return $0.labels == nil ? nil : -$0.count
    }
  }

  private func writeActivity(isStalled: Bool, trappedOn thread: UInt? = nil) {
    let content = content.withLock { $0 }
    let activity = LiveActivity(
      labels: content.labels?(),
      question: thread.map { content.questions?.underWay(on: $0) } ?? content.questions?.underWay,
      tasks: isStalled ? UnscheduledWork.wordsForRunningTasks : nil, isStalled: isStalled)
    try? JSONEncoder().encode(activity).write(to: File.activity.url(in: folder))
  }

  // MARK: What it leaves

  func leave(_ outcome: LiveOutcome) throws {
    try JSONEncoder().encode(outcome).write(to: File.outcome.url(in: folder), options: .atomic)
  }
}

/// How long nothing has gone on.
private struct Stillness {
  let secondsMax: Int
  private var beat: Int?
  private var lookCount = 0

  init(secondsMax: Int) { self.secondsMax = secondsMax }

  /// Whether one thing has been under way for too long, by the looks of a timer.
  mutating func isOver(at now: Int?) -> Bool {
    if now == nil || now != beat {
      beat = now
      lookCount = 0
      return false
    }
    lookCount += 1
    return Double(lookCount) * LiveTimer.secondsBetweenLooks > Double(secondsMax)
  }
}
