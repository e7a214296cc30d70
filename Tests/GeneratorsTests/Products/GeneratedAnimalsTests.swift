import Testing
@testable import ReferenceProducts

@testable import Generators
@testable import Model
@testable import Spec
@testable import SpecRunner

/// What `GeneratedValues` says of Animals, by brute force: no selector, filter or clause is shared.
@Suite struct GeneratedAnimalsTests {
  private typealias Input = ValuesInput<Animals>

  private static let drawn = DrawnInputs("animals", AnimalsInputs.all, seed: 3, runCount: 500)

  /// What of an action its filters look at.
  private enum Change {
    case categories([Category])
    case animals([Animal])
    case reload(SampleData)
    case add(Animal)
    case update(id: String, Animal)
    case delete(Animal)
  }

  private func change(_ input: Input) -> (name: String, change: Change)? {
    guard case .data(let action) = input.action else { return nil }
    let isThere = { (id: String) in input.state.animals.data[id] != nil }
    switch action {
    case .didFetchCategories(.success(let all)): return ("didFetchCategories", .categories(all))
    case .didFetchAnimals(.success(let all)): return ("didFetchAnimals", .animals(all))
    case .didReloadSampleData(.success(let samples)):
      return ("didReloadSampleData", .reload(samples))
    case .didAddAnimal(_, .success(let animal)): return ("didAddAnimal", .add(animal))
    case .didUpdateAnimal(let id, .success(let animal)) where isThere(id):
      return ("didUpdateAnimal", .update(id: id, animal))
    case .didDeleteAnimal(let id, .success(let animal)) where isThere(id):
      return ("didDeleteAnimal", .delete(animal))
    default: return nil
    }
  }

  /// Categories and animals before and after.
  private func contents(_ input: Input) -> (old: Animals.Contents, new: Animals.Contents) {
    let old = Animals.Contents(
      categories: input.state.categories.data, animals: input.state.animals.data)
    var new = old
    switch change(input)?.change {
    case .categories(let all): all.forEach { new.categories[$0.categoryId] = $0 }
    case .animals(let all): all.forEach { new.animals[$0.animalId] = $0 }
    case .reload(let samples):
      new = Animals.Contents(categories: [:], animals: [:])
      samples.categories.forEach { new.categories[$0.categoryId] = $0 }
      samples.animals.forEach { new.animals[$0.animalId] = $0 }
    case .add(let animal): new.animals[animal.animalId] = animal
    case .update(let id, let animal): new.animals[id] = animal
    case .delete(let animal): new.animals[animal.animalId] = nil
    case nil: break
    }
    return (old, new)
  }

  private func list(_ animals: [String: Animal], of categoryId: String?) -> [Animal] {
    animals.values.filter { $0.categoryId == categoryId }.sorted {
      ($0.name, $0.animalId) < ($1.name, $1.animalId)
    }
  }

  /// The categories that can be selected, and none.
  private func categoryIds(_ input: Input) -> [String?] {
    input.values.samples.categories.map(\.categoryId) + [nil]
  }

  /// The categories whose lists an action changes.
  private func changed(_ input: Input) -> [String?] {
    let (old, new) = contents(input)
    return categoryIds(input).filter { list(old.animals, of: $0) != list(new.animals, of: $0) }
  }

  /// Whether the filter of a category lets the action through.
  private func passes(_ categoryId: String?, _ input: Input) -> Bool {
    switch change(input)?.change {
    case .animals, .reload: true
    case .add(let animal), .delete(let animal): animal.categoryId == categoryId
    case .update(_, let animal):
      animal.categoryId == categoryId
        || input.state.animals.data[animal.animalId]?.categoryId == categoryId
    case .categories, nil: false
    }
  }

  @Test func `the verdict about the filter of a list is that of every case`() throws {
    var judgedCount = 0
    var culprits: Set<String> = []
    for input in Self.drawn.inputs {
      let changed = changed(input)
      if changed.isEmpty { continue }
      judgedCount += 1
      let name = try #require(change(input)?.name)
      if changed.contains(where: { !passes($0, input) }) { culprits.insert(name) }
    }
    let result = try Self.drawn.result("filter.sound(animals.values)")
    let found = try #require(Self.drawn.report).findings.filter { $0.property == result.name }
    #expect(result.judgedCount == judgedCount)
    #expect(Set(found.map(\.culprit)) == culprits)
    #expect(culprits == ["didAddAnimal", "didDeleteAnimal", "didUpdateAnimal"])
    #expect(result.verdict == .violated(findingCount: culprits.count))
  }

  @Test func `the precision of the filter of a list is counted by action as by hand`() throws {
    var counts: [String: MeasureCount] = [:]
    for input in Self.drawn.inputs {
      let passing = categoryIds(input).filter { passes($0, input) }
      guard let name = change(input)?.name, !passing.isEmpty else { continue }
      let hasChanged = !changed(input).filter(passing.contains).isEmpty
      counts[name, default: MeasureCount()].add(isHit: !hasChanged)
    }
    #expect(try Self.drawn.result("filter.precise(animals.values)").verdict == .measured(counts))
    #expect(counts.count == 5)
  }

  @Test func `the precision of the filter of categories is counted by action as by hand`() throws {
    var counts: [String: MeasureCount] = [:]
    for input in Self.drawn.inputs {
      guard let (name, change) = change(input) else { continue }
      switch change {
      case .categories, .reload:
        let (old, new) = contents(input)
        counts[name, default: MeasureCount()].add(isHit: old.categories == new.categories)
      case .animals, .add, .update, .delete: continue
      }
    }
    #expect(try Self.drawn.result("filter.precise(categories.values)").verdict == .measured(counts))
    #expect(counts.count == 2)
  }

  @Test func `the verdicts about order are those of every pair of equal names`() throws {
    func hasTie(_ names: [String]) -> Bool { Set(names).count < names.count }
    var judgedCount = 0
    var ties: Set<String> = []
    for input in Self.drawn.inputs {
      let categories = input.state.categories.data.values.map(\.name)
      let lists = input.values.samples.categories.map { category in
        list(input.state.animals.data, of: category.categoryId).map(\.name)
      }
      if (lists + [categories]).contains(where: { !$0.isEmpty }) { judgedCount += 1 }
      if hasTie(categories) { ties.insert("categories.values") }
      if lists.contains(where: hasTie) { ties.insert("animals.values") }
    }
    let found = try #require(Self.drawn.report).findings
    #expect(try Self.drawn.result("selector.pure").judgedCount == judgedCount)
    #expect(Set(found.filter { $0.property == "selector.pure" }.map(\.culprit)) == ties)
    #expect(ties.count == 2)
    #expect(found.filter { $0.property == "animals.sorted" }.map(\.culprit) == ["ties"])
  }
}
