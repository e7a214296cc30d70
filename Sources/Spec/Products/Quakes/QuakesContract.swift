import Model

extension Contract<Quakes> {
  /// The definitions of Quakes, of the published design but for its repairs.
  static func quakes(_ system: RuntimeSystem<Quakes>) -> Contract {
    let repaired = system.product.repaired
    var contract = Contract()
    contract.refuses = { old, action in
      if case .ui(.deleteSelectedQuake(let id)) = action { !old.quakes.data.keys.contains(id) } else { false }
    }
    contract.parts = parts
    contract.subscriptions = subscriptions(system.scope.values, repaired)
    contract.notice = notice
    contract.asks = asks
    contract.completes = completes
    contract.trapsPerforming = { operation, _ in trapsPerforming(operation, repaired) }
    contract.performs = { performs($0, $1, $2, repaired) }
    contract.drawnOperations = drawnOperations
    return contract
  }

  // MARK: Reducer

  private static var parts: [StatePart<Quakes>] {
    [
      StatePart("clock", { $0.clock }) { old, _ in old.clock },
      StatePart("quakes.status", { $0.quakes.status }) { old, action in
        switch action {
        case .ui(.quakeListOnAppear): old.quakes.status ?? .waiting
        case .ui(.refreshQuakes): .waiting
        case .ui: old.quakes.status
        case .data(.localStoreDidFetchQuakes(let result)): Status(of: result)
        case .data(.remoteStoreDidFetchQuakes(let result)): Status(of: result)
        }
      },
      StatePart("quakes.data", entries: { $0.quakes.data }, mentioned: ids) { id, old, action in
        let known = old.quakes.data[id]
        switch action {
        case .ui(.deleteSelectedQuake(id)), .ui(.deleteAllQuakes): return nil
        case .data(.localStoreDidFetchQuakes(.success(let quakes))):
          return quakes.last { $0.quakeId == id } ?? known
        case .data(.remoteStoreDidFetchQuakes(.success(let quakes))):
          guard let quake = quakes.last(where: { $0.quakeId == id }) else { return known }
          return quake.magnitude > 0 ? quake : nil
        default: return known
        }
      },
    ]
  }

  /// The ids of quakes that an action names.
  private static func ids(in action: Quakes.Action) -> [String] {
    switch action {
    case .ui(.deleteSelectedQuake(let id)): [id]
    case .data(.localStoreDidFetchQuakes(.success(let quakes))),
      .data(.remoteStoreDidFetchQuakes(.success(let quakes))):
      quakes.map(\.quakeId)
    default: []
    }
  }

  // MARK: Subscriptions

  private static func subscriptions(
    _ values: Quakes.Values, _ repaired: Set<Quakes.RepairName>
  ) -> [SubscriptionDefinition<Quakes>] {
    let answers = QuakesAnswers(calendar: values.calendar, repaired: repaired)
    let searched = values.searches.flatMap { search in
      [
        SubscriptionDefinition<Quakes>(
          name: "quakes", parameter: search.words, hasId: true, filter: passes,
          output: { Output(answers.found(by: search, $0)) })
      ] + values.sorts.map { sort in list(search, sort, answers) }
    }
    let single = values.quakeIds.map { id in
      SubscriptionDefinition<Quakes>(
        name: "quake", parameter: id, hasId: true, output: { Output(QuakesAnswers.quake(id, $0)) })
    }
    return searched + single + [
      SubscriptionDefinition(
        name: "quakes.count", parameter: "", output: { Output($0.quakes.data.count) }),
      SubscriptionDefinition(name: "quakes.status", parameter: "", output: { Output($0.quakes.status) }),
    ]
  }

  /// Where numbers have no order, a list holds what its search finds, in any order.
  private static func list(
    _ search: Quakes.Search, _ sort: Quakes.Sort, _ answers: QuakesAnswers
  ) -> SubscriptionDefinition<Quakes> {
    var list = SubscriptionDefinition<Quakes>(
      name: "quakes.values", parameter: "\(search.words), \(sort.words)", hasId: true, hasDependencies: true,
      filter: passes, output: { Output(answers.list(search, sort, $0)) })
    list.isRight = { state, output in
      let told = answers.list(search, sort, state)
      if answers.hasOrder(search, sort, state) { return output == Output(told) }
      return (output.value as? [Quake])?.sorted { $0.quakeId < $1.quakeId }
        == told.sorted { $0.quakeId < $1.quakeId }
    }
    return list
  }

  /// What changes which quakes there are.
  @Sendable private static func passes(_ old: Quakes.State, _ action: Quakes.Action) -> Bool {
    switch action {
    case .ui(.quakeListOnAppear), .ui(.refreshQuakes), .data(.localStoreDidFetchQuakes(.failure)),
      .data(.remoteStoreDidFetchQuakes(.failure)):
      false
    case .ui(.deleteSelectedQuake), .ui(.deleteAllQuakes), .data(.localStoreDidFetchQuakes(.success)),
      .data(.remoteStoreDidFetchQuakes(.success)):
      true
    }
  }
}
