import Model
import Spec

extension Contract<Animals> {
  /// The definitions of Animals, of the published design but for its repairs.
  static func animals(_ system: RuntimeSystem<Animals>) -> Contract {
    let (product, values) = (system.product, system.scope.values)
    var contract = Contract()
    contract.refuses = refuses
    contract.parts =
      statuses(product.repaired) + contents(product.repaired) + queue(product.repaired)
    contract.subscriptions = subscriptions(values, product.repaired)
    contract.notice = { notice($0, $1, product.repaired) }
    contract.asks = asks
    contract.completes = completes
    contract.performs = {
      performs($0, $1, $2, samples: product.samples, addsOnce: product.repaired.contains(.addOnce))
    }
    contract.occurs = { occurrence, old, new in
      if new.state != old.state { return "the state of the app should stay as it is" }
      // What another client fills in is no form of this app.
      var before = old.database
      before.rowsOfForms = [:]
      var copy = before
      let result = Result { try product.perform(occurrence, on: &copy) }.mapError { OperationFailure($0) }
      let performed = Performed<Animals>(result: result, database: new.database)
      return performs(occurrence, before, performed, samples: product.samples, addsOnce: false)
    }
    contract.drawnOperations = drawnOperations
    contract.drawnCurrents = drawnCurrents
    return contract
  }

  // MARK: Reducer

  /// What concerns an animal that is not there is refused; an add concerns none.
  private static func refuses(_ old: Animals.State, _ action: Animals.Action) -> Bool {
    switch action {
    case .ui(.deleteAnimal(let id)), .ui(.updateAnimal(let id, _, _, _)), .ui(.changeAnimal(let id, _)),
      .data(.didUpdateAnimal(let id, _)), .data(.didDeleteAnimal(let id, _)):
      !old.animals.data.keys.contains(id)
    default: false
    }
  }

  /// Whether a request has to wait for its turn: lists for animals that wait, an animal for its list.
  static func isOutOfTurn(
    _ old: Animals.State, _ action: Animals.Action, _ repaired: Set<Animals.RepairName>
  ) -> Bool {
    if !repaired.contains(.takeTurns) { return false }
    let someAnimalWaits = old.animals.queue.contains { $0.value == .waiting }
    return switch action {
    case .ui(.reloadSampleData), .ui(.animalListOnAppear): someAnimalWaits
    case .ui(.categoryListOnAppear), .data: false
    case .ui: old.animals.status == .waiting
    }
  }

  private static func statuses(_ repaired: Set<Animals.RepairName>) -> [StatePart<Animals>] {
    let asksAgain = repaired.contains(.fetchAgain)
    let waits: @Sendable (Animals.State, Animals.Action) -> Bool = { isOutOfTurn($0, $1, repaired) }
    return [
      StatePart("categories.status", { $0.categories.status }) { old, action in
        switch action {
        case .ui(.categoryListOnAppear): asksAgain ? .waiting : old.categories.status ?? .waiting
        case .ui(.reloadSampleData):
          isIdle(old) && !waits(old, action) ? .waiting : old.categories.status
        case .data(.didFetchCategories(let result)): Status(of: result)
        case .data(.didReloadSampleData(let result)): Status(of: result)
        default: old.categories.status
        }
      },
      StatePart("animals.status", { $0.animals.status }) { old, action in
        switch action {
        case .ui where waits(old, action): old.animals.status
        case .ui(.animalListOnAppear): asksAgain ? .waiting : old.animals.status ?? .waiting
        case .ui(.reloadSampleData): isIdle(old) ? .waiting : old.animals.status
        case .data(.didFetchAnimals(let result)): Status(of: result)
        case .data(.didReloadSampleData(let result)): Status(of: result)
        default: old.animals.status
        }
      },
    ]
  }

