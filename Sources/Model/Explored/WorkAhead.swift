import Foundation
import Synchronization

/// Answers numbered questions, some of them before they are asked: threads of its own work ahead of
/// the caller, who asks for one after the other.
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
    var helperCount = 0

    func isUnderWay(_ number: Int) -> Bool {
      if case .underWay? = entries[number] { true } else { false }
    }

    /// What is known of a question; an answer is given once.
    mutating func take(_ number: Int) -> Entry? {
      isUnderWay(number) ? .underWay : entries.removeValue(forKey: number)
    }

    /// The next question without an answer under way.
    mutating func takeNext(outOf count: Int) -> Int? {
      let end = min(last + 1 + WorkAhead.aheadCountMax, count)
      guard inOrderCount > 0, last + 1 < end else { return nil }
      guard let number = (last + 1..<end).first(where: { entries[$0] == nil }) else { return nil }
      entries[number] = .underWay
      return number
    }
  }

  private let content = Mutex(Content())
  /// Told when something was answered ahead.
  private let done = NSCondition()
  /// So many questions in order show that more will follow; so many are answered ahead at most.
  private static var inOrderCountMin: Int { 64 }
  private static var aheadCountMax: Int { 32 }
  private let helperCountMax: Int

  /// - Parameter helperCountMax: how many threads work ahead at most; one for each other core
  ///   mostly.
  init(helperCountMax: Int = max(1, ProcessInfo.processInfo.activeProcessorCount - 1)) {
    self.helperCountMax = helperCountMax
  }

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
      let begins =
        content.inOrderCount >= Self.inOrderCountMin && content.helperCount < helperCountMax
      if begins { content.helperCount += 1 }
      return begins
    }
    if begins {
      // It ends when it is far enough ahead, and another one begins with the next question.
      let thread = Thread { [self] in
        while workAhead(count, answer) {}
        content.withLock { $0.helperCount -= 1 }
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
    return taken(number, count, answer) ?? answer(number)
  }

  /// What was answered ahead, once the other thread is ready with it; until then this one works
  /// ahead, too.
  ///
  /// - Returns: nil when its answer is not under way.
  private func taken(_ number: Int, _ count: () -> Int, _ answer: (Int) -> Answer) -> Answer? {
    while true {
      switch content.withLock({ $0.take(number) }) {
      case nil: return nil
      case .ready(let answer)?: return answer
      case .underWay?:
        if workAhead(count, answer) { continue }
        done.lock()
        while content.withLock({ $0.isUnderWay(number) }) { done.wait() }
        done.unlock()
      }
    }
  }

  /// Answers the next question without an answer under way.
  ///
  /// - Returns: false when there is none.
  private func workAhead(_ count: () -> Int, _ answer: (Int) -> Answer) -> Bool {
    guard let number = content.withLock({ $0.takeNext(outOf: count()) }) else { return false }
    let answer = answer(number)
    done.lock()
    content.withLock { $0.entries[number] = .ready(answer) }
    done.broadcast()
    done.unlock()
    return true
  }
}
