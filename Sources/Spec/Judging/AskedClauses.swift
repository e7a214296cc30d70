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

  /// What a clause looked at: the same for all arrangements of things that are alike.
  private struct Reading: Hashable {
    var clause: Int
    var reads: Reads
    var values: [UInt32]
    var changed: [Int] = []
  }

  let clauses: [Clause]
  private let names: [String]
  /// Why verdicts could not be told, or nil.
  let complaint: String?
  let kind: (_ transition: UInt32) -> String
  private let recorder: ReadRecorder
  private let show: (RowStep, Row) -> Void
  private let observersTellApart: () -> Bool
  private var toldApart: String?
  /// What exchanges make of states; nil where steps lead to the very states that are visited.
  private let renaming: StateRenaming?
  /// Whether what the system answered so far is the like of what it answers after exchanges.
  private let isAlike: () -> Bool
  /// The readings of which a clause said the same in all arrangements.
  private var compared: Set<Reading> = []

  /// - Parameter expander: one that carries the observers of the properties.
  init<System: TransitionSystem>(_ properties: [Property<System>], _ expander: any Expander<System>)
  {
    let (recorder, observed) = (ReadRecorder(), expander as? ObservedExpansion<System>)
    let view = StepView(expander: expander, recorder: recorder)
    self.recorder = recorder
    renaming = expander.rows.renaming
    isAlike = { expander.rows.objection == nil }
    kind = { expander.kind(of: $0) }
    show = { view.show($0, from: $1) }
    observersTellApart = { observed?.tellsApart ?? false }
    complaint = Self.complaint(about: properties)
    names = properties.map(\.name)
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
      if property.name.isEmpty { return "a property has no name; give it one" }
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
    // Who counts steps has to see all of them.
    if renaming != nil { tellApart(number, "counts steps") }
    show(step, from)
    return recording(tally).0
  }

  // MARK: States that stand for others

  /// What a clause says of a state and of all that it stands for; where it does not say the same,
  /// they are told apart.
  func judgement(ofRepresented row: Row, clause number: Int) -> (
    judgement: Judgement, reads: Reads
  ) {
    let answer = judgement(ofState: row, clause: number)
    guard let renaming, toldApart == nil else { return answer }
    let values = renaming.reading(of: [(row, answer.reads.before)], label: nil)
    if compared.insert(Reading(clause: number, reads: answer.reads, values: values)).inserted,
      // A clause about settled states may end the program where it is asked of another one.
      isAlike()
    {
      let isSame = renaming.images(of: row).allSatisfy {
        Self.isSame(judgement(ofState: $0, clause: number), as: answer)
      }
      if !isSame { tellApart(number, "tells them apart") }
    }
    return answer
  }

  /// The same of a step.
  func judgement(ofRepresented step: RowStep, from: Row, clause number: Int) -> (
    judgement: Judgement, reads: Reads
  ) {
    let answer = judgement(ofStep: step, from: from, clause: number)
    guard let renaming, toldApart == nil else { return answer }
    let reads = answer.reads
    let changed = (0..<Row.widthMax).filter { from[$0] != step.row[$0] }
    let values = renaming.reading(
      of: [(from, reads.before), (step.row, reads.after)], label: renaming.label(step.transition))
    let reading = Reading(clause: number, reads: reads, values: values, changed: changed)
    // What else a transition decides is seen of no reading.
    if reads.transition || compared.insert(reading).inserted {
      let isSame = renaming.images(of: step, from: from).allSatisfy {
        Self.isSame(judgement(ofStep: $0.step, from: $0.from, clause: number), as: answer)
      }
      if !isSame { tellApart(number, "tells them apart") }
    }
    return answer
  }

  private func tellApart(_ clause: Int, _ words: String) {
    toldApart = "\(names[clauses[clause].property]) \(words)"
  }

  private static func isSame(
    _ other: (judgement: Judgement, reads: Reads), as answer: (judgement: Judgement, reads: Reads)
  ) -> Bool {
    other.reads.isSubset(of: answer.reads)
      && (other.judgement == answer.judgement
        // Where they come out of a set, their order is of no account.
        || !answer.judgement.violations.isEmpty
          && Set(other.judgement.violations) == Set(answer.judgement.violations))
  }

  private func recording<Answer>(_ ask: () -> Answer) -> (Answer, Reads) {
    recorder.reads = Reads()
    let answer = ask()
    if recorder.reads.places { toldApart = "places of windows are looked at" }
    return (answer, recorder.reads)
  }

  /// What tells states apart that one of them stands for, as far as properties do.
  var objection: String? {
    toldApart
      ?? (observersTellApart() ? "what a property remembers tells them apart" : nil)
  }
}
