import Model

/// One clause about values: about states, or about states and actions that are dispatched in them.
///
/// It is asked of what a run reaches and of what is drawn. The parameters of selectors, calendars
/// and the like are fixed: they come from the values of a scope.
public struct ValuesClause<P: Product>: Sendable {
  /// How a clause judges.
  public enum Form: Sendable {
    /// A judgement.
    case judge(@Sendable (ValuesView<P>) -> Judgement)
    /// A count towards a measure, no verdict.
    case measure(@Sendable (ValuesView<P>) -> Tally?)
  }

  /// The name of the property that it is a clause of.
  @usableFromInline package let property: String
  /// What the property promises.
  @usableFromInline package let sentence: String
  /// What must happen for the property to have something to judge.
  @usableFromInline package let witness: String
  /// What a user of the app suffers where it is broken; nil when it is not said.
  @usableFromInline package let consequence: String?
  /// Whether it is about an action.
  @usableFromInline package let readsAction: Bool
  @usableFromInline package let form: Form
  /// Which selector, and which order of entries, shows a culprit; nil where neither matters.
  var selection:
    (@Sendable (ValuesView<P>, _ culprit: String) -> (parameter: String, entryOrder: Int)?)?

  /// Makes a clause that judges; it is about no action by default.
  public init(
    _ property: String, _ sentence: String, witness: String, consequence: String? = nil,
    readsAction: Bool = false, judge: @escaping @Sendable (ValuesView<P>) -> Judgement
  ) {
    self.init(
      property, sentence, witness: witness, consequence: consequence, readsAction: readsAction,
      form: .judge(judge))
  }

  init(
    _ property: String, _ sentence: String, witness: String, consequence: String? = nil,
    readsAction: Bool, form: Form
  ) {
    self.property = property
    self.sentence = sentence
    self.witness = witness
    self.consequence = consequence
    self.readsAction = readsAction
    self.form = form
  }

  @usableFromInline package var kind: String {
    if case .judge = form { "values" } else { "measure" }
  }

  /// What the clause says of a case; idle for a measure.
  @usableFromInline package func judgement(of view: ValuesView<P>) -> Judgement {
    if case .judge(let judge) = form { judge(view) } else { .idle }
  }

  /// The property that asks the clause of every state that a run reaches, or of every step when it
  /// is about an action.
  public func property(unless reason: String? = nil) -> Property<RuntimeSystem<P>> {
    typealias Clause = Property<RuntimeSystem<P>>.Clause
    let clause: Clause =
      switch form {
      case _ where reason != nil: .inapplicable(reason ?? "")
      case .judge(let judge) where readsAction: .step { judge(ValuesView(step: $0)) }
      case .judge(let judge): .invariant { judge(ValuesView(state: $0)) }
      case .measure(let measure): .measure { measure(ValuesView(step: $0)) }
      }
    return Property(property, sentence, witness: witness, consequence: consequence, clause)
  }
}

extension ValuesClause {
  /// Judges a case that was written down.
  ///
  /// - Throws: a `TraceError` when the action is missing, a `DecodingError` when a value cannot be
  ///   read.
  func judgement(of values: ValuesCase, _ product: P) throws -> Judgement {
    if readsAction && values.action == nil { throw TraceError("the values need an action") }
    let state = try values.state.readWhole(as: P.State.self)
    let action = try values.action?.readWhole(as: P.Action.self)
    return judgement(of: ValuesView(product, state: state, action: action))
  }

  /// A case that shows a culprit as it is written down; nil when a value cannot be written.
  package func written(_ view: ValuesView<P>, culprit: String) -> ValuesCase? {
    guard let state = try? JSONValue(writing: view.state) else { return nil }
    let selection = selection?(view, culprit)
    var values = ValuesCase(
      state: state, parameter: selection?.parameter, entryOrder: selection?.entryOrder)
    guard readsAction, let action = view.action else { return values }
    guard let written = try? JSONValue(writing: action) else { return nil }
    values.action = written
    return values
  }
}

extension Array {
  /// Properties with the clauses about values among them: each joins the property of its name, and
  /// those without one make properties that only drawn values decide.
  public func judging<P: Product>(
    _ clauses: [ValuesClause<P>], of product: P
  ) -> [Property<RuntimeSystem<P>>]
  where Element == Property<RuntimeSystem<P>> {
    var properties = self
    for clause in clauses {
      guard case .judge = clause.form else { continue }
      var place = properties.firstIndex { $0.name == clause.property }
      if place == nil {
        place = properties.count
        properties.append(clause.property(unless: "asked of generated values: spec-runner values"))
      }
      guard let place, properties[place].regrade == nil else { continue }
      properties[place].regrade = { try clause.judgement(of: $0, product) }
    }
    return properties
  }
}
