import Foundation
import Synchronization

/// Answers numbered questions, some of them before they are asked: threads of its own work ahead of
/// the caller, who asks for one after the other.
///
/// An answer may go by what the caller has made of answers up to its question's `horizon`, and by
/// no later ones: what is answered depends neither on who answers it, nor when, nor on how many
/// threads there are.
final class WorkAhead<Answer: Sendable>: Sendable {
  private enum Entry {
    case underWay
    case ready(Answer)
  }

  private struct Content {
    /// What is answered in the order of this series of questions, by numbers.
    var entries: [Int: Entry] = [:]
    /// The question that was asked last.
    var last = WorkQuestion(number: -1, turn: 0, isInOrder: false)
    var inOrderCount = 0
    /// Another one as soon as questions are asked in another order.
    var series = 0
    var helperCount = 0

    func isUnderWay(_ number: Int) -> Bool {
      if case .underWay? = entries[number] { true } else { false }
    }

    mutating func ask(_ number: Int) -> WorkQuestion {
      let isInOrder = number == last.number + 1
      last = WorkQuestion(number: number, turn: last.turn + 1, isInOrder: isInOrder)
      inOrderCount = isInOrder ? inOrderCount + 1 : 0
      if !isInOrder { (entries, series) = ([:], series + 1) }
      return last
    }

    /// What is known of a question; an answer is given once.
    mutating func take(_ number: Int) -> Entry? {
      isUnderWay(number) ? .underWay : entries.removeValue(forKey: number)
    }

    /// The next question without an answer under way, and its series.
    mutating func takeNext(outOf count: Int) -> (question: WorkQuestion, series: Int)? {
      let end = min(last.number + WorkQuestion.aheadCountMax, count)
      guard inOrderCount > 0, last.number + 1 < end,
        let number = (last.number + 1..<end).first(where: { entries[$0] == nil })
      else { return nil }
      entries[number] = .underWay
      let turn = last.turn + number - last.number
      return (WorkQuestion(number: number, turn: turn, isInOrder: true), series)
    }
  }

  private let content = Mutex(Content())
  /// Told when something was answered ahead.
  private let done = NSCondition()
  /// So many questions in order show that more will follow.
  private static var inOrderCountMin: Int { 64 }
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
    _ answer: @escaping @Sendable (WorkQuestion) -> Answer
  ) -> Answer {
    let (question, begins) = content.withLock { content in
      let question = content.ask(number)
      let begins =
        content.inOrderCount >= Self.inOrderCountMin && content.helperCount < helperCountMax
      if begins { content.helperCount += 1 }
      return (question, begins)
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
    return taken(number, count, answer) ?? answer(question)
  }

  /// What was answered ahead, once the other thread is ready with it; until then this one works
  /// ahead, too.
  ///
  /// - Returns: nil when its answer is not under way.
  private func taken(
    _ number: Int, _ count: () -> Int, _ answer: (WorkQuestion) -> Answer
  ) -> Answer? {
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
  private func workAhead(_ count: () -> Int, _ answer: (WorkQuestion) -> Answer) -> Bool {
    guard let next = content.withLock({ $0.takeNext(outOf: count()) }) else { return false }
    let answer = answer(next.question)
    done.lock()
    content.withLock { content in
      // Who asks in another order now is answered anew.
      if content.series == next.series { content.entries[next.question.number] = .ready(answer) }
    }
    done.broadcast()
    done.unlock()
    return true
  }
}

/// A question, and what its answer may go by.
struct WorkQuestion: Sendable {
  let number: Int
  /// Its place among all questions that were asked, from one on.
  let turn: Int
  /// Whether the one before was asked just before it.
  let isInOrder: Bool

  /// The last turn of which its answer may know anything: a thread that works ahead knows no more.
  var horizon: Int { isInOrder ? max(0, turn - Self.aheadCountMax) : turn - 1 }

  /// So many questions are answered ahead at most.
  static var aheadCountMax: Int { 16 }
}
