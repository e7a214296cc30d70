import Foundation
import Model
import Testing
@testable import ReferenceProducts

@testable import Generators
@testable import Spec
@testable import SpecRunner

/// What `GeneratedValues` says of Quakes, by brute force: no selector, filter or clause is shared.
@Suite struct GeneratedQuakesTests {
  private typealias Input = ValuesInput<Quakes>

  private static let drawn = DrawnInputs("quakes", QuakesInputs.all, seed: 5, runCount: 500)

  /// Compares a verdict with a judgement of each case: nil when there is nothing to judge, else
  /// whether it is kept.
  private func expect(_ property: String, _ judge: (Input) throws -> Bool?) throws {
    let judgements = try Self.drawn.inputs.compactMap(judge)
    let result = try Self.drawn.result(property)
    #expect(judgements.count > 20, "\(property) is hardly judged")
    #expect(result.judgedCount == judgements.count, "\(property)")
    if case .violated = result.verdict {
      #expect(judgements.contains(false), "\(property)")
    } else {
      #expect(result.verdict == .holdsForSample(stateCount: judgements.count), "\(property)")
      #expect(!judgements.contains(false), "\(property)")
    }
  }

  // MARK: Quakes by brute force

  private func calendar(_ input: Input) throws -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: input.values.timeZone))
    return calendar
  }

  /// From the beginning of the day to one calendar day later.
  private func day(_ date: Date, _ calendar: Calendar) throws -> (from: Date, through: Date) {
    let from = try #require(calendar.dateInterval(of: .day, for: date)?.start)
    return (from, try #require(calendar.date(byAdding: DateComponents(day: 1), to: from)))
  }

  private func listed(_ data: [String: Quake], _ search: Quakes.Search, _ calendar: Calendar) throws
    -> [String: Quake]
  {
    let day = try day(search.date, calendar)
    return data.filter { _, quake in
      quake.time >= day.from && quake.time <= day.through
        && (search.text.isEmpty
          || (quake.name as NSString).range(of: search.text).location != NSNotFound)
    }
  }

  private func precedes(_ first: Quake, _ second: Quake, _ key: Quakes.SortKey) -> Bool {
    key == .time ? first.time < second.time : first.magnitude < second.magnitude
  }

  private func hasTie(_ quakes: some Collection<Quake>, by keys: [Quakes.SortKey]) -> Bool {
    keys.contains { key in
      quakes.contains { one in
        quakes.contains { other in
          one.quakeId < other.quakeId && !precedes(one, other, key) && !precedes(other, one, key)
        }
      }
    }
  }

  /// The data after an action; nil when the reducer throws.
  private func data(after input: Input) -> [String: Quake]? {
    var data = input.state.quakes.data
    switch input.action {
    case .ui(.quakeListOnAppear), .ui(.refreshQuakes): break
    case .ui(.deleteSelectedQuake(let id)): if data.removeValue(forKey: id) == nil { return nil }
    case .ui(.deleteAllQuakes): data = [:]
    case .data(.localStoreDidFetchQuakes(.success(let quakes))):
      quakes.forEach { data[$0.quakeId] = $0 }
    case .data(.remoteStoreDidFetchQuakes(.success(let quakes))):
      quakes.forEach { data[$0.quakeId] = $0.magnitude > 0 ? $0 : nil }
    case .data: break
    }
    return data
  }

  /// The action's name where the filter lets it through.
  private func passing(_ action: Quakes.Action) -> String? {
    switch action {
    case .ui(.deleteSelectedQuake): "deleteSelectedQuake"
    case .ui(.deleteAllQuakes): "deleteAllQuakes"
    case .data(.localStoreDidFetchQuakes(.success)): "localStoreDidFetchQuakes"
    case .data(.remoteStoreDidFetchQuakes(.success)): "remoteStoreDidFetchQuakes"
    default: nil
    }
  }

  /// Whether an action changes what some search gives; nil when it throws.
  private func changes(_ input: Input) throws -> Bool? {
    guard let new = data(after: input) else { return nil }
    let calendar = try calendar(input)
    return try input.values.searches.contains {
      try listed(input.state.quakes.data, $0, calendar) != listed(new, $0, calendar)
    }
  }

  // MARK: Verdicts

  @Test(arguments: ["quakes", "quakes.values"])
  func `the verdict about a filter is that of every case`(_ family: String) throws {
    try expect("filter.sound(\(family))") { input in
      try changes(input) == true ? passing(input.action) != nil : nil
    }
  }

  @Test(arguments: ["quakes", "quakes.values"])
  func `the precision of a filter is counted by action as by hand`(_ family: String) throws {
    var counts: [String: MeasureCount] = [:]
    for input in Self.drawn.inputs {
      guard let name = passing(input.action), let hasChanged = try changes(input) else { continue }
      counts[name, default: MeasureCount()].add(isHit: !hasChanged)
    }
    #expect(try Self.drawn.result("filter.precise(\(family))").verdict == .measured(counts))
    #expect(counts.count == 4 && counts.values.allSatisfy { $0.totalCount > 10 })
  }

  /// The order in which a stable sort by insertion leaves the quakes.
  private func sorted(_ quakes: [Quake], _ sort: Quakes.Sort) -> [Quake] {
    var list: [Quake] = []
    for quake in quakes {
      let place = list.firstIndex {
        sort.order == .forward ? precedes(quake, $0, sort.key) : precedes($0, quake, sort.key)
      }
      list.insert(quake, at: place ?? list.endIndex)
    }
    return list
  }

  private func permutations(_ quakes: [Quake]) -> [[Quake]] {
    guard let first = quakes.first else { return [[]] }
    return permutations(Array(quakes.dropFirst())).flatMap { rest in
      (0...rest.count).map { place in
        var order = rest
        order.insert(first, at: place)
        return order
      }
    }
  }

  @Test func `the verdict about selectors is that of every order of the entries`() throws {
    try expect("selector.pure") { input in
      let calendar = try calendar(input)
      let lists = try input.values.searches.map {
        try listed(input.state.quakes.data, $0, calendar)
      }
      if lists.allSatisfy(\.isEmpty) { return nil }
      return lists.allSatisfy { list in
        // A longer list has too many orders; of two that tie, whoever comes first stays first.
        if list.count > 6 { return !hasTie(list.values, by: input.values.sorts.map(\.key)) }
        let orders = permutations(Array(list.values))
        return input.values.sorts.allSatisfy { sort in
          Set(orders.map { sorted($0, sort) }).count == 1
        }
      }
    }
  }

  @Test func `the verdict about days is that of five days around every quake`() throws {
    try expect("quakes.day.partition") { input in
      let calendar = try calendar(input)
      if input.state.quakes.data.isEmpty { return nil }
      return try input.state.quakes.data.values.allSatisfy { quake in
        let days = try (-4...4).map { try day(quake.time + 43_200 * Double($0), calendar) }
        let starts = days.filter { $0.from <= quake.time && quake.time <= $0.through }.map(\.from)
        return Set(starts).count == 1
      }
    }
  }

  @Test func `the verdict about searches is that of every prefix`() throws {
    try expect("quakes.search") { input in
      let calendar = try calendar(input)
      let texts = try input.values.searches.filter { search in
        try search.text.count > 1 && !listed(input.state.quakes.data, search, calendar).isEmpty
      }
      if texts.isEmpty { return nil }
      return try texts.allSatisfy { search in
        let found = try listed(input.state.quakes.data, search, calendar).keys
        return try search.text.indices.dropFirst().allSatisfy { end in
          let prefix = Quakes.Search(text: String(search.text[..<end]), date: search.date)
          return try Set(listed(input.state.quakes.data, prefix, calendar).keys).isSuperset(
            of: found)
        }
      }
    }
  }

  @Test func `the verdict about sorting is that of every pair of a list`() throws {
    try expect("quakes.sorted") { input in
      let calendar = try calendar(input)
      let lists = try input.values.searches.map {
        try listed(input.state.quakes.data, $0, calendar)
      }
      let long = lists.filter { $0.count > 1 }
      if long.isEmpty { return nil }
      // A number that is none is a tie with every other.
      return !long.contains { hasTie($0.values, by: Quakes.SortKey.allCases) }
    }
  }

  @Test func `the verdict about colours is that of comparisons one by one`() throws {
    try expect("quakes.format") { input in
      let magnitudes = input.state.quakes.data.values.map(\.magnitude)
      return magnitudes.isEmpty
        ? nil : !magnitudes.contains { $0 >= Double.greatestFiniteMagnitude }
    }
  }

  @Test func `the verdict about ids is that of every two searches, lists and quakes`() throws {
    try expect("subscription.id(quakes)") { input in
      let calendar = try calendar(input)
      let lists = try input.values.searches.map {
        try listed(input.state.quakes.data, $0, calendar)
      }
      return Set(lists).count > 1 ? true : nil
    }
    try expect("subscription.id(quake)") { input in
      // Where nothing is selected, none is shown.
      let quakes = input.values.deletions.map { input.state.quakes.data[$0] } + [nil]
      return Set(quakes).count > 1 ? true : nil
    }
    try expect("reducer.total") { _ in true }
  }
}
