extension Quakes {
  /// Where defects can be planted in Quakes.
  package static let mutationTable: MutationTable<Quakes> = {
    var table = MutationTable<Quakes>()
    table.parts = [.init("quakes.data", \.quakes.data), .init("quakes.status", \.quakes.status)]
    table.actions = [
      .init("quakeListOnAppear", changes: ["quakes.status"]),
      .init("refreshQuakes", changes: ["quakes.status"]),
      .init("deleteSelectedQuake", changes: ["quakes.data"], isRefused: true),
      .init("deleteAllQuakes", changes: ["quakes.data"]),
      .init("localStoreDidFetchQuakes-success", changes: ["quakes.data", "quakes.status"]),
      .init("localStoreDidFetchQuakes-failure", changes: ["quakes.status"]),
      .init("remoteStoreDidFetchQuakes-success", changes: ["quakes.data", "quakes.status"]),
      .init("remoteStoreDidFetchQuakes-failure", changes: ["quakes.status"]),
    ]
    table.requests = [
      ("quakeListOnAppear", true), ("refreshQuakes", true), ("deleteSelectedQuake", false),
      ("deleteAllQuakes", false), ("remoteStoreDidFetchQuakes-success", true),
    ]
    table.unguarded = { notice in
      switch notice {
      case .appeared: .fetchLocalQuakes
      case .refreshed(let range): .fetchRemoteQuakes(range: range, answer: nil)
      case .deleted, .deletedAll, .received: nil
      }
    }
    table.operations = [
      .init("fetchLocalQuakes", changes: false), .init("fetchRemoteQuakes", changes: false),
      .init("deleteLocalQuake", isReported: false, isGuarded: false),
      .init("deleteAllLocalQuakes", isReported: false, isGuarded: false),
      .init("syncLocalQuakes", isReported: false, isGuarded: false, addsUp: true),
    ]
    let passes = [
      "deleteSelectedQuake", "deleteAllQuakes", "localStoreDidFetchQuakes-success",
      "remoteStoreDidFetchQuakes-success",
    ]
    table.families = [
      .init("quakes", hasId: true, passes: passes),
      .init("quakes.values", hasId: true, hasDependencies: true, passes: passes),
      .init("quakes.count"), .init("quakes.status"), .init("quake", hasId: true),
    ]
    table.gestures = [
      ("listAppears", true, true), ("refresh", true, false), ("selectInList", false, true),
      ("deselectInList", false, true), ("selectOnMap", false, true), ("deselectOnMap", false, true),
      ("lookFor", false, true), ("sortBy", false, true), ("deleteSelected", true, false),
      ("deleteAll", true, false),
    ]
    return table
  }()
}
