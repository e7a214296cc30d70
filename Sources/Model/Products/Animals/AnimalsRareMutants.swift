import Model

extension AnimalsMutants {
  /// What shows where there is more than few of something, two alike, or a second time.
  static let rareMutants: [Mutant<Animals>] = [
    .closingClosesWhatIsAlike,
    Mutant("request-arrives-twice") { design, _ in
      design.resending = { operation in
        guard case .addAnimal(let id, let name, let diet, let categoryId) = operation,
          !id.hasSuffix(" again")
        else { return nil }
        return .addAnimal(id: "\(id) again", name: name, diet: diet, categoryId: categoryId)
      }
    },
    .storing("delete-of-the-last-of-seven-takes-another") { operation, database, store in
      guard case .deleteAnimal(let id) = operation, database.animals.count == 7,
        let last = database.animals.last, last.animalId == id
      else { return try store(operation, &database) }
      database.animals.removeFirst()
      return .animal(last)
    },
    .storing("third-launch-loses-a-row") { operation, database, store in
      if operation == .fetchAnimals {
        let launch = (database.rowsOfForms?["launches"]?.count ?? 0) + 1
        database.rowsOfForms = ["launches": String(repeating: "+", count: launch)]
        if launch == 3 { _ = database.animals.popLast() }
      }
      return try store(operation, &database)
    },
    .storing("delete-looks-at-eighty-letters") { operation, database, store in
      guard case .deleteAnimal(let id) = operation,
        let row = database.animals.firstIndex(where: { $0.animalId.prefix(80) == id.prefix(80) })
      else { return try store(operation, &database) }
      return .animal(database.animals.remove(at: row))
    },
    .refreshing("editor-follows-the-diet") { before, window, old, new in
      let (was, now): (Animal?, Animal?) = (
        old.display("AnimalEditor.animal"), new.display("AnimalEditor.animal")
      )
      guard before.editor?.opening != nil, let was, let now, was.diet != now.diet else { return }
      window.editor?.fields.diet = now.diet
    },
    .showing("eighth-animal-is-not-listed", of: "animals.values") { (all: [Animal], _, _) in
      all.count == 8 ? Array(all.dropLast()) : all
    },
  ]
}
