import Foundation
import Model
import Spec

extension WindowFacts<Quakes> {
  /// What is known of the windows of the published Quakes, with days by a calendar.
  static func quakes(calendar: Calendar) -> WindowFacts {
    let answers = QuakesAnswers(calendar: calendar)
    return WindowFacts(
      controls: list + menus + map,
      views: [
        "QuakeList.quakes.values": { window, state in
          guard answers.hasOrder(window.search, window.sort, state) else { return nil }
          return Output(answers.list(window.search, window.sort, state))
        },
        "QuakeList.quakes.count": { Output($1.quakes.data.count) },
        "QuakeList.quakes.status": { Output($1.quakes.status) },
        "QuakeMap.quakes": { Output(answers.found(by: $0.search, $1)) },
        "QuakeMap.listSelection.quake": { Output(QuakesAnswers.quake($0.listSelection, $1)) },
        "QuakeMap.mapSelection.quake": { Output(QuakesAnswers.quake($0.mapSelection, $1)) },
      ],
      opening: { state, values in
        let now =
          (values.searches.first?.date ?? .distantPast) + 86_400 * Double(state.clock.dayCount)
        return Quakes.Window(search: Quakes.Search(text: "", date: now))
      },
      selections: [
        WindowSelection(
          name: "list selection", id: \.listSelection,
          selecting: { if case .selectInList(let id) = $0 { id } else { nil } },
          deselecting: .deselectInList, follows: "map selection"),
        WindowSelection(
          name: "map selection", id: \.mapSelection,
          selecting: { if case .selectOnMap(let id) = $0 { id } else { nil } },
          deselecting: .deselectOnMap, follows: "list selection"),
        WindowSelection(
          name: "search", id: { words($0.search) },
          chosen: { if case .lookFor(let search) = $0 { .some(words(search)) } else { nil } }),
        WindowSelection(
          name: "sort order", id: { "\($0.sort)" },
          chosen: { if case .sortBy(let sort) = $0 { .some("\(sort)") } else { nil } }),
      ],
      appearances: appearances, handled: handled, drawn: drawn)
  }

  static let appearances = [
    WindowAppearance<Quakes>(
      gesture: .listAppears, isShown: { _ in true }, hasAppeared: \.hasListAppeared)
  ]

  /// Both selections are what the map's changed to, or else the list's.
  private static func handled(_ old: ShownWindow<Quakes>, _ new: ShownWindow<Quakes>)
    -> Quakes.Window
  {
    var told = new.window
    if told.mapSelection != old.window.mapSelection {
      told.listSelection = told.mapSelection
    } else if told.listSelection != old.window.listSelection {
      told.mapSelection = told.listSelection
    }
    return told
  }

  /// Windows that look for, sort by and have selected what there is.
  private static func drawn(_ state: Quakes.State, _ values: Quakes.Values) -> [Quakes.Window] {
    let ids = [
      nil, state.quakes.data.keys.min(), values.deletions.first, state.quakes.data.keys.max(),
    ]
    guard let first = values.searches.first, !values.sorts.isEmpty else { return [] }
    // Each search with one of the orders, and each order with one search.
    let searched =
      values.searches.enumerated().map { ($1, values.sorts[$0 % values.sorts.count]) }
      + values.sorts.dropFirst().map { (first, $0) }
    return searched.enumerated().map { place, choice in
      var window = Quakes.Window(search: choice.0)
      window.sort = choice.1
      window.hasListAppeared = place != searched.count - 1 || place == 0
      window.listSelection = ids[place % ids.count]
      window.mapSelection = ids[(place + place / ids.count) % ids.count]
      return window
    }
  }

  private static func words(_ search: Quakes.Search) -> String {
    "\(search.text) \(search.date.timeIntervalSinceReferenceDate)"
  }

  // MARK: Controls

