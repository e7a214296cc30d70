import Model

/// A window of Quakes as a drawing.
enum QuakesScreens {
  @Sendable static func screen(
    _ window: Quakes.Window, _ display: Display, _ offered: [Quakes.WindowGesture],
    _ values: Quakes.Values
  ) -> Screen {
    let listed: [Quake] = display("QuakeList.quakes.values") ?? []
    let mapped: [String: Quake] = display("QuakeMap.quakes") ?? [:]
    let total: Int = display("QuakeList.quakes.count") ?? 0
    let isWaiting = display("QuakeList.quakes.status", as: Status.self) == .waiting
    func offers(_ isMeant: (Quakes.WindowGesture) -> Bool) -> Bool {
      offered.contains(where: isMeant)
    }
    let search = [
      Screen.Row("Looks for", window.search.words), Screen.Row("Sorted by", window.sort.words),
      Screen.Row("Quakes", "\(listed.count) of \(total)"),
    ]
    let list = listed.map { quake in
      Screen.Row(
        quake.name, "\(quake.magnitude)", isSelected: quake.quakeId == window.listSelection)
    }
    let map = mapped.sorted { $0.key < $1.key }.map { id, quake in
      Screen.Row(quake.name, "\(quake.magnitude)", isSelected: id == window.mapSelection)
    }
    // What people cannot choose in a scope is not drawn.
    let buttons =
      (values.ranges.isEmpty
        ? []
        : [
          Screen.Button(
            "Refresh", isEnabled: offers { if case .refresh = $0 { true } else { false } })
        ])
      + [
        Screen.Button(
          "Delete Selected",
          isEnabled: offers { if case .deleteSelected = $0 { true } else { false } })
      ]
      + (values.deletesAll
        ? [Screen.Button("Delete All", isEnabled: offers { $0 == .deleteAll })] : [])
    return Screen([
      Screen.Part("Search", .form, rows: search),
      Screen.Part(
        "Earthquakes", .list, rows: list + (isWaiting ? [.waiting] : []), buttons: buttons),
      Screen.Part("Map", .list, rows: map),
    ])
  }
}
