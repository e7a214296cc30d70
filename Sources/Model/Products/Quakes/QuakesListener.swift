import Model

/// The listener as published.
enum QuakesListener {
  /// What the listener can still learn from an element.
  ///
  /// Only a sync looks at the old data, and only at the quakes of its payload; of a quake that was
  /// known the payload's values count no more.
  enum Notice: Hashable, Sendable {
    case appeared
    case refreshed(range: Quakes.RefreshRange)
    case deleted(id: String)
    case deletedAll
    /// A payload came in: what it says of each quake, in its order.
    case received([Arrival])
  }

  /// A quake of a payload, as far as the listener looks at it.
  enum Arrival: Hashable, Sendable {
    /// The data did not hold it before; the payload's quake.
    case new(Quake)
    /// The data held it before, under the payload's id; the quake as it was.
    case known(id: String, Quake)
  }

  /// The half of the listener's guards that looks at the element.
  @Sendable static func notice(_ old: Quakes.State, _ action: Quakes.Action) -> Notice? {
    switch action {
    case .ui(.quakeListOnAppear): old.quakes.status == nil ? .appeared : nil
    case .ui(.refreshQuakes(let range)):
      old.quakes.status != .waiting ? .refreshed(range: range) : nil
    case .ui(.deleteSelectedQuake(let id)): .deleted(id: id)
    case .ui(.deleteAllQuakes): .deletedAll
    case .data(.remoteStoreDidFetchQuakes(.success(let quakes))):
      .received(
        quakes.map { quake in
          old.quakes.data[quake.quakeId].map { .known(id: quake.quakeId, $0) } ?? .new(quake)
        })
    case .data: nil
    }
  }

  /// The half of the listener's guards that looks at the current state.
  @Sendable static func react(_ notice: Notice, _ current: Quakes.State) -> Quakes.Operation? {
    switch notice {
    case .appeared: current.quakes.status == .waiting ? .fetchLocalQuakes : nil
    case .refreshed(let range):
      current.quakes.status == .waiting ? .fetchRemoteQuakes(range: range, answer: nil) : nil
    case .deleted(let id): .deleteLocalQuake(id: id)
    case .deletedAll: .deleteAllLocalQuakes
    case .received(let arrivals): .syncLocalQuakes(changes: changes(of: arrivals, current))
    }
  }

  /// What a sync has to do: a quake counts as often as the payload holds it.
  private static func changes(of arrivals: [Arrival], _ current: Quakes.State) -> Quakes.Changes {
    var changes = Quakes.Changes()
    for arrival in arrivals {
      switch arrival {
      case .new(let quake):
        if current.quakes.data[quake.quakeId] != nil { changes.inserted.append(quake) }
      case .known(let id, let old):
        if let quake = current.quakes.data[id] {
          if quake.differs(from: old) { changes.updated.append(quake) }
        } else {
          changes.deleted.append(id)
        }
      }
    }
    return changes
  }

  /// The action that reports a fetch's result; nothing reports what became of a delete or a sync.
  @Sendable static func completion(
    _ operation: Quakes.Operation, _ result: Result<Quakes.Reply, OperationFailure>
  ) -> Quakes.Action? {
    let quakes = Outcome(result) { if case .quakes(let all) = $0 { all } else { nil } }
    guard let quakes else { return nil }
    switch operation {
    case .fetchLocalQuakes: return .data(.localStoreDidFetchQuakes(result: quakes))
    case .fetchRemoteQuakes: return .data(.remoteStoreDidFetchQuakes(result: quakes))
    case .deleteLocalQuake, .deleteAllLocalQuakes, .syncLocalQuakes: return nil
    }
  }
}
