import Model

/// The items that the store did not hold when they began to wait: what is asked for is to add them.
struct AppAdditions<P: Product>: Hashable, Sendable {
  private var subjects: Set<P.Subject> = []

  /// Whether an item was to be added that is shown now, and that the store holds as well: it has
  /// arrived, whatever becomes of the reply.
  func holdsArrived(_ subject: P.Subject, _ state: RuntimeView<P>, _ product: P) -> Bool {
    let name = product.name(of: subject)
    return subjects.contains(subject) && state.storesItem(name) && !state.itemPlaces(name).isEmpty
  }

  static func observer(_ product: P) -> Observer<RuntimeSystem<P>, AppAdditions> {
    Observer(initial: AppAdditions()) { step, memory in
      if !step.traits.isDisjoint(with: [.relaunch, .crash]) { return memory.value.subjects = [] }
      guard step.changes(.statuses), let old = step.old.statuses, let new = step.new.statuses else {
        return
      }
      let begun = new.keys.filter {
        let name = product.name(of: $0)
        return new[$0] == .waiting && old[$0] == nil && !name.isEmpty && !step.new.storesItem(name)
      }
      let value = memory.value.subjects.filter { new[$0] != nil }.union(begun)
      if value != memory.value.subjects { memory.value.subjects = value }
    }
  }
}
