import Synchronization
import Testing

@testable import Model

/// What threads answer before it is asked.
@Suite struct WorkAheadTests {
  private struct Work {
    var countOfNumber: [Int: Int] = [:]
    var underWayCount = 0
    var underWayMax = 0
  }

  @Test(arguments: [1, 3])
  func `who asks in order gets each answer, which is worked out once`(helperCount: Int) {
    let ahead = WorkAhead<Int>(helperCountMax: helperCount)
    let work = Mutex(Work())
    for number in 0..<400 {
      let answer = ahead.answer(number, outOf: { 400 }) { question in
        let number = question.number
        work.withLock {
          $0.countOfNumber[number, default: 0] += 1
          $0.underWayCount += 1
          $0.underWayMax = max($0.underWayMax, $0.underWayCount)
        }
        defer { work.withLock { $0.underWayCount -= 1 } }
        return (0...1000).reduce(number, ^)
      }
      #expect(answer == (0...1000).reduce(number, ^))
    }
    let done = work.withLock { $0 }
    #expect(done.countOfNumber == Dictionary(uniqueKeysWithValues: (0..<400).map { ($0, 1) }))
    #expect(done.underWayMax <= helperCount + 1)
  }

  @Test(arguments: [0, 1, 3])
  func `an answer goes by what was made of answers a fixed number of turns before`(
    helperCount: Int
  ) {
    let ahead = WorkAhead<Int>(helperCountMax: helperCount)
    let doneCount = Mutex(0)
    for number in 0..<400 {
      let horizon = ahead.answer(number, outOf: { 400 }) { question in
        #expect(question.turn == question.number + 1)
        #expect(doneCount.withLock(\.self) >= question.horizon)
        return question.horizon
      }
      #expect(horizon == max(0, number + 1 - WorkQuestion.aheadCountMax))
      doneCount.withLock { $0 += 1 }
    }
  }

  @Test func `who asks in another order knows all that was handed on, and is answered anew`() {
    let ahead = WorkAhead<WorkQuestion>()
    func ask(_ number: Int) -> WorkQuestion { ahead.answer(number, outOf: { 400 }) { $0 } }
    for number in 0..<100 { _ = ask(number) }
    let again = ask(7)
    #expect(again.number == 7 && !again.isInOrder && again.horizon == 100)
    let next = ask(100)
    #expect(next.number == 100 && !next.isInOrder && next.horizon == 101)
    let afterIt = ask(101)
    #expect(afterIt.isInOrder && afterIt.turn == 103)
    #expect(afterIt.horizon == 103 - WorkQuestion.aheadCountMax)
  }
}
