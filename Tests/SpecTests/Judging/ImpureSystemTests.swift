import Model
import Synchronization
import Testing

@testable import Spec

/// Systems and clauses that do not answer one question in one way: nothing holds of them, and
/// nothing traps.
@Suite struct ImpureSystemTests {
  /// How often questions were asked.
  private final class Asked: Sendable {
    private let counts = Mutex<[Int: UInt64]>([:])

    /// The number of a question among all of its kind, from 1.
    func number(_ question: Int) -> UInt64 {
      counts.withLock {
        $0[question, default: 0] += 1
        return $0[question] ?? 0
      }
    }
  }

  /// A grid of 20 by 20 numbers whose answers change with how often they are asked for.
  private struct Moody: ExplicitSystem {
    enum Mood: CaseIterable, Sendable {
      case targets, firstTargets, missing, late, settled, kinds, traits
    }
    typealias State = Int
    enum Label: Hashable, Comparable, Sendable { case right, down }

    let mood: Mood
    let initialStates = [0]
    private let asked = Asked()

    init(_ mood: Mood) { self.mood = mood }

    /// Whether a question about a state is asked for the first time.
    private func isFirst(_ state: Int) -> Bool { asked.number(state) == 1 }

    func steps(from state: Int) -> [Step<Int, Label>] {
      let isOdd =
        [.targets, .firstTargets, .missing, .late].contains(mood) && !isFirst(state) && state == 210
      if isOdd && mood == .missing { return [] }
      if !isOdd && mood == .late && state == 210 { return [] }
      var steps: [Step<Int, Label>] = []
      if state % 20 < 19 { steps.append(Step(.right, to: isOdd ? 0 : state + 1)) }
      if state / 20 < 19 { steps.append(Step(.down, to: state + 20)) }
      return steps
    }
    func isSettled(_ state: Int) -> Bool { mood != .settled || state != 37 || isFirst(1000) }
    func kind(of label: Label) -> String {
      mood == .kinds && !isFirst(2000) ? "again \(label)" : "\(label)"
    }
    func traits(of label: Label) -> StepTraits {
      mood == .traits && !isFirst(3000) ? .fault : .gesture
    }
  }

