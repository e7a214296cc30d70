extension Animals {
  /// Changes of the published design that cure one defect each.
  package static let repairs: [Repair<Animals>] = [
    Repair(
      "filter-knows-old-category",
      "The list's filter lets a delete through by the category that the state has for the animal, too."
    ) {
      let filter = $0.filters.animals
      $0.filters.animals = { categoryId, old, action in
        if case .data(.didDeleteAnimal(_, result: .success(let animal))) = action,
          let known = old.animals.data[animal.animalId], known.categoryId == categoryId
        {
          return true
        }
        return filter(categoryId, old, action)
      }
    }
  ]
}
