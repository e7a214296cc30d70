import Testing
@testable import ReferenceProducts

@testable import Model

/// Where the published products never go: crashes, refusals, operations without an answer, equal
/// thunks.
@Suite struct NaiveRuntimeCornerTests {
  private static let dog = Animal(
    animalId: "Dog", name: "Dog", diet: .carnivore, categoryId: "Mammal")
  private static let form = Animal(
    animalId: "form", name: "Ant", diet: .herbivore, categoryId: "Mammal")
  private static let samples = SampleData(
    categories: [Category(categoryId: "Mammal")], animals: [dog])

  /// Compares a design of Animals in a scope of one fault, one kill and one addition, unless told
  /// otherwise.
  private func comparison(
    _ discipline: Discipline = .serial, faultsMax: Int = 1, relaunchesMax: Int = 1,
    additionsMax: Int = 1,
    deletions: [String] = [], additions: [Animal] = [], changing change: (inout Animals) -> Void
  ) throws -> RuntimeComparison {
    var product = Animals(samples: Self.samples)
    change(&product)
    let values = Animals.Values(
      samples: Self.samples, additions: additions, updates: [], deletions: deletions)
    return RuntimeComparison(
      RuntimeSystem(
        product: product,
        scope: try Scope(
          name: "corner", discipline: discipline, faultsMax: faultsMax,
          relaunchesMax: relaunchesMax, additionsMax: additionsMax, values: values)))
  }

  @Test(arguments: [(Discipline.serial, 246, 886), (.concurrent, 298, 1298)])
  func `a listener that crashes ends the app as in the naive runtime`(
    _ discipline: Discipline, stateCount: Int, stepCount: Int
  ) throws {
    let found = try comparison(discipline, deletions: ["Dog"]) { product in
      product.design.listener = { notice, current in
        if case .deleteAnimal = notice { throw Crash("listener") }
        return AnimalsListener.react(notice, current)
      }
    }
    #expect(found == RuntimeComparison(stateCount: stateCount, stepCount: stepCount))
  }

  @Test(arguments: [(Discipline.serial, 384, 1383), (.concurrent, 666, 3364)])
  func `a completion whose reducer crashes ends the app as in the naive runtime`(
    _ discipline: Discipline, stateCount: Int, stepCount: Int
  ) throws {
    let found = try comparison(discipline, deletions: ["Dog"]) { product in
      product.design.reducer = { state, action in
        if case .data(.didDeleteAnimal) = action { throw Crash("reducer") }
        return try AnimalsReducer.reduce(state, action)
      }
    }
    #expect(found == RuntimeComparison(stateCount: stateCount, stepCount: stepCount))
  }

  @Test func `a gesture whose reducer crashes ends the app as in the naive runtime`() throws {
    let found = try comparison { product in
      product.design.reducer = { state, action in
        if action == .ui(.reloadSampleData) { throw Crash("reducer") }
        return try AnimalsReducer.reduce(state, action)
      }
    }
    #expect(found == RuntimeComparison(stateCount: 134, stepCount: 408))
  }

  @Test func `an operation that crashes has no reply to lose`() throws {
    let found = try comparison(deletions: ["Dog"]) { product in
      product.design.store = { operation, database in
        if case .deleteAnimal = operation { throw Crash("store") }
        return try AnimalsStore.perform(operation, &database, Self.samples)
      }
    }
    #expect(found == RuntimeComparison(stateCount: 307, stepCount: 1121))
  }

  @Test func `what an operation did before it failed stays done`() throws {
    let found = try comparison(deletions: ["Dog"]) { $0.design.store = Self.failingAfterDelete }
    #expect(found == RuntimeComparison(stateCount: 673, stepCount: 2546))
  }

  @Test func `where the reply of an operation that failed is lost, so is its error`() throws {
    var animals = Animals(samples: Self.samples)
    animals.design.store = Self.failingAfterDelete
    for (fault, failure) in [(nil, OperationFailure("half")), (Fault.after, .injected)] {
      var database = animals.initialDatabase
      let result = try animals.result(of: .deleteAnimal(id: "Dog"), fault: fault, on: &database)
      #expect(result == .failure(failure))
      #expect(database.animals.isEmpty)
    }
  }

  /// A store that tells of a failure after it has deleted.
  static let failingAfterDelete: Design<Animals>.Store = { operation, database in
    let reply = try AnimalsStore.perform(operation, &database, samples)
    if case .deleteAnimal = operation { throw OperationFailure("half") }
    return reply
  }

