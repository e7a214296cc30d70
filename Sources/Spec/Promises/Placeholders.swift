import Model

/// What stands for items that are still to be added.
struct Placeholders<Subject: Hashable & Sendable>: Hashable, Sendable {
  var subjects: Set<Subject> = []
  /// Whether an interaction that adds is still to go on.
  var isAdding = false
}

extension RequestProperties {
  /// The subjects of accepted requests that add an item: until it is there, a placeholder stands
  /// for it.
  var placeholders: Observer<RuntimeSystem<P>, Placeholders<P.Subject>> {
    let (product, isExplored) = (product, system.isExplored)
    return Observer(initial: Placeholders()) { step, memory in
      if step.traits.contains(.relaunch) { return memory.value = Placeholders() }
      if isExplored {
        memory.value.subjects.formUnion(Self.closable(step, product))
        let lost = memory.value.subjects.filter { Self.losesItem(of: $0, step, product) }
        if !lost.isEmpty { memory.value.subjects.subtract(lost) }
      }
      var isAdding =
        step.traits.contains(.heard) && step.gesture.map(product.additionCount(of:)) ?? 0 > 0
      if isExplored {
        // What an interaction dispatches first may be followed by more, and a request goes on.
        if step.gesture != nil { memory.value.isAdding = isAdding }
        let began = AppProperties<P>.request(of: step)?.began ?? []
        isAdding =
          memory.value.isAdding
          || !memory.value.subjects.isDisjoint(with: AppProperties<P>.subjects(began))
        if !step.new.isBetweenDispatches { memory.value.isAdding = false }
      }
      guard isAdding, let old = step.old.statuses, let new = step.new.statuses else { return }
      memory.value.subjects.formUnion(
        new.keys.filter { new[$0] == .waiting && old[$0] != .waiting })
    }
  }

  /// Whether a reply takes away what stood for an item whose failure goes on to be shown, as where
  /// a list that is loaded anew forgets what could not be sent.
  private static func losesItem(of subject: P.Subject, _ step: View, _ product: P) -> Bool {
    guard step.traits.contains(.completion), step.changes(.contents), let holds = product.holdsItem,
      let old = step.old.state, let new = step.new.finalState,
      step.old.statuses?[subject]?.isFailure == true,
      step.new.finalStatuses(product)?[subject]?.isFailure == true
    else { return false }
    return holds(subject, old) && !holds(subject, new)
  }
}
