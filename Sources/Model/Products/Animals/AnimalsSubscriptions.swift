import Model

extension Animals {
  func subscriptions(values: Values) -> [Subscription<Animals>] {
    // Nothing is selected, too.
    let ofCategories = (values.samples.categories.map(\.categoryId) + [String?.none])
      .flatMap { [animalsValues(ofCategory: $0), category($0)] }
    let ofAnimals = (values.animalIds + [String?.none])
      .flatMap { [animal($0), category(ofAnimal: $0), animalStatus($0)] }
    return [categoriesValues, categoriesStatus, animalsStatus]
      + (repaired.contains(.disableWhileWaiting) ? [animalsWaiting] : []) + ofCategories + ofAnimals
  }

  var categoriesValues: Subscription<Animals> {
    design.subscribing(
      Subscription(
        ofContentsIn: self, name: "categories.values", filter: Self.filterCategories,
        countsEntries: { $0.categories.count },
        dependencies: [{ contents, _ in contents.categories }],
        output: { [breaksTies] in Selectors.categoriesValues(State($0), $1, breaksTies: breaksTies) }))
  }

  var categoriesStatus: Subscription<Animals> {
    design.subscribing(
      Subscription(name: "categories.status") { state, _ in state.categories.status })
  }

  var animalsStatus: Subscription<Animals> {
    design.subscribing(Subscription(name: "animals.status") { state, _ in state.animals.status })
  }

  /// The ids of all that waits; a repair shows it.
  var animalsWaiting: Subscription<Animals> {
    design.subscribing(
      Subscription(name: "animals.waiting") { state, _ in
        Set(state.animals.queue.filter { $0.value == .waiting }.keys)
      })
  }

  func animalsValues(ofCategory id: String?) -> Subscription<Animals> {
    design.subscribing(
      Subscription(
        ofContentsIn: self, name: "animals.values", parameter: id ?? "", id: id,
        filter: { Self.filterAnimals(id, $0, $1) },
        countsEntries: { Selectors.animals(inCategory: id, State($0)).count },
        dependencies: [{ contents, _ in Selectors.animals(inCategory: id, State(contents)) }],
        output: { [breaksTies] in
          Selectors.animalsValues(inCategory: id, State($0), $1, breaksTies: breaksTies)
        }))
  }

  func category(_ id: String?) -> Subscription<Animals> {
    design.subscribing(
      Subscription(ofContentsIn: self, name: "category", parameter: id ?? "", id: id) { contents, _ in
        Selectors.category(id, State(contents))
      })
  }

  func animal(_ id: String?) -> Subscription<Animals> {
    design.subscribing(
      Subscription(ofContentsIn: self, name: "animal", parameter: id ?? "", id: id) { contents, _ in
        Selectors.animal(id, State(contents))
      })
  }

  func category(ofAnimal id: String?) -> Subscription<Animals> {
    design.subscribing(
      Subscription(ofContentsIn: self, name: "animal.category", parameter: id ?? "", id: id) { contents, _ in
        Selectors.category(ofAnimal: id, State(contents))
      })
  }

  func animalStatus(_ id: String?) -> Subscription<Animals> {
    design.subscribing(
      Subscription(name: "animal.status", parameter: id ?? "", id: id) { state, _ in
        Selectors.animalStatus(id, state)
      })
  }
}
