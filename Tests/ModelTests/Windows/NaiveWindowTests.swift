import Foundation
import Testing
@testable import ReferenceProducts

@testable import Model

/// Windows of the shipped products, with the counts of the naive graph.
@Suite struct NaiveWindowTests {
  private static let dog = Animal(
    animalId: "Dog", name: "Dog", diet: .carnivore, categoryId: "Mammal")
  private static let renamedDog = Animal(
    animalId: "Dog", name: "Rex", diet: .carnivore, categoryId: "Mammal")
  private static let movedDog = Animal(
    animalId: "Dog", name: "Dog", diet: .carnivore, categoryId: "Bird")
  private static let form = Animal(
    animalId: "form", name: "Ant", diet: .herbivore, categoryId: "Mammal")
  private static let alerts = ["openReloadAlert", "openDeleteAlert"]

  private static func animals(
    _ name: String, _ windows: WindowBounds, discipline: Discipline = .serial, faultsMax: Int = 0,
    relaunchesMax: Int = 0, categories: [String] = ["Mammal"], animals: [Animal] = [dog],
    additions: [Animal] = [], updates: [Animal] = [], deletions: [String] = [],
    presentations: Animals.Presentations? = nil, stateCount: Int, stepCount: Int
  ) throws -> PinnedScope<Animals.Values> {
    var values = Animals.Values(
      samples: SampleData(
        categories: categories.map { Category(categoryId: $0) }, animals: animals),
      additions: additions, updates: updates, deletions: deletions)
    values.presentations = presentations
    return PinnedScope(
      scope: try Scope(
        name: name, environment: .windows, discipline: discipline, faultsMax: faultsMax,
        relaunchesMax: relaunchesMax, additionsMax: 1, windows: windows, values: values),
      stateCount: stateCount, stepCount: stepCount)
  }

  private static let detail = ["AnimalDetail.animal", "AnimalDetail.animal.status"]
  private static let editor = ["AnimalEditor.animal", "AnimalEditor.animal.status"]

  private static func animalsScopes() throws -> [PinnedScope<Animals.Values>] {
    try [
      animals(
        "one window", WindowBounds(countMax: 1), deletions: ["Dog"], stateCount: 264, stepCount: 655
      ),
      animals(
        "two windows", WindowBounds(countMax: 2, leavesOut: alerts), deletions: ["Dog"],
        stateCount: 881, stepCount: 2946),
      animals(
        "two windows, flags cleared", WindowBounds(countMax: 2, leavesOut: alerts),
        deletions: ["Dog"], presentations: .clearFlag, stateCount: 809, stepCount: 2778),
      animals(
        "two windows, presentations stay up", WindowBounds(countMax: 2, leavesOut: alerts),
        deletions: ["Dog"], presentations: .stayUp, stateCount: 809, stepCount: 2778),
      animals(
        "two new editors", WindowBounds(countMax: 2, leavesOut: alerts + ["swipeDelete"]),
        animals: [], additions: [form], stateCount: 3078, stepCount: 11258),
      animals(
        "two new editors whose status lags",
        WindowBounds(
          countMax: 2, lagging: ["AnimalEditor.animal.status"],
          leavesOut: alerts + ["swipeDelete", "deselectCategory", "cancelEditor"]),
        animals: [], additions: [form], stateCount: 1747, stepCount: 3435),
      animals(
        "two windows that open and close, fault",
        WindowBounds(countMax: 2, opensAndCloses: true, leavesOut: alerts + ["swipeDelete"]),
        faultsMax: 1, stateCount: 1443, stepCount: 7342),
      animals(
        "three windows", WindowBounds(countMax: 3, leavesOut: alerts + ["swipeDelete"]),
        animals: [], stateCount: 286, stepCount: 934),
      animals(
        "two windows, kill", WindowBounds(countMax: 2, leavesOut: alerts + ["swipeDelete"]),
        relaunchesMax: 1, animals: [], stateCount: 158, stepCount: 441),
      animals(
        "one window, fault, kill", WindowBounds(countMax: 1, leavesOut: alerts), faultsMax: 1,
        relaunchesMax: 1, updates: [renamedDog], deletions: ["Dog"], stateCount: 1367,
        stepCount: 3799),
      animals(
        "one concurrent window, an add, fault", WindowBounds(countMax: 1, leavesOut: alerts),
        discipline: .concurrent, faultsMax: 1, animals: [], additions: [form], stateCount: 472,
        stepCount: 1122),
      animals(
        "the detail lags", WindowBounds(countMax: 1, lagging: detail, leavesOut: alerts),
        deletions: ["Dog"], stateCount: 341, stepCount: 713),
      animals(
        "the editor lags, kill", WindowBounds(countMax: 1, lagging: editor, leavesOut: alerts),
        relaunchesMax: 1, updates: [renamedDog], stateCount: 832, stepCount: 2193),
      animals(
        "the list lags, two categories, fault",
        WindowBounds(countMax: 1, lagging: ["AnimalList.animals.values"], leavesOut: alerts),
        faultsMax: 1, categories: ["Bird", "Mammal"], updates: [movedDog], stateCount: 679,
        stepCount: 1740),
      animals(
        "two windows that open and close and lag",
        WindowBounds(
          countMax: 2, opensAndCloses: true, lagging: ["CategoryList.categories.values"],
          leavesOut: alerts),
        animals: [], stateCount: 291, stepCount: 1146),
    ]
  }

