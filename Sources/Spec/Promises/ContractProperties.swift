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

  private var hasFilters: Bool { contract.subscriptions.contains { $0.filter != nil } }

  // MARK: Reducer

  private var reducer: ValuesClause<P> {
    let (product, contract) = (product, contract)
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
        if Self.outcome(of: { try product.reduce(old, action) }) != nil { return .idle }
        return .require(
          isEnd, culprit: "\(kind): ends the app", "\(kind) should not end the app, and does")
      }
      if isEnd {
        return .violated([
          Violation(culprit: "\(kind): goes on", detail: "\(kind) should end the app, and goes on")
        ])
      }
      let isRefused = contract.refuses(old, action)
      guard case .changed(let new) = answer else {
        return .require(
          isRefused, culprit: "\(kind): refused", "\(kind) should be taken, and is refused")
      }
      if isRefused {
        return .violated([
          Violation(culprit: "\(kind): taken", detail: "\(kind) should be refused, and is taken")
        ])
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
      return .violated([
        Violation(culprit: "\(kind): dispatches nothing", detail: "\(kind) changes the state")
      ])
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
    let (product, contract) = (product, contract)
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
        return .violated([
          Violation(
            culprit: "\(kind): heard otherwise",
            detail: "of \(kind) the listener should hear \(told.first), not \(told.second)")
        ])
      }
      // What a run reaches is asked when the listener takes the element.
      guard let notice, view.isDrawn else { return .holds }
      return .first(
        ([old, new, product.initialState] + contract.drawnCurrents(old)).map {
          Self.decides(notice, $0, product, contract)
        })
    }
  }

  private var listenerProperty: ContractProperty {
    let (product, contract) = (product, contract)
    return listener.property().adding(
      .step { step in
        if let delivery = step.delivery, let current = step.old.state {
          return Self.decides(delivery.notice, current, product, contract)
        }
        guard let (operation, result) = step.completion else { return .idle }
        return Self.reports(
          operation, step.action, contract.completes(operation, result), in: step.old.state,
          product, culprit: "\(step.kind): reported otherwise")
      })
  }

  private static func decides(
    _ notice: P.Notice, _ current: P.State, _ product: P, _ contract: Contract<P>
  ) -> Judgement {
    let told = contract.asks(notice, current)
    let outcome = outcome(of: { try product.react(to: notice, current: current) })
    guard case .success(let asked)? = outcome else {
      let does = outcome == nil ? "ends the app" : "throws"
      return .violated([
        Violation(
          culprit: "\(caseName(of: notice)): \(does)",
          detail:
            "for \(notice) the listener should ask for \(told.map { "\($0)" } ?? "nothing"), and "
            + does)
      ])
    }
    let isIdle = [asked, told].allSatisfy { $0.map(contract.isIdle) ?? true }
    return .require(
      asked == told || isIdle, culprit: "\(caseName(of: notice)): asked otherwise",
      "for \(notice) the listener should ask for \(told.map { "\($0)" } ?? "nothing"), not "
        + "\(asked.map { "\($0)" } ?? "nothing")")
  }

  private static func caseName(of notice: P.Notice) -> String {
    innermostCaseName(of: notice) ?? "element"
  }

  // MARK: Store

  private var store: ValuesClause<P> {
    let (product, contract) = (product, contract)
    return ValuesClause(
      "contract(store)",
      "Each operation answers, and changes of the database, what its definition says.",
      witness: "an operation is carried out",
      consequence: "What is saved is not what was asked for.", readsAction: true
    ) { view in
      guard let state = view.state, let action = view.action else { return .idle }
      let operations = contract.drawnOperations(state, action)
      return .first(
        operations.map { Self.performs($0, on: $1, in: state, product, contract) }
          + operations.map { operation, _ in
            Self.reportsFailures(of: operation, in: state, product, contract)
          }
      )
    }
  }

  private var storeProperty: ContractProperty {
    let (product, contract) = (product, contract)
    return ContractProperty(
      store.property, store.sentence, witness: store.witness, consequence: store.consequence,
      .step { step in
        let isEnd = step.traits.contains(.crash)
        if let (operation, _) = step.performance, !isEnd || !step.changes(.database) {
          return Self.performs(operation, on: step.old.database, in: nil, product, contract)
        }
        let isOutside = step.traits.contains(.outside)
        if isOutside || !step.changes(.database) { return .idle }
        return .violated([
          Violation(
            culprit: "rows changed at \(step.kind)",
            detail: isEnd
              ? "rows changed half way: the app ended" : "rows changed without an operation")
        ])
      })
  }

  private static func performs(
    _ operation: P.Operation, on before: P.Database, in state: P.State?, _ product: P,
    _ contract: Contract<P>
  ) -> Judgement {
    var after = before
    let name = innermostCaseName(of: operation) ?? "operation"
    let isEnd = contract.trapsPerforming(operation, before)
    guard let result = outcome(of: { try product.perform(operation, on: &after) }) else {
      return .require(
        isEnd, culprit: "\(name): ends the app", "\(operation) should not end the app, and does")
    }
    if isEnd {
      return .violated([
        Violation(
          culprit: "\(name): goes on", detail: "\(operation) should end the app, and goes on")
      ])
    }
    if let fault = contract.performs(operation, before, Performed(result: result, database: after))
    {
      return .violated([Violation(culprit: name, detail: "\(operation): \(fault)")])
    }
    return reports(
      operation, product.completion(of: operation, result: result),
      contract.completes(operation, result),
      in: state, isDrawn: true, product, culprit: "\(name): reported otherwise")
  }

  /// - Parameters:
  ///   - state: the state in which it is reported, where that is known.
  ///   - isDrawn: whether what a run reports is asked about then, in the state of that moment.
  private static func reports(
    _ operation: P.Operation, failing text: String? = nil, _ answer: P.Action?, _ told: P.Action?,
    in state: P.State?, isDrawn: Bool = false, _ product: P, culprit: @autoclosure () -> String
  ) -> Judgement {
    let isAskedLater = isDrawn && state == nil && answer != nil && told != nil
    if isAskedLater || isAlike(answer, told, in: state, product) { return .holds }
    let words = ToldAnswers(told, answer)
    let failure = text.map { " that fails with '\($0)'" } ?? ""
    let detail = "\(operation)\(failure) should be reported as \(words.first), not \(words.second)"
    return .violated([Violation(culprit: culprit(), detail: detail)])
  }

  /// Whether two actions do the same in a state, whatever they are called: to the state, and to
  /// what the listener hears.
  private static func isAlike(
    _ action: P.Action?, _ other: P.Action?, in state: P.State?, _ product: P
  ) -> Bool {
    if action == other { return true }
    guard let action, let other, let state,
      let one = outcome(of: { try product.reduce(state, action) }),
      let two = outcome(of: { try product.reduce(state, other) })
    else { return false }
    return one == two
      && product.notice(old: state, action: action) == product.notice(old: state, action: other)
  }

  /// Of failures that say nothing, or something.
  private static func reportsFailures(
    of operation: P.Operation, in state: P.State, _ product: P, _ contract: Contract<P>
  ) -> Judgement {
    let name = innermostCaseName(of: operation) ?? "operation"
    return .first(
      ["", " ", "failed"].map { text in
        let result: Result<P.Reply, OperationFailure> = .failure(OperationFailure(text))
        return reports(
          operation, failing: text, product.completion(of: operation, result: result),
          contract.completes(operation, result), in: state, product,
          culprit: "\(name): reported otherwise")
      })
  }

  /// What a function answers or throws; nil where it ends the app.
  private static func outcome<Value>(of ask: () throws -> Value) -> Result<Value, OperationFailure>?
  {
    do { return .success(try ask()) } catch {
      return error is Crash ? nil : .failure(OperationFailure(error))
    }
  }
}
