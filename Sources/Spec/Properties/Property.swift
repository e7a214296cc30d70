import Model

/// What a property says of one state or step.
public enum Judgement: Hashable, Sendable {
  /// The premise is not met: there is nothing to judge.
  case idle
  /// The premise is met and the property kept.
  case holds
  /// The property is broken, in these ways.
  case violated([Violation])

  /// Violated when there are violations, else kept.
  public static func judge(_ violations: [Violation]) -> Judgement {
    violations.isEmpty ? .holds : .violated(violations)
  }

  /// Kept when true, else violated in the one way given.
  public static func require(
    _ condition: Bool, culprit: @autoclosure () -> String,
    _ detail: @escaping @Sendable @autoclosure () -> String
  ) -> Judgement {
    condition ? .holds : .violated([Violation(culprit: culprit(), detail: detail())])
  }
}

/// One way in which a property is broken.
public struct Violation: Hashable, Sendable {
  /// A stable word for what went wrong, without values: it tells causes apart.
  public let culprit: String
  /// What it is about, with values: a state enters a violation when its predecessor shows none about the
  /// same subject.
  public let subject: String
  private let makeDetail: @Sendable () -> String

  /// Makes a violation; the detail is worked out only when somebody reads it.
  public init(culprit: String, subject: String = "", detail: @escaping @Sendable @autoclosure () -> String) {
    self.culprit = culprit
    self.subject = subject
    makeDetail = detail
  }

  /// What went wrong here, with values.
  public var detail: String { makeDetail() }

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
  /// A clause of a property: its kind, and the function that judges.
  public enum Clause: Sendable {
    /// Of every state. Facets that the judgement reads; nil for all.
    case invariant(reads: [Facet]?, @Sendable (System.State) -> Judgement)
    /// Of states in which nothing is pending.
    case settled(reads: [Facet]?, @Sendable (System.State) -> Judgement)
    /// Of every step.
    case step(StepReads, @Sendable (StepView<System>) -> Judgement)
    /// Of the label and kind of a step alone.
    case kind(@Sendable (System.Label, StepTraits) -> Judgement)
    /// From every state some continuation that avoids steps with the traits given reaches a settled state
    /// that is a goal.
    case possible(reads: [Facet]?, avoiding: StepTraits, goal: @Sendable (System.State) -> Bool)
    /// Of values, reachable or not; a check asks about the values of the states nearest to the start.
    case values(ValuesForm<System>)
    /// A number, no verdict: what each distinct reading of a step counts for.
    case measure(StepReads, @Sendable (StepView<System>) -> Tally?)
    /// There is nothing for it to speak about here; says why.
    case inapplicable(String)
  }

  /// The stable name, `family.subject`.
  public let name: String
  /// What it promises, in a sentence that a product engineer understands.
  public let sentence: String
  /// What must happen for it to have something to judge.
  public let witness: String
  /// What is judged; all clauses have to be kept.
  public let clauses: [Clause]
  /// Judges a case of values that was written down; nil for a property that is not asked about values.
  ///
  /// Throws a `TraceError` or a `DecodingError` when the case cannot be read.
  public internal(set) var regrade: (@Sendable (ValuesCase) throws -> Judgement)?

  /// Makes a property.
  public init(_ name: String, _ sentence: String, witness: String, _ clauses: Clause...) {
    self.name = name
    self.sentence = sentence
    self.witness = witness
    self.clauses = clauses
  }

  /// The property with one more clause.
  public func adding(_ clause: Clause) -> Property {
    Property(name: name, sentence: sentence, witness: witness, clauses: clauses + [clause])
  }

  private init(name: String, sentence: String, witness: String, clauses: [Clause]) {
    self.name = name
    self.sentence = sentence
    self.witness = witness
    self.clauses = clauses
  }

  /// Whether it asks about continuations.
  package var hasGoal: Bool { clauses.contains { if case .possible = $0 { true } else { false } } }

  /// The word for its kind: that of its first clause.
  public var kind: String {
    switch clauses.first {
    case .invariant: "invariant"
    case .settled: "settled"
    case .step, .kind: "step"
    case .possible: "possible"
    case .values: "values"
    case .measure: "measure"
    case .inapplicable, nil: regrade == nil ? "–" : "values"
    }
  }

  /// Why the property has nothing to speak about, or nil.
  public var inapplicability: String? {
    if case .inapplicable(let reason) = clauses.first { reason } else { nil }
  }
}

/// One step, decoded as far as a judgement looks at it.
public final class StepView<System: TransitionSystem> {
  private let expander: any Expander<System>
  private var fromRow = Row()
  private var from: System.State?
  private var step = RowStep(row: Row(), cause: absentHandle, traits: [])
  private var to: System.State?
  private var knownLabel: System.Label?

