extension Animals {
  package static let mutants: [Mutant<Animals>] =
    reducerMutants + filterMutants + subscriptionMutants + listenerMutants + storeMutants
    + windowMutants + answerMutants

  private static func reducing(
    _ change: @escaping @Sendable (_ old: State, Action, _ new: inout State) throws -> Void
  ) -> @Sendable (inout Animals) -> Void {
    {
      $0.design.reducer = { state, action in
        var next = try publishedReducer(state, action)
        try change(state, action, &next)
        return next
      }
    }
  }

  private static let reducerMutants: [Mutant<Animals>] = [
    Mutant(
      "fetch-leaves-waiting",
      plant: reducing { old, action, new in
        if case .data(.didFetchAnimals(result: .success)) = action { new.animals.status = old.animals.status }
      }),
    Mutant(
      "reload-merges",
      plant: reducing { old, action, new in
        guard case .data(.didReloadSampleData(result: .success)) = action else { return }
        new.animals.data.merge(old.animals.data) { reloaded, _ in reloaded }
      }),
    Mutant(
      "add-under-placeholder",
      plant: reducing { _, action, new in
        guard case .data(.didAddAnimal(let id, result: .success(let animal))) = action else { return }
        new.animals.data[animal.animalId] = nil
        new.animals.data[id] = animal
      }),
    Mutant(
      "delete-at-once",
      plant: reducing { _, action, new in
        if case .ui(.deleteAnimal(let id)) = action { new.animals.data[id] = nil }
      }),
    Mutant(
      "failure-as-success",
      plant: reducing { _, action, new in
        if case .data(.didFetchCategories(result: .failure)) = action { new.categories.status = .success }
      }),
    Mutant(
      "appear-fetches-again",
      plant: reducing { _, action, new in
        if case .ui(.animalListOnAppear) = action { new.animals.status = .waiting }
      }),
    Mutant(
      "crash-on-update",
      plant: reducing { old, action, _ in
        guard case .data(.didUpdateAnimal(_, result: .failure)) = action else { return }
        throw Crash("an update that failed is unwrapped")
      }),
  ]

  private static let filterMutants: [Mutant<Animals>] = [
    Mutant("filter-forgets-old-category") {
      $0.filters.animals = { categoryId, old, action in
        if case .data(.didUpdateAnimal(_, result: .success(let animal))) = action {
          return animal.categoryId == categoryId
        }
        return filterAnimals(categoryId, old, action)
      }
    },
    Mutant("filter-drops-reload") {
      $0.filters.categories = { old, action in
        if case .data(.didReloadSampleData) = action { return false }
        return filterCategories(old, action)
      }
    },
  ]

  private static let subscriptionMutants: [Mutant<Animals>] = [
    Mutant("list-without-id") {
      $0.design.subscribing = { $0.name == "animals.values" ? $0.with(id: nil) : $0 }
    },
    Mutant("dependency-misses-name") {
      $0.design.subscribing = { subscription in
        guard subscription.name == "animals.values" else { return subscription }
        let id = subscription.id
        return subscription.with(dependencies: [
          { state, _ in Set(Selectors.animals(inCategory: id, state).keys) }
        ])
      }
    },
  ]

  private static let listenerMutants: [Mutant<Animals>] = [
    Mutant("listener-ignores-guard") {
      $0.design.noticing = { old, action in
        if case .ui(.deleteAnimal(let id)) = action { return .deleteAnimal(id: id) }
        return publishedNotice(old, action)
      }
    },
    Mutant("listener-forgets-reload") {
      $0.design.listener = { notice, current in
        notice == .reloadSampleData ? nil : publishedListener(notice, current)
      }
    },
    Mutant("completion-swallows-failure") {
      $0.design.completing = { operation, result in
        if case .failure = result, operation == .fetchAnimals { return nil }
        return publishedCompletion(operation, result)
      }
    },
  ]

  /// Puts something around the store.
  private static func storing(
    _ change:
      @escaping @Sendable (
        Operation, inout Database, (Operation, inout Database) throws -> Reply
      ) throws -> Reply
  ) -> @Sendable (inout Animals) -> Void {
    { product in
      let store = product.design.store
      product.design.store = { try change($0, &$1, store) }
    }
  }

  private static let storeMutants: [Mutant<Animals>] = [
    Mutant(
      "delete-keeps-row",
      plant: storing { operation, database, store in
        let before = database
        let reply = try store(operation, &database)
        if case .deleteAnimal = operation { database = before }
        return reply
      }),
    Mutant(
      "add-inserts-twice",
      plant: storing { operation, database, store in
        let reply = try store(operation, &database)
        if case .addAnimal = operation, case .animal(let animal) = reply { database.animals.append(animal) }
        return reply
      }),
    Mutant(
      "reload-keeps-added",
      plant: storing { operation, database, store in
        let before = database.animals
        let reply = try store(operation, &database)
        guard case .sampleData(let samples) = reply else { return reply }
        let added = before.filter { animal in !samples.animals.contains { $0.animalId == animal.animalId } }
        database.animals = (database.animals + added).sorted()
        return reply
      }),
  ]
  /// What only a definition of the function tells.
  private static let answerMutants: [Mutant<Animals>] = [
    Mutant("list-sorted-by-id") {
      $0.design.subscribing = { subscription in
        guard subscription.name == "animals.values" else { return subscription }
        return subscription.with(output: { state, order in
          (subscription.output(state, order).value as? [Animal] ?? []).sorted { $0.animalId < $1.animalId }
        })
      }
    },
    Mutant("category-looked-up-by-name") {
      $0.design.subscribing = { subscription in
        guard subscription.name == "animal.category" else { return subscription }
        return subscription.with(output: { state, _ in
          let animal = Selectors.animal(subscription.id, state)
          return animal.flatMap { animal in
            state.categories.data.values.sorted().first { $0.name == animal.categoryId }
          }
        })
      }
    },
  ]
}
