import Model

extension Generator<ValuesInput<Animals>> {
  /// Cases of Animals of few categories and animals, so that ids and names repeat.
  static let animalsInputs = Generator { source throws(Rejection) in
    let state = try Generator<Animals.State>.animalsStates.draw(from: &source)
    let action = try Generator<Animals.Action>.animalsActions(in: state).draw(from: &source)
    let categoryIds = try Generator<String>.categoryIds.set(count: 1...4).draw(from: &source)
    let animalIds = try Generator<String>.animalIds.set(count: 1...3).draw(from: &source)
    let categories = categoryIds.sorted().map { Category(categoryId: $0) }
    let values = Animals.Values(
      samples: SampleData(categories: categories, animals: []), additions: [], updates: [],
      deletions: animalIds.sorted())
    return ValuesInput<Animals>(values: values, state: state, action: action)
  }
}

extension Generator<String> {
  fileprivate static var categoryIds: Generator { element(of: ["a", "b", "A", "a ", ""]) }
  fileprivate static var animalIds: Generator { nearIds }

  /// Names in one normal form.
  ///
  /// In several, `<` is no order of strings: of "e\u{301}" and "\u{e9}a" neither precedes the other in Swift
  /// 6.3, and they are not equal.
  fileprivate static var composedNames: Generator {
    names.map { $0.precomposedStringWithCanonicalMapping }
  }

  /// Mostly ids of what a state holds.
  fileprivate static func animalIds(in state: Animals.State) -> Generator {
    frequency([(2, element(of: state.animals.data.keys.sorted() + [""])), (1, animalIds)])
  }

  /// The id of a request: mostly that of the animal in the answer.
  fileprivate static func idsOfRequest(
    answeredWith outcome: Outcome<Animal>, in state: Animals.State
  ) -> Generator {
    guard case .success(let animal) = outcome else { return animalIds(in: state) }
    return frequency([(4, .always(animal.animalId)), (1, animalIds(in: state))])
  }
}

extension Generator<Category> {
  fileprivate static func lists(few: ClosedRange<Int>) -> Generator<[Category]> {
    lists(few: few) { areMany in
      let ids = Generator<String>.frequency([
        (areMany ? 1 : 20, .categoryIds), (areMany ? 20 : 1, .nearIds(areMany: true)),
      ])
      return ids.pair(with: .composedNames).map { Category(categoryId: $0, name: $1) }
    }
  }
}

extension Generator<Diet> {
  fileprivate static var diets: Generator { element(of: Diet.allCases) }
}

extension Generator<Animal> {
  fileprivate static func lists(few: ClosedRange<Int>) -> Generator<[Animal]> {
    lists(few: few) { animals(ids: .nearIds(areMany: $0)) }
  }

  fileprivate static func animals(ids: Generator<String>) -> Generator {
    Generator { source throws(Rejection) in
      Animal(
        animalId: try ids.draw(from: &source), name: try Generator<String>.composedNames.draw(from: &source),
        diet: try Generator<Diet>.diets.draw(from: &source),
        categoryId: try Generator<String>.categoryIds.draw(from: &source))
    }
  }
}

extension Generator<Animals.State> {
  /// States of categories and animals, each under its own id, some of which wait, or did.
  fileprivate static var animalsStates: Generator {
    Generator { source throws(Rejection) in
      var state = Animals.State()
      for category in try Generator<Category>.lists(few: 0...3).draw(from: &source) {
        state.categories.data[category.categoryId] = category
      }
      for animal in try Generator<Animal>.lists(few: 0...6).draw(from: &source) {
        state.animals.data[animal.animalId] = animal
      }
      state.categories.status = try Generator<Status?>.statuses.draw(from: &source)
      state.animals.status = try Generator<Status?>.statuses.draw(from: &source)
      let entries = Generator<String>.animalIds(in: state).pair(with: Generator<Status?>.statuses)
        .array(count: 0...8)
      for (id, status) in try entries.draw(from: &source) { state.animals.queue[id] = status }
      return state
    }
  }
}

extension Generator<Animals.Action> {
  /// Every action.
  fileprivate static func animalsActions(in state: Animals.State) -> Generator {
    frequency([
      (3, Generator<Animals.UserAction>.userActions(in: state).map { .ui($0) }),
      (8, Generator<Animals.DataAction>.dataActions(in: state).map { .data($0) }),
    ])
  }
}

extension Generator<Animals.UserAction> {
  fileprivate static func userActions(in state: Animals.State) -> Generator {
    let animals = Generator<Animal>.animals(ids: .animalIds(in: state))
    return oneOf([
      .element(of: [.categoryListOnAppear, .animalListOnAppear, .reloadSampleData]),
      Generator<String>.animalIds(in: state).map { .deleteAnimal(id: $0) },
      animals.map {
        .updateAnimal(id: $0.animalId, name: $0.name, diet: $0.diet, categoryId: $0.categoryId)
      },
      animals.map { .addAnimal(id: $0.animalId, name: $0.name, diet: $0.diet, categoryId: $0.categoryId) },
    ])
  }
}

extension Generator<Animals.DataAction> {
  fileprivate static func dataActions(in state: Animals.State) -> Generator {
    let animals = Generator<Animal>.lists(few: 0...3)
    let categories = Generator<Category>.lists(few: 0...3)
    let samples = categories.pair(with: animals).map { SampleData(categories: $0, animals: $1) }
    let answers = Generator<Animal>.animals(ids: .animalIds(in: state))
    let answered = Generator<Outcome<Animal>>.outcomes(of: answers).flatMap { outcome in
      Generator<String>.idsOfRequest(answeredWith: outcome, in: state).map { ($0, outcome) }
    }
    return oneOf([
      Generator<Outcome<[Category]>>.outcomes(of: categories).map { .didFetchCategories(result: $0) },
      Generator<Outcome<[Animal]>>.outcomes(of: animals).map { .didFetchAnimals(result: $0) },
      Generator<Outcome<SampleData>>.outcomes(of: samples).map { .didReloadSampleData(result: $0) },
      answered.map { .didAddAnimal(id: $0, result: $1) },
      answered.map { .didUpdateAnimal(id: $0, result: $1) },
      answered.map { .didDeleteAnimal(id: $0, result: $1) },
    ])
  }
}
