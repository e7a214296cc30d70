import Foundation
import Model
import Spec

/// What Quakes promises of values, whether a run reaches them or not.
extension QuakesProperties {
  /// Those that every product has and those of Quakes.
  static func valuesClauses(_ system: RuntimeSystem<Quakes>) -> [ValuesClause<Quakes>] {
    RuntimeProperties(system: system).valuesClauses
      + (system.product.whyUndefined == nil ? allValuesClauses(system) : ownValuesClauses(system))
  }

  /// Definitions, and what Quakes promises besides.
  static func allValuesClauses(_ system: RuntimeSystem<Quakes>) -> [ValuesClause<Quakes>] {
    let facts = WindowFacts<Quakes>.quakes(calendar: system.scope.values.calendar)
    return ContractProperties(system: system, contract: .quakes(system)).valuesClauses
      + ControlProperties(system: system, facts: facts).valuesClauses + ownValuesClauses(system)
      + [formatContract(system.product.format)]
  }

  private static func ownValuesClauses(_ system: RuntimeSystem<Quakes>) -> [ValuesClause<Quakes>] {
    let selectors = system.product.selectors()
    let searches = system.scope.values.searches
    return [
      dayPartition(system.product), search(selectors, searches), sorted(selectors, searches),
      format(system.product.format),
    ]
  }

  // MARK: Days

  /// Runs decide it where the zone changes; elsewhere drawn values say more.
  static func dayPartition(_ system: RuntimeSystem<Quakes>) -> QuakesProperty {
    let stands = system.product.otherTimeZones == nil
    return dayPartition(system.product)
      .property(unless: stands ? "asked of generated values: spec-runner values" : nil)
  }

  private static func dayPartition(_ product: Quakes) -> ValuesClause<Quakes> {
    ValuesClause<Quakes>(
      "quakes.day.partition", "Every quake is listed on exactly one calendar day, in every zone.",
      witness: "a quake is in the state",
      consequence: "A quake is missing on its day, or listed on two."
    ) { view in
      guard let state = view.state, case let quakes = state.quakes.data.values.sorted(),
        !quakes.isEmpty
      else { return .idle }
      let selectors = product.selectors(in: state.clock.timeZone)
      return .judge(quakes.compactMap { misplaced($0, selectors) })
    }
  }

  /// How a quake is listed on no day or on two.
  private static func misplaced(_ quake: Quake, _ selectors: QuakesSelectors) -> Violation? {
    let calendar = selectors.calendar
    let own = selectors.day(of: quake.time).range
    let before = selectors.day(of: own.lowerBound.addingTimeInterval(-1)).range
    let after = selectors.day(of: own.upperBound.addingTimeInterval(1)).range
    // Where a clock change skips midnight, the moment one day on may lie in the same day or the
    // next.
    let days = [before, own, after].reduce(into: [ClosedRange<Date>]()) { days, day in
      if !days.contains(where: { $0.lowerBound == day.lowerBound }) { days.append(day) }
    }
    let search = { (day: ClosedRange<Date>) in Quakes.Search(text: "", date: day.lowerBound) }
    let state = Quakes.State(quakes: .init(data: [quake.quakeId: quake]))
    let listing = days.filter { !selectors.quakes(search($0), state).isEmpty }
    if listing.count == 1 { return nil }
    let words = CalendarWords(calendar: calendar)
    let moment =
      "quake '\(quake.quakeId)' at \(words.time(quake.time)) on \(words.day(quake.time)) in "
      + "\(words.zone)"
    guard let first = listing.first, let last = listing.last else {
      return Violation(culprit: "no day", detail: "\(moment) is listed on no day")
    }
    let isMidnight = quake.time == last.lowerBound
    return Violation(
      culprit: isMidnight
        ? "two days at the start of the second" : "two days after the start of the second",
      detail:
        "\(moment) is listed on \(words.day(first.lowerBound)) and on \(words.day(last.lowerBound))"
    )
  }

  // MARK: Lists