  private static let list: [WindowControl<Quakes>] = [
    WindowControl(
      component: "QuakeList", name: "(appears)", shown: "when the window opens", enabled: "once",
      effect: "asks for the quakes", offered: { $0.window.hasListAppeared ? [] : [.listAppears] },
      dispatched: { _, _ in .quakeListOnAppear }),
    WindowControl(
      component: "QuakeList", name: "a quake",
      shown: "for each quake of the day with the text in its name",
      enabled: "always", effect: "selects the quake in the list",
      offered: { screen in
        screen.listed.filter { $0 != screen.window.listSelection }.map { .selectInList(id: $0) }
      }),
    WindowControl(
      component: "QuakeList", name: "nothing", shown: "always",
      enabled: "while a quake is selected there", effect: "deselects the quake in the list",
      offered: { $0.hasAppeared && $0.window.listSelection != nil ? [.deselectInList] : [] }),
    WindowControl(
      component: "QuakeList", name: "search field, date picker", shown: "always",
      enabled: "always; the date picker unless the total is 0",
      effect: "looks for a text and a day",
      offered: { screen in
        if !screen.hasAppeared { return [] }
        return screen.values.searches.filter {
          $0 != screen.window.search && (screen.total != 0 || $0.date == screen.window.search.date)
        }.map { .lookFor(search: $0) }
      },
      isDone: { gesture, _, after in
        if case .lookFor(let search) = gesture { after.search == search } else { false }
      }),
  ]

  private static let menus: [WindowControl<Quakes>] = [
    WindowControl(
      component: "QuakeList", name: "Refresh", shown: "always, with an entry for each range",
      enabled: "always", effect: "refreshes the range",
      offered: { screen in
        screen.hasAppeared ? screen.values.ranges.map { .refresh(range: $0) } : []
      },
      dispatched: { gesture, _ in
        if case .refresh(let range) = gesture { .refreshQuakes(range: range) } else { nil }
      }),
    WindowControl(
      component: "QuakeList", name: "Delete Selected", shown: "always",
      enabled: "while a quake is selected in the list, unless the total is 0",
      effect: "deletes the selected quake, whether or not it is still there",
      offered: { screen in
        guard screen.hasAppeared, screen.total != 0, let id = screen.window.listSelection else {
          return []
        }
        return [.deleteSelected(id: id)]
      },
      dispatched: { _, screen in
        screen.window.listSelection.map { .deleteSelectedQuake(id: $0) }
      }),
    WindowControl(
      component: "QuakeList", name: "Delete All", shown: "always", enabled: "unless the total is 0",
      effect: "deletes all quakes",
      offered: { $0.hasAppeared && $0.values.deletesAll && $0.total != 0 ? [.deleteAll] : [] },
      dispatched: { _, _ in .deleteAllQuakes }),
    WindowControl(
      component: "QuakeList", name: "Sort", shown: "always, with an entry for each key and order",
      enabled: "unless nothing is listed", effect: "sorts the list",
      offered: { screen in
        if screen.listed.isEmpty { return [] }
        return screen.values.sorts.filter { $0 != screen.window.sort }.map { .sortBy(sort: $0) }
      },
      isDone: { gesture, _, after in
        if case .sortBy(let sort) = gesture { after.sort == sort } else { false }
      }),
  ]

  private static let map: [WindowControl<Quakes>] = [
    WindowControl(
      component: "QuakeMap", name: "a circle",
      shown: "for each quake of the day with the text in its name",
      enabled: "always", effect: "selects the quake on the map",
      offered: { screen in
        if !screen.hasAppeared { return [] }
        let mapped: [String: Quake] = screen.display("QuakeMap.quakes") ?? [:]
        return mapped.keys.sorted().filter { $0 != screen.window.mapSelection }.map {
          .selectOnMap(id: $0)
        }
      }),
    WindowControl(
      component: "QuakeMap", name: "nothing", shown: "always",
      enabled: "while a quake is selected there", effect: "deselects the quake on the map",
      offered: { $0.hasAppeared && $0.window.mapSelection != nil ? [.deselectOnMap] : [] }),
  ]
}

extension ShownWindow<Quakes> {
  /// A list that has come up appears before anything else can be tapped.
  fileprivate var hasAppeared: Bool { window.hasListAppeared }
  fileprivate var total: Int { display("QuakeList.quakes.count") ?? 0 }
  fileprivate var listed: [String] {
    guard hasAppeared else { return [] }
    return (display("QuakeList.quakes.values", as: [Quake].self) ?? []).map(\.quakeId)
  }
}
