import Model

/// One case that a property of values is asked about: a state, reachable or not, and an action.
public final class ValuesView<P: Product> {
  /// The product's state.
  public let state: P.State
  /// The action that is dispatched in it; nil when the property is about none.
  public let action: P.Action?
  /// The product, with the parameters of the case.
  public let product: P
  private var answer: Result<P.State, any Error>?

  /// Makes a case of a product.
  public init(_ product: P, state: P.State, action: P.Action? = nil) {
    self.product = product
    self.state = state
    self.action = action
  }

  /// What the reducer answers: a new state, or what it threw; nil without an action.
  public var reduced: Result<P.State, any Error>? {
    if let answer { return answer }
    guard let action else { return nil }
    let made = Result { try product.reduce(state, action) }
    answer = made
    return made
  }

  /// The state after the action; nil when the reducer threw, and without an action.
  public var new: P.State? { try? reduced?.get() }
}

/// What a property promises of values, whether a run reaches them or not.
///
/// The parameters of selectors, calendars and the like are fixed: they come from the values of a scope.
public struct ValuesClause<P: Product>: Sendable {
  /// How a clause judges.
  public enum Form: Sendable {
    /// A judgement.
    case judge(@Sendable (ValuesView<P>) -> Judgement)
    /// A count towards a measure, no verdict.
    case measure(@Sendable (ValuesView<P>) -> Tally?)
  }

  /// The name of the property that it is a clause of.
  public let property: String
  /// What the property promises.
  public let sentence: String
  /// What must happen for the property to have something to judge.
  public let witness: String
  /// Whether it is about an action.
  public let readsAction: Bool
  /// How it judges.
  public let form: Form
  /// Which selector, and which order of entries, shows a culprit; nil where neither matters.
  var selection: (@Sendable (ValuesView<P>, _ culprit: String) -> (parameter: String, entryOrder: Int)?)?

  /// Makes a clause that judges; it is about no action by default.
  public init(
    _ property: String, _ sentence: String, witness: String, readsAction: Bool = false,
    judge: @escaping @Sendable (ValuesView<P>) -> Judgement
  ) {
    self.init(property, sentence, witness: witness, readsAction: readsAction, form: .judge(judge))
  }

  /// Makes a clause.
  public init(_ property: String, _ sentence: String, witness: String, readsAction: Bool, form: Form) {
    self.property = property
    self.sentence = sentence
    self.witness = witness
    self.readsAction = readsAction
    self.form = form
  }

  /// The word for its kind.
  public var kind: String {
    switch form {
    case .judge: "values"
    case .measure: "measure"
    }
  }
}

extension ValuesClause where P.State: Codable, P.Action: Codable {
  /// Judges a case that was written down.
  ///
  /// - Throws: a `TraceError` when the action is missing, a `DecodingError` when a value cannot be read.
  func judgement(of values: ValuesCase, _ product: P) throws -> Judgement {
    guard case .judge(let judge) = form else { return .idle }
    if readsAction && values.action == nil { throw TraceError("the values need an action") }
    let state = try values.state.decodeWhole(as: P.State.self)
    let action = try values.action?.decodeWhole(as: P.Action.self)
    return judge(ValuesView(product, state: state, action: action))
  }

  /// A case that shows a culprit as it is written down; nil when a value cannot be written.
  public func written(_ view: ValuesView<P>, culprit: String) -> ValuesCase? {
    guard let state = try? JSONValue(encoding: view.state) else { return nil }
    let selection = selection?(view, culprit)
    var values = ValuesCase(
      state: state, parameter: selection?.parameter, entryOrder: selection?.entryOrder)
    guard readsAction, let action = view.action else { return values }
    guard let written = try? JSONValue(encoding: action) else { return nil }
    values.action = written
    return values
  }
}

extension Array {
  /// Properties with the clauses of values among them: each clause joins the property of its name, and those
  /// without one make properties that only generated values decide.
  func judging<P: Product>(_ clauses: [ValuesClause<P>], of product: P) -> [Property<RuntimeSystem<P>>]
  where Element == Property<RuntimeSystem<P>>, P.State: Codable, P.Action: Codable {
    func regrade(_ clause: ValuesClause<P>) -> @Sendable (ValuesCase) throws -> Judgement {
      { try clause.judgement(of: $0, product) }
    }
    let judging = clauses.filter { if case .judge = $0.form { true } else { false } }
    let known = map { property in
      var property = property
      property.regrade = judging.first { $0.property == property.name }.map(regrade) ?? property.regrade
      return property
    }
    let names = Set(map(\.name))
    return known
      + judging.filter { !names.contains($0.property) }.map { clause in
        var property = Element(
          clause.property, clause.sentence, witness: clause.witness,
          .inapplicable("asked of generated values: spec-runner values"))
        property.regrade = regrade(clause)
        return property
      }
  }
}
