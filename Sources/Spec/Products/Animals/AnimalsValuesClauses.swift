import Model
import Spec

/// What Animals promises of values, whether a run reaches them or not.
extension AnimalsProperties {
  /// Those that every product has and those of Animals.
  static func valuesClauses(_ system: RuntimeSystem<Animals>) -> [ValuesClause<Animals>] {
    RuntimeProperties(system: system).valuesClauses
      + (system.product.whyUndefined == nil ? ownValuesClauses(system) : [sorted(system)])
  }

  static func ownValuesClauses(_ system: RuntimeSystem<Animals>) -> [ValuesClause<Animals>] {
    ContractProperties(system: system, contract: .animals(system)).valuesClauses
      + ControlProperties(system: system, facts: .animals).valuesClauses + [sorted(system)]
  }

  private static func sorted(_ system: RuntimeSystem<Animals>) -> ValuesClause<Animals> {
    let categoryIds = system.scope.values.samples.categories.map(\.categoryId)
    let breaksTies = system.product.breaksTies
    return ValuesClause(
      sortedName, sortedSentence, witness: sortedWitness, consequence: sortedConsequence
    ) { view in
      guard let state = view.state else { return .idle }
      let categories = { (order: EntryOrder) in
        AnimalsSelectors.categoriesValues(state, order, breaksTies: breaksTies).map {
          Entry(id: $0.categoryId, name: $0.name)
        }
      }
      var lists = [("the category list", categories)]
      for id in categoryIds {
        lists.append(
          (
            "the list of '\(id)'",
            { order in
              AnimalsSelectors.animalsValues(inCategory: id, state, order, breaksTies: breaksTies)
                .map { Entry(id: $0.animalId, name: $0.name) }
            }
          ))
      }
      let judged = lists.filter { $0.1(.ascending).count > 1 }
      return judged.isEmpty ? .idle : .judge(judged.flatMap { disorder($0.0, $0.1) })
    }
  }

  private struct Entry: Hashable {
    var id: String
    var name: String
  }

  private static func disorder(_ title: String, _ list: (EntryOrder) -> [Entry]) -> [Violation] {
    @Sendable func words(_ entries: [Entry]) -> String {
      entries.map { "'\($0.id)' ('\($0.name)')" }.joined(separator: ", ")
    }
    let first = list(.ascending)
    var violations: [Violation] = []
    if first.map(\.name).isOutOfOrder {
      violations.append(Violation(culprit: "order", detail: "\(title) is \(words(first))"))
    }
    let other = list(.reverse)
    if other != first {
      violations.append(
        Violation(culprit: "ties", detail: "\(title) is \(words(first)), or \(words(other))"))
    }
    return violations
  }
}

extension [String] {
  /// Whether some name precedes an earlier one.
  ///
  /// - Complexity: O(n²).
  var isOutOfOrder: Bool {
    indices.contains { place in self[..<place].contains { self[place] < $0 } }
  }

  /// Whether of two names neither precedes the other.
  ///
  /// - Complexity: O(n²).
  var holdsTie: Bool {
    indices.contains { place in
      self[..<place].contains { !(self[place] < $0) && !($0 < self[place]) }
    }
  }
}
