import Model

/// What every product promises of its subscriptions: in states that a run reaches, and in states
/// and actions that are drawn, whether a run reaches them or not.
struct SubscriptionProperties<P: Product>: PropertyGroup {
  let system: RuntimeSystem<P>

  /// Those of its clauses that are asked about drawn values, too, in the order in which reports
  /// list them.
  var valuesClauses: [ValuesClause<P>] {
    let subscriptions = system.subscriptions
    let families = subscriptions.families()
    let filtered = families.filter { $0.contains { $0.filter != nil } }
    return (subscriptions.contains(where: \.meetsEntries) ? [selectorPure(subscriptions)] : [])
      + filtered.flatMap { [filterSound($0), filterPrecise($0)] } + dependenciesSound(families)
      + families.filter { $0.contains { $0.id != nil } }.map(subscriptionId)
  }

  /// Selectors, filters and dependencies, for every subscription of the product's components.
  var all: [RuntimeProperty] {
    let subscriptions = system.subscriptions
    let families = subscriptions.families()
    let hasNoEntries =
      system.scope.listsAlike
      ? "equal dictionaries list their entries alike"
      : subscriptions.contains(where: \.meetsEntries)
        ? nil : "no selector meets the entries of a dictionary"
    let filtered = families.filter { $0.contains { $0.filter != nil } }
    let clauses =
      filtered.flatMap { [filterSound($0), filterPrecise($0)] } + dependenciesSound(families)
    return [selectorPure(subscriptions).property(unless: hasNoEntries)]
      + clauses.map { $0.property() }
      + families.filter { $0.contains { $0.id != nil || !$0.parameter.isEmpty } }.map {
        subscriptionId($0).property(
          unless: $0.count == 1 ? "the scope has one value for the parameter" : nil)
      }
  }

  private func dependenciesSound(_ families: [[Subscription<P>]]) -> [ValuesClause<P>] {
    families.filter { $0.contains(where: \.hasDependencies) }.map(dependencySound)
  }

  private func selectorPure(_ subscriptions: [Subscription<P>]) -> ValuesClause<P> {
    let ordered = subscriptions.filter(\.meetsEntries)
    @Sendable func impureOrder(_ view: ValuesView<P>, _ subscription: Subscription<P>)
      -> EntryOrder?
    {
      let output = view.output(of: subscription)
      return EntryOrder.telling(entryCount: view.entryCount(of: subscription))
        .first { view.output(of: subscription, $0) != output }
    }
    var clause = ValuesClause<P>(
      "selector.pure",
      "A selector gives one output whatever the order in which it meets a dictionary's entries.",
      witness: "a selector meets entries",
      consequence: "A list changes its order although nothing was changed."
    ) { view in
      let counted = ordered.filter { view.entryCount(of: $0) > 0 }
      if counted.isEmpty { return .idle }
      return .judge(
        counted.compactMap { subscription in
          impureOrder(view, subscription).map { order in
            let told = ToldAnswers(
              view.output(of: subscription), view.output(of: subscription, order))
            return Violation(
              culprit: subscription.name,
              detail:
                "\(subscription.title) depends on the order of a dictionary's entries: it gives "
                + "\(told.first), and in another order \(told.second)")
          }
        })
    }
    clause.selection = { view, culprit in
      for subscription in ordered where subscription.name == culprit {
        if let order = impureOrder(view, subscription) { return (subscription.title, order.number) }
      }
      return nil
    }
    return clause
  }

  private func filterSound(_ family: [Subscription<P>]) -> ValuesClause<P> {
    ValuesClause<P>(
      "filter.sound(\(family[0].name))",
      "A step that changes what \(family[0].name) gives is let through by its filter.",
      witness: "the output changes",
      consequence: "The screen goes on showing what is no longer true.", readsAction: true
    ) { view in
      let changed = view.changed(family)
      if changed.isEmpty { return .idle }
      let kind = view.kind
      return .judge(
        changed.filter { view.isLetThrough(by: $0) == false }.map { subscription in
          let told = view.outputs(of: subscription)
          return Violation(
            culprit: kind,
            detail:
              "the filter of \(subscription.title) drops \(kind), which changes its output from "
              + "\(told.first) to \(told.second)")
        })
    }
  }

  private func filterPrecise(_ family: [Subscription<P>]) -> ValuesClause<P> {
    return ValuesClause<P>(
      "filter.precise(\(family[0].name))",
      "Of the dispatches that the filter of \(family[0].name) lets through, how many leave the "
        + "output alone.",
      witness: "the filter lets a dispatch through", readsAction: true,
      form: .measure { view in
        if view.hasCrashed { return nil }
        var (passes, changes) = (false, false)
        for subscription in family where !changes && view.isLetThrough(by: subscription) == true {
          passes = true
          changes = view.changesOutput(of: subscription)
        }
        return passes ? Tally(group: view.kind, isHit: !changes) : nil
      })
  }

  private func subscriptionId(_ family: [Subscription<P>]) -> ValuesClause<P> {
    ValuesClause<P>(
      "subscription.id(\(family[0].name))",
      "Two parameter values that give \(family[0].name) different outputs in some state give it "
        + "different ids.",
      witness: "two parameter values give different outputs",
      consequence: "A screen shows what belongs to another item."
    ) { view in
      var owners: [String?: Subscription<P>] = [:]
      for subscription in family {
        guard let owner = owners[subscription.id] else {
          owners[subscription.id] = subscription
          continue
        }
        guard view.tellsApart(owner, subscription) else { continue }
        let told = ToldAnswers(view.output(of: owner), view.output(of: subscription))
        return .violated(
          culprit: "one id",
          detail:
            "\(owner.title) gives \(told.first), \(subscription.title) gives \(told.second), and "
            + "they share an id")
      }
      return family.dropFirst().contains { view.tellsApart(family[0], $0) } ? .holds : .idle
    }
  }

  private func dependencySound(_ family: [Subscription<P>]) -> ValuesClause<P> {
    let depending = family.filter(\.hasDependencies)
    return ValuesClause<P>(
      "dependency.sound(\(family[0].name))",
      "When no dependency of \(family[0].name) changes, its output does not change.",
      witness: "the output changes",
      consequence: "The screen goes on showing what is no longer true.", readsAction: true
    ) { view in
      let changed = view.changed(depending, by: [.gesture, .completion, .outside])
      if changed.isEmpty { return .idle }
      let kind = view.kind
      return .judge(
        changed.filter { !view.changesDependencies(of: $0) }.map { subscription in
          let told = view.outputs(of: subscription)
          return Violation(
            culprit: kind,
            detail:
              "\(subscription.title) changes from \(told.first) to \(told.second), and none of its "
              + "dependencies does")
        })
    }
  }
}

extension Array {
  /// Subscriptions by their names, in the order in which the names come first.
  func families<P: Product>() -> [[Subscription<P>]] where Element == Subscription<P> {
    map(\.name).uniqued().map { name in filter { $0.name == name } }
  }
}

extension Subscription {
  var title: String { parameter.isEmpty ? name : "\(name)(\(parameter))" }
}
