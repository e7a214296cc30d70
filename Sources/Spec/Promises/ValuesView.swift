import Model

/// One case that a clause about values is asked about: a state and an action, reached by a run or
/// drawn.
///
/// Of what a run reached, it is taken down what the clause looks at, as everywhere.
public struct ValuesView<P: Product> {
  private enum Source {
    case drawn(P, P.State, P.Action?, Result<P.State, any Error>?)
    case state(RuntimeView<P>)
    case step(StepView<RuntimeSystem<P>>)
  }

  private let source: Source
  /// What the reducer answers to a drawn action: a new state, or what it threw; nil for a step that
  /// a run takes.
  public var reduced: Result<P.State, any Error>? {
    if case .drawn(_, _, _, let reduced) = source { reduced } else { nil }
  }

  /// Makes a case of a product with the parameters of the case.
  @usableFromInline package init(_ product: P, state: P.State, action: P.Action? = nil) {
    source = .drawn(
      product, state, action, action.map { action in Result { try product.reduce(state, action) } })
  }

  init(state: RuntimeView<P>) { source = .state(state) }
  init(step: StepView<RuntimeSystem<P>>) { source = .step(step) }

  /// The product's state, before the action; nil after a crash.
  public var state: P.State? {
    switch source {
    case .drawn(_, let state, _, _): state
    case .state(let view): view.state
    case .step(let step): step.old.state
    }
  }

  /// The action that is dispatched in it; nil when the clause is about none.
  public var action: P.Action? {
    switch source {
    case .drawn(_, _, let action, _): action
    case .state: nil
    case .step(let step): step.action
    }
  }

  /// The state after the action; nil when the reducer threw, after a crash, and without an action.
  public var new: P.State? { if case .changed(let state)? = answer { state } else { nil } }

  var isDrawn: Bool { if case .drawn = source { true } else { false } }

  /// What came of the action; nil after a crash, and without an action.
  var answer: ReducerAnswer<P.State>? {
    switch source {
    case .drawn(_, _, _, let reduced):
      return switch reduced {
      case .success(let state): .changed(state)
      case .failure(let error): error is Crash ? nil : .refused
      case nil: nil
      }
    case .state: return nil
    case .step(let step):
      if step.action == nil { return nil }
      return step.traits.contains(.throwing) ? .refused : step.new.state.map(ReducerAnswer.changed)
    }
  }

  /// What a drawn state holds, in the product's words.
  @usableFromInline package var facts: [String: String] {
    if case .drawn(let product, let state, _, _) = source {
      product.narrator.state(state)
    } else {
      [:]
    }
  }

  var kind: String {
    if case .step(let step) = source { step.kind } else { actionName }
  }

  /// What kind of action it is: its innermost case; empty without one.
  var actionName: String { action.map { innermostCaseName(of: $0) ?? "\($0)" } ?? "" }

  var hasCrashed: Bool {
    if case .step(let step) = source {
      step.traits.contains(.crash)
    } else {
      action != nil && new == nil
    }
  }

  func output(of subscription: Subscription<P>) -> Output? {
    if case .state(let view) = source { return view.output(of: subscription) }
    return output(of: subscription, .ascending)
  }

  /// What a subscription gives when its selector meets the entries of dictionaries in an order.
  func output(of subscription: Subscription<P>, _ order: EntryOrder) -> Output? {
    if case .state(let view) = source { return view.output(of: subscription, order) }
    return state.map { subscription.output($0, order) }
  }

  /// Whether the filter of a subscription lets the action through: false without an action, and
  /// after a crash; nil where there is no filter.
  func isLetThrough(by subscription: Subscription<P>) -> Bool? {
    guard let filter = subscription.filter else { return nil }
    return switch source {
    case .drawn(_, let state, let action, _): action.map { filter(state, $0) } ?? false
    case .state: false
    case .step(let step): step.isLetThrough(by: filter)
    }
  }

  /// How many entries of a dictionary the output of a subscription is worked out from.
  func entryCount(of subscription: Subscription<P>) -> Int {
    if case .state(let view) = source { return view.entryCount(of: subscription) }
    return state.flatMap(subscription.entryCount) ?? 0
  }

  /// Whether two subscriptions give different outputs.
  func tellsApart(_ first: Subscription<P>, _ second: Subscription<P>) -> Bool {
    // Handles are equal for equal outputs, and absent after a crash.
    if case .state(let view) = source {
      return view.outputHandle(of: first) != view.outputHandle(of: second)
    }
    return output(of: first) != output(of: second)
  }

  /// Whether the action changes what a subscription gives.
  func changesOutput(of subscription: Subscription<P>) -> Bool {
    if case .step(let step) = source { return step.changesOutput(of: subscription) }
    return new.map { output(of: subscription) != subscription.output($0, .ascending) } ?? false
  }

  /// What a subscription gives before the action, or a step of another kind, and afterwards.
  func outputs(of subscription: Subscription<P>) -> ToldAnswers {
    if case .step(let step) = source {
      return ToldAnswers(step.old.output(of: subscription), step.new.output(of: subscription))
    }
    return ToldAnswers(output(of: subscription), new.map { subscription.output($0, .ascending) })
  }

  /// The subscriptions of a family whose output the action changes, or a step of another kind.
  func changed(
    _ family: [Subscription<P>], by kinds: StepTraits = [.gesture, .completion]
  ) -> [Subscription<P>] {
    if case .step(let step) = source {
      step.changed(family, by: kinds)
    } else {
      family.filter(changesOutput)
    }
  }

  /// What the dependencies of a subscription give; nil after a crash.
  func dependencyOutputs(of subscription: Subscription<P>) -> [Output]? {
    switch source {
    case .drawn(_, let state, _, _): subscription.dependencyOutputs(state)
    case .state(let view): view.dependencyOutputs(of: subscription)
    case .step(let step): step.old.dependencyOutputs(of: subscription)
    }
  }

  /// Whether the action changes what a dependency of a subscription gives, or a step of another
  /// kind.
  func changesDependencies(of subscription: Subscription<P>) -> Bool {
    if case .step(let step) = source {
      return step.old.dependencyOutputs(of: subscription)
        != step.new.dependencyOutputs(of: subscription)
    }
    return new.map { dependencyOutputs(of: subscription) != subscription.dependencyOutputs($0) }
      ?? false
  }
}

/// What a reducer answers, as far as it does not trap.
enum ReducerAnswer<State> {
  /// It threw.
  case refused
  case changed(State)
}

extension StepView where System: ProductSystem {
  /// The subscriptions of a family whose output a step of one of the kinds changes.
  func changed(_ family: [Subscription<P>], by kinds: StepTraits) -> [Subscription<P>] {
    if traits.isDisjoint(with: kinds) || traits.contains(.crash) { return [] }
    // No key paths here: where the product's types are not known to the compiler, each use makes
    // one anew.
    guard changes(family.contains { !$0.looksAtContents } ? .store : .contents) else { return [] }
    return family.filter { changesOutput(of: $0) }
  }
}
