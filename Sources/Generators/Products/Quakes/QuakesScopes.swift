import Foundation
import Model

/// The scopes of Quakes, and the values in them.
enum QuakesScopes {
  /// Noon of a day in GMT.
  private static let noon = Date(timeIntervalSinceReferenceDate: 43_200)

  /// A version of a quake; a later one was updated a minute later.
  private static func quake(
    _ id: String, _ magnitude: Double, version: Int = 1, after minutes: Double
  ) -> Quake {
    let time = noon + 60 * minutes
    return Quake(
      quakeId: id, magnitude: magnitude, time: time, updated: time + 60 * Double(version),
      name: "near \(id)")
  }

  private static let alpha = quake("Alpha", 2.5, after: 0)
  private static let alphaUpdated = quake("Alpha", 3, version: 2, after: 0)
  private static let alphaWithdrawn = quake("Alpha", 0, version: 3, after: 0)
  private static let beta = quake("Beta", 2.5, after: 1)
  private static let betaUpdated = quake("Beta", 1, version: 2, after: 1)
  private static let betaNegative = quake("Beta", -0.5, version: 3, after: 1)

  /// Both quakes appear, both are updated, one is absent, withdrawn, negative, repeated; nothing
  /// comes.
  private static let payloads = [
    Quakes.Payload("both", [alpha, beta]),
    Quakes.Payload("both updated", [alphaUpdated, betaUpdated]),
    Quakes.Payload("one absent", [alpha]),
    Quakes.Payload("one withdrawn", [alphaWithdrawn, beta]),
    Quakes.Payload("one negative", [betaNegative]),
    Quakes.Payload("one repeated", [alpha, alphaUpdated]),
    Quakes.Payload("nothing", []),
  ]

  private static let searches = [
    Quakes.Search(text: "", date: noon), Quakes.Search(text: "Alpha", date: noon),
    Quakes.Search(text: "", date: noon + 86_400),
  ]
  private static let sorts = [Quakes.Sort(), Quakes.Sort(key: .magnitude, order: .reverse)]

  private static func values(
    _ payloads: [Quakes.Payload], _ deletions: [String], countsRefreshes: Bool = true
  ) -> Quakes.Values {
    Quakes.Values(
      ranges: [.allHour], payloads: payloads, countsRefreshes: countsRefreshes,
      deletions: deletions, deletesAll: true, searches: searches, sorts: sorts)
  }

  /// Two quakes in two versions each.
  private static let both = values(payloads, ["Alpha", "Beta"])
  private static let endless = values(payloads, ["Alpha", "Beta"], countsRefreshes: false)

  /// One quake in two versions; the other one never comes.
  private static let one = values(
    [
      Quakes.Payload("it", [alpha]), Quakes.Payload("it repeated", [alpha, alphaUpdated]),
      Quakes.Payload("it updated", [alphaUpdated]),
      Quakes.Payload("it withdrawn", [alphaWithdrawn]), Quakes.Payload("nothing", []),
    ], ["Alpha", "Beta"])

  private static let gamma = quake("Gamma", 4, after: 2)

  /// Three quakes: all come, one is withdrawn.
  private static let three = Quakes.Values(
    ranges: [.allHour],
    payloads: [
      Quakes.Payload("all", [alpha, beta, gamma]),
      Quakes.Payload("one withdrawn", [alphaWithdrawn]),
    ],
    countsRefreshes: true, deletions: [], deletesAll: true, searches: [searches[0], searches[1]],
    sorts: [Quakes.Sort()])

  /// Two quakes of which one is withdrawn, looked for in two ways and sorted in two.
  private static let shown = Quakes.Values(
    ranges: [.allHour],
    payloads: [
      Quakes.Payload("both", [alpha, beta]), Quakes.Payload("one withdrawn", [alphaWithdrawn]),
    ],
    countsRefreshes: false, deletions: [], deletesAll: true, searches: searches, sorts: sorts)

  /// Four quakes, sorted and refreshed in all ways, and a search on a day of another century.
  private static let sorted = Quakes.Values(
    ranges: Quakes.RefreshRange.allCases,

    payloads: [Quakes.Payload("all", [alpha, betaUpdated, gamma, quake("Delta", 2, after: 3)])],
    countsRefreshes: true, deletions: [], deletesAll: true,
    searches: [
      searches[0],
      Quakes.Search(
        text: " Alpha, or whatever is near ", date: noon.addingTimeInterval(-86_400.5 * 400)),
    ],
    sorts: Quakes.SortKey.allCases.flatMap { key in
      [Quakes.Sort(key: key), Quakes.Sort(key: key, order: .reverse)]
    })

