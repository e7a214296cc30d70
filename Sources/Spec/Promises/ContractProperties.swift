import Model

/// Whether the functions of a product answer what their definitions say.
public struct ContractProperties<P: Product>: Sendable {
  /// A property of the product's runtime.
  public typealias ContractProperty = Property<RuntimeSystem<P>>

  let system: RuntimeSystem<P>
  let contract: Contract<P>
  var product: P { system.product }

  /// Makes the properties of a system by its contract.
  public init(system: RuntimeSystem<P>, contract: Contract<P>) {
    self.system = system
    self.contract = contract
  }

  /// Of all that a run reaches.
  public var all: [ContractProperty] {
    [reducer.property().adding(frame)]
      + (contract.subscriptions.isEmpty ? [] : [selectors.property()])
      + (hasFilters ? [filters.property()] : [])
      + (P.Operation.self == Never.self ? [] : [listenerProperty, storeProperty])
  }

  /// Of drawn values.
  public var valuesClauses: [ValuesClause<P>] {
    [reducer] + (contract.subscriptions.isEmpty ? [] : [selectors]) + (hasFilters ? [filters] : [])
      + (P.Operation.self == Never.self ? [] : [listener, store])
  }

  private var judge: ContractJudge<P> { ContractJudge(product: product, contract: contract) }
  private var hasFilters: Bool { contract.subscriptions.contains { $0.filter != nil } }

  // MARK: Reducer

  private var reducer: ValuesClause<P> {
    let (product, contract, judge) = (product, contract, judge)
    // Where no part is defined, only refusals are.
    let (name, sentence, consequence) =
      contract.parts.isEmpty
      ? (
        "contract(refusals)",
        "Each action is refused exactly where its definition says so, and without an action "
          + "nothing changes.",
        "A tap is refused that should be taken, or taken that should be refused."
      )
      : (
        "contract(reducer)",
        "Each action does to each part of the state what its definition says, and no more.",
        "A tap or a reply changes something else than it should."
      )
    return ValuesClause(
      name, sentence, witness: "an action is dispatched",
      consequence: consequence, readsAction: true
    ) { view in
      guard let old = view.state, let action = view.action else { return .idle }
      let kind = view.kind
      let isEnd = contract.traps(old, action)
      guard let answer = view.answer else {
        // The app may have ended in another function.
        if judge.outcome(of: { try product.reduce(old, action) }) != nil { return .idle }
        return .require(
          isEnd, culprit: "\(kind): ends the app", "\(kind) should not end the app, and does")
      }
      if isEnd {
        return .violated(
          culprit: "\(kind): goes on", detail: "\(kind) should end the app, and goes on")
      }
      let isRefused = contract.refuses(old, action)
      guard case .changed(let new) = answer else {
        return .require(
          isRefused, culprit: "\(kind): refused", "\(kind) should be taken, and is refused")
      }
      if isRefused {
        return .violated(
          culprit: "\(kind): taken", detail: "\(kind) should be refused, and is taken")
      }
      return .judge(
        contract.parts.compactMap { part in
          part.fault(old, action, new).map { fault in
            Violation(culprit: "\(kind): \(part.name)", detail: "after \(kind), \(fault)")
          }
        })
    }
  }

  /// What dispatches nothing leaves the state alone, unless the app ends or begins, or the world
  /// moves on.
  private var frame: ContractProperty.Clause {
    .step { step in
      let mayChange: StepTraits = [.gesture, .completion, .relaunch, .crash, .outside]
      if !step.traits.isDisjoint(with: mayChange) || !step.changes(.store) { return .idle }
      let kind = step.kind
      return .violated(culprit: "\(kind): dispatches nothing", detail: "\(kind) changes the state")
    }
  }

  // MARK: Subscriptions

  /// The subscriptions, each with its definition.
  private var defined: [(subscription: Subscription<P>, definition: SubscriptionDefinition<P>?)] {
    // One without an id may have the words of another that has one.
    let definitions = Dictionary(
      contract.subscriptions.map { ([$0.title, $0.hasId ? "id" : nil], $0) },
      uniquingKeysWith: { first, _ in first })
    return system.subscriptions.map { subscription in
      let own = definitions[[subscription.title, subscription.id == nil ? nil : "id"]]
      return (
        subscription, own ?? definitions[[subscription.title, subscription.id == nil ? "id" : nil]]
      )
    }
  }

  private var selectors: ValuesClause<P> {
    let defined = defined
    let misdeclared =
      defined.compactMap { subscription, definition -> Violation? in
        let isRight =
          definition.map {
            $0.hasId == (subscription.id != nil)
              && ($0.filter != nil) == (subscription.filter != nil)
          } ?? false
        if isRight { return nil }
        let culprit =
          "\(subscription.name): \(definition == nil ? "unknown" : "declared otherwise")"
        return Violation(
          culprit: culprit, detail: "\(subscription.title) has another id or filter than is defined"
        )
      } + sharedIds
    return ValuesClause(
      "contract(selectors)",
      "Each selector gives what its definition says, and so does each dependency.",
      witness: "a selector is asked",
      consequence: "The screen shows something else than the app holds."
    ) { view in
      guard let state = view.state else { return .idle }
      var faults = misdeclared
      for case (let subscription, let definition?) in defined {
        let output = view.output(of: subscription)
        if !definition.allows(output, in: state) {
          let told = ToldAnswers(definition.output(state), output)
          faults.append(
            Violation(
              culprit: subscription.name,
              detail: "\(subscription.title) should be \(told.first), not \(told.second)"))
        }
        let (defined, answers) = (
          definition.dependencies.map { $0(state) }, view.dependencyOutputs(of: subscription)
        )
        if answers != defined {
          let told = ToldAnswers(defined, answers)
          faults.append(
            Violation(
              culprit: "\(subscription.name): dependencies",
              detail: "the dependencies of \(subscription.title) should be \(told.first), not "
                + told.second))
        }
      }
      return .judge(faults)
    }
  }

