import Model
import Spec

extension Contract<Animals> {
  /// The definitions of the published Animals.
  static func animals(_ system: RuntimeSystem<Animals>) -> Contract {
    let samples = system.product.samples
    var contract = Contract()
    contract.refuses = refuses
    contract.subscriptions = subscriptions(system.scope.values)
    contract.notice = AnimalsListenerContract.notice
    contract.asks = AnimalsListenerContract.asks
    contract.completes = AnimalsListenerContract.completes
    contract.performs = { AnimalsStoreContract.performs($0, $1, $2, samples: samples) }
    contract.drawnOperations = AnimalsStoreContract.drawnOperations
    contract.drawnCurrents = AnimalsListenerContract.drawnCurrents
    return contract
  }

  // MARK: Reducer

  /// What concerns an animal that is not there is refused; an add concerns none.
  private static func refuses(_ old: Animals.State, _ action: Animals.Action) -> Bool {
    switch action {
    case .ui(.deleteAnimal(let id)), .ui(.updateAnimal(let id, _, _, _)),
      .data(.didUpdateAnimal(let id, _)), .data(.didDeleteAnimal(let id, _)):
      !old.animals.data.keys.contains(id)
    default: false
    }
  }

  // MARK: Subscriptions

  private typealias Definition = SubscriptionDefinition<Animals>

  private static func subscriptions(_ values: Animals.Values) -> [Definition] {
    // Nothing is selected, too.
    let ofCategories = (values.samples.categories.map(\.categoryId) + [String?.none]).flatMap {
      id in
      [
        Definition(
          name: "animals.values", parameter: id ?? "", hasId: id != nil,
          dependencies: [
            { Output($0.animals.data.filter { id != nil && $0.value.categoryId == id }) }
          ],
          filter: { passes(id, $0, $1) },
          output: { Output(AnimalsAnswers.animals(ofCategory: id, $0)) }),
        of(id, "category", AnimalsAnswers.category(_:_:)),
      ]
    }
    let ofAnimals = (values.animalIds + [String?.none]).flatMap { id in
      [
        of(id, "animal", AnimalsAnswers.animal),
        of(id, "animal.category", AnimalsAnswers.category(ofAnimal:_:)),
        of(id, "animal.status", AnimalsAnswers.status),
      ]
    }
    return [
      Definition(
        name: "categories.values", parameter: "", dependencies: [{ Output($0.categories.data) }],
        filter: { _, action in
          switch action {
          case .data(.didFetchCategories(.success)), .data(.didReloadSampleData(.success)): true
          default: false
          }
        }, output: { Output(AnimalsAnswers.categories($0)) }),
      Definition(
        name: "categories.status", parameter: "", output: { Output($0.categories.status) }),
      Definition(name: "animals.status", parameter: "", output: { Output($0.animals.status) }),
    ] + ofCategories + ofAnimals
  }

  /// What is shown of one thing, or of none.
  private static func of<Value: Hashable & Sendable>(
    _ id: String?, _ name: String, _ answer: @escaping @Sendable (String?, Animals.State) -> Value
  ) -> Definition {
    Definition(
      name: name, parameter: id ?? "", hasId: id != nil, output: { Output(answer(id, $0)) })
  }

  /// A fetch or reload concerns every list; a single animal those of its category, as it is said to
  /// be now, and where it changed, as the state had it.
  private static func passes(_ categoryId: String?, _ old: Animals.State, _ action: Animals.Action)
    -> Bool
  {
    switch action {
    case .data(.didFetchAnimals(.success)), .data(.didReloadSampleData(.success)): true
    case .data(.didAddAnimal(_, .success(let animal))),
      .data(.didDeleteAnimal(_, .success(let animal))):
      animal.categoryId == categoryId
    case .data(.didUpdateAnimal(_, .success(let animal))):
      // Of what the state does not hold, the category is none, which is that of a list without one.
      animal.categoryId == categoryId || old.animals.data[animal.animalId]?.categoryId == categoryId
    default: false
    }
  }
}

/// What components of Animals are shown, by definition.
enum AnimalsAnswers {
  /// The categories by name; equal names by id.
  static func categories(_ state: Animals.State) -> [Category] {
    state.categories.data.sorted { ($0.value.name, $0.key) < ($1.value.name, $1.key) }.map(\.value)
  }

  /// The animals of a category by name; equal names by id, as entries are met here.
  static func animals(ofCategory id: String?, _ state: Animals.State) -> [Animal] {
    state.animals.data.filter { id != nil && $0.value.categoryId == id }
      .sorted { ($0.value.name, $0.key) < ($1.value.name, $1.key) }.map(\.value)
  }

  @Sendable static func category(_ id: String?, _ state: Animals.State) -> Category? {
    id.flatMap { state.categories.data[$0] }
  }

  @Sendable static func animal(_ id: String?, _ state: Animals.State) -> Animal? {
    id.flatMap { state.animals.data[$0] }
  }

  @Sendable static func category(ofAnimal id: String?, _ state: Animals.State) -> Category? {
    category(animal(id, state)?.categoryId, state)
  }

  @Sendable static func status(ofAnimal id: String?, _ state: Animals.State) -> Status? {
    id.flatMap { state.animals.queue[$0] }
  }
}
