import Foundation
import Model

extension Quakes {
  /// The search date is that of the day on which the window opens.
  func initialWindow(in state: State) -> Window? {
    var search = firstSearch
    search.date = search.date.addingTimeInterval(86_400 * Double(state.clock.dayCount))
    return Window(search: search)
  }

  func showsFailure(of subject: Subject, in window: Window) -> Bool {
    repaired.contains(.showFailures)
  }

  func mounts(in window: Window) -> [Mount<Quakes>] {
    [
      Mount("QuakeList", valuesSubscription(window.search, window.sort)),
      Mount("QuakeList", countSubscription), Mount("QuakeList", statusSubscription),
      Mount("QuakeMap", quakesSubscription(window.search)),
      Mount("QuakeMap.listSelection", quakeSubscription(window.listSelection)),
      Mount("QuakeMap.mapSelection", quakeSubscription(window.mapSelection)),
    ]
  }

  /// What the window enables; the list appears before anything can be tapped.
  func gestures(in window: Window, showing display: Display, values: Values) -> [WindowGesture] {
    design.windows.enabling(enabled(in: window, display, values), window, display)
  }

  private func enabled(in window: Window, _ display: Display, _ values: Values) -> [WindowGesture] {
    if !window.hasListAppeared { return [.listAppears] }
    let listed: [Quake] = display("QuakeList.quakes.values") ?? []
    let mapped: [String: Quake] = display("QuakeMap.quakes") ?? [:]
    let total: Int = display("QuakeList.quakes.count") ?? 0
    var gestures: [WindowGesture] = values.ranges.map { .refresh(range: $0) }
    gestures += listed.map(\.quakeId).filter { $0 != window.listSelection }.map { .selectInList(id: $0) }
    if window.listSelection != nil { gestures.append(.deselectInList) }
    gestures += mapped.keys.sorted().filter { $0 != window.mapSelection }.map { .selectOnMap(id: $0) }
    if window.mapSelection != nil { gestures.append(.deselectOnMap) }
    // The date picker is disabled while there are no quakes.
    gestures += values.searches.filter {
      $0 != window.search && (total > 0 || $0.date == window.search.date)
    }.map { .lookFor(search: $0) }
    if !listed.isEmpty { gestures += values.sorts.filter { $0 != window.sort }.map { .sortBy(sort: $0) } }
    if total > 0 {
      if let id = window.listSelection { gestures.append(.deleteSelected(id: id)) }
      if values.deletesAll { gestures.append(.deleteAll) }
    }
    return gestures
  }

  func handle(
    _ gesture: WindowGesture, in window: inout Window, showing display: Display
  ) -> UserAction? {
    let before = window
    var dispatched = Self.publishedHandle(gesture, in: &window)
    design.windows.handling(gesture, before, &window, &dispatched, display)
    return dispatched
  }

  private static func publishedHandle(_ gesture: WindowGesture, in window: inout Window) -> UserAction? {
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

  /// Each selection follows the other when that one has changed.
  func refresh(_ window: inout Window, from old: Rendering<Window>, to new: Rendering<Window>) {
    let before = window
    defer { design.windows.refreshing(before, &window, old, new) }
    if old.window.mapSelection != new.window.mapSelection { window.listSelection = window.mapSelection }
    if old.window.listSelection != new.window.listSelection { window.mapSelection = window.listSelection }
  }
}
