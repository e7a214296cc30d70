import Foundation
import Model

extension Generator<ValuesInput<Quakes>> {
  /// Cases of Quakes around the days of one calendar: quakes and searches share a few moments, names and
  /// texts a few letters.
  static let quakesInputs = Generator { source throws(Rejection) in
    let calendar = try Generator<Calendar>.calendars.draw(from: &source)
    let moments = try Generator<Date>.dates(in: calendar).array(count: 1...2).draw(from: &source)
    let quakes = Generator<Quake>.quakes(at: moments)
    let state = try Generator<Quakes.State>.states(of: quakes).draw(from: &source)
    let action = try Generator<Quakes.Action>.actions(of: quakes).draw(from: &source)
    let names = state.quakes.data.values.sorted().map(\.name)
    let searches = Generator<Quakes.Search>.searches(at: moments, for: names)
    let values = Quakes.Values(
      ranges: [], payloads: [], countsRefreshes: false,
      deletions: try Generator<String>.identifiers(count: 3).array(count: 1...2).draw(from: &source),
      deletesAll: false, searches: try searches.array(count: 1...2).draw(from: &source),
      sorts: try Generator<Quakes.Sort>.sorts.array(count: 1...2).draw(from: &source),
      timeZone: calendar.timeZone.identifier)
    return ValuesInput<Quakes>(values: values.asOffered, state: state, action: action)
  }
}

extension Quakes.Values {
  /// With what differs from the first search in case alone; a parameter that is offered twice is one
  /// subscription.
  fileprivate var asOffered: Quakes.Values {
    var values = self
    // What somebody types in letters of another case is another search.
    let others = searches.prefix(1).map { search in
      let (upper, lower) = (search.text.uppercased(), search.text.lowercased())
      return Quakes.Search(text: search.text == upper ? lower : upper, date: search.date)
    }
    values.searches = (searches + others).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    values.sorts = sorts.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    values.deletions = deletions.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    return values
  }
}

extension Generator<Quake> {
  /// Quakes at one of the moments, whose ids repeat.
  static func quakes(at moments: [Date]) -> Generator {
    Generator { source throws(Rejection) in
      let id = try Generator<String>.identifiers(count: 5).draw(from: &source)
      let magnitude = try Generator<Double>.doubles().draw(from: &source)
      let time = try Generator<Date>.element(of: moments).draw(from: &source)
      let name = try Generator<String>.names.draw(from: &source)
      let delay = try Generator<TimeInterval>.element(of: [0, 60]).draw(from: &source)
      let degrees = Generator<Double>.frequency([(9, .always(0)), (1, .doubles())])
      return Quake(
        quakeId: id, magnitude: magnitude, time: time, updated: time.addingTimeInterval(delay), name: name,
        longitude: try degrees.draw(from: &source), latitude: try degrees.draw(from: &source))
    }
  }
}

extension Generator<Quakes.State> {
  /// States of up to six quakes, each under its own id.
  static func states(of quakes: Generator<Quake>) -> Generator {
    quakes.array(count: 0...6).pair(with: Generator<Status?>.statuses).map { quakes, status in
      Quakes.State(
        quakes: .init(data: quakes.reduce(into: [:]) { $0[$1.quakeId] = $1 }, status: status))
    }
  }
}

extension Generator<Quakes.Action> {
  /// Every action; payloads hold up to three quakes, whose ids repeat.
  static func actions(of quakes: Generator<Quake>) -> Generator {
    let outcomes = Generator<Outcome<[Quake]>>.outcomes(of: quakes.array(count: 0...3))
    return frequency([
      (1, .always(.ui(.quakeListOnAppear))),
      (
        1,
        Generator<Quakes.RefreshRange>.element(of: Quakes.RefreshRange.allCases).map {
          .ui(.refreshQuakes(range: $0))
        }
      ),
      (2, Generator<String>.identifiers(count: 5).map { .ui(.deleteSelectedQuake(id: $0)) }),
      (1, .always(.ui(.deleteAllQuakes))),
      (4, outcomes.map { .data(.localStoreDidFetchQuakes(result: $0)) }),
      (4, outcomes.map { .data(.remoteStoreDidFetchQuakes(result: $0)) }),
    ])
  }
}

extension Generator<Quakes.Search> {
  /// Searches for a piece of a name, or any text, on the day of a moment or on one beside it.
  static func searches(at moments: [Date], for names: [String]) -> Generator {
    Generator { source throws(Rejection) in
      let pieces = Generator<String>.element(of: names.isEmpty ? [""] : names)
        .pair(with: .integers(in: 0...3)).map { name, count in
          String(count == 3 ? name.dropFirst().prefix(2) : name.prefix(count))
        }
      let text = try Generator<String>.frequency([(4, .always("")), (4, pieces), (1, .names)])
        .draw(from: &source)
      let moment = try Generator<Date>.element(of: moments).draw(from: &source)
      let offset = try Generator<TimeInterval>.element(of: [0, 0, 0, 86_400, -86_400]).draw(from: &source)
      return Quakes.Search(text: text, date: moment.addingTimeInterval(offset))
    }
  }
}

extension Generator<Quakes.Sort> {
  /// Both keys in both orders; by time and forward is the simplest.
  static var sorts: Generator {
    element(
      of: Quakes.SortKey.allCases.flatMap { key in
        [Quakes.Sort(key: key), Quakes.Sort(key: key, order: .reverse)]
      })
  }
}
