import Foundation
import Testing
@testable import ReferenceProducts

@testable import Model

/// Corners of the products' functions that runs seldom reach, as published.
struct ProductCornerTests {
  private static func quake(_ id: String, _ magnitude: Double) -> Quake {
    let time = Date(timeIntervalSinceReferenceDate: 0)
    return Quake(quakeId: id, magnitude: magnitude, time: time, updated: time, name: id)
  }

  @Test func `an updated animal is put under the id of its action`() throws {
    let dog = Animal(animalId: "Dog", name: "Dog", diet: .carnivore, categoryId: "Mammal")
    let cat = Animal(animalId: "Cat", name: "Cat", diet: .carnivore, categoryId: "Mammal")
    var state = Animals.State()
    state.animals.data = ["Dog": dog]
    let next = try AnimalsReducer.reduce(
      state, .data(.didUpdateAnimal(id: "Dog", result: .success(payload: cat))))
    #expect(next.animals.data == ["Dog": cat])
    #expect(next.animals.queue == ["Dog": .success])
  }

  @Test func `of samples with one id the last one stays`() throws {
    let first = Animal(animalId: "Dog", name: "Rex", diet: .carnivore, categoryId: "Mammal")
    let second = Animal(animalId: "Dog", name: "Bello", diet: .carnivore, categoryId: "Mammal")
    let samples = SampleData(categories: [], animals: [first, second])
    let next = try AnimalsReducer.reduce(
      Animals.State(), .data(.didReloadSampleData(result: .success(payload: samples))))
    #expect(next.animals.data == ["Dog": second])
  }

  @Test(arguments: [0, -1, Double.nan])
  func `a quake without a magnitude above 0 is removed`(_ magnitude: Double) throws {
    var state = Quakes.State()
    state.quakes.data = ["A": Self.quake("A", 1)]
    let payload = [Self.quake("A", magnitude), Self.quake("B", 2)]
    let next = try QuakesReducer.reduce(
      state, .data(.remoteStoreDidFetchQuakes(result: .success(payload: payload))))
    #expect(next.quakes.data.keys.sorted() == ["B"])
  }

  @Test func `a missing name fails a feed before any coordinate is looked at`() {
    let entries = [
      Quakes.FeedEntry(Self.quake("A", 1), lacking: [.coordinates]),
      Quakes.FeedEntry(Self.quake("B", 1), lacking: [.name]),
    ]
    #expect(throws: Quakes.nameMissing) { try Quakes.Payload("both", entries: entries).read() }
    #expect(throws: Crash.self) { try Quakes.Payload("one", entries: [entries[0]]).read() }
  }

  @Test func `a sync speaks of a quake under the payload's id`() throws {
    var old = Quakes.State()
    old.quakes.data = ["A": Self.quake("B", 1)]
    let payload = [Self.quake("A", 2)]
    let notice = try #require(
      QuakesListener.notice(
        old, .data(.remoteStoreDidFetchQuakes(result: .success(payload: payload)))))
    var current = Quakes.State()
    #expect(
      QuakesListener.react(notice, current)
        == .syncLocalQuakes(changes: Quakes.Changes(deleted: ["A"])))
    current.quakes.data = ["A": Self.quake("A", 2)]
    #expect(
      QuakesListener.react(notice, current)
        == .syncLocalQuakes(changes: Quakes.Changes(updated: [Self.quake("A", 2)])))
  }

  @Test func `an empty id is an id`() {
    let all = AnimalsSubscriptions(product: Animals())
    let (none, empty) = (all.animalStatus(nil), all.animalStatus(""))
    #expect(none.id == nil && empty.id == "")
    #expect((nil as String?).orderWord < ("" as String?).orderWord)
  }
}
