import Model
import Spec

extension Contract<Quakes> {
  /// The definitions of the published Quakes.
  static func quakes(_ system: RuntimeSystem<Quakes>) -> Contract {
    var contract = Contract()
    contract.refuses = { old, action in
      if case .ui(.deleteSelectedQuake(let id)) = action {
        !old.quakes.data.keys.contains(id)
      } else {
        false
      }
    }
    contract.parts = parts
    contract.subscriptions = subscriptions(system.scope.values)
    contract.notice = QuakesListenerContract.notice
    contract.asks = QuakesListenerContract.asks
    contract.isIdle = {
      if case .syncLocalQuakes(let changes) = $0 { changes == Quakes.Changes() } else { false }
    }
    contract.completes = QuakesListenerContract.completes
    contract.trapsPerforming = { operation, _ in QuakesStoreContract.trapsPerforming(operation) }
    contract.performs = QuakesStoreContract.performs
    contract.drawnOperations = QuakesStoreContract.drawnOperations
    contract.drawnCurrents = QuakesListenerContract.drawnCurrents
    return contract
  }

  // MARK: Reducer

  private static let parts: [StatePart<Quakes>] = [
    StatePart("clock", { $0.clock }) { old, _ in old.clock },
    StatePart("quakes.status", { $0.quakes.status }) { old, action in
      switch action {
      case .ui(.quakeListOnAppear): old.quakes.status ?? .waiting
      case .ui(.refreshQuakes): .waiting
      case .ui(.deleteSelectedQuake), .ui(.deleteAllQuakes): old.quakes.status
      case .data(.localStoreDidFetchQuakes(let result)),
        .data(.remoteStoreDidFetchQuakes(let result)):
        Status(of: result)
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

  private static func subscriptions(_ values: Quakes.Values) -> [SubscriptionDefinition<Quakes>] {
    let answers = QuakesAnswers(calendar: values.calendar)
    let searched = values.searches.flatMap { search in
      [
        SubscriptionDefinition<Quakes>(
          name: "quakes", parameter: search.words, hasId: true, filter: isListChange,
          output: { Output(answers.found(by: search, $0)) })
      ] + values.sorts.map { sort in list(search, sort, answers) }
    }
    let single = (values.quakeIds + [String?.none]).map { id in
      SubscriptionDefinition<Quakes>(
        name: "quake", parameter: id ?? "", hasId: id != nil,
        output: { Output(QuakesAnswers.quake(id, $0)) })
    }
    return searched + single + [
      SubscriptionDefinition(
        name: "quakes.count", parameter: "", output: { Output($0.quakes.data.count) }),
      SubscriptionDefinition(
        name: "quakes.status", parameter: "", output: { Output($0.quakes.status) }),
    ]
  }

  /// Where numbers have no order, a list holds what its search finds, in any order.
  private static func list(
    _ search: Quakes.Search, _ sort: Quakes.Sort, _ answers: QuakesAnswers
  ) -> SubscriptionDefinition<Quakes> {
    var list = SubscriptionDefinition<Quakes>(
      name: "quakes.values", parameter: "\(search.words), \(sort.words)", hasId: true,
      dependencies: [{ Output(answers.found(by: search, $0)) }], filter: isListChange,
      output: { Output(answers.list(search, sort, $0)) })
    list.isRight = { state, output in
      let told = answers.list(search, sort, state)
      if answers.hasOrder(search, sort, state) { return output == Output(told) }
      return (output.value as? [Quake])?.sorted { $0.quakeId < $1.quakeId }
        == told.sorted { $0.quakeId < $1.quakeId }
    }
    return list
  }

  /// What changes which quakes there are: a delete as soon as it is asked for.
  @Sendable private static func isListChange(_ old: Quakes.State, _ action: Quakes.Action) -> Bool {
    switch action {
    case .ui(.deleteSelectedQuake), .ui(.deleteAllQuakes),
      .data(.localStoreDidFetchQuakes(.success)), .data(.remoteStoreDidFetchQuakes(.success)):
      true
    case .ui(.quakeListOnAppear), .ui(.refreshQuakes), .data: false
    }
  }
}

extension Status {
  /// How a request ends.
  init(of result: Outcome<some Any>) {
    switch result {
    case .success: self = .success
    case .failure(let text): self = .failure(text: text)
    }
  }
}
