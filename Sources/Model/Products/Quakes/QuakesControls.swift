import Model

/// What windows offer and what gestures in them do, as published.
enum QuakesControls {
  /// What the window enables; the list appears before anything can be tapped.
  static func enabled(
    in window: Quakes.Window, _ display: Display, _ values: Quakes.Values
  ) -> [Quakes.WindowGesture] {
    if !window.hasListAppeared { return [.listAppears] }
    let listed: [Quake] = display("QuakeList.quakes.values") ?? []
    let mapped: [String: Quake] = display("QuakeMap.quakes") ?? [:]
    let total: Int = display("QuakeList.quakes.count") ?? 0
    var gestures: [Quakes.WindowGesture] = values.ranges.map { .refresh(range: $0) }
    gestures += listed.map(\.quakeId).filter { $0 != window.listSelection }.map {
      .selectInList(id: $0)
    }
    if window.listSelection != nil { gestures.append(.deselectInList) }
    gestures += mapped.keys.sorted().filter { $0 != window.mapSelection }.map {
      .selectOnMap(id: $0)
    }
    if window.mapSelection != nil { gestures.append(.deselectOnMap) }
    // The date picker is disabled while there are no quakes.
    gestures += values.searches.filter {
      $0 != window.search && (total > 0 || $0.date == window.search.date)
    }.map { .lookFor(search: $0) }
    if !listed.isEmpty {
      gestures += values.sorts.filter { $0 != window.sort }.map { .sortBy(sort: $0) }
    }
    if total > 0 {
      if let id = window.listSelection { gestures.append(.deleteSelected(id: id)) }
      if values.deletesAll { gestures.append(.deleteAll) }
    }
    return gestures
  }

  /// Does what a gesture does, and returns what it dispatches.
  static func handle(_ gesture: Quakes.WindowGesture, in window: inout Quakes.Window) -> Quakes
    .UserAction?
  {
    switch gesture {
    case .listAppears:
      window.hasListAppeared = true
      return .quakeListOnAppear
    case .refresh(let range): return .refreshQuakes(range: range)
    case .selectInList(let id): window.listSelection = id
    case .deselectInList: window.listSelection = nil
    case .selectOnMap(let id): window.mapSelection = id
    case .deselectOnMap: window.mapSelection = nil
    case .lookFor(let search): window.search = search
    case .sortBy(let sort): window.sort = sort
    case .deleteSelected(let id): return .deleteSelectedQuake(id: id)
    case .deleteAll: return .deleteAllQuakes
    }
    return nil
  }
}
