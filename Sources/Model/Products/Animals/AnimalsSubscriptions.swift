/// What the components of a window subscribe to.
extension Animals {
  /// Every subscription, for every category and animal of the values.
  public func subscriptions(values: Values) -> [Subscription<Animals>] {
    let ofCategories = values.samples.categories.map(\.categoryId)
      .flatMap { [animalsValues(ofCategory: $0), category($0)] }
    let ofAnimals = values.animalIds
      .flatMap { [animal($0), category(ofAnimal: $0), animalStatus($0)] }
    return [categoriesValues, categoriesStatus, animalsStatus] + ofCategories + ofAnimals
  }

  /// The categories in name order.
  var categoriesValues: Subscription<Animals> {
    subscribing(
      Subscription(
        name: "categories.values", filter: filters.categories, reads: .contents,
        countsEntries: { $0.categories.data.count },
        dependencies: [{ state, _ in state.categories.data }],
        output: { [nameOrder] in Selectors.categoriesValues($0, $1, by: nameOrder) }))
  }

  /// How the request for categories stands.
  var categoriesStatus: Subscription<Animals> {
    subscribing(
      Subscription(name: "categories.status", reads: .statuses) { state, _ in state.categories.status })
  }

  /// How the request for animals stands.
  var animalsStatus: Subscription<Animals> {
    subscribing(Subscription(name: "animals.status", reads: .statuses) { state, _ in state.animals.status })
  }

  /// The animals of a category in name order.
  func animalsValues(ofCategory id: String?) -> Subscription<Animals> {
    let filter = filters.animals
    return subscribing(
      Subscription(
        name: "animals.values", parameter: id ?? "", id: id, filter: { filter(id, $0, $1) },
        reads: .contents,
        countsEntries: { Selectors.animals(inCategory: id, $0).count },
        dependencies: [{ state, _ in Selectors.animals(inCategory: id, state) }],
        output: { [nameOrder] in Selectors.animalsValues(inCategory: id, $0, $1, by: nameOrder) }))
  }

  /// A category.
  func category(_ id: String?) -> Subscription<Animals> {
    subscribing(
      Subscription(name: "category", parameter: id ?? "", id: id, reads: .contents) { state, _ in
        Selectors.category(id, state)
      })
  }

  /// An animal.
  func animal(_ id: String?) -> Subscription<Animals> {
    subscribing(
      Subscription(name: "animal", parameter: id ?? "", id: id, reads: .contents) { state, _ in
        Selectors.animal(id, state)
      })
  }

  /// The category of an animal.
  func category(ofAnimal id: String?) -> Subscription<Animals> {
    subscribing(
      Subscription(name: "animal.category", parameter: id ?? "", id: id, reads: .contents) { state, _ in
        Selectors.category(ofAnimal: id, state)
      })
  }

  /// How the request about an animal or placeholder stands.
  func animalStatus(_ id: String?) -> Subscription<Animals> {
    subscribing(
      Subscription(name: "animal.status", parameter: id ?? "", id: id, reads: .statuses) { state, _ in
        Selectors.animalStatus(id, state)
      })
  }
}
