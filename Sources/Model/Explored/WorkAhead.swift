import Dispatch
import Foundation
import Synchronization

/// Answers numbered questions, some of them before they are asked: a thread of its own works ahead of whoever
/// asks for one after the other.
///
/// What is answered does not depend on who answers it.
final class WorkAhead<Answer: Sendable>: Sendable {
  private enum Entry {
    case underWay
    case ready(Answer)
  }

  private struct Content {
    var entries: [Int: Entry] = [:]
    /// The number that was asked for last, and how many were asked for in order.
    var last = -1
    var inOrderCount = 0
    var hasHelper = false

    /// The next question that nobody answers yet.
    mutating func takeNext(outOf count: Int) -> Int? {
      let end = min(last + 1 + WorkAhead.aheadCountMax, count)
      guard inOrderCount > 0, last + 1 < end else { return nil }
      guard let number = (last + 1..<end).first(where: { entries[$0] == nil }) else { return nil }
      entries[number] = .underWay
      return number
    }
  }

  private let content = Mutex(Content())
  /// Signalled when there is something to work on, and when something was answered.
  private let (work, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  /// So many questions in order show that more will follow; so many are answered ahead at most.
  private static var inOrderCountMin: Int { 64 }
  private static var aheadCountMax: Int { 32 }

  /// The answer to a question.
  ///
  /// - Parameters:
  ///   - count: how many questions there are by now.
  ///   - answer: answers a question, on any thread.
  func answer(
    _ number: Int, outOf count: @escaping @Sendable () -> Int,
    _ answer: @escaping @Sendable (Int) -> Answer
  ) -> Answer {
    let begins = content.withLock { content in
      content.inOrderCount = number == content.last + 1 ? content.inOrderCount + 1 : 0
      content.last = number
      if content.inOrderCount == 0 {
        content.entries = content.entries.filter { if case .underWay = $1 { true } else { false } }
      }
      let begins = content.inOrderCount >= Self.inOrderCountMin && !content.hasHelper
      if begins { content.hasHelper = true }
      return begins
    }
    if begins { begin(count, answer) }
    work.signal()
    return taken(number, count, answer) ?? answer(number)
  }

  /// What was answered ahead, once the other thread is ready with it; until then this one works ahead, too.
  ///
  /// - Returns: nil when nobody answers it.
  private func taken(_ number: Int, _ count: () -> Int, _ answer: (Int) -> Answer) -> Answer? {
    while true {
      let entry = content.withLock { content in
        if case .underWay? = content.entries[number] { return content.entries[number] }
        return content.entries.removeValue(forKey: number)
      }
      switch entry {
      case nil: return nil
      case .ready(let answer)?: return answer
      case .underWay?:
        if !workAhead(count, answer) { _ = done.wait(timeout: .now() + .milliseconds(2)) }
      }
    }
  }

  /// Answers the next question that nobody answers yet.
  ///
  /// - Returns: false when there is none.
  private func workAhead(_ count: () -> Int, _ answer: (Int) -> Answer) -> Bool {
    guard let number = content.withLock({ $0.takeNext(outOf: count()) }) else { return false }
    let answer = answer(number)
    content.withLock { $0.entries[number] = .ready(answer) }
    return true
  }

  private func begin(
    _ count: @escaping @Sendable () -> Int, _ answer: @escaping @Sendable (Int) -> Answer
  ) {
    let thread = Thread { [self] in
      while true {
        if workAhead(count, answer) {
          done.signal()
        } else if work.wait(timeout: .now() + .milliseconds(200)) == .timedOut {
          // Nobody asks any more.
          return content.withLock { $0.hasHelper = false }
        }
      }
    }
    thread.stackSize = 8 << 20
    thread.start()
  }
}
