import Foundation
import Testing
@testable import ReferenceProducts

@testable import Model

/// A scope with the counts that an exploration of it gives.
struct PinnedScope<Values: Hashable & Codable & Sendable>: CustomTestStringConvertible, Sendable {
  let scope: Scope<Values>
  let stateCount: Int
  let stepCount: Int

  var testDescription: String { scope.name }
  var expected: RuntimeComparison {
    RuntimeComparison(stateCount: stateCount, stepCount: stepCount)
  }
}

private func counter(
  _ name: String, initial: Int, reach: Int, relaunchesMax: Int = 0, stateCount: Int, stepCount: Int
) throws -> PinnedScope<Counter.Values> {
  PinnedScope(
    scope: try Scope(
      name: name, relaunchesMax: relaunchesMax,
      values: Counter.Values(initial: initial, reach: reach)),
    stateCount: stateCount, stepCount: stepCount)
}

private func counterScopes() throws -> [PinnedScope<Counter.Values>] {
  try [
    counter("around 0", initial: 0, reach: 3, stateCount: 7, stepCount: 12),
    counter(
      "around 0, one kill", initial: 0, reach: 3, relaunchesMax: 1, stateCount: 14, stepCount: 31),
    // The end of `Int` adds a button that crashes and the state in which it does.
    counter("at the upper end", initial: .max - 2, reach: 4, stateCount: 8, stepCount: 13),
    counter("at the lower end", initial: .min + 1, reach: 2, stateCount: 5, stepCount: 7),
    // A kill stops binding with the tap that crashes, so that both ways to crash after it lead to
    // one state.
    counter(
      "at the very end, one kill", initial: .max, reach: 1, relaunchesMax: 1, stateCount: 6,
      stepCount: 9),
  ]
}

private let dog = Animal(animalId: "Dog", name: "Dog", diet: .carnivore, categoryId: "Mammal")
private let sparrow = Animal(
  animalId: "Sparrow", name: "House sparrow", diet: .omnivore, categoryId: "Bird")
private let renamedDog = Animal(
  animalId: "Dog", name: "Hound", diet: .carnivore, categoryId: "Mammal")
private let form = Animal(animalId: "form", name: "Ant", diet: .herbivore, categoryId: "Mammal")

private let dogOnly = SampleData(categories: [Category(categoryId: "Mammal")], animals: [dog])
private let dogAndSparrow = SampleData(
  categories: [Category(categoryId: "Bird"), Category(categoryId: "Mammal")],
  animals: [dog, sparrow])

private func animals(
  _ name: String, _ discipline: Discipline, mailMax: Int = 1, faultsMax: Int = 0,
  relaunchesMax: Int = 0,
  samples: SampleData = dogOnly, additions: [Animal] = [], updates: [Animal] = [],
  deletions: [String] = ["Dog"], stateCount: Int, stepCount: Int
) throws -> PinnedScope<Animals.Values> {
  PinnedScope(
    scope: try Scope(
      name: name, discipline: discipline, mailMax: mailMax, faultsMax: faultsMax,
      relaunchesMax: relaunchesMax, additionsMax: 1,
      values: Animals.Values(
        samples: samples, additions: additions, updates: updates, deletions: deletions)),
    stateCount: stateCount, stepCount: stepCount)
}

private func animalsScopes() throws -> [PinnedScope<Animals.Values>] {
  try [
    animals(
      "serial: delete, add, kill", .serial, relaunchesMax: 1, additions: [form],
      stateCount: 827, stepCount: 2626),
    animals(
      "serial: delete, update, fault, kill", .serial, faultsMax: 1, relaunchesMax: 1,
      updates: [renamedDog], stateCount: 1357, stepCount: 5320),
    animals(
      "serial: delete, update, two faults", .serial, faultsMax: 2, updates: [renamedDog],
      stateCount: 1187, stepCount: 4356),
    animals(
      "serial: two animals, fault", .serial, faultsMax: 1, samples: dogAndSparrow,
      deletions: ["Dog", "Sparrow"], stateCount: 973, stepCount: 3264),
    animals(
      "serial, mail of 2: delete, update, fault", .serial, mailMax: 2, faultsMax: 1,
      updates: [renamedDog], stateCount: 675, stepCount: 3605),
    animals(
      "concurrent: delete, update, kill", .concurrent, relaunchesMax: 1,
      updates: [renamedDog], stateCount: 797, stepCount: 4346),
    animals(
      "concurrent: add, fault", .concurrent, faultsMax: 1, additions: [form],
      deletions: [], stateCount: 1261, stepCount: 6356),
    animals(
      "concurrent: two animals", .concurrent, samples: dogAndSparrow,
      deletions: ["Dog", "Sparrow"], stateCount: 1456, stepCount: 8059),
    animals(
      "concurrent, mail of 2: delete, fault, kill", .concurrent, mailMax: 2, faultsMax: 1,
      relaunchesMax: 1, stateCount: 1091, stepCount: 6338),
  ]
}

private let noon = Date(timeIntervalSinceReferenceDate: 43_200)

private func quake(_ id: String, _ magnitude: Double) -> Quake {
  Quake(quakeId: id, magnitude: magnitude, time: noon, updated: noon, name: id)
}

