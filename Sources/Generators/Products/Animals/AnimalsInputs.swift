import Generators
import Model

/// Cases of Animals of few categories and animals, so that ids and names repeat.
struct AnimalsInputs: Sendable {
  private let form: NameForm

  static let all = Generator<ValuesInput<Animals>> { source throws(Rejection) in
    let form = try Generator<NameForm>.element(of: NameForm.allCases).draw(from: &source)
    return try AnimalsInputs(form: form).draw(from: &source)
  }

  private func draw(from source: inout any ChoiceSource) throws(Rejection) -> ValuesInput<Animals> {
    let state = try states.draw(from: &source)
    let action = try actions(in: state).draw(from: &source)
    let categoryIds = try Self.categoryIds.set(count: 1...4).draw(from: &source)
    let animalIds = try Generator<String>.nearIds.set(count: 1...3).draw(from: &source)
    // Samples may hold an id twice.
    let twice = try Generator<Int>.integers(in: 0...5).draw(from: &source) == 5
    let categories =
      categoryIds.sorted().map { Category(categoryId: $0) }
      + (twice
        ? categoryIds.sorted().prefix(1).map { Category(categoryId: $0, name: "\($0) again") } : [])
    // No sample has the id of an animal that the state holds.
    let samples = animals(ids: .element(of: ["sample"])).array(count: 0...1)
    let additions = animals(ids: .nearIds).array(count: 0...1)
    let values = Animals.Values(
      samples: SampleData(categories: categories, animals: try samples.draw(from: &source)),
      additions: try additions.draw(from: &source),
      updates: try edits(in: state).array(count: 0...2).draw(from: &source),
      deletions: animalIds.sorted())
    return ValuesInput<Animals>(values: values, state: state, action: action)
  }

  private static let categoryIds = Generator<String>.element(of: ["a", "b", "A", "a ", ""])

  /// Mostly ids of what a state holds, as often the last as any other.
  private static func animalIds(in state: Animals.State) -> Generator<String> {
    let held = state.animals.data.keys.sorted()
    return .frequency([
      (2, .element(of: held + [""])), (1, .nearIds), (1, .always(held.last ?? "")),
    ])
  }

  /// The id of a request: mostly that of the animal in the answer.
  private static func idsOfRequest(
    answeredWith outcome: Outcome<Animal>, in state: Animals.State
  ) -> Generator<String> {
    guard case .success(let animal) = outcome else { return animalIds(in: state) }
    return .frequency([(1, .always(animal.animalId)), (1, animalIds(in: state))])
  }

  private var categories: Generator<[Category]> {
    Generator<Category>.lists(few: 0...3) { areMany in
      let ids = Generator<String>.frequency([
        (areMany ? 1 : 20, Self.categoryIds), (areMany ? 20 : 1, .nearIds(areMany: true)),
      ])
      return ids.pair(with: form.names).map { Category(categoryId: $0, name: $1) }
    }
  }

  /// Lists of animals; where they are many, most are of one category.
  private func lists(few: ClosedRange<Int>) -> Generator<[Animal]> {
    Generator<Animal>.lists(few: few) { areMany in
      let categoryIds = Generator<String>.frequency([
        (areMany ? 20 : 1, .always("a")), (areMany ? 1 : 20, Self.categoryIds),
      ])
      return animals(ids: .nearIds(areMany: areMany), categoryIds: categoryIds)
    }.withTwins {
      Animal(animalId: $1.animalId, name: $0.name, diet: $0.diet, categoryId: $0.categoryId)
    }
  }

  private func animals(
    ids: Generator<String>, categoryIds: Generator<String> = AnimalsInputs.categoryIds
  ) -> Generator<Animal> {
    Generator { source throws(Rejection) in
      Animal(
        animalId: try ids.draw(from: &source), name: try form.names.draw(from: &source),
        diet: try Generator<Diet>.element(of: Diet.allCases).draw(from: &source),
        categoryId: try categoryIds.draw(from: &source))
    }
  }

