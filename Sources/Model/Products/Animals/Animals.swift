/// The Animals product: two collections, a queue of requests about single animals, and a persistent store.
package struct Animals: Product {
  package struct Values: Hashable, Codable, Sendable {
    package var samples: SampleData
    /// What editors for a new animal are filled in with; the id is the placeholder.
    package var additions: [Animal]
    package var updates: [Animal]
    package var deletions: [String]
    /// What becomes of presentations in windows; nil where they go with their branch and keep their flag.
    package var presentations: Presentations?

    package init(samples: SampleData, additions: [Animal], updates: [Animal], deletions: [String]) {
      self.samples = samples
      self.additions = additions
      self.updates = updates
      self.deletions = deletions
    }

    /// Every animal id that can appear, placeholders left out, in order.
    package var animalIds: [String] {
      Set(samples.animals.map(\.animalId) + updates.map(\.animalId) + deletions).sorted()
    }
  }

  /// The filters of the list subscriptions.
  package struct Filters: Sendable {
    package var categories: @Sendable (State, Action) -> Bool = Animals.filterCategories
    package var animals: @Sendable (String?, State, Action) -> Bool = Animals.filterAnimals
  }

  package typealias Gesture = UserAction
  /// What another client of the same store asks for.
  package typealias Occurrence = Operation
  /// The listener can still learn which operation to ask for.
  package typealias Notice = Operation

  package let samples: SampleData
  package let presentations: Presentations
  /// The reducer; designs differ in it and in the members below.
  package var reducer: @Sendable (State, Action) throws -> State = Animals.publishedReducer
  /// The half of the listener's guards that looks at the element.
  package var noticing: @Sendable (State, Action) -> Operation? = Animals.publishedNotice
  /// The half of the listener's guards that looks at the current state.
  package var listener: @Sendable (Operation, State) throws -> Operation? = Animals.publishedListener
  package var store: @Sendable (Operation, inout Database, SampleData) throws -> Reply = Animals
    .publishedStore
  package var completing: @Sendable (Operation, Result<Reply, OperationFailure>) -> Action? =
    Animals.publishedCompletion
  package var filters = Filters()
  package var nameOrder = NameOrder()
  package var windowDesign = WindowDesign<Animals>()
  /// What becomes of a subscription as a component declares it.
  package var subscribing: @Sendable (Subscription<Animals>) -> Subscription<Animals> = { $0 }

  package init(samples: SampleData = .published, presentations: Presentations = .keepFlag) {
    self.samples = samples
    self.presentations = presentations
  }

  package init(_ values: Values) {
    self.init(samples: values.samples, presentations: values.presentations ?? .keepFlag)
  }

  package var initialState: State { State() }
  package var initialDatabase: Database { Database() }

  package func reduce(_ state: State, _ action: Action) throws -> State { try reducer(state, action) }
  package func notice(old: State, action: Action) -> Operation? { noticing(old, action) }
  package func react(to notice: Operation, current: State) throws -> Operation? {
    try listener(notice, current)
  }
  package func perform(_ operation: Operation, on database: inout Database) throws -> Reply {
    try store(operation, &database, samples)
  }
  package func completion(of operation: Operation, result: Result<Reply, OperationFailure>) -> Action? {
    completing(operation, result)
  }

  // MARK: Other clients

  package func occurrences(values: Values) -> [Operation] {
    changes(values).map(Self.request)
  }

  package func take(_ occurrence: Operation, in state: inout State, _ database: inout Database) {
    database = self.database(database, after: occurrence)
  }

  // MARK: Gestures

  package func gestures(in state: State, values: Values) -> [UserAction] {
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

  package func action(of gesture: UserAction) -> Action { .ui(gesture) }

  package func additionCount(of gesture: UserAction) -> Int {
    if case .addAnimal = gesture { 1 } else { 0 }
  }

  package func additionCount(of operation: Operation) -> Int {
    if case .addAnimal = operation { 1 } else { 0 }
  }

  package func isAppearing(_ gesture: UserAction) -> Bool {
    gesture == .categoryListOnAppear || gesture == .animalListOnAppear
  }

  package func isDestructive(_ gesture: UserAction) -> Bool {
    switch gesture {
    case .reloadSampleData, .deleteAnimal, .updateAnimal: true
    case .categoryListOnAppear, .animalListOnAppear, .addAnimal: false
    }
  }
}
