extension Animals {
  package enum RepairName: String, CaseIterable, Sendable {
    case sortByIdLast = "sort-by-id-last"
    case filterKnowsOldCategory = "filter-knows-old-category"
  }

  private static func repair(
    _ name: RepairName, _ words: String, mend: @escaping @Sendable (inout Animals) -> Void = { _ in }
  ) -> Repair<Animals> {
    Repair(name.rawValue, words) {
      $0.repaired.insert(name)
      mend(&$0)
    }
  }

  /// Changes of the published design that cure one defect each.
  package static let repairs: [Repair<Animals>] = [
    repair(.sortByIdLast, "Animals, and categories, of one name are listed by their ids."),
    repair(
      .filterKnowsOldCategory,
      "The list's filter lets a change of an animal through by the categories that the state has for it, too."
    ) {
      $0.design.aroundSubscriptions(named: "animals.values") { list in
        list.filtering { passes, old, action in
          let id =
            switch action {
            case .data(.didAddAnimal(_, result: .success(let animal))): animal.animalId
            case .data(.didUpdateAnimal(let id, result: .success)): id
            case .data(.didDeleteAnimal(_, result: .success(let animal))): animal.animalId
            default: String?.none
            }
          let known = id.flatMap { old.animals.data[$0] }
          return passes || known.map { $0.categoryId == list.id } ?? false
        }
      }
    },
  ]
}