  /// Any animal, and mostly one that a state holds with one field changed.
  private func edits(in state: Animals.State) -> Generator<Animal> {
    let held = state.animals.data.values.sorted { $0.animalId < $1.animalId }
    let others = animals(ids: Self.animalIds(in: state))
    if held.isEmpty { return others }
    let edits = Generator<Animal>.element(of: held).flatMap { animal in
      Generator<Animal>.oneOf([
        form.near(animal.name).map {
          Animal(
            animalId: animal.animalId, name: $0, diet: animal.diet, categoryId: animal.categoryId)
        },
        Generator<Diet>.element(of: Diet.allCases.filter { $0 != animal.diet }).map {
          Animal(
            animalId: animal.animalId, name: animal.name, diet: $0, categoryId: animal.categoryId)
        },
        Self.categoryIds.map {
          Animal(animalId: animal.animalId, name: animal.name, diet: animal.diet, categoryId: $0)
        },
      ])
    }
    return .frequency([(1, others), (2, edits)])
  }

  /// States of categories and animals, each under its own id, some of which wait, or did.
  private var states: Generator<Animals.State> {
    Generator { source throws(Rejection) in
      var state = Animals.State()
      for category in try categories.draw(from: &source) {
        state.categories.data[category.categoryId] = category
      }
      for animal in try lists(few: 0...6).draw(from: &source) {
        state.animals.data[animal.animalId] = animal
      }
      state.categories.status = try Generator<Status?>.statuses.draw(from: &source)
      state.animals.status = try Generator<Status?>.statuses.draw(from: &source)
      let statuses = Generator<Status?>.frequency([(1, .statuses), (1, .always(.waiting))])
      let entries = Self.animalIds(in: state).pair(with: statuses).array(count: 0...8)
      for (id, status) in try entries.draw(from: &source) { state.animals.queue[id] = status }
      return state
    }
  }

  /// Every action.
  private func actions(in state: Animals.State) -> Generator<Animals.Action> {
    .frequency([
      (4, userActions(in: state).map { .ui($0) }), (8, dataActions(in: state).map { .data($0) }),
    ])
  }

  private func userActions(in state: Animals.State) -> Generator<Animals.UserAction> {
    let additions = animals(ids: Self.animalIds(in: state))
    return .frequency([
      (1, .element(of: [.categoryListOnAppear, .animalListOnAppear, .reloadSampleData])),
      (1, Self.animalIds(in: state).map { .deleteAnimal(id: $0) }),
      (
        2,
        edits(in: state).map {
          .updateAnimal(id: $0.animalId, name: $0.name, diet: $0.diet, categoryId: $0.categoryId)
        }
      ),
      (
        1,
        additions.map {
          .addAnimal(id: $0.animalId, name: $0.name, diet: $0.diet, categoryId: $0.categoryId)
        }
      ),
    ])
  }

  private func dataActions(in state: Animals.State) -> Generator<Animals.DataAction> {
    let (categories, animals) = (categories, lists(few: 0...3))
    let samples = categories.pair(with: animals).map { SampleData(categories: $0, animals: $1) }
    let answered = Generator<Outcome<Animal>>.outcomes(of: edits(in: state)).flatMap { outcome in
      Self.idsOfRequest(answeredWith: outcome, in: state).map { ($0, outcome) }
    }
    return .frequency([
      (
        1,
        Generator<Outcome<[Category]>>.outcomes(of: categories).map {
          .didFetchCategories(result: $0)
        }
      ),
      (1, Generator<Outcome<[Animal]>>.outcomes(of: animals).map { .didFetchAnimals(result: $0) }),
      (
        1,
        Generator<Outcome<SampleData>>.outcomes(of: samples).map {
          .didReloadSampleData(result: $0)
        }
      ),
      (2, answered.map { .didAddAnimal(id: $0, result: $1) }),
      (2, answered.map { .didUpdateAnimal(id: $0, result: $1) }),
      (2, answered.map { .didDeleteAnimal(id: $0, result: $1) }),
    ])
  }
}

/// The normal form of all names of a case.
///
/// In several, `<` is no order of strings: of "e\u{301}" and "\u{e9}a" neither precedes the other
/// in Swift 6.3, and they are not equal.
private enum NameForm: CaseIterable {
  case composed, decomposed

  func callAsFunction(_ name: String) -> String {
    switch self {
    case .composed: name.precomposedStringWithCanonicalMapping
    case .decomposed: name.decomposedStringWithCanonicalMapping
    }
  }

  var names: Generator<String> { .names.map { self($0) } }

  /// Names that somebody may take for another one.
  func near(_ name: String) -> Generator<String> {
    Generator<String>.oneOf([.element(of: [name.lowercased(), name.uppercased()]), .near(name)])
      .map { self($0) }
  }
}
