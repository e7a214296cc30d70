import Synchronization

/// Whether a design was seen to answer otherwise than the published one.
package final class DesignDifference: Sendable {
  private let wasSeen = Atomic(false)

  package init() {}

  /// Whether some function gave another answer than the published one.
  package var isSeen: Bool { wasSeen.load(ordering: .relaxed) }

  package func note() { wasSeen.store(true, ordering: .relaxed) }

  fileprivate func note(if isDifferent: Bool) { if isDifferent { note() } }
}

extension Product {
  /// The design, which notes where one of its functions answers otherwise than that of the published one.
  ///
  /// A product whose functions cannot be exchanged counts as different at once.
  package func comparing(with published: Self, noting difference: DesignDifference) -> Self {
    func open(_ designed: some DesignedProduct) -> Self? {
      func compare<D: DesignedProduct>(_ mutant: D) -> Self? {
        guard let published = published as? D else { return nil }
        return mutant.comparing(published.design, difference) as? Self
      }
      return compare(designed)
    }
    if let designed = self as? any DesignedProduct, let compared = open(designed) { return compared }
    difference.note()
    return self
  }
}

extension DesignedProduct {
  fileprivate func comparing(_ published: Design<Self>, _ difference: DesignDifference) -> Self {
    var product = self
    let design = design
    product.design.reducer = { state, action in
      let told = Result { try published.reducer(state, action) }
      let answer = Result { try design.reducer(state, action) }
      difference.note(if: told.value != answer.value)
      return try answer.get()
    }
    product.design.noticing = { old, action in
      let answer = design.noticing(old, action)
      difference.note(if: answer != published.noticing(old, action))
      return answer
    }
    product.design.listener = { notice, current in
      let told = Result { try published.listener(notice, current) }
      let answer = Result { try design.listener(notice, current) }
      difference.note(if: told.value != answer.value)
      return try answer.get()
    }
    product.design.store = { operation, database in
      var other = database
      let told = Result { try published.store(operation, &other) }
      let answer = Result { try design.store(operation, &database) }
      difference.note(if: told.value != answer.value || other != database)
      return try answer.get()
    }
    product.design.completing = { operation, result in
      let answer = design.completing(operation, result)
      difference.note(if: answer != published.completing(operation, result))
      return answer
    }
    product.design.subscribing = { declared in
      design.subscribing(declared).comparing(published.subscribing(declared), difference)
    }
    product.design.windows = design.windows.comparing(published.windows, difference)
    return product
  }
}

extension Result {
  /// The answer, or that there was none.
  fileprivate var value: Success? { try? get() }
}

extension Subscription {
  fileprivate func comparing(_ published: Subscription, _ difference: DesignDifference) -> Subscription {
    difference.note(
      if: id != published.id || hasDependencies != published.hasDependencies
        || (filter == nil) != (published.filter == nil))
    guard !hasDependencies || !difference.isSeen else { return self }
    var subscription = self
    if let filter, let told = published.filter {
      subscription = subscription.with(filter: { old, action in
        let passes = filter(old, action)
        difference.note(if: passes != told(old, action))
        return passes
      })
    }
    return subscription.with(output: { state, order in
      let answer = output(state, order)
      difference.note(
        if: answer != published.output(state, order)
          || dependencyOutputs(state, order) != published.dependencyOutputs(state, order))
      return answer
    })
  }
}

extension WindowDesign {
  fileprivate func comparing(_ published: WindowDesign, _ difference: DesignDifference) -> WindowDesign {
    var windows = WindowDesign()
    windows.enabling = { controls, window, display in
      let answer = enabling(controls, window, display)
      difference.note(if: answer != published.enabling(controls, window, display))
      return answer
    }
    windows.handling = { gesture, before, window, dispatched, display in
      var (other, told) = (window, dispatched)
      published.handling(gesture, before, &other, &told, display)
      handling(gesture, before, &window, &dispatched, display)
      difference.note(if: other != window || told != dispatched)
    }
    windows.refreshing = { before, window, old, new in
      var other = window
      published.refreshing(before, &other, old, new)
      refreshing(before, &window, old, new)
      difference.note(if: other != window)
    }
    return windows
  }
}
