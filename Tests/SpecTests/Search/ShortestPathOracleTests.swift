import Model
import Testing

@testable import Spec

/// Counterexamples compared with those that brute force finds, on small graphs drawn from a fixed
/// seed.
@Suite struct ShortestPathOracleTests {
  private static let graphCount = 200

  @Test func `counterexamples of an invariant are the best of all shortest paths`() {
    var random = Xorshift(seed: 20_260_419)
    var (pathCount, dearerCount, equalCount, lengthMax) = (0, 0, 0, 0)
    for number in 0..<Self.graphCount {
      let graph = DrawnGraph(number: number, &random)
      let isBad = graph.isBad
      let found = explore(graph, [.never("never bad", isBad)])
      let expected = BruteForce(graph: graph).best(property: "never bad", culprit: "bad after ") {
        old, new in
        !(old.map(isBad) ?? false) && isBad(new)
      }
      #expect(found.found == expected.map(\.found), "graph \(number): \(graph)")
      #expect(found.statistics.stateCount == graph.reachable.count, "graph \(number): \(graph)")
      pathCount += expected.count
      dearerCount += expected.count { $0.dearerCount > 0 }
      equalCount += expected.count { $0.equalCount > 0 }
      lengthMax = max(lengthMax, expected.map(\.found.path.labels.count).max() ?? 0)
    }
    // What the drawing is worth: how many counterexamples there are, how many of them were picked
    // among dearer ones and among equally dear ones, and how long they get.
    #expect(pathCount == 238)
    #expect(dearerCount == 143)
    #expect(equalCount == 74)
    #expect(lengthMax == 7)
  }

  @Test func `goals are lost where brute force loses them`() {
    var random = Xorshift(seed: 19_840_104)
    var (keptCount, lostCount, lengthMax) = (0, 0, 0)
    for number in 0..<Self.graphCount {
      let graph = DrawnGraph(number: number, &random)
      let avoids: StepTraits = number.isMultiple(of: 2) ? [] : .fault
      let alive = graph.alive(avoiding: avoids)
      let found = explore(graph, [.possible("reach", avoiding: avoids, graph.isGoal)])
      let lostLength = graph.depths.filter { !alive.contains($0.key) }.values.min()
      #expect(
        found.verdicts == [
          lostLength == nil ? .holds : .violated(findingCount: found.findings.count)
        ])
      #expect(found.found.map(\.path.labels.count).min() == lostLength, "graph \(number): \(graph)")
      let expected = BruteForce(graph: graph).best(property: "reach", culprit: "") { old, new in
        (old.map(alive.contains) ?? true) && !alive.contains(new)
      }
      #expect(found.found == expected.map(\.found), "graph \(number): \(graph)")
      keptCount += lostLength == nil ? 1 : 0
      lostCount += lostLength == nil ? 0 : 1
      lengthMax = max(lengthMax, lostLength ?? 0)
    }
    #expect(keptCount == 98)
    #expect(lostCount == 102)
    #expect(lengthMax == 5)
  }
}

/// The xorshift generator of Marsaglia (2003) with 64 bits of state.
struct Xorshift {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A number from 0 up to a bound; the slight bias does not matter here.
  mutating func next(below bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(bound))
  }

  /// True in so many of a hundred cases.
  mutating func chance(_ percent: Int) -> Bool { next(below: 100) < percent }
}
