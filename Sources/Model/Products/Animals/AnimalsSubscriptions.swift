import Model

/// What components of Animals subscribe to, in a design.
struct AnimalsSubscriptions {
  let product: Animals
  private var design: Design<Animals> { product.design }

  func all(_ values: Animals.Values) -> [Subscription<Animals>] {
    // Nothing is selected, too.
    let ofCategories = (values.samples.categories.map(\.categoryId) + [String?.none])
      .flatMap { [animalsValues(ofCategory: $0), category($0)] }
    let ofAnimals = (values.animalIds + [String?.none])
      .flatMap { [animal($0), category(ofAnimal: $0), animalStatus($0)] }
    return [categoriesValues, categoriesStatus, animalsStatus]
      + (product.repaired.contains(.disableWhileWaiting) ? [animalsWaiting] : []) + ofCategories
      + ofAnimals
  }

  var categoriesValues: Subscription<Animals> {
    design.subscribing(
      Subscription(
        ofContentsIn: product, name: "categories.values", filter: AnimalsSelectors.filterCategories,
        countsEntries: { $0.categories.count },
        dependencies: [{ contents, _ in contents.categories }],
        output: { [breaksTies = product.breaksTies] in
          AnimalsSelectors.categoriesValues(Animals.State($0), $1, breaksTies: breaksTies)
        }))
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
        ofContentsIn: product, name: "animals.values", parameter: id ?? "", id: id,
        filter: { AnimalsSelectors.filterAnimals(id, $0, $1) },
        countsEntries: { AnimalsSelectors.animals(inCategory: id, Animals.State($0)).count },
        dependencies: [
          { contents, _ in AnimalsSelectors.animals(inCategory: id, Animals.State(contents)) }
        ],
        output: { [breaksTies = product.breaksTies] in
          AnimalsSelectors.animalsValues(
            inCategory: id, Animals.State($0), $1, breaksTies: breaksTies)
        }))
  }

  func category(_ id: String?) -> Subscription<Animals> {
    design.subscribing(
      Subscription(ofContentsIn: product, name: "category", parameter: id ?? "", id: id) {
        contents, _ in
        AnimalsSelectors.category(id, Animals.State(contents))
      })
  }

  func animal(_ id: String?) -> Subscription<Animals> {
    design.subscribing(
      Subscription(ofContentsIn: product, name: "animal", parameter: id ?? "", id: id) {
        contents, _ in
        AnimalsSelectors.animal(id, Animals.State(contents))
      })
  }

  func category(ofAnimal id: String?) -> Subscription<Animals> {
    design.subscribing(
      Subscription(ofContentsIn: product, name: "animal.category", parameter: id ?? "", id: id) {
        contents, _ in
        AnimalsSelectors.category(ofAnimal: id, Animals.State(contents))
      })
  }

  func animalStatus(_ id: String?) -> Subscription<Animals> {
    design.subscribing(
      Subscription(name: "animal.status", parameter: id ?? "", id: id) { state, _ in
        AnimalsSelectors.animalStatus(id, state)
      })
  }
}