  @Test func `an add that the store refuses gives its addition back`() throws {
    let found = try comparison(additions: [Self.form]) { product in
      product.design.store = { operation, database in
        if case .addAnimal = operation { throw OperationFailure("refused") }
        return try AnimalsStore.perform(operation, &database, Self.samples)
      }
    }
    #expect(found == RuntimeComparison(stateCount: 959, stepCount: 3249))
  }

  @Test(arguments: [(Discipline.serial, 350, 1157), (.concurrent, 607, 2939)])
  func `an operation that reports nothing back is over when it was carried out`(
    _ discipline: Discipline, stateCount: Int, stepCount: Int
  ) throws {
    let found = try comparison(discipline, relaunchesMax: 0, additions: [Self.form]) { product in
      product.design.completing = { operation, result in
        if case .addAnimal = operation {
          nil
        } else {
          AnimalsListener.completion(operation, result)
        }
      }
    }
    #expect(found == RuntimeComparison(stateCount: stateCount, stepCount: stepCount))
  }

  @Test func `equal thunks under way are told apart as in the naive runtime`() throws {
    let found = try comparison(
      .concurrent, relaunchesMax: 0, additionsMax: 3, additions: [Self.form]
    ) { product in
      // Without guards every tap is a request of its own.
      product.design.noticing = { _, action in
        guard case .ui(.addAnimal(let id, let name, let diet, let categoryId)) = action else {
          return nil
        }
        return .addAnimal(id: id, name: name, diet: diet, categoryId: categoryId)
      }
      product.design.listener = { notice, _ in notice }
    }
    #expect(found == RuntimeComparison(stateCount: 2132, stepCount: 10732))
  }

  @Test(arguments: [(Discipline.serial, 92, 139), (.concurrent, 92, 167)])
  func `a request that is not accepted costs no addition, even where it leaves a notice`(
    _ discipline: Discipline, stateCount: Int, stepCount: Int
  ) throws {
    let scope = try Scope(
      name: "corner", discipline: discipline, mailMax: 2, faultsMax: 1, additionsMax: 2, values: 0)
    let found = RuntimeComparison(RuntimeSystem(product: Tally(), scope: scope))
    #expect(found == RuntimeComparison(stateCount: stateCount, stepCount: stepCount))
  }
}

/// A product whose notices are whole elements, as by default: one for every dispatch that does not
/// throw.
private struct Tally: Product {
  struct State: Hashable, Sendable {
    var isWaiting = false
    var count = 0
  }

  enum Action: Hashable, Sendable { case add, didAdd(Int?) }
  enum Gesture: Hashable, Comparable, Codable, Sendable { case add }
  enum Operation: Hashable, Comparable, Codable, Sendable { case add }
  typealias Reply = Int
  typealias Database = Int
  typealias Notice = Element<State, Action>
  typealias Subject = String
  typealias Contents = Int
  typealias Values = Int

  let initialState = State()
  let initialDatabase = 0

  func reduce(_ state: State, _ action: Action) throws -> State {
    var next = state
    switch action {
    case .add: next.isWaiting = true
    case .didAdd(let count):
      next.isWaiting = false
      next.count = count ?? state.count
    }
    return next
  }

  func react(to notice: Notice, current: State) throws -> Operation? {
    isAcceptedRequest(notice) && current.isWaiting ? .add : nil
  }

  func perform(_ operation: Operation, on database: inout Int) throws -> Int {
    database += 1
    return database
  }

  func completion(of operation: Operation, result: Result<Int, OperationFailure>) -> Action? {
    .didAdd(try? result.get())
  }

  func gestures(in state: State, values: Int) -> [Gesture] { [.add] }
  func action(of gesture: Gesture) -> Action { .add }
  func additionCount(of gesture: Gesture) -> Int { 1 }
  func additionCount(of operation: Operation) -> Int { 1 }
  func kind(of subject: String) -> String { subject }
  func name(of subject: String) -> String { "" }
  func subjects(of operation: Operation) -> [String] { ["count"] }
  func subjects(askedForBy notice: Notice) -> [String] {
    isAcceptedRequest(notice) ? ["count"] : []
  }
  func isAcceptedRequest(_ notice: Notice) -> Bool {
    notice.action == .add && !notice.old.isWaiting
  }
  func contents(of state: State) -> Int { state.count }
  func rows(of database: Int) -> StoredRows<Int> { .rows(database) }
  func subscriptions(values: Int) -> [Subscription<Tally>] { [] }
  func vocabulary(values: Int) -> [Action] { [.add, .didAdd(nil), .didAdd(1)] }

  var narrator: Narrator<Tally> {
    Narrator(
      gesture: { _ in "taps Add" }, operation: { _ in "the add" },
      state: { ["count": String($0.count)] }, database: { ["rows": String($0)] })
  }
}