private func quakes(
  _ name: String, _ discipline: Discipline = .serial, mailMax: Int = 1, faultsMax: Int = 0,
  relaunchesMax: Int = 0, refreshesMax: Int? = 1, payloads: [[Quake]], deletions: [String] = ["A"],
  deletesAll: Bool = true, stateCount: Int, stepCount: Int
) throws -> PinnedScope<Quakes.Values> {
  let values = Quakes.Values(
    ranges: [.allDay], payloads: payloads.enumerated().map { Quakes.Payload("\($0)", $1) },
    countsRefreshes: refreshesMax != nil, deletions: deletions, deletesAll: deletesAll,
    searches: [Quakes.Search(text: "", date: noon)], sorts: [Quakes.Sort()])
  return PinnedScope(
    scope: try Scope(
      name: name, discipline: discipline, mailMax: mailMax, faultsMax: faultsMax,
      relaunchesMax: relaunchesMax, additionsMax: refreshesMax ?? 0, values: values),
    stateCount: stateCount, stepCount: stepCount)
}

private func quakesScopes() throws -> [PinnedScope<Quakes.Values>] {
  try [
    quakes("an empty feed", payloads: [[]], stateCount: 29, stepCount: 67),
    quakes(
      "a feed that is silent, fault, kill", faultsMax: 1, relaunchesMax: 1, payloads: [],
      stateCount: 146, stepCount: 456),
    quakes(
      "one quake, fault, kill", faultsMax: 1, relaunchesMax: 1,
      payloads: [[quake("A", 1)], [quake("A", 0)]], stateCount: 264, stepCount: 789),
    quakes(
      "one quake repeated, two refreshes, mail of 2, fault", mailMax: 2, faultsMax: 1,
      refreshesMax: 2,
      payloads: [[quake("A", 1), quake("A", 2)], []], stateCount: 558, stepCount: 1721),
    quakes(
      "two quakes, refreshes without end, kill", relaunchesMax: 1, refreshesMax: nil,
      payloads: [[quake("A", 1), quake("B", 1)], [quake("A", 2)], [quake("B", -1)]],
      deletions: ["A", "B"], deletesAll: false, stateCount: 1157, stepCount: 2734),
    quakes(
      "concurrent: one quake, two refreshes, no deletes", .concurrent, mailMax: 2, faultsMax: 1,
      relaunchesMax: 1, refreshesMax: 2,
      payloads: [[quake("A", 1)], [quake("A", 2)], [quake("A", 0)]],
      deletions: [], deletesAll: false, stateCount: 584, stepCount: 2051),
  ]
}

private func system(_ scope: Scope<Quakes.Values>) -> RuntimeSystem<Quakes> {
  var product = Quakes(calendar: scope.values.calendar)
  product.countsRefreshes = scope.values.countsRefreshes
  return RuntimeSystem(product: product, scope: scope)
}

private func system(_ scope: Scope<Counter.Values>) -> RuntimeSystem<Counter> {
  RuntimeSystem(product: Counter(initial: scope.values.initial), scope: scope)
}

private func system(_ scope: Scope<Animals.Values>) -> RuntimeSystem<Animals> {
  RuntimeSystem(product: Animals(scope.values), scope: scope)
}

@Suite struct NaiveRuntimeTests {
  @Test(arguments: try counterScopes())
  func `the expansion of Counter reaches the states and takes the steps of the naive runtime`(
    _ pinned: PinnedScope<Counter.Values>
  ) {
    #expect(RuntimeComparison(system(pinned.scope)) == pinned.expected)
  }

  @Test(arguments: try animalsScopes())
  func `the expansion of Animals reaches the states and takes the steps of the naive runtime`(
    _ pinned: PinnedScope<Animals.Values>
  ) {
    #expect(RuntimeComparison(system(pinned.scope)) == pinned.expected)
  }

  @Test(arguments: try quakesScopes())
  func `the expansion of Quakes reaches the states and takes the steps of the naive runtime`(
    _ pinned: PinnedScope<Quakes.Values>
  ) {
    #expect(RuntimeComparison(system(pinned.scope)) == pinned.expected)
  }

  @Test(arguments: try counterScopes())
  func `every reachable state of Counter comes back from its row`(
    _ pinned: PinnedScope<Counter.Values>
  ) {
    #expect(changedByRoundTrip(system(pinned.scope)) == [])
  }

  @Test(arguments: try animalsScopes())
  func `every reachable state of Animals comes back from its row`(
    _ pinned: PinnedScope<Animals.Values>
  ) {
    #expect(changedByRoundTrip(system(pinned.scope)) == [])
  }

  @Test(arguments: try quakesScopes())
  func `every reachable state of Quakes comes back from its row`(
    _ pinned: PinnedScope<Quakes.Values>
  ) {
    #expect(changedByRoundTrip(system(pinned.scope)) == [])
  }

  @Test(arguments: try counterScopes())
  func `Counter has no loop to skip`(_ pinned: PinnedScope<Counter.Values>) {
    let audit = LoopAudit(system(pinned.scope))
    #expect(audit.differences == Differences())
    #expect(audit.skippedCount == 0)
  }

  @Test(arguments: try animalsScopes())
  func `a skipped loop of Animals is counted, and nothing but loops is skipped`(
    _ pinned: PinnedScope<Animals.Values>
  ) { expectSkippedLoops(LoopAudit(system(pinned.scope))) }

  @Test(arguments: try quakesScopes())
  func `a skipped loop of Quakes is counted, and nothing but loops is skipped`(
    _ pinned: PinnedScope<Quakes.Values>
  ) { expectSkippedLoops(LoopAudit(system(pinned.scope))) }

  private func expectSkippedLoops(_ audit: LoopAudit) {
    #expect(audit.differences == Differences())
    #expect(audit.skippedCount > 0)
  }
}
