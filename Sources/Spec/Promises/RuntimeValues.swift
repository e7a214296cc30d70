import Model

/// What every product promises of values, whether a run reaches them or not.
extension RuntimeProperties {
  /// A clause about values of the product.
  public typealias RuntimeValuesClause = ValuesClause<P>

  /// All of them, in the order in which reports list them.
  public var valuesClauses: [RuntimeValuesClause] {
    let subscriptions = product.subscriptions(values: system.scope.values)
    let families = subscriptions.families()
    return [totalReducer, pureSelectors(subscriptions)].compactMap(\.self)
      + families.filter { $0[0].filter != nil }.flatMap { [soundFilter($0), preciseFilter($0)] }
      + families.filter { $0[0].id != nil }.map { distinctIds($0) }
  }

  private var totalReducer: RuntimeValuesClause {
    RuntimeValuesClause(
      "reducer.total", "The reducer answers every action in every state: a new state or a thrown error.",
      witness: "the reducer is asked", readsAction: true
    ) { view in
      guard let action = view.action else { return .idle }
      guard case .failure(let error) = view.reduced, let crash = error as? Crash else { return .holds }
      return .violated([Violation(culprit: caseName(of: action), detail: crash.reason)])
    }
  }

  private func pureSelectors(_ subscriptions: [Subscription<P>]) -> RuntimeValuesClause? {
    let ordered = subscriptions.filter(\.meetsEntries)
    if ordered.isEmpty { return nil }
    @Sendable func impure(_ view: ValuesView<P>, _ subscription: Subscription<P>) -> Int? {
      let entryCount = min(6, subscription.entryCount(view.state) ?? 0)
      let output = subscription.output(view.state, .ascending)
      return EntryOrder.all(entryCount: entryCount).first {
        subscription.output(view.state, $0) != output
      }?.number
    }
    var clause = RuntimeValuesClause(
      "selector.pure",
      "A selector gives one output whatever the order in which it meets a dictionary's entries.",
      witness: "a selector meets entries"
    ) { view in
      let counted = ordered.filter { ($0.entryCount(view.state) ?? 0) > 0 }
      if counted.isEmpty { return .idle }
      return .judge(
        counted.filter { impure(view, $0) != nil }.map {
          Violation(
            culprit: $0.name, detail: "\($0.title) depends on the order of a dictionary's entries")
        }.uniqued())
    }
    clause.selection = { view, culprit in
      for subscription in ordered where subscription.name == culprit {
        if let number = impure(view, subscription) { return (subscription.title, number) }
      }
      return nil
    }
    return clause
  }

  private func soundFilter(_ family: [Subscription<P>]) -> RuntimeValuesClause {
    RuntimeValuesClause(
      "filter.sound(\(family[0].name))",
      "A step that changes what \(family[0].name) gives is let through by its filter.",
      witness: "the output changes", readsAction: true
    ) { view in
      guard let action = view.action, let new = view.new else { return .idle }
      let changed = family.filter { $0.output(view.state, .ascending) != $0.output(new, .ascending) }
      if changed.isEmpty { return .idle }
      let name = caseName(of: action)
      return .judge(
        changed.filter { $0.filter?(view.state, action) == false }.map {
          Violation(culprit: name, detail: "the filter drops \(name), which changes \($0.title)")
        }.uniqued())
    }
  }

  private func preciseFilter(_ family: [Subscription<P>]) -> RuntimeValuesClause {
    RuntimeValuesClause(
      "filter.precise(\(family[0].name))",
      "Of the steps that the filter of \(family[0].name) lets through, how many leave the output alone.",
      witness: "the filter lets a step through", readsAction: true,
      form: .measure { view in
        guard let action = view.action, let new = view.new else { return nil }
        let passing = family.filter { $0.filter?(view.state, action) == true }
        if passing.isEmpty { return nil }
        let isLeftAlone = passing.allSatisfy {
          $0.output(view.state, .ascending) == $0.output(new, .ascending)
        }
        return Tally(group: caseName(of: action), isHit: isLeftAlone)
      })
  }

  private func distinctIds(_ family: [Subscription<P>]) -> RuntimeValuesClause {
    RuntimeValuesClause(
      "subscription.id(\(family[0].name))",
      "Two parameter values that give \(family[0].name) different outputs in some state give it "
        + "different ids.",
      witness: "two parameter values give different outputs"
    ) { view in
      let outputs = family.map { ($0, $0.output(view.state, .ascending)) }
      var isJudged = false
      for (number, (one, output)) in outputs.enumerated() {
        for (other, otherOutput) in outputs.dropFirst(number + 1) where output != otherOutput {
          isJudged = true
          if one.id == other.id {
            return .violated([
              Violation(culprit: "one id", detail: "\(one.title) and \(other.title) differ and share an id")
            ])
          }
        }
      }
      return isJudged ? .holds : .idle
    }
  }
}

extension Array {
  /// Subscriptions by their names, in the order in which the names come first.
  func families<P: Product>() -> [[Subscription<P>]] where Element == Subscription<P> {
    map(\.name).uniqued().map { name in filter { $0.name == name } }
  }
}

/// The innermost case of an action, without payload: "didFetchAnimals".
func caseName(of action: Any) -> String {
  var value = action
  var name: String?
  while case let mirror = Mirror(reflecting: value), mirror.displayStyle == .enum {
    // A case without a payload has no children and is described by its name.
    guard let child = mirror.children.first else { return String(describing: value) }
    name = child.label
    value = child.value
  }
  return name ?? String(describing: action)
}
