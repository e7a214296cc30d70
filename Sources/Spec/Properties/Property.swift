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
    _ condition: Bool, culprit: @autoclosure () -> String, _ detail: @autoclosure () -> String
  ) -> Judgement {
    condition ? .holds : .violated([Violation(culprit: culprit(), detail: detail())])
  }
}

/// One way in which a property is broken.
public struct Violation: Hashable, Sendable {
  /// A stable word for what went wrong, without values: it tells causes apart.
  public let culprit: String
  /// What went wrong here, with values.
  public let detail: String

  /// Makes a violation.
  public init(culprit: String, detail: String) {
    self.culprit = culprit
    self.detail = detail
  }
}

/// What the suite decides about a system.
public struct Property<System: TransitionSystem>: Sendable {
  /// The kind of a property, with the function that judges.
  public enum Form: Sendable {
    /// Of every state. Facets that the judgement reads; nil for all.
    case invariant(reads: [Facet]?, @Sendable (System.State) -> Judgement)
    /// Of states in which nothing is pending.
    case settled(reads: [Facet]?, @Sendable (System.State) -> Judgement)
    /// Of every step.
    case step(StepReads, @Sendable (System.State, System.Label, System.State) -> Judgement)
    /// From every state some continuation that avoids steps with the traits given reaches a goal.
    case possible(reads: [Facet]?, avoiding: StepTraits, goal: @Sendable (System.State) -> Bool)
    /// Of values, reachable or not; a check asks about the values of every reachable state.
    case values(ValuesForm<System>)
    /// A number, no verdict: what a step counts for, as a case and whether it is a hit.
    case measure(@Sendable (System.State, System.Label, System.State) -> Tally?)
    /// There is nothing for it to speak about here; says why.
    case inapplicable(String)
  }

  /// The stable name, `family.subject`.
  public let name: String
  /// What it promises, in a sentence that a product engineer understands.
  public let sentence: String
  /// What must happen for it to have something to judge.
  public let witness: String
  /// The kind, and what judges.
  public let form: Form

  /// Makes a property.
  public init(_ name: String, _ sentence: String, witness: String, _ form: Form) {
    self.name = name
    self.sentence = sentence
    self.witness = witness
    self.form = form
  }

  /// The word for its kind.
  public var kind: String {
    switch form {
    case .invariant: "invariant"
    case .settled: "settled"
    case .step: "step"
    case .possible: "possible"
    case .values: "values"
    case .measure: "measure"
    case .inapplicable: "–"
    }
  }
}

/// Which steps a step property judges, and what it reads of them beside the label.
///
/// A cause decides the label, the component that the label looked at and what became of it, so most properties need
/// to judge one step of each cause. Relaunches and crashes leave any state, so only `everyStep` judges them.
public struct StepReads: Sendable {
  enum Key: Sendable {
    case cause
    case label(from: [Facet], to: [Facet])
    case state(to: [Facet], traits: StepTraits)
    case everyStep
  }

  let key: Key
  /// Only steps with one of these traits are judged, or steps that change one of the facets.
  let traits: StepTraits
  let changed: [Facet]

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

  /// Judged for each cause and reading of at most three facets of the state afterwards.
  public static func successor(_ facets: [Facet], having traits: StepTraits) -> StepReads {
    StepReads(key: .state(to: facets, traits: traits), traits: traits, changed: [])
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

/// A property of values: how the values of a state are judged, and how one case is written down and judged again.
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
