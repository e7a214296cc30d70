import Generators
import Model
import Spec
import Testing

/// What stories claim beside their steps: each claim against a system in which saying more would be
/// wrong.
@Suite struct StoryClaimTests {
  // MARK: How short a path is

  /// A staircase of 81 steps that breaks at its end.
  ///
  /// Leaving out step 21 makes the way odd and leaving out step 61 makes it even again; an odd way
  /// ends whole. Beside every stair lies a wood in which whoever looks around gets lost.
  private struct Stairs: ExplicitSystem {
    struct State: Hashable, Sendable {
      var place = 0
      var isOdd = false
      var tree: UInt64?

      func going(to place: Int) -> State {
        var next = self
        next.place = place
        return next
      }
    }
    typealias Label = Int

    var count = 81
    let initialStates = [State()]

    func kind(of label: Int) -> String { "\(label)" }

    func steps(from state: State) -> [Step<State, Int>] {
      let tree = state.tree ?? UInt64(state.place * 2 + (state.isOdd ? 1 : 0)) &* 1_000_003
      let woods = (0..<7).map { path in
        Step<State, Int>(1000 + path, to: State(tree: (tree &* 7 &+ UInt64(path)) % 1_000_000_007))
      }
      if state.tree != nil { return woods }
      if state.place == count { return [] }
      var stairs = [Step<State, Int>(state.place + 1, to: state.going(to: state.place + 1))]
      let isCrossing = state.place == (state.isOdd ? 60 : 20)
      if isCrossing {
        var crossed = state.going(to: state.place + 2)
        crossed.isOdd.toggle()
        stairs.append(Step(state.place + 2, to: crossed))
      }
      return stairs + woods
    }
  }

  private static func stairs(_ count: Int) -> Specification<Stairs> {
    Stairs(count: count).promising("stairs.whole", "The stairs stay whole.") {
      .require($0.tree != nil || $0.isOdd || $0.place < count, culprit: "broken", "in pieces")
    }
  }

  private func shrinkStairs(
    _ count: Int = 81, reach: Int = 3_000, shouldStop: @escaping () -> Bool = { false }
  ) -> ShrunkPath<Stairs> {
    let specification = Self.stairs(count)
    return PathShrinker(specification, reach: reach, shouldStop: shouldStop).shrink(
      Path(labels: Array(1...count)),
      showing: FindingName(property: "stairs.whole", culprit: "broken after \(count)"))
  }

  @Test func `two steps far apart in a path of 81 are left out together`() {
    let path = shrinkStairs()
    #expect(path.path.labels == Array(1...81).filter { $0 != 21 && $0 != 61 })
    #expect(path.minimality == .twoMinimal)
  }

