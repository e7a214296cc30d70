import Foundation
import Synchronization

/// A question to an app, as others tell of it.
package struct AppQuestion: Hashable, Codable, Sendable {
  /// What tells it from all others.
  package let text: String
  /// What it is about, in the app's words.
  package let words: String

  /// The end of an app that has answered; one for all questions.
  static let end = AppQuestion("an app that was asked is ended", [])

  private init(_ words: String, _ parts: [ContentTree]) {
    self.words = words
    text = ([words] + parts.map(\.text)).joined(separator: " · ")
  }

  static func reduce(_ action: some Sendable, in state: some Sendable) -> AppQuestion {
    AppQuestion(
      "the reducer takes \(ContentTree(action).words)", [ContentTree(action), ContentTree(state)])
  }

  static func deeds(in state: some Sendable) -> AppQuestion {
    AppQuestion("deeds(in:) lists what people can do", [ContentTree(state)])
  }

  static func showing(_ rows: some Sendable) -> AppQuestion {
    AppQuestion("showing(_:) says what rows show", [ContentTree(rows)])
  }

  static func listener(
    old: some Sendable, _ action: some Sendable, current: some Sendable
  ) -> AppQuestion {
    AppQuestion(
      "the listener takes \(ContentTree(action).words)",
      [ContentTree(old), ContentTree(action), ContentTree(current)])
  }

  static func call(_ call: GateCall, on rows: some Sendable) -> AppQuestion {
    AppQuestion("the call \(call.phrase) is carried out", [ContentTree(call), ContentTree(rows)])
  }

  static func ending(_ call: GateCall, _ result: Result<GateReply, OperationFailure>) -> AppQuestion {
    switch result {
    case .success(let reply):
      AppQuestion("the call \(call.phrase) succeeds", [ContentTree(call), ContentTree(reply.value)])
    case .failure(let failure):
      AppQuestion("the call \(call.phrase) fails", [ContentTree(call), .text(failure.text)])
    }
  }
}

/// The question that each thread asks an app now, and those that it is not asked any more.
package final class AppQuestions: Sendable {
  /// Questions that trapped, with the runtime's words: their answer is that crash.
  private let traps: [String: String]

  /// A question without an answer yet.
  ///
  /// It is never handed on as a bare closure: each pass through a generic lock would wrap it once more.
  private struct Asked {
    let question: @Sendable () -> AppQuestion
    let number: Int
  }

  private struct Content {
    /// How many were asked.
    var count = 0
    /// What each thread asks.
    var underWay: [ObjectIdentifier: Asked] = [:]

    /// What is under way for the longest time, of all threads.
    var oldest: Asked? { underWay.values.min { $0.number < $1.number } }
  }

  private let content = Mutex(Content())

  /// - Parameter traps: the texts of questions that trapped, with what the runtime said.
  package init(traps: [String: String] = [:]) { self.traps = traps }

  /// Whether some trapped.
  package var mayTrap: Bool { !traps.isEmpty }

  /// The question that has waited longest for its answer; asked by whoever watches, on another thread.
  package var underWay: AppQuestion? { content.withLock(\.oldest)?.question() }
  /// Its number among all that were asked.
  package var numberUnderWay: Int? { content.withLock(\.oldest)?.number }

  /// Asks a question.
  ///
  /// - Throws: what the body throws, or a `Crash` for a question that traps.
  func ask<Answer>(
    _ question: @escaping @Sendable () -> AppQuestion, _ body: () throws -> Answer
  ) throws -> Answer {
    if !traps.isEmpty, let cause = traps[question().text] { throw Crash(cause) }
    return try pose(question, body)
  }

  private func pose<Answer>(
    _ question: @escaping @Sendable () -> AppQuestion, _ body: () throws -> Answer
  ) rethrows -> Answer {
    let thread = ObjectIdentifier(Thread.current)
    let outer = content.withLock { content in
      content.count += 1
      return content.underWay.updateValue(
        Asked(question: question, number: content.count), forKey: thread)
    }
    defer { content.withLock { $0.underWay[thread] = outer } }
    return try body()
  }

  /// Whether an app that has answered may be ended: what waits fails then, although no schedule made it.
  ///
  /// Code may take that for impossible and trap, which is no finding; then apps are left as they are, at the
  /// cost of their memory.
  var mayEnd: Bool { traps[AppQuestion.end.text] == nil }

  /// Ends an app that has answered.
  func end(_ body: () -> Void) { pose({ .end }, body) }
}
