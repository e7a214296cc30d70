import Model

/// Selectors, and the filters of the subscriptions that use them.
enum AnimalsSelectors {
  /// The categories in name order.
  static func categoriesValues(
    _ state: Animals.State, _ order: EntryOrder = .ascending, breaksTies: Bool = false
  ) -> [Category] {
    sorted(order.entries(of: state.categories.data), breaksTies) { $0.name }
  }

  static func category(ofAnimal animalId: String?, _ state: Animals.State) -> Category? {
    animalId.flatMap { state.animals.data[$0] }.flatMap { state.categories.data[$0.categoryId] }
  }

  static func category(_ categoryId: String?, _ state: Animals.State) -> Category? {
    categoryId.flatMap { state.categories.data[$0] }
  }

  /// The animals of a category; none for nil.
  static func animals(inCategory categoryId: String?, _ state: Animals.State) -> [String: Animal] {
    guard let categoryId else { return [:] }
    return state.animals.data.filter { $0.value.categoryId == categoryId }
  }

  /// The animals of a category in name order.
  static func animalsValues(
    inCategory categoryId: String?, _ state: Animals.State, _ order: EntryOrder = .ascending,
    breaksTies: Bool = false
  ) -> [Animal] {
    sorted(order.entries(of: animals(inCategory: categoryId, state)), breaksTies) { $0.name }
  }

  private static func sorted<Named>(
    _ entries: [(key: String, value: Named)], _ breaksTies: Bool, by name: (Named) -> String
  ) -> [Named] {
    entries.sorted { first, second in
      let (one, other) = (name(first.value), name(second.value))
      return one < other || breaksTies && !(other < one) && first.key < second.key
    }.map(\.value)
  }

  static func animal(_ animalId: String?, _ state: Animals.State) -> Animal? {
    animalId.flatMap { state.animals.data[$0] }
  }

  static func animalStatus(_ animalId: String?, _ state: Animals.State) -> Status? {
    animalId.flatMap { state.animals.queue[$0] }
  }

  @Sendable static func filterCategories(_ old: Animals.State, _ action: Animals.Action) -> Bool {
    switch action {
    case .data(.didFetchCategories(result: .success)),
      .data(.didReloadSampleData(result: .success)):
      true
    default: false
    }
  }

  @Sendable static func filterAnimals(
    _ categoryId: String?, _ old: Animals.State, _ action: Animals.Action
  )
    -> Bool
  {
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