  init(expander: any Expander<System>) { self.expander = expander }

  func show(_ step: RowStep, from row: Row) {
    if row != fromRow { from = nil }
    if step.cause != self.step.cause { knownLabel = nil }
    if step.row != self.step.row { to = nil }
    fromRow = row
    self.step = step
  }

  /// What kind of step it is.
  public var traits: StepTraits { step.traits }

  /// The state before.
  public var old: System.State {
    if let from { return from }
    let state = expander.state(of: fromRow)
    from = state
    return state
  }

  /// What the step did.
  public var label: System.Label {
    if let knownLabel { return knownLabel }
    let label = expander.label(ofCause: step.cause)
    knownLabel = label
    return label
  }

  /// The state afterwards.
  public var new: System.State {
    if let to { return to }
    let state = expander.state(of: step.row)
    to = state
    return state
  }

  /// The label's word, without values.
  public var kind: String { expander.kind(ofCause: step.cause) }
}

/// Which steps a step clause judges, and what it reads of them beside the label.
///
/// A cause decides the label, the component that the label looked at and what became of it, so most clauses
/// need to judge one step of each cause. Relaunches and crashes leave any state, so only `everyStep` judges
/// them.
public struct StepReads: Sendable {
  enum Key: Sendable {
    case cause
    case label(from: [Facet], to: [Facet])
    case kind(from: [Facet], to: [Facet])
    case successor([Facet])
    case each(from: [Facet], to: [Facet])
    case everyStep
  }

  let key: Key
  /// Only steps with one of these traits are judged, or steps that change one of the facets.
  let traits: StepTraits
  let changed: [Facet]
  /// Only steps of this kind are judged, unless it is nil, and only those that lead to a settled state.
  var kind: String?

  /// Judged once for each cause, if it has one of the traits or changes one of the facets.
  public static func cause(having traits: StepTraits = [], changing facets: [Facet] = []) -> StepReads {
    StepReads(key: .cause, traits: traits, changed: facets)
  }

  /// Judged once for each label and reading of at most three facets, of which the cause must decide all.
  public static func label(
    from: [Facet], to: [Facet], having traits: StepTraits = [], changing facets: [Facet] = []
  ) -> StepReads {
    StepReads(key: .label(from: from, to: to), traits: traits, changed: facets)
  }

  /// Judged once for each label, kind of step (its traits) and reading of at most three facets, of which the
  /// cause must decide all.
  public static func kind(
    from: [Facet], to: [Facet], having traits: StepTraits = [], changing facets: [Facet] = []
  ) -> StepReads {
    StepReads(key: .kind(from: from, to: to), traits: traits, changed: facets)
  }

  /// Judged for each cause of one kind and each reading of at most three facets of the settled state that
  /// it leads to.
  public static func settling(kind: String, reads facets: [Facet]) -> StepReads {
    StepReads(key: .successor(facets), traits: [], changed: [], kind: kind)
  }

  /// Judged for each label and reading of at most three facets, whatever the cause decides, if the step has
  /// one of the traits.
  public static func each(from: [Facet], to: [Facet], having traits: StepTraits) -> StepReads {
    StepReads(key: .each(from: from, to: to), traits: traits, changed: [])
  }

  /// Judged anew for every step.
  public static let everyStep = StepReads(key: .everyStep, traits: [], changed: [])
}

/// A count towards a measure.
public struct Tally: Hashable, Sendable {
  /// The group that is counted on its own.
  public let group: String
  /// Whether it counts as a hit.
  public let isHit: Bool

  /// Makes a tally.
  public init(group: String, isHit: Bool) {
    self.group = group
    self.isHit = isHit
  }
}

/// A property of values: how the values of a state are judged, and how one case is written down and judged
/// again.
public struct ValuesForm<System: TransitionSystem>: Sendable {
  /// The facets that hold the values.
  public let reads: [Facet]
  /// Judges every case that a state offers.
  public let judge: @Sendable (System.State) -> Judgement
  /// The case of a state that is broken in the way given.
  public let example: @Sendable (System.State, String) -> ValuesCase?
  /// Judges one case again.
  ///
  /// - Throws: a `TraceError` when the case cannot be read.
  public let regrade: @Sendable (ValuesCase) throws -> Judgement

  /// Makes a form.
  public init(
    reads: [Facet], judge: @escaping @Sendable (System.State) -> Judgement,
    example: @escaping @Sendable (System.State, String) -> ValuesCase?,
    regrade: @escaping @Sendable (ValuesCase) throws -> Judgement
  ) {
    self.reads = reads
    self.judge = judge
    self.example = example
    self.regrade = regrade
  }
}