  @Test func `where there is no time for every two steps only single ones are spoken of`() {
    let path = shrinkStairs(reach: 0)
    #expect(path.path.labels.count == 81)
    #expect(path.minimality == .oneMinimal)
    #expect(
      path.minimality.words == "1-minimal: no step can be left out; not every two steps were tried."
    )
  }

  @Test func `whoever is stopped while steps are left out claims nothing`() {
    var count = 0
    let path = shrinkStairs {
      count += 1
      return count > 1
    }
    #expect(path.minimality == .stopped)
  }

  /// A maze of 300 rooms with five doors each, some of them locked, drawn from a seed; the last
  /// room breaks.
  private struct Maze: ExplicitSystem {
    typealias State = Int
    typealias Label = Int
    var seed: UInt64
    let initialStates = [0]

    func kind(of label: Int) -> String { "\(label)" }

    func steps(from room: Int) -> [Step<Int, Int>] {
      (0..<5).compactMap { door in
        var source = RandomSource(seed: seed &* 10_000 &+ UInt64(room * 5 + door))
        let (isLocked, next) = (source.choose(below: 3) == 0, source.choose(below: 300))
        return isLocked || room == 299 ? nil : Step(door, to: next)
      }
    }

    /// Whether the labels, as far as they are enabled, lead to the last room through a door.
    func isShown(by labels: [Int], endingWith last: Int) -> Bool {
      var room = 0
      for label in labels {
        guard let step = steps(from: room).first(where: { $0.label == label }) else { continue }
        room = step.state
        if room == 299 { return label == last }
      }
      return false
    }

    /// A path to the last room by doors drawn at random; nil when it takes more than so many.
    func walk(_ source: inout RandomSource, stepCountMax: Int) -> [Int]? {
      var (room, labels) = (0, [Int]())
      while room != 299 {
        let steps = steps(from: room)
        if steps.isEmpty || labels.count == stepCountMax { return nil }
        let step = steps[source.choose(below: steps.count)]
        labels.append(step.label)
        room = step.state
      }
      return labels
    }

    var specification: Specification<Maze> {
      promising("maze.whole", "Nobody finds the last room.") {
        .require($0 != 299, culprit: "found", "found")
      }
    }
  }

  @Test func `a path that is called 2-minimal loses no step and no two steps by hand`() throws {
    var pathCount = 0
    for seed in UInt64(0)..<400 {
      let maze = Maze(seed: seed)
      var source = RandomSource(seed: seed)
      guard let labels = maze.walk(&source, stepCountMax: 60), let last = labels.last else {
        continue
      }
      // So small a reach that no pass finds what leaving steps out could find.
      let shrunk = PathShrinker(maze.specification, reach: 1).shrink(
        Path(labels: labels),
        showing: FindingName(property: "maze.whole", culprit: "found after \(last)"))
      let path = shrunk.path.labels
      #expect(maze.isShown(by: path, endingWith: last))
      guard shrunk.minimality == .twoMinimal else { continue }
      pathCount += 1
      for first in path.indices {
        for second in path.indices {
          let rest = path.indices.filter { $0 != first && $0 != second }.map { path[$0] }
          #expect(
            !maze.isShown(by: rest, endingWith: last), "seed \(seed) without \(first) and \(second)"
          )
        }
      }
    }
    #expect(pathCount > 20)
  }

  // MARK: When the promise would be kept

  /// What the story of a path says of schedules that pass.
  private func remarks(_ lines: [String], start: String = "start", along labels: [String]) throws
    -> [String]
  {
    let specification = Chart(lines, start: start).specification
    let last = try #require(labels.last?.split(separator: " ").first)
    let path = PathShrinker(specification).explain(
      Path(labels: labels),
      showing: FindingName(property: "chart.whole", culprit: "broken after \(last)"))
    try #require(path.path.labels == labels)
    return path.explanation.remarks.dropLast()
  }

  /// "one" and then "two" breaks; what follows the other order is up to a test.
  private func remarksOnOrder(_ other: [String], start: String = "start") throws -> [String] {
    let order = [
      "\(start) tap one> one", "one tap two> broken!", "\(start) tap two> two",
      "two tap one> swapped",
    ]
    return try remarks(order + other, start: start, along: ["tap one", "tap two"])
  }

  private static let keptInOrder =
    "Kept if step 2 comes before step 1 and all else is the same, however pending work then "
    + "finishes without faults."

  @Test
  func `an order after which all pending work finishes well is named, be it as long as it may`()
    throws
  {
    let long = (0..<60).map {
      "\($0 == 0 ? "swapped" : "at\($0)") go> \($0 == 59 ? "end." : "at\($0 + 1)")"
    }
    #expect(try remarksOnOrder(["swapped go> end."]) == [Self.keptInOrder])
    #expect(try remarksOnOrder(long) == [Self.keptInOrder])
  }

  @Test func `an order is not named when pending work can break the promise in its second way`()
    throws
  {
    #expect(try remarksOnOrder(["swapped early> end.", "swapped late> bad!"]).isEmpty)
    #expect(
      try remarksOnOrder(["swapped early> mid", "mid early> end.", "mid late> bad!"]).isEmpty)
  }

  @Test func `an order is not named when the promise breaks at the 45th step of pending work`()
    throws
  {
    let long = (0..<60).map {
      "\($0 == 0 ? "swapped" : "at\($0)") go> "
        + "\($0 == 59 ? "end." : $0 == 44 ? "bad!" : "at\($0 + 1)")"
    }
    #expect(try remarksOnOrder(long + ["swapped a> end."]).isEmpty)
  }

  @Test
  func
    `an order is not named when pending work can get stuck, never ends or is too much to look at`()
    throws
  {
    #expect(try remarksOnOrder(["swapped early> end.", "swapped late> stuck"]).isEmpty)
    #expect(try remarksOnOrder(["swapped go> again", "again go> swapped"]).isEmpty)
    let huge = (0..<4000).map { "\($0 == 0 ? "swapped" : "at\($0)") go> at\($0 + 1)" }
    #expect(try remarksOnOrder(huge + ["at4000 go> end."]).isEmpty)
  }

  @Test func `an order is not named when the launch itself breaks the promise`() throws {
    let other = ["swapped go> end."]
    #expect(try remarksOnOrder(other, start: "calm.") == [Self.keptInOrder])
    let order = [
      "bad! tap one> one", "bad! tap two> two", "one tap two> broken!", "two tap one> swapped",
    ]
    #expect(try remarks(order + other, start: "bad!", along: ["tap one", "tap two"]).isEmpty)
  }

  @Test func `a fault is named when every outcome without it keeps the promise`() throws {
    let lines = [
      "start fail> failed", "failed tap> broken!", "start do well> well", "well tap> end.",
    ]
    let named =
      "Kept if the fault at step 1 does not happen and later steps follow where they can, however "
      + "pending work then finishes without faults."
    #expect(try remarks(lines, along: ["fail", "tap"]) == [named])
    let second = ["start do worse> worse", "worse tap> later", "later go> bad!"]
    #expect(try remarks(lines + second, along: ["fail", "tap"]).isEmpty)
  }

  @Test
  func `a fault is not named when a later step can be replaced in a way that breaks the promise`()
    throws
  {
    let lines = [
      "start fail> failed", "failed tap x> broken!", "start do> well", "well tap a> end.",
    ]
    #expect(try remarks(lines, along: ["fail", "tap x"]).count == 1)
    let second = ["well tap b> later", "later go> bad!"]
    #expect(try remarks(lines + second, along: ["fail", "tap x"]).isEmpty)
  }

  @Test
  func `a kill is named when the promise is kept without it, whatever order the rest comes in`()
    throws
  {
    let lines = [
      "start kill> killed", "killed tap> broken!", "start tap> tapped", "tapped go a> end.",
    ]
    let named =
      "Kept if the kill at step 1 does not happen and later steps follow where they can, however "
      + "pending work then finishes without faults."
    #expect(try remarks(lines, along: ["kill", "tap"]) == [named])
    #expect(try remarks(lines + ["tapped go b> bad!"], along: ["kill", "tap"]).isEmpty)
  }
}
