import Model

/// What was decided about one property, and what that is worth.
public enum Verdict: Hashable, Sendable {
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

  /// The verdict in one or two words.
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
}

/// A path: an initial state, and labels that lead on from it.
public struct Path<System: TransitionSystem>: Hashable, Sendable {
  /// The place of the first state among the initial ones.
  public var initial: Int
  /// The steps.
  public var labels: [System.Label]

  /// Makes a path.
  public init(initial: Int = 0, labels: [System.Label]) {
    self.initial = initial
    self.labels = labels
  }
}

/// A way in which a property is broken, with the best of its shortest counterexamples.
public struct Finding<System: TransitionSystem>: Sendable {
  /// The property's name.
  public let property: String
  /// A stable word for what went wrong.
  public let culprit: String
  /// The counterexample.
  public let path: Path<System>
  /// The values, for a values property.
  public let values: ValuesCase?
  /// The kinds of steps that showed it, each with what waited and was under way.
  ///
  /// For an exhausted scope that is all that can show it. Empty where that was not looked for.
  public let circumstances: [String]
  /// What its replay gave, when it was replayed already: every state along the path, and what is broken at
  /// its end.
  var replayed: (states: [System.State], ending: String?)?

  /// Makes a finding.
  public init(
    property: String, culprit: String, path: Path<System>, values: ValuesCase? = nil,
    circumstances: [String] = []
  ) {
    self.property = property
    self.culprit = culprit
    self.path = path
    self.values = values
    self.circumstances = circumstances
  }

  /// Whether another finding has the same property and culprit.
  func isSame(as other: Finding) -> Bool { property == other.property && culprit == other.culprit }
}

/// How large an exploration was.
public struct Statistics: Hashable, Sendable {
  /// Distinct states.
  public var stateCount = 0
  /// Distinct states, where those that only the order of their windows tells apart count each.
  public var symmetricStateCount = 0
  /// Steps taken; a state reached by many steps counts once as a state.
  public var stepCount = 0
  /// The greatest number of steps from an initial state to any state.
  public var depth = 0
  /// States without a step out.
  public var terminalCount = 0
  /// States found and not expanded when the search ended.
  public var frontierCount = 0
  /// Memory for states, the interned components, and what was remembered, in bytes.
  public var byteCount = 0
  /// How well the answers of product functions were remembered.
  package var transitionCache = CacheStatistics()
  /// How well the judgements of properties were remembered.
  package var judgementCache = CacheStatistics()
}

/// What an exploration found out.
public struct Exploration<System: TransitionSystem>: Sendable {
  /// Why it ended.
  public let reason: ExitReason
  /// How large it was.
  public let statistics: Statistics
  /// A verdict for each property, in the order of the properties.
  public let verdicts: [Verdict]
  /// What is broken, by property and culprit; each was shown again by a replay.
  public let findings: [Finding<System>]
  /// What the search took for broken and a replay did not show: an error of the suite, or of a function that
  /// gives two answers to one question.
  public let unconfirmed: [Finding<System>]
  /// What else is broken, as "property: culprit": found, and the search was ended before its counterexample
  /// was worked out.
  public let untold: [String]
  /// The largest collection that had been growing until a limit ended the search.
  package let growth: LargestCollection?
  /// What came of working out again what was remembered.
  public let audit: AuditResult

  init(
    reason: ExitReason, statistics: Statistics = Statistics(), verdicts: [Verdict] = [],
    findings: [Finding<System>] = [], unconfirmed: [Finding<System>] = [], untold: [String] = [],
    growth: LargestCollection? = nil, audit: AuditResult = AuditResult()
  ) {
    self.reason = reason
    self.statistics = statistics
    self.verdicts = verdicts
    self.findings = findings
    self.unconfirmed = unconfirmed
    self.untold = untold
    self.growth = growth
    self.audit = audit
  }
}
