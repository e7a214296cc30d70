extension Animals {
  package enum RepairName: String, CaseIterable, Sendable {
    case sortByIdLast = "sort-by-id-last"
    case filterKnowsOldCategory = "filter-knows-old-category"
  }

  private static func repair(
    _ name: RepairName, _ words: String, mend: @escaping @Sendable (inout Animals) -> Void
  ) -> Repair<Animals> {
    Repair(name.rawValue, words) {
      $0.repaired.insert(name)
      mend(&$0)
    }
  }

  /// Changes of the published design that cure one defect each.
  package static let repairs: [Repair<Animals>] = [
    repair(.sortByIdLast, "Animals, and categories, of one name are listed by their ids.") {
      $0.nameOrder.breaksTies = true
    },
    repair(
      .filterKnowsOldCategory,
      "The list's filter lets a change of an animal through by the categories that the state has for it, too."
    ) {
      let filter = $0.filters.animals
      $0.filters.animals = { categoryId, old, action in
        let ids =
          switch action {
          case .data(.didAddAnimal(_, result: .success(let animal))): [animal.animalId]
          case .data(.didUpdateAnimal(let id, result: .success)): [id]
          case .data(.didDeleteAnimal(_, result: .success(let animal))): [animal.animalId]
          default: [String]()
          }
        let known = ids.compactMap { old.animals.data[$0] }
        return filter(categoryId, old, action) || known.contains { $0.categoryId == categoryId }
      }
    },
  ]
}
