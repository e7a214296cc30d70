import Generators
import Model
import Spec

/// A store with a serial listener over so many animals: the system that peers are measured on,
/// written in their languages in `docs/peers`.
///
/// People load, add, update and delete; what they ask for waits in the mail, at most four
/// operations, and its head is answered in one step. One of the answers may be a failure.
struct AnimalsN: ComponentSystem {
  enum Category: Hashable, Sendable, CaseIterable { case a, b }
  enum Status: Hashable, Sendable { case waiting, success, failure }
  enum Operation: Hashable, Sendable {
    case fetchCategories, fetchAnimals, reload
    case add(Int, Category)
    case update(Int, Category)
    case delete(Int)
  }

  struct State: Hashable, Sendable {
    var data: [Int: Category] = [:]
    var database: [Int: Category] = [:]
    var queue: [Int: Status] = [:]
    var categoriesStatus: Status?
    var animalsStatus: Status?
    var mail: [Operation] = []
    var faultsLeft = 1
  }

  enum Label: Hashable, Sendable {
    case appearCategories, appearAnimals, reload
    case add(Int, Category)
    case update(Int, Category)
    case delete(Int)
    case succeed, fail
  }

  static var components: [Component<State>] {
    [
      Component(\.data), Component(\.database), Component(\.queue), Component(\.categoriesStatus),
      Component(\.animalsStatus), Component(\.mail), Component(\.faultsLeft),
    ]
  }

  let initialStates = [State()]
  let labels: [Label]
  let symmetries: [Symmetry<State, Label>]
  private static let mailMax = 4

  /// - Parameter areAlike: whether animals can change places, so that few states stand for all.
  init(animalCount: Int, areAlike: Bool = false) {
    let animals = 0..<animalCount
    symmetries = areAlike ? [Self.symmetry(of: animals)] : []
    let categories = Category.allCases
    labels =
      [.appearCategories, .appearAnimals, .reload, .succeed, .fail]
      + animals.flatMap { id in categories.map { .add(id, $0) } }
      + animals.flatMap { id in categories.map { .update(id, $0) } } + animals.map(Label.delete)
  }

  func isSettled(_ state: Components<State>) -> Bool { state.mail.isEmpty }

  func traits(of label: Label) -> StepTraits {
    switch label {
    case .succeed: .performance
    case .fail: [.performance, .fault]
    default: .gesture
    }
  }

  func take(_ label: Label, in draft: inout Draft<State>) -> Bool {
    switch label {
    case .succeed: return answer(in: &draft, fails: false)
    case .fail:
      guard draft.faultsLeft > 0 else { return false }
      draft.faultsLeft -= 1
      return answer(in: &draft, fails: true)
    default: return ask(label, in: &draft)
    }
  }

  private static func symmetry(of animals: Range<Int>) -> Symmetry<State, Label> {
    @Sendable func renamed<Value>(_ entries: [Int: Value], _ rename: (Int) -> Int) -> [Int: Value] {
      Dictionary(uniqueKeysWithValues: entries.map { (rename($0), $1) })
    }
    return Symmetry(of: Array(animals)) { state, rename in
      var state = state
      state.data = renamed(state.data, rename)
      state.database = renamed(state.database, rename)
      state.queue = renamed(state.queue, rename)
      state.mail = state.mail.map { $0.renamed(rename) }
      return state
    } inLabels: { label, rename in
      switch label {
      case .add(let id, let category): .add(rename(id), category)
      case .update(let id, let category): .update(rename(id), category)
      case .delete(let id): .delete(rename(id))
      default: label
      }
    }
  }

  // MARK: What people ask for

