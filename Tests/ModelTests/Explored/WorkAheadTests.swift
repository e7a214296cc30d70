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
      let answer = ahead.answer(number, outOf: { 400 }) { number in
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
}
