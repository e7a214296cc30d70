import Foundation
import Generators
import Model

/// Cases of Quakes around the days of one calendar: quakes and searches share a few moments, names
/// and texts a few letters.
enum QuakesInputs {
  static let all = Generator<ValuesInput<Quakes>> { source throws(Rejection) in
    let calendar = try Generator<Calendar>.calendars.draw(from: &source)
    let moments = try Generator<Date>.dates(in: calendar).array(count: 1...2).draw(from: &source)
    let held = Generator<Quake>.lists(few: 0...6) { quakes(at: moments, areMany: $0) }.withTwins {
      var twin = $0
      twin.quakeId = $1.quakeId
      return twin
    }
    let state = try states(of: held).draw(from: &source)
    // A feed may tell a quake twice.
    let payloads = Generator<Quake>.lists(few: 0...3) { quakes(at: moments, areMany: $0) }
      .pair(with: Generator<Int>.integers(in: 0...5)).map { $1 == 5 ? $0 + $0.prefix(1) : $0 }
    let action = try actions(of: payloads, in: state).draw(from: &source)
    let names = state.quakes.data.values.sorted().map(\.name)
    let found = try searches(at: moments, for: names).array(count: 1...2)
      .draw(from: &source)
    let beside = try near(found[0]).array(count: 1...4).draw(from: &source)
    let values = Quakes.Values(
      ranges: Quakes.RefreshRange.allCases, payloads: [], countsRefreshes: false,
      deletions: try Generator<String>.nearIds.array(count: 1...3).draw(from: &source).once,
      deletesAll: true, searches: (found + beside).once,
      sorts: try sorts.array(count: 1...3).draw(from: &source).once,
      timeZone: calendar.timeZone.identifier)
    return ValuesInput<Quakes>(values: values, state: state, action: action)
  }

  /// Quakes at one of the moments, or within a second of it, whose ids repeat.
  private static func quakes(at moments: [Date], areMany: Bool) -> Generator<Quake> {
    let ids = Generator<String>.nearIds(areMany: areMany)
    return Generator { source throws(Rejection) in
      let id = try ids.draw(from: &source)
      let magnitude = try magnitudes.draw(from: &source)
      let moment = try Generator<Date>.element(of: moments).draw(from: &source)
      let time = moment.addingTimeInterval(
        try Generator<TimeInterval>.element(of: [0, 0, 0, 0.25, -0.25]).draw(from: &source))
      let name = try Generator<String>.names.draw(from: &source)
      let delay = try Generator<TimeInterval>.element(of: [0, 60, -60]).draw(from: &source)
      return Quake(
        quakeId: id, magnitude: magnitude, time: time, updated: time.addingTimeInterval(delay),
        name: name,
        longitude: try degrees.draw(from: &source), latitude: try degrees.draw(from: &source))
    }
  }

  private static let degrees = Generator<Double>.frequency([
    (9, .always(0)), (2, .element(of: [122.5, 90, -90, 180, -180])), (1, .doubles()),
  ])

  /// Any number, and those around which colours and texts change.
  private static let magnitudes = {
    let edges = [0, 1, 2, 3, 5, 7].flatMap { [$0, $0.nextDown, $0.nextUp] as [Double] }
    let halves: [Double] = [0.04, 0.05, 0.15, 0.25, 0.35, -0.05, 9.95, 1_234.55, -1]
    let ends: [Double] = [
      .nan, .infinity, -.infinity, .greatestFiniteMagnitude, .greatestFiniteMagnitude.nextDown,
    ]
    return Generator<Double>.frequency([
      (2, .doubles()), (1, .element(of: edges + halves + ends)),
    ])
  }()

  /// States of quakes, each under its own id.
  private static func states(of quakes: Generator<[Quake]>) -> Generator<Quakes.State> {
    quakes.pair(with: Generator<Status?>.statuses).map { quakes, status in
      Quakes.State(
        quakes: .init(data: quakes.reduce(into: [:]) { $0[$1.quakeId] = $1 }, status: status))
    }
  }

  /// Every action.
  private static func actions(
    of payloads: Generator<[Quake]>, in state: Quakes.State
  ) -> Generator<Quakes.Action> {
    let outcomes = Generator<Outcome<[Quake]>>.outcomes(of: payloads)
    return .frequency([
      (1, .always(.ui(.quakeListOnAppear))),
      (
        1,
        Generator<Quakes.RefreshRange>.element(of: Quakes.RefreshRange.allCases).map {
          .ui(.refreshQuakes(range: $0))
        }
      ),
      (
        2,
        Generator<String>.frequency([
          (2, .element(of: state.quakes.data.keys.sorted() + [""])), (1, .nearIds),
        ]).map { .ui(.deleteSelectedQuake(id: $0)) }
      ),
      (1, .always(.ui(.deleteAllQuakes))),
      (4, outcomes.map { .data(.localStoreDidFetchQuakes(result: $0)) }),
      (4, outcomes.map { .data(.remoteStoreDidFetchQuakes(result: $0)) }),
    ])
  }

  /// Searches for a piece of a name, or any text, on the day of a moment or on one beside it.
  private static func searches(
    at moments: [Date], for names: [String]
  ) -> Generator<Quakes.Search> {
    Generator { source throws(Rejection) in
      let pieces = Generator<String>.element(of: names.isEmpty ? [""] : names)
        .pair(with: .integers(in: 0...8)).map(piece)
      let text = try Generator<String>.frequency([(4, .always("")), (4, pieces), (1, .names)])
        .draw(from: &source)
      let moment = try Generator<Date>.element(of: moments).draw(from: &source)
      let offset = try Generator<TimeInterval>.element(of: [0, 0, 0, 86_400, -86_400]).draw(
        from: &source)
      // People type no NUL, and on Linux Foundation finds one behind the end of a name, and traps.
      let typed = String(text.unicodeScalars.filter { $0 != "\0" })
      return Quakes.Search(text: typed, date: moment.addingTimeInterval(offset))
    }
  }

  /// Searches for a text, or a day, that is close to another one.
  private static func near(_ search: Quakes.Search) -> Generator<Quakes.Search> {
    .oneOf([
      Generator<String>.near(search.text).map { Quakes.Search(text: $0, date: search.date) },
      Generator<TimeInterval>.element(of: [0.25, 1, 3600, -3600, 86_400]).map {
        Quakes.Search(text: search.text, date: search.date.addingTimeInterval($0))
      },
    ])
  }

  /// Both keys in both orders; by time and forward is the simplest.
  private static let sorts = Generator<Quakes.Sort>.element(
    of: Quakes.SortKey.allCases.flatMap { key in
      [Quakes.Sort(key: key), Quakes.Sort(key: key, order: .reverse)]
    })
}

/// A part of a name: its beginning, its middle or its end, all of it, or a part of a character.
private func piece(of name: String, _ number: Int) -> String {
  switch number {
  case 0...2: String(name.prefix(number))
  case 3: String(name.dropFirst().prefix(2))
  case 4: String(name.dropFirst(name.count / 2))
  case 5: name
  case 6: String(name.unicodeScalars.suffix(1))
  default:
    String(name.decomposedStringWithCanonicalMapping.unicodeScalars.dropFirst(number - 6).prefix(1))
  }
}
