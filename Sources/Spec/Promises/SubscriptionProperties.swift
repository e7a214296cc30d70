import Model

/// Selectors, filters and dependencies, for every subscription of the product's components.
extension RuntimeProperties {
  var subscriptionProperties: [RuntimeProperty] {
    let subscriptions = product.subscriptions(values: system.scope.values)
    let families = subscriptions.families()
    return [selectorPure(subscriptions)]
      + families.filter { $0[0].filter != nil }.flatMap { [filterSound($0), filterPrecise($0)] }
      + families.filter { $0[0].hasDependencies }.map { dependencySound($0) }
      + families.filter { !$0[0].parameter.isEmpty }.map { subscriptionId($0) }
  }

  private func selectorPure(_ subscriptions: [Subscription<P>]) -> RuntimeProperty {
    let ordered = subscriptions.filter(\.meetsEntries)
    let orders = EntryOrder.all(entryCount: 6)
    return property(
      "selector.pure",
      "A selector gives one output whatever the order in which it meets a dictionary's entries.",
      witness: "a selector meets entries",
      unless: ordered.isEmpty ? "no selector meets the entries of a dictionary" : nil,
      .invariant { state in
        let entryCount = ordered.map(state.entryCount(of:)).max() ?? 0
        if entryCount == 0 { return .idle }
        let tried = orders.prefix((1...min(entryCount, 6)).reduce(1, *))
        return .judge(
          ordered.filter { subscription in
            let output = state.output(of: subscription)
            return tried.contains { state.output(of: subscription, $0) != output }
          }.map {
            Violation(
              culprit: $0.name, detail: "\($0.title) depends on the order of a dictionary's entries")
          }.uniqued())
      })
  }

  private func filterSound(_ family: [Subscription<P>]) -> RuntimeProperty {
    RuntimeProperty(
      "filter.sound(\(family[0].name))",
      "A step that changes what \(family[0].name) gives is let through by its filter.",
      witness: "the output changes",
      .step { step in
        guard let changed = Self.changed(family, by: step), let action = step.action,
          let old = step.old.state
        else { return .idle }
        return .judge(
          changed.filter { $0.filter?(old, action) == false }.map {
            Violation(
              culprit: step.kind, detail: "the filter of \($0.title) drops a step that changes its output")
          }.uniqued())
      })
  }

  private func filterPrecise(_ family: [Subscription<P>]) -> RuntimeProperty {
    let filters = family.map(\.filter)
    return RuntimeProperty(
      "filter.precise(\(family[0].name))",
      "Of the dispatches that the filter of \(family[0].name) lets through, how many leave the output alone.",
      witness: "the filter lets a dispatch through",
      .measure { step in
        if step.traits.contains(.crash) { return nil }
        guard let action = step.action, let old = step.old.state else { return nil }
        var (passes, changes) = (false, false)
        for (number, filter) in filters.enumerated() where !changes && filter?(old, action) == true {
          passes = true
          changes = step.changesOutput(of: family[number])
        }
        if !passes { return nil }
        return Tally(group: step.kind, isHit: !changes)
      })
  }

  private func dependencySound(_ family: [Subscription<P>]) -> RuntimeProperty {
    RuntimeProperty(
      "dependency.sound(\(family[0].name))",
      "When no dependency of \(family[0].name) changes, its output does not change.",
      witness: "the output changes",
      .step { step in
        guard let changed = Self.changed(family, by: step) else { return .idle }
        return .judge(
          changed.filter {
            step.old.dependencyOutputs(of: $0) == step.new.dependencyOutputs(of: $0)
          }.map {
            Violation(culprit: step.kind, detail: "\($0.title) changes and none of its dependencies does")
          }.uniqued())
      })
  }

  /// The subscriptions whose output a dispatch changes; nil when there are none.
  private static func changed(_ family: [Subscription<P>], by step: View) -> [Subscription<P>]? {
    if step.traits.isDisjoint(with: [.gesture, .completion]) || step.traits.contains(.crash) { return nil }
    guard step.changes(family[0].looksAtContents ? .contents : .store) else { return nil }
    let changed = family.filter(step.changesOutput(of:))
    return changed.isEmpty ? nil : changed
  }

  private func subscriptionId(_ family: [Subscription<P>]) -> RuntimeProperty {
    property(
      "subscription.id(\(family[0].name))",
      "Two parameter values that give \(family[0].name) different outputs in some state give it "
        + "different ids.",
      witness: "two parameter values give different outputs",
      unless: family.count == 1 ? "the scope has one value for the parameter" : nil,
      .invariant { state in
        // Handles are equal for equal outputs, and absent after a crash.
        let outputs = family.map(state.outputHandle(of:))
        var isJudged = false
        for first in family.indices {
          for second in family.indices[(first + 1)...] where outputs[first] != outputs[second] {
            isJudged = true
            guard family[first].id == family[second].id else { continue }
            return .violated([
              Violation(
                culprit: "one id",
                detail: "\(family[first].title) and \(family[second].title) differ and share an id")
            ])
          }
        }
        return isJudged ? .holds : .idle
      })
  }
}

extension Subscription {
  /// The name with its parameter.
  var title: String { parameter.isEmpty ? name : "\(name)(\(parameter))" }
}

extension Array where Element: Hashable {
  /// The first of each, in order.
  func uniqued() -> [Element] {
    var known: Set<Element> = []
    return filter { known.insert($0).inserted }
  }
}
