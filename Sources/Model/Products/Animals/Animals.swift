import Model

/// The Animals product: two collections, a queue of requests about single animals, and a persistent
/// store.
struct Animals: RepairedProduct {
  typealias Values = AnimalsValues
  typealias RepairName = AnimalsRepairs.Name
  typealias Gesture = UserAction
  /// What another client of the same store asks for.
  typealias Occurrence = Operation
  /// The listener can still learn which operation to ask for.
  typealias Notice = Operation

  let samples: SampleData
  var presentations: Presentations
  var repaired: Set<RepairName> = []
  var design: Design<Animals>
  /// Whether ids decide between equal names; as published, these stay in the dictionary's own
  /// order.
  var breaksTies: Bool { repaired.contains(.sortByIdLast) }

  init(samples: SampleData = .published, presentations: Presentations = .keepFlag) {
    self.samples = samples
    self.presentations = presentations
    design = Design(
      reducer: AnimalsReducer.reduce, noticing: AnimalsListener.notice,
      listener: AnimalsListener.react,
      store: { try AnimalsStore.perform($0, &$1, samples) }, completing: AnimalsListener.completion)
  }

  init(_ values: Values) {
    self.init(samples: values.samples, presentations: values.presentations ?? .keepFlag)
  }

  var initialState: State { State() }
  var initialDatabase: Database { Database() }
  var narrator: Narrator<Animals> { AnimalsWords.narrator }

  func subscriptions(values: Values) -> [Subscription<Animals>] {
    AnimalsSubscriptions(product: self).all(values)
  }

  // MARK: Other clients

  func occurrences(values: Values) -> [Operation] {
    changes(values).map(AnimalsListener.request)
  }

  func take(_ occurrence: Operation, in state: inout State, _ database: inout Database) {
    // Another client is as published, whatever becomes of this app.
    _ = try? AnimalsStore.perform(occurrence, &database, samples)
  }

  // MARK: Gestures

  func gestures(in state: State, values: Values) -> [UserAction] {
    [.categoryListOnAppear, .animalListOnAppear] + changes(values)
  }

  /// Everything that changes what is stored.
  private func changes(_ values: Values) -> [UserAction] {
    [.reloadSampleData] + values.deletions.map { .deleteAnimal(id: $0) }
      + values.updates.map {
        .updateAnimal(id: $0.animalId, name: $0.name, diet: $0.diet, categoryId: $0.categoryId)
      }
      + values.additions.map {
        .addAnimal(id: $0.animalId, name: $0.name, diet: $0.diet, categoryId: $0.categoryId)
      }
  }

  func action(of gesture: UserAction) -> Action { .ui(gesture) }

  func additionCount(of gesture: UserAction) -> Int {
    if case .addAnimal = gesture { 1 } else { 0 }
  }

  func additionCount(of operation: Operation) -> Int {
    if case .addAnimal = operation { 1 } else { 0 }
  }

  func isAppearing(_ gesture: UserAction) -> Bool {
    gesture == .categoryListOnAppear || gesture == .animalListOnAppear
  }

  func isDestructive(_ gesture: UserAction) -> Bool {
    switch gesture {
    case .reloadSampleData, .deleteAnimal, .updateAnimal: true
    case .categoryListOnAppear, .animalListOnAppear, .addAnimal: false
    }
  }
}
