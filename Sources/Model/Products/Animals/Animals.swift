/// The Animals product: two collections, a queue of requests about single animals, and a persistent store.
package struct Animals: RepairedProduct {
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

  package typealias Gesture = UserAction
  /// What another client of the same store asks for.
  package typealias Occurrence = Operation
  /// The listener can still learn which operation to ask for.
  package typealias Notice = Operation

  package let samples: SampleData
  package var presentations: Presentations
  package var repaired: Set<RepairName> = []
  package var design: Design<Animals>
  /// How names are compared where lists are sorted.
  package var namesPrecede: @Sendable (String, String) -> Bool = { $0 < $1 }
  package var nameOrder: NameOrder {
    NameOrder(breaksTies: repaired.contains(.sortByIdLast), precedes: namesPrecede)
  }

  package init(samples: SampleData = .published, presentations: Presentations = .keepFlag) {
    self.samples = samples
    self.presentations = presentations
    design = Design(
      reducer: Self.publishedReducer, noticing: Self.publishedNotice, listener: Self.publishedListener,
      store: { try Self.publishedStore($0, &$1, samples) }, completing: Self.publishedCompletion)
  }

  package init(_ values: Values) {
    self.init(samples: values.samples, presentations: values.presentations ?? .keepFlag)
  }

  package var initialState: State { State() }
  package var initialDatabase: Database { Database() }

  // MARK: Other clients

  package func occurrences(values: Values) -> [Operation] {
    changes(values).map(Self.request)
  }

  package func take(_ occurrence: Operation, in state: inout State, _ database: inout Database) {
    // What another client fills in is none of this app's forms.
    let rowsOfForms = database.rowsOfForms
    database.rowsOfForms = [:]
    database = self.database(database, after: occurrence)
    database.rowsOfForms = rowsOfForms
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
    case .reloadSampleData, .deleteAnimal, .updateAnimal, .changeAnimal: true
    case .categoryListOnAppear, .animalListOnAppear, .addAnimal: false
    }
  }
}
