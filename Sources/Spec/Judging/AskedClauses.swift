import Model

/// The clauses of a system's properties, asked about rows and transitions.
///
/// All that needs the system's types is in their functions, so that the judge is not generic and
/// runs at full speed for every system.
final class AskedClauses {
  struct Clause {
    enum Form {
      /// About states, or settled states.
      case state((Row) -> Judgement, isSettledOnly: Bool)
      case values((Row) -> Judgement)
      /// A goal among settled states, and the steps that a continuation towards it avoids.
      case goal((Row) -> Judgement, avoiding: StepTraits)
      /// About the step that is shown: functions without arguments of generic types are several
      /// times as fast to call.
      case step(() -> Judgement)
      case measure(() -> Tally?)
      case nothing
    }

    /// The place of the clause's property among the properties.
    let property: Int
    let form: Form
  }

  let clauses: [Clause]
  /// Why verdicts could not be told, or nil.
  let complaint: String?
  let kind: (_ transition: UInt32) -> String
  private let recorder: ReadRecorder
  private let show: (RowStep, Row) -> Void
  private let observersLookAtPlaces: () -> Bool
  private var clausesLookAtPlaces = false

  /// - Parameter expander: one that carries the observers of the properties.
  init<System: TransitionSystem>(_ properties: [Property<System>], _ expander: any Expander<System>)
  {
    let (recorder, observed) = (ReadRecorder(), expander as? ObservedExpansion<System>)
    let view = StepView(expander: expander, recorder: recorder)
    self.recorder = recorder
    kind = { expander.kind(of: $0) }
    show = { view.show($0, from: $1) }
    observersLookAtPlaces = { observed?.looksAtPlaces ?? false }
    complaint = Self.complaint(about: properties)
    clauses = properties.enumerated().flatMap { number, property in
      property.clauses.map { clause in
        Clause(property: number, form: Self.form(of: clause, view, observed))
      }
    }
  }

  private static func form<System>(
    of clause: Property<System>.Clause, _ view: StepView<System>,
    _ observed: ObservedExpansion<System>?
  ) -> Clause.Form {
    let (expander, recorder) = (view.expander, view.recorder)
    let state = { expander.view(of: $0, at: .before, recording: recorder) }
    /// What the clause's observer remembers at a moment.
    func memory(_ row: @escaping (Moment) -> Row) -> (Moment) -> Output {
      guard let observer = clause.observer, let observed else { return { _ in Output(NoValues()) } }
      return { observed.memory(of: observer, in: row($0), at: $0, recording: recorder) }
    }
    switch clause.form {
    case .state(let judge, let isSettledOnly):
      return .state({ row in judge(state(row), memory { _ in row }) }, isSettledOnly: isSettledOnly)
    case .values(let judge, _): return .values { judge(state($0)) }
    case .possible(let avoiding, let goal):
      return .goal({ goal(state($0)) ? .holds : .idle }, avoiding: avoiding)
    case .step(let judge):
      let memory = memory { $0 == .before ? view.fromRow : view.step.row }
      return .step { judge(view, memory) }
    case .measure(let tally): return .measure { tally(view) }
    case .inapplicable: return .nothing
    }
  }

  /// Verdicts, findings and traces are told by the names of properties.
  private static func complaint(about properties: [Property<some TransitionSystem>]) -> String? {
    var names: Set<String> = []
    for property in properties {
      if !names.insert(property.name).inserted {
        return "several properties are named \(property.name); give each a name of its own"
      }
      if property.clauses.isEmpty { return "\(property.name) has no clause; give it one" }
    }
    return nil
  }

  func judgement(ofState row: Row, clause number: Int) -> (judgement: Judgement, reads: Reads) {
    switch clauses[number].form {
    case .state(let judge, _), .values(let judge), .goal(let judge, _): recording { judge(row) }
    case .step, .measure, .nothing: (.idle, Reads())
    }
  }

  func judgement(ofStep step: RowStep, from: Row, clause number: Int) -> (
    judgement: Judgement, reads: Reads
  ) {
    guard case .step(let judge) = clauses[number].form else { return (.idle, Reads()) }
    show(step, from)
    return recording(judge)
  }

  func tally(ofStep step: RowStep, from: Row, clause number: Int) -> Tally? {
    guard case .measure(let tally) = clauses[number].form else { return nil }
    show(step, from)
    return recording(tally).0
  }

  private func recording<Answer>(_ ask: () -> Answer) -> (Answer, Reads) {
    recorder.reads = Reads()
    let answer = ask()
    if recorder.reads.places { clausesLookAtPlaces = true }
    return (answer, recorder.reads)
  }

  /// Whether somebody looked at the place of a window, so that equal windows have to be told apart.
  var lookAtPlaces: Bool { clausesLookAtPlaces || observersLookAtPlaces() }
}
