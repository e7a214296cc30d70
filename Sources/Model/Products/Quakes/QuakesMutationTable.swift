import Model

extension QuakesMutants {
  /// Where defects can be planted in Quakes.
  static let table: MutationTable<Quakes> = {
    var table = MutationTable<Quakes>()
    table.parts = [.init("quakes.data", \.quakes.data), .init("quakes.status", \.quakes.status)]
    table.actions = [
      .init(kind: "quakeListOnAppear", changes: ["quakes.status"]),
      .init(kind: "refreshQuakes", changes: ["quakes.status"]),
      .init(kind: "deleteSelectedQuake", changes: ["quakes.data"], isRefused: true),
      .init(kind: "deleteAllQuakes", changes: ["quakes.data"]),
      .init(kind: "localStoreDidFetchQuakes-success", changes: ["quakes.data", "quakes.status"]),
      .init(kind: "localStoreDidFetchQuakes-failure", changes: ["quakes.status"]),
      .init(kind: "remoteStoreDidFetchQuakes-success", changes: ["quakes.data", "quakes.status"]),
      .init(kind: "remoteStoreDidFetchQuakes-failure", changes: ["quakes.status"]),
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
      .init(kind: "fetchLocalQuakes", changes: false),
      .init(kind: "fetchRemoteQuakes", changes: false),
      .init(kind: "deleteLocalQuake", isReported: false, isGuarded: false),
      .init(kind: "deleteAllLocalQuakes", isReported: false, isGuarded: false),
      .init(kind: "syncLocalQuakes", isReported: false, isGuarded: false, addsUp: true),
    ]
    let passes = [
      "deleteSelectedQuake", "deleteAllQuakes", "localStoreDidFetchQuakes-success",
      "remoteStoreDidFetchQuakes-success",
    ]
    table.families = [
      .init(name: "quakes", hasId: true, passes: passes),
      .init(name: "quakes.values", hasId: true, hasDependencies: true, passes: passes),
      .init(name: "quakes.count"), .init(name: "quakes.status"), .init(name: "quake", hasId: true),
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
