/// What the steps of searches did, and what else they could have done: coverage, in the words of
/// the app.
package struct Reach: Hashable, Codable, Sendable {
  /// What kind of thing fires, or never does.
  package enum Kind: String, CaseIterable, Codable, Sendable {
    /// The kind of a step: a delivery, a kill, a render.
    case label
    /// What the reducer makes of a kind of action: it changes the state, leaves it alone, or
    /// throws.
    case branch
    /// A status of a kind of subject.
    case status
    /// How an operation ends.
    case outcome
    /// A control of a window.
    case control
  }

  /// One thing that fires, or never does.
  package struct Point: Hashable, Codable, Comparable, Sendable {
    package let kind: Kind
    package let name: String

    package init(_ kind: Kind, _ name: String) {
      self.kind = kind
      self.name = name
    }

    /// "status: list failure".
    package var title: String { "\(kind.rawValue): \(name)" }

    package static func < (first: Point, second: Point) -> Bool {
      let kinds = Kind.allCases
      let (left, right) = (
        kinds.firstIndex(of: first.kind) ?? 0, kinds.firstIndex(of: second.kind) ?? 0
      )
      return (left, first.name) < (right, second.name)
    }
  }

  /// What steps that were taken did.
  package var fired: Set<Point> = []
  /// What could fire, as far as bounds, reducer and persistent store say when they are asked.
  package var expected: Set<Point> = []
  /// What subscriptions made of the actions that were dispatched, by the subscription's name.
  package var filters: [String: FilterUse] = [:]

  package init() {}

  /// What never fired although it could be expected to, in order.
  package var unfired: [Point] { expected.subtracting(fired).sorted() }

  /// Takes over what other searches did.
  package mutating func formUnion(_ other: Reach) {
    fired.formUnion(other.fired)
    expected.formUnion(other.expected)
    filters.merge(other.filters) { $0.adding($1) }
  }
}

extension Reach {
  /// Writes it, sets in order.
  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(fired.sorted(), forKey: .fired)
    try fields.encode(expected.sorted(), forKey: .expected)
    try fields.encode(filters, forKey: .filters)
  }
}

/// What a family of subscriptions made of dispatches: each pair of an action and a state counts
/// once for each of its parameters.
package struct FilterUse: Hashable, Codable, Sendable {
  /// What became of the actions of one kind.
  package struct Count: Hashable, Codable, Sendable {
    /// How many were let through, so that the selectors ran.
    package var passed = 0
    /// How many changed the output.
    package var needed = 0

    package init() {}
  }

  /// Whether it has a filter; without one everything is let through.
  package var hasFilter: Bool
  /// By the kind of action.
  package var counts: [String: Count] = [:]

  package init(hasFilter: Bool) { self.hasFilter = hasFilter }

  func adding(_ other: FilterUse) -> FilterUse {
    var sum = self
    sum.hasFilter = hasFilter || other.hasFilter
    sum.counts.merge(other.counts) { first, second in
      var count = first
      count.passed += second.passed
      count.needed += second.needed
      return count
    }
    return sum
  }

  /// The kinds of actions that change the output: what the tightest sound filter over kinds lets
  /// through.
  package var needed: [String] { counts.filter { $1.needed > 0 }.keys.sorted() }
  /// The kinds of actions that change the output and are never let through.
  package var missed: [String] { counts.filter { $1.needed > 0 && $1.passed == 0 }.keys.sorted() }
  /// The kinds of actions that are let through and never change the output.
  package var needless: [String] { counts.filter { $1.passed > 0 && $1.needed == 0 }.keys.sorted() }
  /// How often the selectors ran.
  package var passedCount: Int { counts.values.reduce(0) { $0 + $1.passed } }
  /// How often they would not have run with the tightest filter.
  package var savedCount: Int { counts.values.reduce(0) { $0 + ($1.needed == 0 ? $1.passed : 0) } }
}
