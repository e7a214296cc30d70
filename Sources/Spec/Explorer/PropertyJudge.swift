import Model

/// The clauses of a system's properties, asked about rows and causes; all that needs the system's types is
/// here.
protocol RowJudge: AnyObject {
  /// What clauses say of a state; only those that speak of states are asked.
  func judgements(ofState row: Row, clauses: [Int]) -> [Judgement]
  /// What a clause says of a step.
  func judgement(ofStep step: RowStep, from: Row, clause: Int) -> Judgement
  /// What a measure counts a step for.
  func tally(ofStep step: RowStep, from: Row, clause: Int) -> Tally?
  /// The word for a cause's kind.
  func kind(ofCause cause: UInt32) -> String
}

/// The properties of one system.
final class PropertyJudge<System: TransitionSystem>: RowJudge {
  private let expander: any Expander<System>
  private let clauses: [Property<System>.Clause]
  private let view: StepView<System>
  /// What of each clause the search has to know.
  let plans: [ClausePlan]

  init(expander: any Expander<System>, properties: [Property<System>]) {
    self.expander = expander
    view = StepView(expander: expander)
    clauses = properties.flatMap(\.clauses)
    let all = (0..<expander.rows.width).map(Facet.init)
    plans = properties.enumerated().flatMap { number, property in
      property.clauses.map { ClausePlan(property: number, reading: Self.reading(of: $0, all: all)) }
    }
  }

  private static func reading(of clause: Property<System>.Clause, all: [Facet]) -> ClausePlan.Reading {
    switch clause {
    case .invariant(let reads, _): .state(facets: reads ?? all, isSettledOnly: false, isEntering: true)
    case .settled(let reads, _): .state(facets: reads ?? all, isSettledOnly: true, isEntering: false)
    case .values(let form): .values(facets: form.reads)
    case .possible(let reads, let avoiding, _): .goal(facets: reads ?? all, avoiding: avoiding)
    case .step(let reads, _): .step(reads)
    case .kind: .kind
    case .measure(let reads, _): .measure(reads)
    case .inapplicable: .nothing
    }
  }

  func judgements(ofState row: Row, clauses numbers: [Int]) -> [Judgement] {
    let state = expander.state(of: row)
    return numbers.map { number in
      switch clauses[number] {
      case .invariant(_, let judge), .settled(_, let judge): judge(state)
      case .values(let form): form.judge(state)
      case .possible(_, _, let goal): goal(state) ? .holds : .idle
      case .step, .kind, .measure, .inapplicable: .idle
      }
    }
  }

  func judgement(ofStep step: RowStep, from: Row, clause: Int) -> Judgement {
    view.show(step, from: from)
    switch clauses[clause] {
    case .step(_, let judge): return judge(view)
    case .kind(let judge): return judge(view.label, step.traits)
    case .invariant, .settled, .values, .possible, .measure, .inapplicable: return .idle
    }
  }

  func tally(ofStep step: RowStep, from: Row, clause: Int) -> Tally? {
    guard case .measure(_, let tally) = clauses[clause] else { return nil }
    view.show(step, from: from)
    return tally(view)
  }

  func kind(ofCause cause: UInt32) -> String { expander.kind(ofCause: cause) }
}

/// What of a clause the search has to know.
struct ClausePlan {
  enum Reading {
    /// Judged for each distinct reading of the facets; `isEntering` when the step that enters a violation
    /// names it.
    case state(facets: [Facet], isSettledOnly: Bool, isEntering: Bool)
    /// Judged for the first distinct readings of the facets.
    case values(facets: [Facet])
    /// A goal among settled states, and the steps that a continuation towards it avoids.
    case goal(facets: [Facet], avoiding: StepTraits)
    /// Judged for each distinct reading of a step.
    case step(StepReads)
    /// Judged for each label and kind of step.
    case kind
    /// Counted once for each distinct reading of a step.
    case measure(StepReads)
    /// Not judged.
    case nothing
  }

  /// The place of the clause's property among the properties.
  let property: Int
  let reading: Reading
}