  private static func search(
    _ selectors: QuakesSelectors, _ searches: [Quakes.Search]
  ) -> ValuesClause<Quakes> {
    ValuesClause<Quakes>(
      "quakes.search", "The list for a longer text is within the list for its prefix.",
      witness: "a text of two characters or more finds a quake",
      consequence: "Typing one more letter makes quakes appear that were filtered out."
    ) { view in
      guard let state = view.state else { return .idle }
      var isJudged = false
      for search in searches where search.text.count > 1 {
        let found = selectors.quakes(search, state)
        if found.isEmpty { continue }
        isJudged = true
        for count in 1..<min(search.text.count, 8) {
          let shorter = Quakes.Search(text: String(search.text.prefix(count)), date: search.date)
          let wider = selectors.quakes(shorter, state)
          guard let lost = found.keys.sorted().first(where: { wider[$0] == nil }) else { continue }
          return .violated([
            Violation(
              culprit: "lost",
              detail:
                "'\(written(search.text))' finds \(lost), its prefix '\(written(shorter.text))' "
                + "does not"
            )
          ])
        }
      }
      return isJudged ? .holds : .idle
    }
  }

  /// A text in which signs that are not seen are told.
  private static func written(_ text: String) -> String {
    text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
  }

  private static func sorted(
    _ selectors: QuakesSelectors, _ searches: [Quakes.Search]
  ) -> ValuesClause<Quakes> {
    ValuesClause<Quakes>(
      "quakes.sorted",
      "A list respects its key and order, the reverse order mirrors it, and ties have one order.",
      witness: "a list has two entries",
      consequence: "The list is out of order, or jumps."
    ) { view in
      guard let state = view.state else { return .idle }
      var violations: [Violation] = []
      var isJudged = false
      for search in searches {
        if selectors.quakes(search, state).count < 2 { continue }
        isJudged = true
        for key in Quakes.SortKey.allCases {
          violations += disorder(selectors, search, key, state)
        }
      }
      return isJudged ? .judge(violations) : .idle
    }
  }

  private static func disorder(
    _ selectors: QuakesSelectors, _ search: Quakes.Search, _ key: Quakes.SortKey,
    _ state: Quakes.State
  ) -> [Violation] {
    func list(_ order: Quakes.SortOrder, _ entries: EntryOrder = .ascending) -> [Quake] {
      selectors.quakesValues(search, Quakes.Sort(key: key, order: order), state, entries)
    }
    let (forward, reverse) = (list(.forward), list(.reverse))
    @Sendable func words(_ quakes: [Quake]) -> String {
      quakes.map { quake in
        let value =
          key == .time
          ? (WrittenDate(wrappedValue: quake.time).text ?? "\(quake.time)") : "\(quake.magnitude)"
        return "'\(quake.quakeId)' (\(value))"
      }.joined(separator: ", ")
    }
    var violations: [Violation] = []
    if forward.isOutOfOrder(by: key) || Array(reverse.reversed()).isOutOfOrder(by: key) {
      violations.append(
        Violation(
          culprit: "\(key.rawValue): order",
          detail:
            "sorted by \(key.rawValue) the list is \(words(forward)), and in reverse "
            + "\(words(reverse))"
        )
      )
    }
    if Array(reverse.reversed()) != forward {
      violations.append(
        Violation(
          culprit: "\(key.rawValue): mirror",
          detail:
            "the list by \(key.rawValue) is \(words(forward)), and in reverse \(words(reverse))"))
    }
    let other = list(.forward, .reverse)
    if other != forward {
      violations.append(
        Violation(
          culprit: "\(key.rawValue): ties",
          detail: "the list by \(key.rawValue) is \(words(forward)), or \(words(other))"))
    }
    return violations
  }
}

extension [Quake] {
  /// Whether some element precedes an earlier one.
  ///
  /// - Complexity: O(n²): a number that is none hides a disorder from neighbours.
  fileprivate func isOutOfOrder(by key: Quakes.SortKey) -> Bool {
    indices.contains { place in
      self[..<place].contains { earlier in
        switch key {
        case .time: self[place].time < earlier.time
        case .magnitude: self[place].magnitude < earlier.magnitude
        }
      }
    }
  }
}
