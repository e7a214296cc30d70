import Model

extension Animals {
  /// What shows where there is more than few of something, two alike, or a second time.
  static let rareMutants: [Mutant<Animals>] = [
    Mutant("closing-closes-what-is-alike") { design, _ in
      design.windows.closing = { other, closed in other != closed }
    },
    Mutant("request-arrives-twice") { design, _ in
      design.resending = { operation in
        guard case .addAnimal(let id, let name, let diet, let categoryId) = operation,
          !id.hasSuffix(" again")
        else { return nil }
        return .addAnimal(id: "\(id) again", name: name, diet: diet, categoryId: categoryId)
      }
    },
    Mutant("delete-of-the-last-of-seven-takes-another") { design, _ in
      design.aroundStore { operation, database, store in
        guard case .deleteAnimal(let id) = operation, database.animals.count == 7,
          let last = database.animals.last, last.animalId == id
        else { return try store(operation, &database) }
        database.animals.removeFirst()
        return .animal(last)
      }
    },
    Mutant("third-launch-loses-a-row") { design, _ in
      design.aroundStore { operation, database, store in
        if operation == .fetchAnimals {
          let launch = (database.rowsOfForms["launches"]?.count ?? 0) + 1
          database.rowsOfForms["launches"] = String(repeating: "+", count: launch)
          if launch == 3 { _ = database.animals.popLast() }
        }
        return try store(operation, &database)
      }
    },
    Mutant("delete-looks-at-eighty-letters") { design, _ in
      design.aroundStore { operation, database, store in
        guard case .deleteAnimal(let id) = operation,
          let row = database.animals.firstIndex(where: { $0.animalId.prefix(80) == id.prefix(80) })
        else { return try store(operation, &database) }
        return .animal(database.animals.remove(at: row))
      }
    },
    Mutant("editor-follows-the-diet") { design, _ in
      design.windows.refreshing = { before, window, old, new in
        let (was, now): (Animal?, Animal?) = (
          old.display("AnimalEditor.animal"), new.display("AnimalEditor.animal")
        )
        guard before.editor?.opening != nil, let was, let now, was.diet != now.diet else { return }
        window.editor?.fields.diet = now.diet
      }
    },
    Mutant("eighth-animal-is-not-listed") { design, _ in
      design.aroundSubscriptions(named: "animals.values") { list in
        list.with(output: { state, order in
          let all = list.output(state, order).value as? [Animal] ?? []
          return all.count == 8 ? Array(all.dropLast()) : all
        })
      }
    },
  ]
}