  private static func contents(_ repaired: Set<Animals.RepairName>) -> [StatePart<Animals>] {
    let asksAgain = repaired.contains(.fetchAgain)
    return [
      StatePart("lastForm", { $0.lastForm }) { old, action in
        guard repaired.contains(.dropAnswers), case .data(.didAddAnimal(let id, .success)) = action,
          let word = id.split(separator: " ").last, let number = Int(word), id == "placeholder \(number)"
        else { return old.lastForm }
        return max(old.lastForm, number)
      },
      StatePart(
        "categories.data", entries: { $0.categories.data },
        mentioned: { categories(in: $0).map(\.categoryId) }
      ) { id, old, action in
        let received = categories(in: action).last { $0.categoryId == id }
        return replacesAll(action, asksAgain) ? received : received ?? old.categories.data[id]
      },
      StatePart("animals.data", entries: { $0.animals.data }, mentioned: ids) { id, old, action in
        let known = old.animals.data[id]
        switch action {
        case .data(.didFetchAnimals(.success(let animals))):
          return animals.last { $0.animalId == id } ?? (asksAgain ? nil : known)
        case .data(.didReloadSampleData(.success(let samples))):
          return samples.animals.last { $0.animalId == id }
        case .data(.didAddAnimal(_, .success(let animal))): return animal.animalId == id ? animal : known
        case .data(.didUpdateAnimal(let changed, .success(let animal))): return changed == id ? animal : known
        case .data(.didDeleteAnimal(_, .success(let animal))): return animal.animalId == id ? nil : known
        default: return known
        }
      },
    ]
  }

  private static func queue(_ repaired: Set<Animals.RepairName>) -> [StatePart<Animals>] {
    let asksAgain = repaired.contains(.fetchAgain)
    return [
      StatePart("animals.queue", entries: { $0.animals.queue }, mentioned: ids) {
        id, old, action -> Status? in
        let known = old.animals.queue[id]
        if repaired.contains(.dropAnswers), isDropped(id, old, action, asksAgain) { return nil }
        switch action {
        case .ui where isOutOfTurn(old, action, repaired): return known
        case .ui(.deleteAnimal(id)), .ui(.updateAnimal(id, _, _, _)), .ui(.changeAnimal(id, _)),
          .ui(.addAnimal(id, _, _, _)):
          return .waiting
        case .data(.didAddAnimal(id, let result)), .data(.didUpdateAnimal(id, let result)):
          return Status(of: result)
        case .data(.didDeleteAnimal(_, .success(let animal))):
          return animal.animalId == id ? .success : known
        case .data(.didDeleteAnimal(id, .failure(let text))): return .failure(text: text)
        default: return known
        }
      }
    ]
  }

  private static func isIdle(_ state: Animals.State) -> Bool {
    ![state.categories.status, state.animals.status].contains(.waiting)
  }

  /// Whether an answer goes: that of an add with its draft, any other with its animal.
  private static func isDropped(
    _ id: String, _ old: Animals.State, _ action: Animals.Action, _ asksAgain: Bool
  ) -> Bool {
    let isAnswered = old.animals.data[id] != nil && old.animals.queue[id] == .success
    switch action {
    case .data(.didAddAnimal(id, .success)): return true
    case .data(.didDeleteAnimal(_, .success(let animal))):
      return animal.animalId == id && old.animals.data[id] != nil
    case .data(.didReloadSampleData(.success(let samples))):
      return isAnswered && !samples.animals.contains { $0.animalId == id }
    case .data(.didFetchAnimals(.success(let animals))):
      return asksAgain && isAnswered && !animals.contains { $0.animalId == id }
    default: return false
    }
  }

  private static func replacesAll(_ action: Animals.Action, _ asksAgain: Bool) -> Bool {
    switch action {
    case .data(.didReloadSampleData(.success)): true
    case .data(.didFetchCategories(.success)): asksAgain
    default: false
    }
  }

  private static func categories(in action: Animals.Action) -> [Category] {
    switch action {
    case .data(.didFetchCategories(.success(let categories))): categories
    case .data(.didReloadSampleData(.success(let samples))): samples.categories
    default: []
    }
  }

  /// The ids of animals that an action names.
  private static func ids(in action: Animals.Action) -> [String] {
    switch action {
    case .ui(.deleteAnimal(let id)), .ui(.updateAnimal(let id, _, _, _)), .ui(.changeAnimal(let id, _)),
      .ui(.addAnimal(let id, _, _, _)):
      [id]
    case .data(.didFetchAnimals(.success(let animals))): animals.map(\.animalId)
    case .data(.didReloadSampleData(.success(let samples))): samples.animals.map(\.animalId)
    case .data(.didAddAnimal(let id, let result)), .data(.didUpdateAnimal(let id, let result)),
      .data(.didDeleteAnimal(let id, let result)):
      if case .success(let animal) = result { [id, animal.animalId] } else { [id] }
    default: []
    }
  }

  // MARK: Subscriptions