  private static let noon = Date(timeIntervalSinceReferenceDate: 43_200)

  private static func quake(_ id: String, _ magnitude: Double) -> Quake {
    Quake(quakeId: id, magnitude: magnitude, time: noon, updated: noon, name: id)
  }

  private static func quakes(
    _ name: String, _ windows: WindowBounds, discipline: Discipline = .serial, faultsMax: Int = 0,
    relaunchesMax: Int = 0, refreshesMax: Int? = 1, payloads: [[Quake]], searches: [String] = [""],
    deletesAll: Bool = false, stateCount: Int, stepCount: Int
  ) throws -> PinnedScope<Quakes.Values> {
    let values = Quakes.Values(
      ranges: [.allDay], payloads: payloads.enumerated().map { Quakes.Payload("\($0)", $1) },
      countsRefreshes: refreshesMax != nil, deletions: [], deletesAll: deletesAll,
      searches: searches.map { Quakes.Search(text: $0, date: noon) }, sorts: [Quakes.Sort()])
    return PinnedScope(
      scope: try Scope(
        name: name, environment: .windows, discipline: discipline, faultsMax: faultsMax,
        relaunchesMax: relaunchesMax, additionsMax: refreshesMax ?? 0, windows: windows,
        values: values),
      stateCount: stateCount, stepCount: stepCount)
  }

  private static func quakesScopes() throws -> [PinnedScope<Quakes.Values>] {
    try [
      quakes(
        "one window, refreshes without end", WindowBounds(countMax: 1), refreshesMax: nil,
        payloads: [[quake("A", 1), quake("B", 2)], [quake("A", 0)]], deletesAll: true,
        stateCount: 386, stepCount: 1494),
      quakes(
        "two windows", WindowBounds(countMax: 2), payloads: [[quake("A", 1)]], stateCount: 77,
        stepCount: 237),
      quakes(
        "two windows that open and close, fault, kill",
        WindowBounds(countMax: 2, opensAndCloses: true),
        faultsMax: 1, relaunchesMax: 1, payloads: [[quake("A", 1)]], stateCount: 804,
        stepCount: 3907),
      quakes(
        "the list lags, two searches, fault",
        WindowBounds(countMax: 1, lagging: ["QuakeList.quakes.values", "QuakeList.quakes.count"]),
        faultsMax: 1, payloads: [[quake("A", 1)], []], searches: ["", "A"], deletesAll: true,
        stateCount: 1299,
        stepCount: 3863),
      quakes(
        "the map lags, kill",
        WindowBounds(countMax: 1, lagging: ["QuakeMap.quakes", "QuakeMap.listSelection.quake"]),
        relaunchesMax: 1, payloads: [[quake("A", 1)], [quake("A", 2)]], stateCount: 290,
        stepCount: 787),
      quakes(
        "two windows that lag, concurrent",
        WindowBounds(countMax: 2, lagging: ["QuakeList.quakes.values"]),
        discipline: .concurrent, payloads: [[quake("A", 1)]], stateCount: 741, stepCount: 2129),
    ]
  }

  private func system(_ scope: Scope<Animals.Values>) -> RuntimeSystem<Animals> {
    RuntimeSystem(product: Animals(scope.values), scope: scope)
  }

  private func system(_ scope: Scope<Quakes.Values>) -> RuntimeSystem<Quakes> {
    var product = Quakes(calendar: scope.values.calendar)
    product.countsRefreshes = scope.values.countsRefreshes
    if let search = scope.values.searches.first { product.firstSearch = search }
    return RuntimeSystem(product: product, scope: scope)
  }

  @Test(arguments: try animalsScopes())
  func `windows of Animals reach the states and take the steps of the naive runtime`(
    _ pinned: PinnedScope<Animals.Values>
  ) {
    #expect(RuntimeComparison(system(pinned.scope)) == pinned.expected)
  }

  @Test(arguments: try quakesScopes())
  func `windows of Quakes reach the states and take the steps of the naive runtime`(
    _ pinned: PinnedScope<Quakes.Values>
  ) {
    #expect(RuntimeComparison(system(pinned.scope)) == pinned.expected)
  }

  @Test(arguments: [(3, false, 18, 81), (2, true, 14, 45)])
  func `windows of Counter reach the states and take the steps of the naive runtime`(
    _ countMax: Int, _ caches: Bool, stateCount: Int, stepCount: Int
  ) throws {
    let bounds = try WindowBounds(
      countMax: countMax, opensAndCloses: true, lagging: caches ? [] : nil)
    let scope = try Scope(
      name: "windows", environment: .windows, relaunchesMax: 1, windows: bounds,
      values: Counter.Values(initial: .max, reach: 1))
    let found = RuntimeComparison(RuntimeSystem(product: Counter(initial: .max), scope: scope))
    #expect(found == RuntimeComparison(stateCount: stateCount, stepCount: stepCount))
  }
}