  /// Quakes at noon, and at and before midnight in Auckland; in Greenwich all are on one day.
  private static let travelling = Quakes.Values(
    ranges: [.allHour],
    payloads: [
      Quakes.Payload(
        "all",
        [alpha, quake("Beta", 1, after: -120), quake("Gamma", 4, after: -60)])
    ],
    countsRefreshes: true, deletions: [], deletesAll: true, searches: [searches[0]], sorts: sorts,
    otherTimeZones: ["Pacific/Auckland", "America/Los_Angeles"])

  /// A quake that is told anew with another name, place and time, out of what is looked for.
  private static let moved = {
    let alphaMoved = Quake(
      quakeId: "Alpha", magnitude: 2.5, time: noon + 90, updated: noon + 180, name: "beside Alpha",
      longitude: 122.5, latitude: -45)
    var alphaRenamed = alpha
    alphaRenamed.name = alphaMoved.name
    var moved = shown
    moved.payloads = [
      Quakes.Payload("both", [alpha, beta]), Quakes.Payload("one moved", [alphaMoved]),
      Quakes.Payload("one renamed", [alphaRenamed]),
    ]
    moved.searches = [searches[0], Quakes.Search(text: "near", date: noon)]
    moved.deletesAll = false
    return moved
  }()

  /// Seven quakes, two of them alike and under ids that begin alike, and the same in another
  /// version.
  private static let seven = {
    let ids = ["Beta", "Delta", "Eta", "Gamma", "Theta"]
    let near = ["us7000abcd1", "us7000abcd2"].map {
      Quake(quakeId: $0, magnitude: 2.5, time: noon, updated: noon, name: "near the coast")
    }
    var seven = values([], ["us7000abcd2"])
    seven.payloads = [
      Quakes.Payload("all", ids.map { quake($0, 2.5, after: 1) } + near),
      Quakes.Payload(
        "all updated", ids.map { quake($0, 3, version: 2, after: 1) } + near.suffix(1)),
    ]
    return seven
  }()

  /// A feed that leaves something out.
  private static let lacking = values(
    [Quakes.Payload("both", [alpha, beta])]
      + Quakes.FeedEntry.Gap.allCases.map { gap in
        let second = Quakes.FeedEntry(betaUpdated, lacking: [gap])
        return Quakes.Payload(
          "no \(gap.rawValue)", entries: [Quakes.FeedEntry(alphaUpdated), second])
      }, ["Alpha"], countsRefreshes: false)

  static func all() throws(ScopeError) -> [Scope<Quakes.Values>] {
    try [
      Scope(
        name: "standard", mailMax: 3, faultsMax: 1, relaunchesMax: 1, additionsMax: 2,
        values: both),
      Scope(name: "refreshes", mailMax: 3, faultsMax: 1, relaunchesMax: 1, values: endless),
      Scope(name: "malformed", mailMax: 1, relaunchesMax: 1, values: lacking),
      Scope(name: "calm", mailMax: 1, additionsMax: 2, values: both),
      Scope(name: "faults", mailMax: 1, faultsMax: 1, additionsMax: 2, values: one),
      Scope(
        name: "faults-alike", mailMax: 1, faultsMax: 1, additionsMax: 2, listsAlike: true,
        values: one),
      Scope(name: "kills", mailMax: 1, relaunchesMax: 1, additionsMax: 2, values: one),
      Scope(name: "seven", mailMax: 1, relaunchesMax: 2, additionsMax: 2, values: seven),
      Scope(
        name: "forms", environment: .windows, mailMax: 1, faultsMax: 1, additionsMax: 2,
        windows: WindowBounds(countMax: 2), values: three),
      Scope(
        name: "opening", environment: .windows, mailMax: 1, faultsMax: 1,
        windows: WindowBounds(countMax: 2, opensAndCloses: true, leavesOut: ["sortBy"]),
        values: shown),
      Scope(
        name: "window", environment: .windows, mailMax: 1, faultsMax: 1,
        windows: WindowBounds(countMax: 1, leavesOut: ["sortBy"]), values: shown),
      Scope(
        name: "moved", environment: .windows, mailMax: 1,
        windows: WindowBounds(countMax: 1, leavesOut: ["sortBy", "selectOnMap"]), values: moved),
      Scope(
        name: "sorts", environment: .windows, mailMax: 1, additionsMax: 1,
        windows: WindowBounds(countMax: 1, leavesOut: ["selectOnMap"]), values: sorted),
      Scope(
        name: "calendar", environment: .windows, mailMax: 1, relaunchesMax: 1, additionsMax: 1,
        occurrencesMax: 2,
        windows: WindowBounds(
          countMax: 1, opensAndCloses: true, lagging: [],
          leavesOut: ["selectInList", "selectOnMap"]),
        values: travelling),
      Scope(
        name: "lag", environment: .windows, mailMax: 1,
        windows: WindowBounds(
          countMax: 1,
          lagging: ["QuakeList.quakes.values", "QuakeList.quakes.count", "QuakeMap.quakes"],
          leavesOut: ["sortBy"]),
        values: shown),
    ]
  }
}
