import Foundation
import Testing
@testable import ReferenceProducts

@testable import Model

/// What happens around the app, worked out twice: requests that outlive a kill, other clients, the
/// clock.
@Suite struct NaiveSurroundingsTests {
  private static let dog = Animal(
    animalId: "Dog", name: "Dog", diet: .carnivore, categoryId: "Mammal")
  private static let rex = Animal(
    animalId: "Dog", name: "Rex", diet: .carnivore, categoryId: "Mammal")
  private static let form = Animal(
    animalId: "form", name: "Ant", diet: .herbivore, categoryId: "Mammal")

  private static func values(additions: [Animal], deletions: [String] = ["Dog"]) -> Animals.Values {
    Animals.Values(
      samples: SampleData(categories: [Category(categoryId: "Mammal")], animals: [dog]),
      additions: additions, updates: [rex], deletions: deletions)
  }

  private static func comparison(
    _ scope: Scope<Animals.Values>, changing change: (inout Animals) -> Void = { _ in }
  ) -> RuntimeComparison {
    var product = Animals(scope.values)
    change(&product)
    return RuntimeComparison(RuntimeSystem(product: product, scope: scope))
  }

  @Test(arguments: [(Discipline.serial, 2, 7131, 32349), (.concurrent, 1, 6569, 40944)])
  func `requests outlive a kill where the store is remote`(
    _ discipline: Discipline, relaunchesMax: Int, stateCount: Int, stepCount: Int
  ) throws {
    let scope = try Scope(
      name: "remote", discipline: discipline, relaunchesMax: relaunchesMax, store: .remote,
      values: Self.values(additions: []))
    #expect(
      Self.comparison(scope) == RuntimeComparison(stateCount: stateCount, stepCount: stepCount))
  }

  @Test func `a remote store goes on when the app crashes`() throws {
    let scope = try Scope(
      name: "remote", discipline: .concurrent, relaunchesMax: 1, store: .remote,
      values: Self.values(additions: []))
    let found = Self.comparison(scope) { product in
      product.design.reducer = { state, action in
        if case .data(.didDeleteAnimal) = action { throw Crash("reducer") }
        return try AnimalsReducer.reduce(state, action)
      }
    }
    #expect(found == RuntimeComparison(stateCount: 5818, stepCount: 36004))
  }

  @Test func `what a request did before it failed stays done when nobody waits for it`() throws {
    let scope = try Scope(
      name: "remote", relaunchesMax: 1, store: .remote, values: Self.values(additions: []))
    let found = Self.comparison(scope) {
      $0.design.store = NaiveRuntimeCornerTests.failingAfterDelete
    }
    #expect(found == RuntimeComparison(stateCount: 2197, stepCount: 8696))
  }

  @Test func `other clients change the rows as often as the scope says`() throws {
    let scope = try Scope(
      name: "remote", additionsMax: 1, occurrencesMax: 2, store: .remote,
      values: Self.values(additions: [Self.form], deletions: []))
    #expect(Self.comparison(scope) == RuntimeComparison(stateCount: 6052, stepCount: 20024))
  }

  @Test func `an answered request that outlived its launch gets any answer`() throws {
    let noon = Date(timeIntervalSinceReferenceDate: 43_200)
    let quake = Quake(quakeId: "A", magnitude: 2, time: noon, updated: noon, name: "A")
    let values = Quakes.Values(
      ranges: [.allDay], payloads: [Quakes.Payload("it", [quake]), Quakes.Payload("nothing", [])],
      countsRefreshes: true, deletions: ["A"], deletesAll: false,
      searches: [Quakes.Search(text: "", date: noon)], sorts: [Quakes.Sort()])
    let scope = try Scope(
      name: "remote", relaunchesMax: 1, additionsMax: 1, store: .remote, values: values)
    let found = RuntimeComparison(RuntimeSystem(product: Quakes(published: values), scope: scope))
    #expect(found == RuntimeComparison(stateCount: 91, stepCount: 298))
  }

  @Test(arguments: [
    ([], 1533, 7028), (["QuakeList.quakes.values"], 4403, 20500),
  ])
  func `windows meet midnight and another zone as in the naive runtime`(
    lagging: [String], stateCount: Int, stepCount: Int
  ) throws {
    let found = RuntimeComparison(try Self.calendar(lagging: lagging))
    #expect(found == RuntimeComparison(stateCount: stateCount, stepCount: stepCount))
  }

  /// Windows in which nothing is cached would show at once what no element tells them.
  @Test func `windows that cache nothing meet no other zone`() throws {
    let expansion = try Self.calendar(lagging: nil).makeExpansion()
    var rows = [
      expansion.row(of: try #require(try Self.calendar(lagging: nil).initialStates.first))
    ]
    var steps = StepBuffer()
    while steps.complaint == nil, let row = rows.popLast() {
      steps.removeAll()
      expansion.rows.expand(row, into: &steps, selecting: .all)
      rows += steps.steps.map(\.row)
    }
    #expect(
      steps.complaint?.hasSuffix("give the scope's windows 'lagging', an empty list at least")
        == true)
  }

  private static func calendar(lagging: [String]?) throws -> RuntimeSystem<Quakes> {
    let noon = Date(timeIntervalSinceReferenceDate: 43_200)
    let early = Quake(quakeId: "A", magnitude: 2, time: noon - 7_200, updated: noon, name: "A")
    let late = Quake(quakeId: "B", magnitude: 2, time: noon, updated: noon, name: "B")
    let values = Quakes.Values(
      ranges: [.allDay], payloads: [Quakes.Payload("both", [early, late])],
      countsRefreshes: true, deletions: [], deletesAll: true,
      searches: [Quakes.Search(text: "", date: noon)],
      sorts: [Quakes.Sort(), Quakes.Sort(key: .magnitude, order: .reverse)],
      otherTimeZones: ["Pacific/Auckland"])
    let scope = try Scope(
      name: "calendar", environment: .windows, additionsMax: 1, occurrencesMax: 2,
      windows: WindowBounds(countMax: 1, opensAndCloses: true, lagging: lagging), values: values)
    return RuntimeSystem(product: Quakes(published: values), scope: scope)
  }
}
