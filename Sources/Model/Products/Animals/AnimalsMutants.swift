import Model

/// Planted defects of Animals.
enum AnimalsMutants {
  /// Those that change a function by code; the rest stand in the table.
  static let written: [Mutant<Animals>] =
    reducerMutants + filterMutants + subscriptionMutants + listenerMutants + storeMutants
    + AnimalsWindowMutants.all + answerMutants + rareMutants

  private static let reducerMutants: [Mutant<Animals>] = [
    .reducing("fetch-leaves-waiting") { old, action, new in
      if case .data(.didFetchAnimals(result: .success)) = action {
        new.animals.status = old.animals.status
      }
    },
    .reducing("reload-merges") { old, action, new in
      guard case .data(.didReloadSampleData(result: .success)) = action else { return }
      new.animals.data.merge(old.animals.data) { reloaded, _ in reloaded }
    },
    .reducing("add-under-placeholder") { _, action, new in
      guard case .data(.didAddAnimal(let id, result: .success(let animal))) = action else { return }
      new.animals.data[animal.animalId] = nil
      new.animals.data[id] = animal
    },
    .reducing("delete-at-once") { _, action, new in
      if case .ui(.deleteAnimal(let id)) = action { new.animals.data[id] = nil }
    },
    .reducing("failure-as-success") { _, action, new in
      if case .data(.didFetchCategories(result: .failure)) = action {
        new.categories.status = .success
      }
    },
    .reducing("appear-fetches-again") { _, action, new in
      if case .ui(.animalListOnAppear) = action { new.animals.status = .waiting }
    },
    .reducing("crash-on-update") { old, action, _ in
      guard case .data(.didUpdateAnimal(_, result: .failure)) = action else { return }
      throw Crash("an update that failed is unwrapped")
    },
  ]

  private static let filterMutants: [Mutant<Animals>] = [
    .subscribing("filter-forgets-old-category", to: "animals.values") { list in
      list.filtering { passes, _, action in
        guard case .data(.didUpdateAnimal(_, result: .success(let animal))) = action else {
          return passes
        }
        return animal.categoryId == list.id
      }
    },
    .subscribing("filter-drops-reload", to: "categories.values") { list in
      list.filtering { passes, _, action in
        if case .data(.didReloadSampleData) = action { false } else { passes }
      }
    },
  ]

  private static let subscriptionMutants: [Mutant<Animals>] = [
    .subscribing("list-without-id", to: "animals.values") { $0.with(id: nil) },
    .subscribing("dependency-misses-name", to: "animals.values") { subscription in
      let id = subscription.id
      return subscription.with(dependencies: [
        { state, _ in Set(AnimalsSelectors.animals(inCategory: id, state).keys) }
      ])
    },
  ]

  private static let listenerMutants: [Mutant<Animals>] = [
    Mutant("listener-ignores-guard") { design, _ in
      design.noticing = { old, action in
        if case .ui(.deleteAnimal(let id)) = action { return .deleteAnimal(id: id) }
        return AnimalsListener.notice(old, action)
      }
    },
    .listening("listener-forgets-reload") { asked, _ in asked == .reloadSampleData ? nil : asked },
    Mutant("completion-swallows-failure") { design, _ in
      design.completing = { operation, result in
        if case .failure = result, operation == .fetchAnimals { return nil }
        return AnimalsListener.completion(operation, result)
      }
    },
  ]

  private static let storeMutants: [Mutant<Animals>] = [
    .storing("delete-keeps-row") { operation, database, store in
      let before = database
      let reply = try store(operation, &database)
      if case .deleteAnimal = operation { database = before }
      return reply
    },
    .storing("add-inserts-twice") { operation, database, store in
      let reply = try store(operation, &database)
      if case .addAnimal = operation, case .animal(let animal) = reply {
        database.animals.append(animal)
      }
      return reply
    },
    .storing("reload-keeps-added") { operation, database, store in
      let before = database.animals
      let reply = try store(operation, &database)
      guard case .sampleData(let samples) = reply else { return reply }
      let added = before.filter { animal in
        !samples.animals.contains { $0.animalId == animal.animalId }
      }
      database.animals = (database.animals + added).sorted()
      return reply
    },
  ]

  /// What only a definition of the function tells.
  private static let answerMutants: [Mutant<Animals>] = [
    .storing("fetch-takes-five") { operation, database, store in
      let reply = try store(operation, &database)
      if case .animals(let all) = reply { return .animals(Array(all.prefix(5))) }
      return reply
    },
    .storing("update-touches-last-row") { operation, database, store in
      guard case .updateAnimal(let id, _, _, _) = operation,
        let row = database.animals.lastIndex(where: { $0.animalId == id })
      else { return try store(operation, &database) }
      var last = Animals.Database()
      (last.categories, last.animals) = (database.categories, [database.animals[row]])
      let reply = try store(operation, &last)
      if let changed = last.animals.first(where: { $0.animalId == id }) {
        database.animals[row] = changed
      }
      return reply
    },
    .storing("reload-answers-each-category-once") { operation, database, store in
      let reply = try store(operation, &database)
      guard case .sampleData(let all) = reply else { return reply }
      let once = Dictionary(all.categories.map { ($0.categoryId, $0) }, uniquingKeysWith: { $1 })
      return .sampleData(SampleData(categories: once.values.sorted(), animals: all.animals))
    },
    Mutant("failure-gets-words") { design, _ in
      design.completing = { operation, result in
        AnimalsListener.completion(
          operation, result.mapError { $0.text.isEmpty ? OperationFailure("unknown") : $0 })
      }
    },
    .showing("list-sorted-by-id", of: "animals.values") { (all: [Animal], _, _) in
      all.sorted { $0.animalId < $1.animalId }
    },
    .subscribing("ids-ignore-case", to: "animal") { $0.with(id: $0.id?.lowercased()) },
    .subscribing("category-looked-up-by-name", to: "animal.category") { subscription in
      subscription.with(output: { state, _ in
        let animal = AnimalsSelectors.animal(subscription.id, state)
        return animal.flatMap { animal in
          state.categories.data.values.sorted().first { $0.name == animal.categoryId }
        }
      })
    },
  ]
}
