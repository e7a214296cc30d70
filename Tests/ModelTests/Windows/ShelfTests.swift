import Generators
import Testing

@testable import Model
@testable import Spec

/// Windows of a product that is none of those shipped, its subscriptions and scopes drawn.
@Suite struct ShelfTests {
  private static func scope(
    _ windows: WindowBounds, discipline: Discipline = .serial, faultsMax: Int = 0,
    relaunchesMax: Int = 0
  ) throws -> Scope<Int> {
    try Scope(
      name: "shelf", environment: .windows, discipline: discipline, faultsMax: faultsMax,
      relaunchesMax: relaunchesMax, windows: windows, values: 0)
  }

  /// A system by a seed; two items only where nothing else makes many states.
  private static func drawn(_ seed: UInt64) throws -> RuntimeSystem<Shelf> {
    var random = RandomSource(seed: seed)
    func pick<Value>(_ values: [Value]) -> Value { values[random.choose(below: values.count)] }
    var shelf = Shelf()
    shelf.filter = pick(Shelf.Filter.allCases)
    shelf.dependency = pick(Shelf.Dependency.allCases)
    shelf.identity = pick(Shelf.Identity.allCases)
    shelf.handler = pick([.none, .onDifference, .onSight])
    let countMax = pick([1, 1, 2])
    let (faultsMax, relaunchesMax) = pick([(0, 0), (0, 0), (0, 1), (1, 0)])
    if countMax + faultsMax + relaunchesMax > 1 { shelf.items = [1: 1] }
    let names = ["List.items", "Detail.selected.size", "Alert.pending"]
    let lagging = pick([nil, [], [pick(names)], countMax == 1 ? names : []])
    let windows = try WindowBounds(
      countMax: countMax, opensAndCloses: pick([false, true]), lagging: lagging)
    return RuntimeSystem(
      product: shelf,
      scope: try scope(
        windows, discipline: pick(Discipline.allCases), faultsMax: faultsMax,
        relaunchesMax: relaunchesMax))
  }

  @Test func `a change handler does not run where nothing that is shown has changed`() throws {
    var shelf = Shelf()
    shelf.handler = .onSight
    let found = RuntimeComparison(
      RuntimeSystem(
        product: shelf,
        scope: try Self.scope(
          WindowBounds(
            countMax: 1, opensAndCloses: true, leavesOut: ["tapBadge", "deselect", "cancel"]),
          faultsMax: 1)))
    #expect(found == RuntimeComparison(stateCount: 1502, stepCount: 4386))
  }

  @Test func `a new id brings new selectors, even where no parameter says so`() throws {
    var shelf = Shelf()
    shelf.identity = .idAlone
    let found = RuntimeComparison(
      RuntimeSystem(product: shelf, scope: try Self.scope(WindowBounds(countMax: 1, lagging: []))))
    #expect(found == RuntimeComparison(stateCount: 279, stepCount: 798))
  }

  @Test func `a state with subscriptions that lag has the same steps wherever it is met first`()
    throws
  {
    for seed in 16..<28 as Range<UInt64> {
      let system = try Self.drawn(seed)
      let expansion = system.makeExpansion()
      let reach = Reach(expansion, of: system)
      for number in stride(from: 0, to: reach.nodes.count, by: 41) {
        let other = system.makeExpansion()
        var buffer = StepBuffer()
        let row = other.row(of: expansion.state(of: reach.nodes[number]))
        other.rows.expand(row, into: &buffer, selecting: .all)
        let steps = reach.steps[number]
        let (labels, targets) = (buffer.steps.map(\.transition), buffer.steps.map(\.row))
        #expect(
          labels.map(other.label) == steps.map { expansion.label(of: $0.name) }, "seed \(seed)")
        #expect(
          targets.map(other.state) == steps.map { expansion.state(of: reach.nodes[$0.target]) },
          "seed \(seed)")
      }
    }
  }

  @Test(arguments: [nil, [], ["Detail.selected.size"]] as [[String]?])
  func `windows that never come to rest end a search as an invalid system`(_ lagging: [String]?)
    throws
  {
    var shelf = Shelf()
    shelf.handler = .endless
    let system = RuntimeSystem(
      product: shelf, scope: try Self.scope(WindowBounds(countMax: 1, lagging: lagging)))
    let found = Explorer(system: system, properties: []).run()
    guard case .invalidSystem(let complaint) = found.reason else {
      Issue.record("\(found.reason)")
      return
    }
    #expect(complaint.hasPrefix("refresh changes a window after each of 100 renders in a row"))
  }

  @Test func `drawn windows reach the states and take the steps of the naive runtime`() throws {
    var sum = RuntimeComparison(stateCount: 0, stepCount: 0)
    for seed in 16..<28 as Range<UInt64> {
      let system = try Self.drawn(seed)
      let found = RuntimeComparison(system)
      #expect(
        found.differences == Differences(), "seed \(seed): \(system.product), \(system.scope)")
      sum.stateCount += found.stateCount
      sum.stepCount += found.stepCount
    }
    #expect(sum == RuntimeComparison(stateCount: 4476, stepCount: 16428))
  }
}
