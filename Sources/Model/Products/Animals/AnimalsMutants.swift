import Model

extension Animals {
  static let mutants: [Mutant<Animals>] =
    reducerMutants + filterMutants + subscriptionMutants + listenerMutants + storeMutants
    + windowMutants + answerMutants + rareMutants

  private static let reducerMutants: [Mutant<Animals>] = [
    Mutant(
      "fetch-leaves-waiting",
      reducing: { old, action, new in
        if case .data(.didFetchAnimals(result: .success)) = action { new.animals.status = old.animals.status }
      }),
    Mutant(
      "reload-merges",
      reducing: { old, action, new in
        guard case .data(.didReloadSampleData(result: .success)) = action else { return }
        new.animals.data.merge(old.animals.data) { reloaded, _ in reloaded }
      }),
    Mutant(
      "add-under-placeholder",
      reducing: { _, action, new in
        guard case .data(.didAddAnimal(let id, result: .success(let animal))) = action else { return }
        new.animals.data[animal.animalId] = nil
        new.animals.data[id] = animal
      }),
    Mutant(
      "delete-at-once",
      reducing: { _, action, new in
        if case .ui(.deleteAnimal(let id)) = action { new.animals.data[id] = nil }
      }),
    Mutant(
      "failure-as-success",
      reducing: { _, action, new in
        if case .data(.didFetchCategories(result: .failure)) = action { new.categories.status = .success }
      }),
    Mutant(
      "appear-fetches-again",
      reducing: { _, action, new in
        if case .ui(.animalListOnAppear) = action { new.animals.status = .waiting }
      }),
    Mutant(
      "crash-on-update",
      reducing: { old, action, _ in
        guard case .data(.didUpdateAnimal(_, result: .failure)) = action else { return }
        throw Crash("an update that failed is unwrapped")
      }),
  ]

  private static let filterMutants: [Mutant<Animals>] = [
    Mutant("filter-forgets-old-category") { design, _ in
      design.aroundSubscriptions(named: "animals.values") { list in
        list.filtering { passes, _, action in
          guard case .data(.didUpdateAnimal(_, result: .success(let animal))) = action else { return passes }
          return animal.categoryId == list.id
        }
      }
    },
    Mutant("filter-drops-reload") { design, _ in
      design.aroundSubscriptions(named: "categories.values") { list in
        list.filtering { passes, _, action in
          if case .data(.didReloadSampleData) = action { false } else { passes }
        }
      }
    },
  ]

  private static let subscriptionMutants: [Mutant<Animals>] = [
    Mutant("list-without-id") { design, _ in
      design.aroundSubscriptions(named: "animals.values") { $0.with(id: nil) }
    },
    Mutant("dependency-misses-name") { design, _ in
      design.aroundSubscriptions(named: "animals.values") { subscription in
        let id = subscription.id
        return subscription.with(dependencies: [
          { state, _ in Set(Selectors.animals(inCategory: id, state).keys) }
        ])
      }
    },
  ]

  private static let listenerMutants: [Mutant<Animals>] = [
    Mutant("listener-ignores-guard") { design, _ in
      design.noticing = { old, action in
        if case .ui(.deleteAnimal(let id)) = action { return .deleteAnimal(id: id) }
        return publishedNotice(old, action)
      }
    },
    Mutant("listener-forgets-reload") { design, _ in
      design.listener = { notice, current in
        notice == .reloadSampleData ? nil : publishedListener(notice, current)
      }
    },
    Mutant("completion-swallows-failure") { design, _ in
      design.completing = { operation, result in
        if case .failure = result, operation == .fetchAnimals { return nil }
        return publishedCompletion(operation, result)
      }
    },
  ]

  private static let storeMutants: [Mutant<Animals>] = [
    Mutant("delete-keeps-row") { design, _ in
      design.aroundStore { operation, database, store in
        let before = database
        let reply = try store(operation, &database)
        if case .deleteAnimal = operation { database = before }
        return reply
      }
    },
    Mutant("add-inserts-twice") { design, _ in
      design.aroundStore { operation, database, store in
        let reply = try store(operation, &database)
        if case .addAnimal = operation, case .animal(let animal) = reply { database.animals.append(animal) }
        return reply
      }
    },
    Mutant("reload-keeps-added") { design, _ in
      design.aroundStore { operation, database, store in
        let before = database.animals
        let reply = try store(operation, &database)
        guard case .sampleData(let samples) = reply else { return reply }
        let added = before.filter { animal in !samples.animals.contains { $0.animalId == animal.animalId } }
        database.animals = (database.animals + added).sorted()
        return reply
      }
    },
  ]

  /// What only a definition of the function tells.
  private static let answerMutants: [Mutant<Animals>] = [
    Mutant("fetch-takes-five") { design, _ in
      design.aroundStore { operation, database, store in
        let reply = try store(operation, &database)
        if case .animals(let all) = reply { return .animals(Array(all.prefix(5))) }
        return reply
      }
    },
    Mutant("update-touches-last-row") { design, _ in
      design.aroundStore { operation, database, store in
        guard case .updateAnimal(let id, let name, let diet, let categoryId) = operation,
          let row = database.animals.lastIndex(where: { $0.animalId == id })
        else { return try store(operation, &database) }
        let animal = Animal(animalId: id, name: name, diet: diet, categoryId: categoryId)
        database.animals[row] = animal
        return .animal(animal)
      }
    },
    Mutant("reload-answers-each-category-once") { design, _ in
      design.aroundStore { operation, database, store in
        let reply = try store(operation, &database)
        guard case .sampleData(let all) = reply else { return reply }
        let once = Dictionary(all.categories.map { ($0.categoryId, $0) }, uniquingKeysWith: { $1 })
        return .sampleData(SampleData(categories: once.values.sorted(), animals: all.animals))
      }
    },
    Mutant("failure-gets-words") { design, _ in
      design.completing = { operation, result in
        publishedCompletion(operation, result.mapError { $0.text.isEmpty ? OperationFailure("unknown") : $0 })
      }
    },
    Mutant("list-sorted-by-id") { design, _ in
      design.aroundSubscriptions(named: "animals.values") { subscription in
        return subscription.with(output: { state, order in
          (subscription.output(state, order).value as? [Animal] ?? []).sorted { $0.animalId < $1.animalId }
        })
      }
    },
    Mutant("ids-ignore-case") { design, _ in
      design.aroundSubscriptions(named: "animal") { $0.with(id: $0.id?.lowercased()) }
    },
    Mutant("category-looked-up-by-name") { design, _ in
      design.aroundSubscriptions(named: "animal.category") { subscription in
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
