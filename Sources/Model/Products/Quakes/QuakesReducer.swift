import Model

/// The reducer as published.
enum QuakesReducer {
  /// The state after an action.
  ///
  /// - Throws: `ReducerError.quakeNotFound`.
  @Sendable static func reduce(_ state: Quakes.State, _ action: Quakes.Action) throws
    -> Quakes.State
  {
    switch action {
    case .ui(let action): try reduce(state, action)
    case .data(let action): reduce(state, action)
    }
  }

  private static func reduce(_ state: Quakes.State, _ action: Quakes.UserAction) throws
    -> Quakes.State
  {
    var next = state
    switch action {
    case .quakeListOnAppear:
      if state.quakes.status == nil { next.quakes.status = .waiting }
    case .refreshQuakes:
      if state.quakes.status != .waiting { next.quakes.status = .waiting }
    case .deleteSelectedQuake(let id):
      guard state.quakes.data[id] != nil else { throw Quakes.ReducerError.quakeNotFound }
      next.quakes.data[id] = nil
    case .deleteAllQuakes:
      next.quakes.data = [:]
    }
    return next
  }

  private static func reduce(_ state: Quakes.State, _ action: Quakes.DataAction) -> Quakes.State {
    var next = state
    switch action {
    case .localStoreDidFetchQuakes(.failure(let text)),
      .remoteStoreDidFetchQuakes(.failure(let text)):
      next.quakes.status = .failure(text: text)
    case .localStoreDidFetchQuakes(.success(let quakes)):
      for quake in quakes { next.quakes.data[quake.quakeId] = quake }
      next.quakes.status = .success
    case .remoteStoreDidFetchQuakes(.success(let quakes)):
      // A magnitude that is no number is not above 0.
      for quake in quakes { next.quakes.data[quake.quakeId] = quake.magnitude > 0 ? quake : nil }
      next.quakes.status = .success
    }
    return next
  }
}
