/// What was decided about one property, and what that is worth.
public enum Verdict: Hashable, Codable, Sendable {
  /// Kept in every reachable state and step of an exhausted scope.
  case holds
  /// Kept for the values of so many states, those nearest to the start; there are more.
  case holdsForSample(stateCount: Int)
  /// Kept as far as the search went before a limit was hit.
  case holdsWithin(ExitReason)
  /// Broken in so many different ways.
  case violated(findingCount: Int)
  /// The scope is exhausted and the premise was never met: nothing was judged.
  case vacuous
  /// There is nothing for the property to speak about; says why.
  case notApplicable(String)
  /// Nothing can be said; says why.
  case undecided(String)
  /// A number, by group.
  case measured([String: MeasureCount])

  /// The verdict in one or two words, as code and data say it.
  public var word: String {
    switch self {
    case .holds: "holds"
    case .holdsForSample: "holds for a sample"
    case .holdsWithin: "holds so far"
    case .violated: "violated"
    case .vacuous: "vacuous"
    case .notApplicable: "not applicable"
    case .undecided: "undecided"
    case .measured: "measured"
    }
  }

  /// What people read for the word of a verdict: a promise is broken.
  package static func told(_ word: String) -> String {
    word == Verdict.violated(findingCount: 1).word ? "broken" : word
  }
}

/// A measure's count.
public struct MeasureCount: Hashable, Codable, Sendable {
  /// How often it was a hit.
  package var hitCount = 0
  /// How often it was looked at.
  package var totalCount = 0

  package init(hitCount: Int = 0, totalCount: Int = 0) {
    self.hitCount = hitCount
    self.totalCount = totalCount
  }

  package mutating func add(isHit: Bool) {
    hitCount += isHit ? 1 : 0
    totalCount += 1
  }
}
