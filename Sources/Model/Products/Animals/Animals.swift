/// The Animals product: two collections, a queue of requests about single animals, and a persistent store.
public struct Animals: Product {
  /// What people choose from.
  public struct Values: Hashable, Codable, Sendable {
    /// What the persistent store starts with.
    public var samples: SampleData
    /// What editors for a new animal are filled in with; the id is the placeholder.
    public var additions: [Animal]
    /// What editors of an animal are filled in with.
    public var updates: [Animal]
    /// The animals that people delete.
    public var deletions: [String]

    /// Makes values.
    public init(samples: SampleData, additions: [Animal], updates: [Animal], deletions: [String]) {
      self.samples = samples
      self.additions = additions
      self.updates = updates
      self.deletions = deletions
    }

    /// Every animal id that can appear, placeholders left out, in order.
    public var animalIds: [String] {
      Set(samples.animals.map(\.animalId) + updates.map(\.animalId) + deletions).sorted()
    }
  }

  /// The filters of the list subscriptions.
  public struct Filters: Sendable {
    /// Serves the category list.
    public var categories: @Sendable (State, Action) -> Bool = Animals.filterCategories
    /// Serves the animal list of the category given first.
    public var animals: @Sendable (String?, State, Action) -> Bool = Animals.filterAnimals
  }

  /// A gesture dispatches one ui action.
  public typealias Gesture = UserAction
  /// The listener can still learn which operation to ask for.
  public typealias Notice = Operation

  /// What the persistent store is filled with.
  public let samples: SampleData
  /// The reducer; designs differ in it and in the members below.
  public var reducer: @Sendable (State, Action) throws -> State = Animals.publishedReducer
  /// The half of the listener's guards that looks at the element.
  public var noticing: @Sendable (State, Action) -> Operation? = Animals.publishedNotice
  /// The half of the listener's guards that looks at the current state.
  public var listener: @Sendable (Operation, State) throws -> Operation? = Animals.publishedListener
  /// The persistent store.
  public var store: @Sendable (Operation, inout Database, SampleData) throws -> Reply = Animals.publishedStore
  /// What thunks dispatch.
  public var completing: @Sendable (Operation, Result<Reply, OperationFailure>) -> Action? =
    Animals.publishedCompletion
  /// The filters of the list subscriptions.
  public var filters = Filters()
  /// Decides how lists are sorted.
  public var nameOrder: NameOrder = Selectors.published
  /// What becomes of the controls that a window enables.
  public var enabling: @Sendable ([WindowGesture], Window, Display) -> [WindowGesture] = { controls, _, _ in
    controls
  }
  /// What becomes of a subscription as a component declares it.
  public var subscribing: @Sendable (Subscription<Animals>) -> Subscription<Animals> = { $0 }

  /// Makes the published design with sample data.
  public init(samples: SampleData = .published) { self.samples = samples }

  /// Everything empty and nil.
  public var initialState: State { State() }
  /// No rows.
  public var initialDatabase: Database { Database() }

  /// The design's reducer.
  public func reduce(_ state: State, _ action: Action) throws -> State { try reducer(state, action) }
  /// The design's notice.
  public func notice(old: State, action: Action) -> Operation? { noticing(old, action) }
  /// The design's listener.
  public func react(to notice: Operation, current: State) throws -> Operation? {
    try listener(notice, current)
  }
  /// The design's persistent store.
  public func perform(_ operation: Operation, on database: inout Database) throws -> Reply {
    try store(operation, &database, samples)
  }
  /// The design's completion.
  public func completion(of operation: Operation, result: Result<Reply, OperationFailure>) -> Action? {
    completing(operation, result)
  }

  // MARK: Gestures

  /// Every ui action of the values, whatever the state.
  public func gestures(in state: State, values: Values) -> [UserAction] {
    [.categoryListOnAppear, .animalListOnAppear, .reloadSampleData]
      + values.deletions.map { .deleteAnimal(id: $0) }
      + values.updates.map {
        .updateAnimal(id: $0.animalId, name: $0.name, diet: $0.diet, categoryId: $0.categoryId)
      }
      + values.additions.map {
        .addAnimal(id: $0.animalId, name: $0.name, diet: $0.diet, categoryId: $0.categoryId)
      }
  }

  /// The ui action.
  public func action(of gesture: UserAction) -> Action { .ui(gesture) }

  /// One row for an add.
  public func additionCount(of gesture: UserAction) -> Int {
    if case .addAnimal = gesture { 1 } else { 0 }
  }

  /// One row for an add.
  public func additionCount(of operation: Operation) -> Int {
    if case .addAnimal = operation { 1 } else { 0 }
  }

  /// The two lists' onAppear.
  public func isAppearing(_ gesture: UserAction) -> Bool {
    gesture == .categoryListOnAppear || gesture == .animalListOnAppear
  }

  /// Reload, delete and update.
  public func isDestructive(_ gesture: UserAction) -> Bool {
    switch gesture {
    case .reloadSampleData, .deleteAnimal, .updateAnimal: true
    case .categoryListOnAppear, .animalListOnAppear, .addAnimal: false
    }
  }
}
