import Model
import Spec

extension Contract<Quakes> {
  /// The definitions of Quakes, of the published design but for its repairs.
  static func quakes(_ system: RuntimeSystem<Quakes>) -> Contract {
    let repaired = system.product.repaired
    var contract = Contract()
    contract.refuses = { old, action in
      if case .ui(.deleteSelectedQuake(let id)) = action { !old.quakes.data.keys.contains(id) } else { false }
    }
    contract.parts = parts(repaired)
    contract.subscriptions = subscriptions(system.scope.values, repaired)
    contract.notice = { notice($0, $1, repaired) }
    contract.asks = { asks($0, $1, repaired) }
    contract.isIdle = {
      if case .syncLocalQuakes(let changes) = $0 { changes == Quakes.Changes() } else { false }
    }
    contract.completes = { completes($0, $1, repaired) }
    contract.trapsPerforming = { operation, _ in trapsPerforming(operation, repaired) }
    contract.performs = { performs($0, $1, $2, repaired) }
    contract.occurs = occurs
    contract.drawnOperations = drawnOperations
    contract.drawnCurrents = drawnCurrents
    return contract
  }

  // MARK: Reducer

  private static func parts(_ repaired: Set<Quakes.RepairName>) -> [StatePart<Quakes>] {
    let hidesLater = repaired.contains(.deleteThenHide)
    return [
      StatePart("clock", { $0.clock }) { old, _ in old.clock },
      StatePart("quakes.status", { $0.quakes.status }) { old, action in
        switch action {
        case .ui(.quakeListOnAppear): old.quakes.status ?? .waiting
        case .ui(.refreshQuakes): .waiting
        case .ui(.deleteSelectedQuake), .ui(.deleteAllQuakes): hidesLater ? .waiting : old.quakes.status
        case .data(.localStoreDidFetchQuakes(let result)): Status(of: result)
        case .data(.remoteStoreDidFetchQuakes(let result)): Status(of: result)
        case .data(.localStoreDidDeleteQuakes(let result)): Status(of: result)
        }
      },
      StatePart("quakes.data", entries: { $0.quakes.data }, mentioned: ids) { id, old, action in
        let known = old.quakes.data[id]
        switch action {
        case .ui(.deleteSelectedQuake(id)), .ui(.deleteAllQuakes): return hidesLater ? known : nil
        case .data(.localStoreDidDeleteQuakes(.success(let left))): return left.last { $0.quakeId == id }
        case .data(.localStoreDidFetchQuakes(.success(let quakes))):
          return quakes.last { $0.quakeId == id } ?? known
        case .data(.remoteStoreDidFetchQuakes(.success(let quakes))):
          guard let quake = quakes.last(where: { $0.quakeId == id }) else {
            return repaired.contains(.saveThenShow) ? nil : known
          }
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
      .data(.remoteStoreDidFetchQuakes(.success(let quakes))),
      .data(.localStoreDidDeleteQuakes(.success(let quakes))):
      quakes.map(\.quakeId)
    default: []
    }
  }

  // MARK: Surroundings

  /// Midnight begins another day, and a zone is that of the device from then on, on whatever day.
  private static func occurs(
    _ occurrence: Quakes.Occurrence, _ old: Surroundings<Quakes>, _ new: Surroundings<Quakes>
  ) -> String? {
    let dayCount = old.state.clock.dayCount + (occurrence == .midnight ? 1 : 0)
    var zone = old.state.clock.timeZone
    if case .timeZone(let other) = occurrence { zone = other }
    let clock = new.state.clock
    if clock.dayCount != dayCount || clock.timeZone != zone {
      return "it should be day \(dayCount) in \(zone ?? "the scope's zone"), not \(clock)"
    }
    return new.state.quakes == old.state.quakes && new.database == old.database ? nil : "quakes change"
  }

  // MARK: Subscriptions

  private static func subscriptions(
    _ values: Quakes.Values, _ repaired: Set<Quakes.RepairName>
  ) -> [SubscriptionDefinition<Quakes>] {
    let answers = QuakesAnswers(calendar: values.calendar, repaired: repaired)
    let passes: @Sendable (Quakes.State, Quakes.Action) -> Bool = { isListChange($0, $1, repaired) }
    let searched = values.searches.flatMap { search in
      [
        SubscriptionDefinition<Quakes>(
          name: "quakes", parameter: search.words, hasId: true, filter: passes,
          output: { Output(answers.found(by: search, $0)) })
      ] + values.sorts.map { sort in list(search, sort, answers, passes) }
    }
    let single = (values.quakeIds + [String?.none]).map { id in
      SubscriptionDefinition<Quakes>(
        name: "quake", parameter: id ?? "", hasId: id != nil, output: { Output(QuakesAnswers.quake(id, $0)) })
    }
    return searched + single + [
      SubscriptionDefinition(
        name: "quakes.count", parameter: "", output: { Output($0.quakes.data.count) }),
      SubscriptionDefinition(name: "quakes.status", parameter: "", output: { Output($0.quakes.status) }),
    ]
  }

  /// Where numbers have no order, a list holds what its search finds, in any order.
  private static func list(
    _ search: Quakes.Search, _ sort: Quakes.Sort, _ answers: QuakesAnswers,
    _ passes: @escaping @Sendable (Quakes.State, Quakes.Action) -> Bool
  ) -> SubscriptionDefinition<Quakes> {
    var list = SubscriptionDefinition<Quakes>(
      name: "quakes.values", parameter: "\(search.words), \(sort.words)", hasId: true,
      dependencies: [{ Output(answers.found(by: search, $0)) }], filter: passes,
      output: { Output(answers.list(search, sort, $0)) })
    list.isRight = { state, output in
      let told = answers.list(search, sort, state)
      if answers.hasOrder(search, sort, state) { return output == Output(told) }
      return (output.value as? [Quake])?.sorted { $0.quakeId < $1.quakeId }
        == told.sorted { $0.quakeId < $1.quakeId }
    }
    return list
  }

  /// What changes which quakes there are: a delete as soon as it is asked for, or once it is done.
  private static func isListChange(
    _ old: Quakes.State, _ action: Quakes.Action, _ repaired: Set<Quakes.RepairName>
  ) -> Bool {
    let hidesLater = repaired.contains(.deleteThenHide)
    switch action {
    case .ui(.deleteSelectedQuake), .ui(.deleteAllQuakes): return !hidesLater
    case .data(.localStoreDidDeleteQuakes(.success)): return hidesLater
    case .data(.localStoreDidFetchQuakes(.success)), .data(.remoteStoreDidFetchQuakes(.success)): return true
    case .ui(.quakeListOnAppear), .ui(.refreshQuakes), .data: return false
    }
  }
}