  private static func subscriptions(
    _ values: Animals.Values, _ repaired: Set<Animals.RepairName>
  ) -> [SubscriptionDefinition<Animals>] {
    let single: [SubscriptionDefinition<Animals>] = [
      SubscriptionDefinition(
        name: "categories.values", parameter: "", dependencies: [{ Output($0.categories.data) }],
        filter: { _, action in
          switch action {
          case .data(.didFetchCategories(.success)), .data(.didReloadSampleData(.success)): true
          default: false
          }
        }, output: { Output(AnimalsAnswers.categories($0)) }),
      SubscriptionDefinition(
        name: "categories.status", parameter: "", output: { Output($0.categories.status) }),
      SubscriptionDefinition(name: "animals.status", parameter: "", output: { Output($0.animals.status) }),
    ]
    let waiting: [SubscriptionDefinition<Animals>] =
      repaired.contains(.disableWhileWaiting)
      ? [
        SubscriptionDefinition(
          name: "animals.waiting", parameter: "", output: { Output(AnimalsAnswers.waiting($0)) })
      ] : []
    let ofCategories = (values.samples.categories.map(\.categoryId) + [String?.none]).flatMap { id in
      [
        SubscriptionDefinition<Animals>(
          name: "animals.values", parameter: id ?? "", hasId: id != nil,
          dependencies: [{ Output($0.animals.data.filter { id != nil && $0.value.categoryId == id }) }],
          filter: { passes(id, $0, $1, repaired) },
          output: { Output(AnimalsAnswers.animals(ofCategory: id, $0)) }),
        SubscriptionDefinition(
          name: "category", parameter: id ?? "", hasId: id != nil,
          output: { Output(AnimalsAnswers.category(id, $0)) }),
      ]
    }
    let ofAnimals = (values.animalIds + [String?.none]).flatMap { id in
      [
        SubscriptionDefinition<Animals>(
          name: "animal", parameter: id ?? "", hasId: id != nil,
          output: { Output(AnimalsAnswers.animal(id, $0)) }),
        SubscriptionDefinition(
          name: "animal.category", parameter: id ?? "", hasId: id != nil,
          output: { Output(AnimalsAnswers.category(ofAnimal: id, $0)) }),
        SubscriptionDefinition(
          name: "animal.status", parameter: id ?? "", hasId: id != nil,
          output: { Output(AnimalsAnswers.status(ofAnimal: id, $0)) }),
      ]
    }
    return single + waiting + ofCategories + ofAnimals
  }

  /// A fetch or reload concerns every list; a single animal those of its category, as it is said to be now,
  /// and where it changed, as the state had it.
  private static func passes(
    _ categoryId: String?, _ old: Animals.State, _ action: Animals.Action, _ repaired: Set<Animals.RepairName>
  ) -> Bool {
    let knowsOld = { (id: String) in
      repaired.contains(.filterKnowsOldCategory)
        && old.animals.data[id].map { $0.categoryId == categoryId }
          ?? false
    }
    // Of what the state does not hold, the category is none, which is that of a list without one.
    let was = { (id: String) in old.animals.data[id]?.categoryId == categoryId }
    switch action {
    case .data(.didFetchAnimals(.success)), .data(.didReloadSampleData(.success)): return true
    case .data(.didAddAnimal(_, .success(let animal))), .data(.didDeleteAnimal(_, .success(let animal))):
      return animal.categoryId == categoryId || knowsOld(animal.animalId)
    case .data(.didUpdateAnimal(let id, .success(let animal))):
      return animal.categoryId == categoryId || was(animal.animalId) || knowsOld(id)
    default: return false
    }
  }
}

extension Status {
  /// How a request ends.
  init(of result: Outcome<some Any>) {
    switch result {
    case .success: self = .success
    case .failure(let text): self = .failure(text: text)
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

  static func category(_ id: String?, _ state: Animals.State) -> Category? {
    id.flatMap { state.categories.data[$0] }
  }

  static func animal(_ id: String?, _ state: Animals.State) -> Animal? {
    id.flatMap { state.animals.data[$0] }
  }

  static func category(ofAnimal id: String?, _ state: Animals.State) -> Category? {
    category(animal(id, state)?.categoryId, state)
  }

  static func waiting(_ state: Animals.State) -> Set<String> {
    Set(state.animals.queue.compactMap { $0.value == .waiting ? $0.key : nil })
  }

  static func status(ofAnimal id: String?, _ state: Animals.State) -> Status? {
    id.flatMap { state.animals.queue[$0] }
  }
}
