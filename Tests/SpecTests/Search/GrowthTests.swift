import Model
import Testing

@testable import Spec

/// Searches of systems whose states grow without end: they are cut in time, and say what grows.
@Suite struct GrowthTests {
  /// A list that gets longer with every step, by as much as it holds or by so many.
  private struct List: ExplicitSystem {
    typealias Label = Int
    struct State: Hashable, Sendable {
      var words: [Int] = [0]
      var day = 0
    }
    let initialStates = [State()]
    /// Nil for as much as it holds.
    var growth: Int?
    /// How many days nothing grows.
    var idleDayCount = 0

    func steps(from state: State) -> [Step<State, Int>] {
      let count = state.words.count
      let added = state.day < idleDayCount ? 0 : growth ?? count
      let words = state.words + Array(count..<count + added)
      return [Step(0, to: State(words: words, day: state.day + 1))]
    }
  }

  private static let limit = 16 << 20

  @Test(arguments: [1, 100, 1000])
  func `the content of states counts as memory`(_ growth: Int) {
    let found = explore(
      List(growth: growth), [.never("never empty") { $0.words.isEmpty }],
      limits: Limits(byteCountMax: Self.limit))
    #expect(found.reason == .memoryLimit(Self.limit))
    #expect(found.statistics.byteCount <= Self.limit * 11 / 10)
    #expect(found.statistics.byteCount >= Self.limit * 8 / 10)
    #expect(found.growth?.path == "state.words")
    #expect(found.growth?.count ?? 0 == found.statistics.depth * growth + 1)
  }

  @Test func `a state that is twice the last one ends a search before there are many`() {
    let found = explore(List(), limits: Limits(byteCountMax: Self.limit))
    #expect(found.reason == .memoryLimit(Self.limit))
    #expect(found.statistics.depth == 20)
    #expect(found.growth?.words == "state.words: 1,048,576 elements in one value")
  }

  @Test(arguments: [100, 264, 1000, 5001])
  func `a state that begins late to be twice the last one ends a search as soon`(
    _ idleDayCount: Int
  ) {
    let found = explore(List(idleDayCount: idleDayCount), limits: Limits(byteCountMax: Self.limit))
    #expect(found.reason == .memoryLimit(Self.limit))
    #expect(found.statistics.depth <= idleDayCount + 21)
  }

  @Test func `a search that stops for another reason says what grows too`() {
    let found = explore(List(growth: 1), limits: Limits(depthMax: 50))
    #expect(found.reason == .depthLimit(50))
    #expect(found.growth?.words == "state.words: 51 elements in one value")
  }

  /// A search that is told from the last one by a number, beside a table that stays.
  private struct Numbered: ExplicitSystem {
    typealias Label = String
    struct State: Hashable, Sendable {
      var table = Array(0..<100)
      var asked = 0
      var answered: [Int] = []
    }
    let initialStates = [State()]
    /// Whether answers are kept.
    var keepsAnswers = false

    func steps(from state: State) -> [Step<State, String>] {
      var (asked, answered) = (state, state)
      asked.asked += 1
      answered.answered = keepsAnswers ? state.answered + [0] : [state.asked % 2]
      return [Step("ask", to: asked), Step("answer", to: answered)]
    }
  }

  @Test func `a number that grows is named where no collection does`() {
    let found = explore(Numbered(), limits: Limits(depthMax: 50))
    #expect(found.growth?.words == "state.asked: up to 50")
  }

  @Test func `a collection that grows is named beside a larger one that does not`() {
    let found = explore(Numbered(keepsAnswers: true), limits: Limits(depthMax: 12))
    #expect(found.growth?.words == "state.answered: 12 elements in one value")
  }

  @Test func `nothing grows in a system whose states do not`() {
    #expect(explore(BoundedCounter(), limits: Limits(depthMax: 2)).growth == nil)
    #expect(explore(TwoLocks()).growth == nil)
  }

  // MARK: Looks

  /// A state with many successors, each with one more.
  private static let fan = Graph(
    (1...500).flatMap {
      [(from: 0, label: "out \($0)", to: $0), (from: $0, label: "on", to: 500 + $0)]
    })

  @Test func `a look that is due is taken after the state that is under way`() {
    var told: [SearchProgress] = []
    var monitor = Monitor { progress in
      told.append(progress)
      return told.count == 4 ? .timeLimit : nil
    }
    monitor.isDue = { true }
    let found = explore(Self.fan, [.never("never -1") { $0 < 0 }], monitor: monitor)
    #expect(told.map { $0.stateCount - $0.frontierCount } == [1, 2, 3, 4])
    #expect(found.reason == .timeLimit)
    #expect(found.statistics.frontierCount == found.statistics.stateCount - 4)
  }

  @Test func `looks between states change nothing`() {
    var monitor = Monitor()
    monitor.isDue = { true }
    let properties: [Property<Graph>] = [.never("never 700") { $0 == 700 }]
    let (free, watched) = (
      explore(Self.fan, properties), explore(Self.fan, properties, monitor: monitor)
    )
    #expect(free.statistics == watched.statistics)
    #expect((free.verdicts, free.found) == (watched.verdicts, watched.found))
  }

  @Test func `a limit on memory is compared with the memory of the process where it is known`() {
    var byteCount = 1 << 20
    var monitor = Monitor()
    monitor.residentByteCount = {
      byteCount += 1 << 20
      return byteCount
    }
    let found = explore(
      Chain(length: 1_000_000), [.never("never -1") { $0 < 0 }],
      limits: Limits(byteCountMax: 64 << 20), monitor: monitor)
    #expect(found.reason == .memoryLimit(64 << 20))
    #expect(byteCount <= 65 << 20 && byteCount > 32 << 20)
  }

  @Test func `what has to be told at once is told without counterexamples`() {
    var monitor = Monitor { _ in .interrupted }
    monitor.mustEnd = { true }
    let found = explore(
      Chain(length: 10_000), [.never("never 3") { $0 == 3 }, .never("never 9000") { $0 == 9000 }],
      monitor: monitor)
    #expect(found.verdicts == [.violated(findingCount: 1), .holdsWithin(.interrupted)])
    #expect(found.findings.isEmpty)
    #expect(found.untold == [FindingName(property: "never 3", culprit: "bad after next")])
  }

  @Test func `a look ahead that is stopped says of nothing that it is lost`() {
    let chain = Graph((0..<5).map { (from: $0, label: "go", to: $0 + 1) })
    let expander = chain.makeExpansion()
    var isStopped = true
    let reach = GoalLookahead(rows: expander.rows, avoiding: [], shouldStop: { isStopped }) { _ in
      false
    }
    #expect(!reach.isLost(from: expander.row(of: 0)))
    isStopped = false
    #expect(reach.isLost(from: expander.row(of: 0)) && !reach.isGivenUp)
  }
}