  private func ask(_ label: Label, in draft: inout Draft<State>) -> Bool {
    guard draft[\.mail, \.count] < Self.mailMax else { return false }
    switch label {
    case .appearCategories:
      guard draft.categoriesStatus == nil else { return false }
      draft.categoriesStatus = .waiting
      draft.append(.fetchCategories, to: \.mail)
    case .appearAnimals:
      guard draft.animalsStatus == nil else { return false }
      draft.animalsStatus = .waiting
      draft.append(.fetchAnimals, to: \.mail)
    case .reload:
      guard draft.categoriesStatus != .waiting, draft.animalsStatus != .waiting else {
        return false
      }
      draft.categoriesStatus = .waiting
      draft.animalsStatus = .waiting
      draft.append(.reload, to: \.mail)
    case .add(let id, let category):
      guard draft[\.data, \.[id]] == nil, draft[\.database, \.[id]] == nil,
        !draft[\.mail, \.[adds: id]]
      else { return false }
      return ask(.add(id, category), of: id, in: &draft)
    case .update(let id, let category):
      return draft[\.data, \.[id]] != nil && ask(.update(id, category), of: id, in: &draft)
    case .delete(let id):
      return draft[\.data, \.[id]] != nil && ask(.delete(id), of: id, in: &draft)
    case .succeed, .fail: return false
    }
    return true
  }

  private func ask(_ operation: Operation, of id: Int, in draft: inout Draft<State>) -> Bool {
    guard draft[\.queue, \.[id]] != .waiting else { return false }
    draft[\.queue, \.[id]] = .waiting
    draft.append(operation, to: \.mail)
    return true
  }

  // MARK: What is answered

  private func answer(in draft: inout Draft<State>, fails: Bool) -> Bool {
    guard let operation = draft[\.mail, \.first] else { return false }
    draft.removeFirst(from: \.mail)
    let status = fails ? Status.failure : .success
    switch operation {
    case .fetchCategories: draft.categoriesStatus = status
    case .fetchAnimals:
      if !fails { draft.data = draft.data.merging(draft.database) { $1 } }
      draft.animalsStatus = status
    case .reload:
      if !fails { (draft.data, draft.database) = ([:], [:]) }
      draft.categoriesStatus = status
      draft.animalsStatus = status
    case .add(let id, let category):
      if !fails { draft[\.database, \.[id]] = category }
      if !fails { draft[\.data, \.[id]] = category }
      draft[\.queue, \.[id]] = status
    case .update(let id, let category): change(id, to: category, in: &draft, fails: fails)
    case .delete(let id): change(id, to: nil, in: &draft, fails: fails)
    }
    return true
  }

  private func change(_ id: Int, to category: Category?, in draft: inout Draft<State>, fails: Bool)
  {
    let isDone = !fails && draft[\.database, \.[id]] != nil
    if isDone { draft[\.database, \.[id]] = category }
    guard draft[\.data, \.[id]] != nil else { return }
    if isDone { draft[\.data, \.[id]] = category }
    draft[\.queue, \.[id]] = isDone ? .success : .failure
  }

  /// Broken: what waited for another animal's operation waits for ever.
  static let nothingWaits = Property<AnimalsN>(
    "queue.rest", "When the mail is empty, no animal waits.", witness: "the mail is empty",
    .invariant { state in
      guard state.mail.isEmpty else { return .idle }
      return .require(!state.queue.values.contains(.waiting), culprit: "waiting", "an animal waits")
    })
}

extension Benchmark {
  /// `AnimalsN` with one animal and more.
  static let animals = Benchmark("animals-n", sizes: 1...5, usualSizes: 1...4) { animalCount in
    Specification(
      identity: Identity(product: "animals-n", scope: "\(animalCount)"),
      system: AnimalsN(animalCount: animalCount), properties: [AnimalsN.nothingWaits],
      teller: Teller())
  }

  /// The same, where one state stands for all in which animals have changed places.
  static let alikeAnimals = Benchmark("animals-alike", sizes: 1...7, usualSizes: 1...5) { count in
    Specification(
      identity: Identity(product: "animals-alike", scope: "\(count)"),
      system: AnimalsN(animalCount: count, areAlike: true), properties: [AnimalsN.nothingWaits],
      teller: Teller())
  }
}

extension AnimalsN.Operation {
  fileprivate func renamed(_ rename: (Int) -> Int) -> Self {
    switch self {
    case .add(let id, let category): .add(rename(id), category)
    case .update(let id, let category): .update(rename(id), category)
    case .delete(let id): .delete(rename(id))
    case .fetchCategories, .fetchAnimals, .reload: self
    }
  }
}

extension [AnimalsN.Operation] {
  /// Whether an animal is to be added.
  fileprivate subscript(adds id: Int) -> Bool {
    contains { if case .add(id, _) = $0 { true } else { false } }
  }
}
