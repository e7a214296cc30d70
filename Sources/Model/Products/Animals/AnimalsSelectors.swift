extension Animals {
  /// Whether a name comes before another.
  package typealias NameOrder = @Sendable (String, String) -> Bool

  /// Selectors, filters and the subscriptions that use them.
  package enum Selectors {
    /// The categories in name order; equal names stay in the dictionary's own order, unless ids decide.
    package static func categoriesValues(
      _ state: State, _ order: EntryOrder = .ascending, by precedes: NameOrder = published,
      breaksTies: Bool = false
    ) -> [Category] {
      order.entries(of: state.categories.data).map(\.value).stablySorted { first, second in
        if precedes(first.name, second.name) { return true }
        return breaksTies && !precedes(second.name, first.name) && first.categoryId < second.categoryId
      }
    }

    package static func category(ofAnimal animalId: String?, _ state: State) -> Category? {
      animalId.flatMap { state.animals.data[$0] }.flatMap { state.categories.data[$0.categoryId] }
    }

    package static func category(_ categoryId: String?, _ state: State) -> Category? {
      categoryId.flatMap { state.categories.data[$0] }
    }

    /// The animals of a category; none for nil.
    package static func animals(inCategory categoryId: String?, _ state: State) -> [String: Animal] {
      guard let categoryId else { return [:] }
      return state.animals.data.filter { $0.value.categoryId == categoryId }
    }

    /// The animals of a category in name order; equal names stay in the dictionary's own order, unless ids
    /// decide.
    package static func animalsValues(
      inCategory categoryId: String?, _ state: State, _ order: EntryOrder = .ascending,
      by precedes: NameOrder = published, breaksTies: Bool = false
    ) -> [Animal] {
      order.entries(of: animals(inCategory: categoryId, state)).map(\.value)
        .stablySorted { first, second in
          if precedes(first.name, second.name) { return true }
          return breaksTies && !precedes(second.name, first.name) && first.animalId < second.animalId
        }
    }

    package static func animal(_ animalId: String?, _ state: State) -> Animal? {
      animalId.flatMap { state.animals.data[$0] }
    }

    package static func animalStatus(_ animalId: String?, _ state: State) -> Status? {
      animalId.flatMap { state.animals.queue[$0] }
    }

    /// The order of names as published: that of Swift's strings.
    @Sendable package static func published(_ first: String, _ second: String) -> Bool { first < second }
  }

  @Sendable package static func filterCategories(_ old: State, _ action: Action) -> Bool {
    switch action {
    case .data(.didFetchCategories(result: .success)), .data(.didReloadSampleData(result: .success)): true
    default: false
    }
  }

  @Sendable package static func filterAnimals(_ categoryId: String?, _ old: State, _ action: Action) -> Bool {
    switch action {
    case .data(.didFetchAnimals(result: .success)), .data(.didReloadSampleData(result: .success)):
      true
    case .data(.didAddAnimal(_, result: .success(let animal))),
      .data(.didDeleteAnimal(_, result: .success(let animal))):
      animal.categoryId == categoryId
    case .data(.didUpdateAnimal(_, result: .success(let animal))):
      animal.categoryId == categoryId || old.animals.data[animal.animalId]?.categoryId == categoryId
    default: false
    }
  }
}
