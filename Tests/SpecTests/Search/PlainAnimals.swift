import Model
import Spec
@testable import Generators
@testable import ReferenceProducts

/// `AnimalsN` once more, as a list of steps for each state.
struct PlainAnimals: ExplicitSystem {
  typealias State = AnimalsN.State
  typealias Label = AnimalsN.Label

  let animalCount: Int
  let initialStates = [State()]

  func isSettled(_ state: State) -> Bool { state.mail.isEmpty }

  func steps(from state: State) -> [Step<State, Label>] {
    let asked = gestures(in: state).map { label, operation in
      var next = state
      switch operation {
      case .fetchCategories: next.categoriesStatus = .waiting
      case .fetchAnimals: next.animalsStatus = .waiting
      case .reload: (next.categoriesStatus, next.animalsStatus) = (.waiting, .waiting)
      case .add(let id, _), .update(let id, _), .delete(let id): next.queue[id] = .waiting
      }
      next.mail.append(operation)
      return Step(label, to: next)
    }
    guard let head = state.mail.first else { return asked }
    let outcomes: [Label] = state.faultsLeft > 0 ? [.succeed, .fail] : [.succeed]
    return asked
      + outcomes.map {
        Step($0, to: answered(head, in: state, status: $0 == .fail ? .failure : .success))
      }
  }

  private func gestures(in state: State) -> [(Label, AnimalsN.Operation)] {
    if state.mail.count == 4 { return [] }
    var found: [(Label, AnimalsN.Operation)] = []
    if state.categoriesStatus == nil { found.append((.appearCategories, .fetchCategories)) }
    if state.animalsStatus == nil { found.append((.appearAnimals, .fetchAnimals)) }
    if state.categoriesStatus != .waiting && state.animalsStatus != .waiting {
      found.append((.reload, .reload))
    }
    for id in 0..<animalCount where state.queue[id] != .waiting {
      let isAsked = state.mail.contains(.add(id, .a)) || state.mail.contains(.add(id, .b))
      if state.data[id] == nil && state.database[id] == nil && !isAsked {
        found += [(.add(id, .a), .add(id, .a)), (.add(id, .b), .add(id, .b))]
      }
      if state.data[id] != nil {
        found += [(.update(id, .a), .update(id, .a)), (.update(id, .b), .update(id, .b))]
        found.append((.delete(id), .delete(id)))
      }
    }
    return found
  }

  private func answered(
    _ operation: AnimalsN.Operation, in state: State, status: AnimalsN.Status
  ) -> State {
    var next = state
    next.mail.removeFirst()
    if status == .failure { next.faultsLeft -= 1 }
    let isDone = status == .success
    switch operation {
    case .fetchCategories: next.categoriesStatus = status
    case .fetchAnimals:
      if isDone { for (id, category) in state.database { next.data[id] = category } }
      next.animalsStatus = status
    case .reload:
      if isDone { (next.data, next.database) = ([:], [:]) }
      (next.categoriesStatus, next.animalsStatus) = (status, status)
    case .add(let id, let category):
      if isDone { (next.data[id], next.database[id]) = (category, category) }
      next.queue[id] = status
    case .update(let id, let category): change(id, in: &next, to: category, isDone: isDone)
    case .delete(let id): change(id, in: &next, to: nil, isDone: isDone)
    }
    return next
  }

  private func change(
    _ id: Int, in state: inout State, to category: AnimalsN.Category?, isDone: Bool
  ) {
    let isThere = isDone && state.database[id] != nil
    if isThere { state.database[id] = category }
    if state.data[id] == nil { return }
    if isThere { state.data[id] = category }
    state.queue[id] = isThere ? .success : .failure
  }
}
