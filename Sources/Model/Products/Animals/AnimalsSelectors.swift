import Model

extension Animals {
  /// How what has a name and an id is listed.
  struct NameOrder: Sendable {
    /// Whether a name comes before another; the order of Swift's strings, as published.
    let precedes: @Sendable (String, String) -> Bool
    /// Whether ids decide between equal names; as published, these stay in the dictionary's own order.
    let breaksTies: Bool

    init(
      breaksTies: Bool = false, precedes: @escaping @Sendable (String, String) -> Bool = { $0 < $1 }
    ) {
      (self.precedes, self.breaksTies) = (precedes, breaksTies)
    }

    func sorted<Named>(
      _ entries: [(key: String, value: Named)], by name: (Named) -> String
    ) -> [Named] {
      entries.sorted { first, second in
        let (one, other) = (name(first.value), name(second.value))
        return precedes(one, other) || breaksTies && !precedes(other, one) && first.key < second.key
      }.map(\.value)
    }
  }

  /// Selectors, filters and the subscriptions that use them.
  enum Selectors {
    /// The categories in name order.
    static func categoriesValues(
      _ state: State, _ order: EntryOrder = .ascending, by names: NameOrder = NameOrder()
    ) -> [Category] {
      names.sorted(order.entries(of: state.categories.data)) { $0.name }
    }

    static func category(ofAnimal animalId: String?, _ state: State) -> Category? {
      animalId.flatMap { state.animals.data[$0] }.flatMap { state.categories.data[$0.categoryId] }
    }

    static func category(_ categoryId: String?, _ state: State) -> Category? {
      categoryId.flatMap { state.categories.data[$0] }
    }

    /// The animals of a category; none for nil.
    static func animals(inCategory categoryId: String?, _ state: State) -> [String: Animal] {
      guard let categoryId else { return [:] }
      return state.animals.data.filter { $0.value.categoryId == categoryId }
    }

    /// The animals of a category in name order.
    static func animalsValues(
      inCategory categoryId: String?, _ state: State, _ order: EntryOrder = .ascending,
      by names: NameOrder = NameOrder()
    ) -> [Animal] {
      names.sorted(order.entries(of: animals(inCategory: categoryId, state))) { $0.name }
    }

    static func animal(_ animalId: String?, _ state: State) -> Animal? {
      animalId.flatMap { state.animals.data[$0] }
    }

    static func animalStatus(_ animalId: String?, _ state: State) -> Status? {
      animalId.flatMap { state.animals.queue[$0] }
    }
  }

  @Sendable static func filterCategories(_ old: State, _ action: Action) -> Bool {
    switch action {
    case .data(.didFetchCategories(result: .success)), .data(.didReloadSampleData(result: .success)): true
    default: false
    }
  }

  @Sendable static func filterAnimals(_ categoryId: String?, _ old: State, _ action: Action) -> Bool {
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
