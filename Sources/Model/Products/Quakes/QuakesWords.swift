import Model

/// The words in which stories tell of Quakes.
enum QuakesWords {
  static func narrator(of product: Quakes) -> Narrator<Quakes> {
    let (zone, hasClock) = (product.calendar.timeZone.identifier, product.otherTimeZones != nil)
    return Narrator(
      gesture: Self.words, operation: Self.words,
      state: { state in
        var facts: [String: String] = [:]
        if let status = state.quakes.status { facts["quakes.status"] = Self.words(status) }
        if hasClock { facts["time zone"] = state.clock.timeZone ?? zone }
        if state.clock.dayCount > 0 { facts["midnights passed"] = "\(state.clock.dayCount)" }
        for (id, quake) in state.quakes.data { facts["quakes.data[\(id)]"] = Self.words(quake) }
        return facts
      },
      database: { database in
        Narrator<Quakes>.facts(
          ofRows: database.rows.map { ("quake \($0.quakeId)", Self.words($0)) })
      },
      occurrence: { occurrence in
        switch occurrence {
        case .midnight: "midnight passes"
        case .timeZone(let zone): "the device is set to the time zone \(zone)"
        }
      },
      windowGesture: Self.words, window: Self.facts, shown: Self.words(ofShown:),
      screen: QuakesScreens.screen)
  }

  @Sendable private static func words(ofShown value: Any) -> String? {
    switch value {
    case let quake as Quake: words(quake)
    case let quakes as [String: Quake]:
      quakes.isEmpty ? "nothing" : quakes.keys.sorted().joined(separator: ", ")
    case let status as Status: words(status)
    default: nil
    }
  }

  @Sendable private static func words(_ gesture: Quakes.WindowGesture) -> String {
    switch gesture {
    case .listAppears: "shows the quake list"
    case .refresh(let range): "taps Refresh, \(words(range))"
    case .selectInList(let id): "selects \(id) in the list"
    case .deselectInList: "deselects the quake in the list"
    case .deselectOnMap: "deselects the quake on the map"
    case .selectOnMap(let id): "selects \(id) on the map"
    case .lookFor(let search): "looks for \(search.words)"
    case .sortBy(let sort): "sorts by \(sort.words)"
    case .deleteSelected(let id): "taps Delete Selected on \(id)"
    case .deleteAll: "taps Delete All"
    }
  }

  @Sendable private static func facts(_ window: Quakes.Window) -> [String: String] {
    var facts = ["search": window.search.words, "sort": window.sort.words]
    facts["list selection"] = window.listSelection
    facts["map selection"] = window.mapSelection
    return facts
  }

  @Sendable private static func words(_ gesture: Quakes.UserAction) -> String {
    switch gesture {
    case .quakeListOnAppear: "sees the quake list appear"
    case .refreshQuakes(let range): "taps Refresh, \(words(range))"
    case .deleteSelectedQuake(let id): "deletes \(id)"
    case .deleteAllQuakes: "taps Delete All"
    }
  }

  @Sendable private static func words(_ operation: Quakes.Operation) -> String {
    switch operation {
    case .fetchLocalQuakes: "the fetch of stored quakes"
    case .fetchRemoteQuakes(let range, nil): "the fetch of \(words(range))'s quakes"
    case .fetchRemoteQuakes(let range, let answer?):
      "the fetch of \(words(range))'s quakes, answered with \(words(answer)),"
    case .deleteLocalQuake(let id): "the delete of \(id)"
    case .deleteAllLocalQuakes: "the delete of all quakes"
    case .syncLocalQuakes(let changes): "the sync of \(words(changes))"
    }
  }

  private static func words(_ range: Quakes.RefreshRange) -> String {
    switch range {
    case .allHour: "the last hour"
    case .allDay: "the last day"
    case .allWeek: "the last week"
    case .allMonth: "the last month"
    }
  }

  private static func words(_ payload: Quakes.Payload) -> String {
    let quakes = payload.entries.map { entry in
      let gaps = entry.lacks.sorted().map { " without \($0.rawValue)" }.joined()
      return "\(entry.quake.quakeId) \(entry.quake.magnitude)\(gaps)"
    }
    return "\(payload.name) (\(quakes.isEmpty ? "no quakes" : quakes.joined(separator: ", ")))"
  }

  private static func words(_ changes: Quakes.Changes) -> String {
    let parts = [
      (changes.inserted.map(\.quakeId), "inserted"), (changes.updated.map(\.quakeId), "updated"),
      (changes.deleted, "deleted"),
    ]
    let words = parts.filter { !$0.0.isEmpty }.map { "\($0.0.joined(separator: ", ")) \($0.1)" }
    return words.isEmpty ? "no changes" : words.joined(separator: "; ")
  }

  private static func words(_ quake: Quake) -> String { "'\(quake.name)', \(quake.magnitude)" }

  static func words(_ status: Status) -> String {
    if case .failure(let text) = status { "failure (\(text))" } else { "\(status)" }
  }
}