  /// Subscriptions that differ in their parameter and not in their id.
  private var sharedIds: [Violation] {
    var owners: [String: String] = [:]
    return system.subscriptions.compactMap { subscription in
      guard let id = subscription.id else { return nil }
      let owner = owners.updateValue(subscription.parameter, forKey: "\(subscription.name) \(id)")
      guard let owner, owner != subscription.parameter else { return nil }
      return Violation(
        culprit: "\(subscription.name): one id",
        detail: "\(subscription.name) has one id for '\(owner)' and for '\(subscription.parameter)'"
      )
    }.uniqued()
  }

  private var filters: ValuesClause<P> {
    let defined = defined.compactMap { subscription, definition in
      definition?.filter.map { (subscription: subscription, passes: $0) }
    }
    return ValuesClause(
      "contract(filters)",
      "Each filter lets through what its definition says, as far as that changes its output, and "
        + "nothing else.",
      witness: "an action is dispatched",
      consequence: "A list is not brought up to date, or is worked out again for nothing.",
      readsAction: true
    ) { view in
      guard let state = view.state, let action = view.action, !view.hasCrashed else { return .idle }
      let wrong = defined.filter { subscription, passes in
        let isLetThrough = view.isLetThrough(by: subscription)
        if isLetThrough == passes(state, action) { return false }
        // To drop what changes nothing, more than a definition does, can only save work.
        return isLetThrough != false || view.changesOutput(of: subscription)
      }
      if wrong.isEmpty { return .holds }
      let kind = view.kind
      return .violated(
        wrong.map { subscription, passes in
          let told =
            passes(state, action)
            ? "let \(kind) through, and drops it" : "drop \(kind), and lets it through"
          return Violation(
            culprit: "\(subscription.name): \(kind)",
            detail: "the filter of \(subscription.title) should \(told)")
        }.uniqued())
    }
  }

  // MARK: Listener

  /// Of the element that a dispatch streams, and of what it would be asked for at once.
  private var listener: ValuesClause<P> {
    let (product, contract, judge) = (product, contract, judge)
    return ValuesClause(
      "contract(listener)",
      "The listener reacts to each element, and reports each result, as the definitions say.",
      witness: "an action is dispatched",
      consequence: "What a tap asks for is not done, or something else is.", readsAction: true
    ) { view in
      guard let old = view.state, let action = view.action, case .changed(let new)? = view.answer
      else {
        return .idle
      }
      let kind = view.kind
      let (notice, expected) = (
        product.notice(old: old, action: action), contract.notice(old, action)
      )
      if notice != expected {
        // What only asks for what does nothing may as well go unheard.
        let currents = [old, new, product.initialState] + contract.drawnCurrents(old)
        let asked = [notice, expected].compactMap(\.self).flatMap { notice in
          currents.compactMap { contract.asks(notice, $0) }
        }
        if !asked.isEmpty && asked.allSatisfy(contract.isIdle) { return .holds }
        let told = ToldAnswers(expected, notice)
        return .violated(
          culprit: "\(kind): heard otherwise",
          detail: "of \(kind) the listener should hear \(told.first), not \(told.second)")
      }
      // What a run reaches is asked when the listener takes the element.
      guard let notice, view.isDrawn else { return .holds }
      return .first(
        ([old, new, product.initialState] + contract.drawnCurrents(old)).map {
          judge.decides(notice, $0)
        })
    }
  }

  private var listenerProperty: ContractProperty {
    let (contract, judge) = (contract, judge)
    return listener.property().adding(
      .step { step in
        if let delivery = step.delivery, let current = step.old.state {
          return judge.decides(delivery.notice, current)
        }
        guard let (operation, result) = step.completion else { return .idle }
        return judge.reports(
          operation, step.action, contract.completes(operation, result), in: step.old.state,
          culprit: "\(step.kind): reported otherwise")
      })
  }

  // MARK: Store

  private var store: ValuesClause<P> {
    let (contract, judge) = (contract, judge)
    return ValuesClause(
      "contract(store)",
      "Each operation answers, and changes of the database, what its definition says.",
      witness: "an operation is carried out",
      consequence: "What is saved is not what was asked for.", readsAction: true
    ) { view in
      guard let state = view.state, let action = view.action else { return .idle }
      let operations = contract.drawnOperations(state, action)
      return .first(
        operations.map { judge.performs($0, on: $1, in: state) }
          + operations.map { operation, _ in
            judge.reportsFailures(of: operation, in: state)
          }
      )
    }
  }

  private var storeProperty: ContractProperty {
    let judge = judge
    return ContractProperty(
      store.property, store.sentence, witness: store.witness, consequence: store.consequence,
      .step { step in
        let isEnd = step.traits.contains(.crash)
        if let (operation, _) = step.performance, !isEnd || !step.changes(.database) {
          return judge.performs(operation, on: step.old.database, in: nil)
        }
        let isOutside = step.traits.contains(.outside)
        if isOutside || !step.changes(.database) { return .idle }
        return .violated(
          culprit: "rows changed at \(step.kind)",
          detail: isEnd
            ? "rows changed half way: the app ended" : "rows changed without an operation")
      })
  }
}
