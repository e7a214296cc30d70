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
        ofContentsIn: self, name: "categories.values", filter: filters.categories,
        countsEntries: { $0.categories.count },
        dependencies: [{ contents, _ in contents.categories }],
        output: { [nameOrder] in Selectors.categoriesValues(State($0), $1, by: nameOrder) }))
  }

  /// How the request for categories stands.
  var categoriesStatus: Subscription<Animals> {
    subscribing(
      Subscription(name: "categories.status") { state, _ in state.categories.status })
  }

  /// How the request for animals stands.
  var animalsStatus: Subscription<Animals> {
    subscribing(Subscription(name: "animals.status") { state, _ in state.animals.status })
  }

  /// The animals of a category in name order.
  func animalsValues(ofCategory id: String?) -> Subscription<Animals> {
    let filter = filters.animals
    return subscribing(
      Subscription(
        ofContentsIn: self, name: "animals.values", parameter: id ?? "", id: id,
        filter: { filter(id, $0, $1) },
        countsEntries: { Selectors.animals(inCategory: id, State($0)).count },
        dependencies: [{ contents, _ in Selectors.animals(inCategory: id, State(contents)) }],
        output: { [nameOrder] in Selectors.animalsValues(inCategory: id, State($0), $1, by: nameOrder) }))
  }

  /// A category.
  func category(_ id: String?) -> Subscription<Animals> {
    subscribing(
      Subscription(ofContentsIn: self, name: "category", parameter: id ?? "", id: id) { contents, _ in
        Selectors.category(id, State(contents))
      })
  }

  /// An animal.
  func animal(_ id: String?) -> Subscription<Animals> {
    subscribing(
      Subscription(ofContentsIn: self, name: "animal", parameter: id ?? "", id: id) { contents, _ in
        Selectors.animal(id, State(contents))
      })
  }

  /// The category of an animal.
  func category(ofAnimal id: String?) -> Subscription<Animals> {
    subscribing(
      Subscription(ofContentsIn: self, name: "animal.category", parameter: id ?? "", id: id) { contents, _ in
        Selectors.category(ofAnimal: id, State(contents))
      })
  }

  /// How the request about an animal or placeholder stands.
  func animalStatus(_ id: String?) -> Subscription<Animals> {
    subscribing(
      Subscription(name: "animal.status", parameter: id ?? "", id: id) { state, _ in
        Selectors.animalStatus(id, state)
      })
  }
}
