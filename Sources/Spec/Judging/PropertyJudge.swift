import Model

/// The clauses of a system's properties, asked about rows and transitions; all that needs the system's types
/// is here.
protocol RowJudge: AnyObject {
  /// What a clause says of a state, and what it looked at.
  func judgement(ofState row: Row, clause: Int) -> (judgement: Judgement, reads: Reads)
  /// What a clause says of a step, and what it looked at.
  func judgement(ofStep step: RowStep, from: Row, clause: Int) -> (judgement: Judgement, reads: Reads)
  /// What a measure counts a step for.
  func tally(ofStep step: RowStep, from: Row, clause: Int) -> Tally?
  /// The word for a transition's kind.
  func kind(of transition: UInt32) -> String
  /// Whether somebody looked at the place of a window.
  var looksAtPlaces: Bool { get }
  /// Why verdicts could not be told, or nil.
  var complaint: String? { get }
}

/// The properties of one system.
final class PropertyJudge<System: TransitionSystem>: RowJudge {
  private let expander: any Expander<System>
  private let observed: ObservedExpansion<System>?
  /// Clauses about states and their values, and goals.
  private let stateJudges: [((Row) -> Judgement)?]
  /// Clauses about steps, asked of the step that the view shows.
  ///
  /// Functions without arguments of generic types are several times as fast to call.
  private let stepJudges: [(() -> Judgement)?]
  private let tallies: [(() -> Tally?)?]
  private let recorder = ReadRecorder()
  private let view: StepView<System>
  private var hasLookedAtPlaces = false
  /// What of each clause the search has to know.
  let plans: [ClausePlan]
  let complaint: String?

  /// - Parameter expander: one that carries the observers of the properties.
  init(expander: any Expander<System>, properties: [Property<System>]) {
    self.expander = expander
    observed = expander as? ObservedExpansion<System>
    let view = StepView(expander: expander, recorder: recorder)
    self.view = view
    let clauses = properties.flatMap(\.clauses)
    let (observed, recorder) = (observed, recorder)
    stateJudges = clauses.map { clause in
      let view = { expander.view(of: $0, at: .before, recording: recorder) }
      switch clause.form {
      case .state(let judge, _):
        return { row in judge(view(row), Self.memory(of: clause, observed, recorder) { _ in row }) }
      case .values(let form): return { form.judge(view($0)) }
      case .possible(_, let goal): return { goal(view($0)) ? .holds : .idle }
      case .step, .measure, .inapplicable: return nil
      }
    }
    stepJudges = clauses.map { clause in
      guard case .step(let judge) = clause.form else { return nil }
      let memory = Self.memory(of: clause, observed, recorder) {
        $0 == .before ? view.fromRow : view.step.row
      }
      return { judge(view, memory) }
    }
    tallies = clauses.map { clause in
      guard case .measure(let tally) = clause.form else { return nil }
      return { tally(view) }
    }
    complaint = Self.complaint(about: properties)
    plans = properties.enumerated().flatMap { number, property in
      property.clauses.map { ClausePlan(property: number, reading: Self.reading(of: $0)) }
    }
  }

  /// Verdicts, findings and traces are told by the names of properties.
  private static func complaint(about properties: [Property<System>]) -> String? {
    var names: Set<String> = []
    for property in properties {
      if !names.insert(property.name).inserted {
        return "several properties are named \(property.name); give each a name of its own"
      }
      if property.clauses.isEmpty { return "\(property.name) has no clause; give it one" }
    }
    return nil
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

  /// What a clause's observer remembers at a moment.
  private static func memory(
    of clause: Property<System>.Clause, _ observed: ObservedExpansion<System>?, _ recorder: ReadRecorder,
    _ row: @escaping (Moment) -> Row
  ) -> (Moment) -> Output {
    guard let observer = clause.observer, let observed else { return { _ in Output(Nothing()) } }
    return { observed.memory(of: observer, in: row($0), at: $0, recording: recorder) }
  }

  func judgement(ofState row: Row, clause number: Int) -> (judgement: Judgement, reads: Reads) {
    recorder.reads = Reads()
    guard let judge = stateJudges[number] else { return (.idle, Reads()) }
    return (judge(row), takeReads())
  }

  func judgement(ofStep step: RowStep, from: Row, clause number: Int) -> (judgement: Judgement, reads: Reads)
  {
    recorder.reads = Reads()
    view.show(step, from: from)
    guard let judge = stepJudges[number] else { return (.idle, Reads()) }
    return (judge(), takeReads())
  }

  func tally(ofStep step: RowStep, from: Row, clause: Int) -> Tally? {
    guard let tally = tallies[clause] else { return nil }
    recorder.reads = Reads()
    view.show(step, from: from)
    defer { _ = takeReads() }
    return tally()
  }

  private func takeReads() -> Reads {
    if recorder.reads.places { hasLookedAtPlaces = true }
    return recorder.reads
  }

  func kind(of transition: UInt32) -> String { expander.kind(of: transition) }

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
    let expander = makeExpansion(isReduced: isReduced)
    let observers = properties.observers()
    return observers.isEmpty ? expander : ObservedExpansion(expander, observers: observers)
  }
}