  @Test(arguments: Moody.Mood.allCases)
  private func `nothing holds of a system that answers otherwise when it is asked again`(
    _ mood: Moody.Mood
  ) {
    let found = explore(
      Moody(mood), [Property("small", .invariant { .require($0 < 1000, culprit: "large", "") })])
    #expect(!found.audit.differences.isEmpty)
    #expect(found.audit.stateTotal == 400)
    #expect(
      found.verdicts == [.undecided("something was not the same when it was worked out again")])
  }

  @Test func `a clause that judges otherwise when it is asked again is named`() {
    let asked = Asked()
    let moody = Property<Moody>(
      "moody", .step { _ in .require(asked.number(0) < 500, culprit: "late", "") })
    let fine = Property<Moody>("fine", .step { _ in .holds })
    let found = explore(Moody(.late), [fine, moody])
    let ofSteps = found.audit.differences.filter { $0.hasPrefix("the step ") }
    #expect(!ofSteps.isEmpty)
    #expect(ofSteps.allSatisfy { $0.contains("is judged otherwise by moody, when") })
  }

  @Test func `a goal that is one now and then is told`() {
    let asked = Asked()
    let whim = Property<Moody>("whim", .possible { _ in asked.number(0) % 37 == 3 })
    let fine = Property<Moody>("fine", .possible { $0 == 399 })
    let found = explore(Moody(.late), [fine, whim])
    let told = found.audit.differences.filter { $0.hasPrefix("a state is judged otherwise") }
    #expect(!told.isEmpty && told.allSatisfy { $0.contains(" by whim, when") })
    #expect(!found.verdicts.contains(.holds))
  }

  @Test func `who remembers something else when it is asked again is named`() {
    let asked = Asked()
    let counting = Observer<Moody, UInt64>(initial: 0) { _, memory in
      memory.value = asked.number(0) < 300 ? 1 : 2
    }
    let found = explore(
      Moody(.late),
      [
        Property(
          "counts",
          .invariant(remembering: counting) { _, memory in
            .require(memory.value < 3, culprit: "many", "")
          })
      ])
    let told = found.audit.differences.filter { $0.hasPrefix("what counts remembers after ") }
    #expect(!told.isEmpty && told.allSatisfy { $0.contains(" in state: ") })
  }

  /// Leads wherever it likes, by the number of the question.
  private struct Wanderer: ExplicitSystem {
    typealias State = Int
    typealias Label = Int
    let seed: UInt64
    let initialStates = [0]
    private let asked = Asked()

    init(seed: UInt64) { self.seed = seed }

    private func draw(below limit: Int) -> Int {
      Int(ContentDigest.mix(seed &* 1_000_000 &+ asked.number(0)) % UInt64(limit))
    }

    func steps(from state: Int) -> [Step<Int, Int>] {
      (0..<draw(below: 4)).map { Step($0, to: draw(below: 400)) }
    }
    func isSettled(_ state: Int) -> Bool { draw(below: 2) == 0 }
  }

  @Test(arguments: 0..<60)
  func `a system that answers at random traps nothing, and nothing holds of it`(seed: Int) {
    let found = explore(
      Wanderer(seed: UInt64(seed)),
      [
        .never("never 350") { $0 > 350 }, .possible("back") { $0 == 0 },
        Property("any", .settled { $0 < 300 ? .holds : .idle }),
      ])
    if found.statistics.stateCount > 20 {
      #expect(!found.audit.differences.isEmpty)
      #expect(!found.verdicts.contains(.holds) && !found.verdicts.contains(.vacuous))
    }
  }

  /// A chain from which each late state leads astray, and more ways astray are listed the second
  /// time.
  private struct Strayer: ExplicitSystem {
    typealias State = Int
    typealias Label = Int
    let initialStates = [0]
    private let asked = Asked()

    func steps(from state: Int) -> [Step<Int, Int>] {
      if state < 0 { return [] }
      let onward = state < 9000 ? [Step(0, to: state + 1), Step(1, to: 0)] : [Step(1, to: 0)]
      let strayCount = asked.number(state) == 1 ? 1 : 4
      return state < 8000 ? onward : onward + (0..<strayCount).map { Step(2 + $0, to: -state) }
    }
    func isSettled(_ state: Int) -> Bool { true }
  }

  @Test func `a system that lists more steps when a lost goal is looked for traps nothing`() {
    let found = explore(Strayer(), [.possible("back") { $0 == 0 }])
    #expect(
      !found.audit.differences.isEmpty || !found.unconfirmed.isEmpty || !found.findings.isEmpty)
    #expect(![.holds, .vacuous].contains(found.verdicts[0]))
  }

  @Test func `a clause that answers otherwise only when it is asked first is told`() {
    let asked = Asked()
    let found = explore(
      Chain(length: 300),
      [
        Property(
          "first",
          .invariant { state in
            let isFirst = asked.number(state) == 1
            return .require(state != 150 || isFirst, culprit: "later", "")
          })
      ])
    #expect(!found.audit.differences.isEmpty)
    #expect(
      found.verdicts == [.undecided("something was not the same when it was worked out again")])
  }

  @Test func `the states of a small search are all worked out again, and some of a large one`() {
    let small = explore(Chain(length: 1000), [.never("never") { $0 < 0 }])
    #expect(small.audit.stateCount == 1001 && small.audit.stepCount == 1000)
    let large = explore(Chain(length: 100_000), [.never("never") { $0 < 0 }])
    #expect(large.audit.stateCount == 1563 && large.audit.stateTotal == 100_001)
  }

  @Test func `a path of more departures than fit is told all the same`() {
    struct Busy: ExplicitSystem {
      typealias State = Int
      enum Label: Hashable, Comparable, Sendable { case tap }
      let initialStates = [0]
      func steps(from state: Int) -> [Step<Int, Label>] {
        state < 70_000 ? [Step(.tap, to: state + 1)] : []
      }
      func isSettled(_ state: Int) -> Bool { false }
      func traits(of label: Label) -> StepTraits { .gesture }
    }
    let found = explore(Busy(), [.never("end") { $0 == 70_000 }])
    #expect(found.verdicts == [.violated(findingCount: 1)])
  }
}
