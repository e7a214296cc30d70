import Model

/// The clauses of a system's properties, asked about rows and causes; all that needs the system's types is
/// here.
protocol RowJudge: AnyObject {
  /// What a clause says of a state, and what it looked at.
  func judgement(ofState row: Row, clause: Int) -> (judgement: Judgement, reads: Reads)
  /// What a clause says of a step, and what it looked at.
  func judgement(ofStep step: RowStep, from: Row, clause: Int) -> (judgement: Judgement, reads: Reads)
  /// What a measure counts a step for.
  func tally(ofStep step: RowStep, from: Row, clause: Int) -> Tally?
  /// The word for a cause's kind.
  func kind(ofCause cause: UInt32) -> String
  /// Whether somebody looked at the place of a window.
  var looksAtPlaces: Bool { get }
}

/// The properties of one system.
final class PropertyJudge<System: TransitionSystem>: RowJudge {
  private let expander: any Expander<System>
  private let observed: ObservedExpansion<System>?
  private let clauses: [Property<System>.Clause]
  private let recorder = ReadRecorder()
  private let view: StepView<System>
  private var hasLookedAtPlaces = false
  /// What of each clause the search has to know.
  let plans: [ClausePlan]

  /// - Parameter expander: one that carries the observers of the properties.
  init(expander: any Expander<System>, properties: [Property<System>]) {
    self.expander = expander
    observed = expander as? ObservedExpansion<System>
    view = StepView(expander: expander, recorder: recorder)
    clauses = properties.flatMap(\.clauses)
    plans = properties.enumerated().flatMap { number, property in
      property.clauses.map { ClausePlan(property: number, reading: Self.reading(of: $0)) }
    }
  }

  private static func reading(of clause: Property<System>.Clause) -> ClausePlan.Reading {
    switch clause.form {
    case .state(_, let isSettledOnly): .state(isSettledOnly: isSettledOnly)
    case .values: .values
    case .possible(let avoiding, _): .goal(avoiding: avoiding)
    case .step: .step
    case .measure: .measure
    case .inapplicable: .nothing
    }
  }

  /// What a clause's observer remembers at the ends of a step.
  private func memory(of clause: Property<System>.Clause, _ old: Row, _ new: Row) -> (Moment) -> Output {
    guard let observer = clause.observer, let observed else { return { _ in Output(Nothing()) } }
    return { [recorder] moment in
      observed.memory(of: observer, in: moment == .before ? old : new, at: moment, recording: recorder)
    }
  }

  func judgement(ofState row: Row, clause number: Int) -> (judgement: Judgement, reads: Reads) {
    let clause = clauses[number]
    recorder.reads = Reads()
    let state = { [expander, recorder] in expander.view(of: row, at: .before, recording: recorder) }
    let judgement: Judgement =
      switch clause.form {
      case .state(let judge, _): judge(state(), memory(of: clause, row, row))
      case .values(let form): form.judge(state())
      case .possible(_, let goal): goal(state()) ? .holds : .idle
      case .step, .measure, .inapplicable: .idle
      }
    return (judgement, takeReads())
  }

  func judgement(ofStep step: RowStep, from: Row, clause number: Int) -> (judgement: Judgement, reads: Reads)
  {
    recorder.reads = Reads()
    view.show(step, from: from)
    guard case .step(let judge) = clauses[number].form else { return (.idle, Reads()) }
    let judgement = judge(view, memory(of: clauses[number], from, step.row))
    return (judgement, takeReads())
  }

  func tally(ofStep step: RowStep, from: Row, clause: Int) -> Tally? {
    guard case .measure(let tally) = clauses[clause].form else { return nil }
    recorder.reads = Reads()
    view.show(step, from: from)
    defer { _ = takeReads() }
    return tally(view)
  }

  private func takeReads() -> Reads {
    if recorder.reads.places { hasLookedAtPlaces = true }
    return recorder.reads
  }

  func kind(ofCause cause: UInt32) -> String { expander.kind(ofCause: cause) }

  var looksAtPlaces: Bool { hasLookedAtPlaces || observed?.looksAtPlaces ?? false }
}

/// What of a clause the search has to know.
struct ClausePlan {
  enum Reading {
    /// About states, or settled states.
    case state(isSettledOnly: Bool)
    /// About the values of states.
    case values
    /// A goal among settled states, and the steps that a continuation towards it avoids.
    case goal(avoiding: StepTraits)
    /// About steps.
    case step
    /// Counts transitions.
    case measure
    /// Not judged.
    case nothing
  }

  /// The place of the clause's property among the properties.
  let property: Int
  let reading: Reading
}

extension TransitionSystem {
  /// The means to compute steps of states that carry what the observers of properties remember.
  ///
  /// - Parameter isReduced: whether states that are alike may stand for each other.
  package func makeExpansion(judging properties: [Property<Self>], isReduced: Bool = false) -> any Expander<
    Self
  > {
    let expander = isReduced ? makeReducedExpansion() : makeExpansion()
    let observers = properties.observers()
    return observers.isEmpty ? expander : ObservedExpansion(expander, observers: observers)
  }
}
