import Model

/// What a property says of one state or step.
public enum Judgement: Hashable, Sendable {
  /// The premise is not met: there is nothing to judge.
  case idle
  /// The premise is met and the property kept.
  case holds
  /// The property is broken, in these ways.
  case violated([Violation])

  package var violations: [Violation] {
    if case .violated(let violations) = self { violations } else { [] }
  }

  /// Violated when there are violations, each told once, else kept.
  public static func judge(_ violations: [Violation]) -> Judgement {
    violations.isEmpty ? .holds : .violated(violations.uniqued())
  }

  /// Violated in the one way given.
  package static func violated(
    culprit: String, detail: @escaping @Sendable @autoclosure () -> String
  ) -> Judgement {
    .violated([Violation(culprit: culprit, detail: detail())])
  }

  /// Kept when true, else violated in the one way given.
  public static func require(
    _ condition: Bool, culprit: @autoclosure () -> String,
    _ detail: @escaping @Sendable @autoclosure () -> String
  ) -> Judgement {
    condition ? .holds : .violated(culprit: culprit(), detail: detail())
  }
}

/// One way in which a property is broken.
public struct Violation: Hashable, Sendable {
  /// A stable word for what went wrong, without values: it tells causes apart.
  package let culprit: String
  /// What it is about, with values: a state enters a violation when its predecessor shows none
  /// about the same subject.
  package let subject: String
  private let makeDetail: @Sendable () -> String

  /// Makes a violation; the detail is worked out only when somebody reads it.
  public init(
    culprit: String, subject: String = "", detail: @escaping @Sendable @autoclosure () -> String
  ) {
    self.culprit = culprit
    self.subject = subject
    makeDetail = detail
  }

  /// What went wrong here, with values.
  package var detail: String { makeDetail() }

  /// Compares culprits and subjects.
  public static func == (first: Violation, second: Violation) -> Bool {
    first.culprit == second.culprit && first.subject == second.subject
  }

  /// Feeds culprit and subject.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(culprit)
    hasher.combine(subject)
  }
}

/// What the suite decides about a system.
public struct Property<System: TransitionSystem>: Sendable {
  /// The stable name, `family.subject`.
  public let name: String
  /// What it promises, in a sentence that a product engineer understands.
  package let sentence: String
  /// What must happen for it to have something to judge.
  package let witness: String
  /// What a user of the app suffers where it is broken, in a sentence; nil when it is not said.
  package let consequence: String?
  /// What is judged; all clauses have to be kept.
  package private(set) var clauses: [Clause]
  /// Judges a case of values that was written down; nil for a property that is not asked about
  /// values.
  ///
  /// Throws a `TraceError` or a `DecodingError` when the case cannot be read.
  var regrade: (@Sendable (ValuesCase) throws -> Judgement)?

  /// Makes a property.
  ///
  /// - Parameters:
  ///   - name: a stable name, such as "queue.bounded".
  ///   - sentence: what is promised.
  ///   - witness: what must happen for it to have something to judge.
  ///   - consequence: what a user of the app suffers where the promise is broken, for readers who
  ///     do not know the code; it ends each story.
  ///   - clauses: what is judged; all have to be kept.
  public init(
    _ name: String, _ sentence: String, witness: String, consequence: String? = nil,
    _ clauses: Clause...
  ) {
    self.init(
      name: name, sentence: sentence, witness: witness, consequence: consequence, clauses: clauses)
  }

  /// The property with one more clause.
  public func adding(_ clause: Clause) -> Property {
    var property = self
    property.clauses.append(clause)
    return property
  }

  /// The property, or the reason why it has nothing to speak about.
  public func unless(_ reason: String?) -> Property {
    var property = self
    if let reason { (property.clauses, property.regrade) = ([.inapplicable(reason)], nil) }
    return property
  }

  init(name: String, sentence: String, witness: String, consequence: String?, clauses: [Clause]) {
    self.name = name
    self.sentence = sentence
    self.witness = witness
    self.consequence = consequence
    self.clauses = clauses
  }

  /// The case of a state that is broken by a culprit, for a property of values.
  var example: (@Sendable (System.View, _ culprit: String) -> ValuesCase?)? {
    for case .values(_, let example) in clauses.map(\.form) { return example }
    return nil
  }

  /// Whether a goal that no way at all leads to says nothing: there is none to come back to.
  var needsReachableGoal = false

  /// Whether the reducer is to be asked everything again at the end of a search, in this property's
  /// name.
  var asksDispatchesAgain = false

  package var hasGoal: Bool {
    clauses.contains { if case .possible = $0.form { true } else { false } }
  }

  /// The word for its kind: that of its first clause with something to speak about.
  package var kind: String {
    switch (clauses.first { !$0.isInapplicable } ?? clauses.first)?.form {
    case .state(_, let isSettledOnly): isSettledOnly ? "settled" : "invariant"
    case .step: "step"
    case .possible: "possible"
    case .values: "values"
    case .measure: "measure"
    case .inapplicable, nil: regrade == nil ? "–" : "values"
    }
  }

  /// When it is told, of several that one defect breaks: what breaks where the defect acts comes
  /// first, then what is found once nothing is pending, then what cannot be reached any more.
  package var tellingRank: Int {
    switch kind {
    case "possible": 2
    case "settled": 1
    default: 0
    }
  }

  /// Why it has nothing to speak about, if that is so of every clause.
  package var inapplicability: String? {
    guard clauses.allSatisfy(\.isInapplicable),
      case .inapplicable(let reason)? = clauses.first?.form
    else {
      return nil
    }
    return reason
  }

  /// Whether it only counts.
  var isMeasure: Bool {
    clauses.allSatisfy {
      switch $0.form {
      case .measure, .inapplicable: true
      case .state, .step, .possible, .values: false
      }
    }
  }
}

/// A count towards a measure.
public struct Tally: Hashable, Sendable {
  /// The group that is counted on its own.
  package let group: String
  /// Whether it counts as a hit.
  package let isHit: Bool

  /// Makes a tally.
  public init(group: String, isHit: Bool) {
    self.group = group
    self.isHit = isHit
  }
}
