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
  /// The design, which notes where one of its functions answers otherwise than that of the
  /// published one; nil where the functions cannot be exchanged.
  func comparing(with published: Self, noting difference: DesignDifference) -> Self? {
    func compare<D: DesignedProduct>(_ mutant: D) -> Self? {
      guard let published = published as? D else { return nil }
      return mutant.comparing(published.design, difference) as? Self
    }
    return (self as? any DesignedProduct).flatMap { compare($0) }
  }
}

extension DesignDifference {
  /// The answer of a function, noted if it is another than that of the published one.
  fileprivate func noting<Answer: Equatable>(
    _ answer: Answer, besides published: Answer
  ) -> Answer {
    note(if: answer != published)
    return answer
  }

  /// The same of functions that throw: errors of other words, or that end the app instead, are
  /// others.
  fileprivate func noting<Answer: Equatable>(
    _ answer: () throws -> Answer, besides published: () throws -> Answer
  ) throws -> Answer {
    func outcome(_ ask: () throws -> Answer) -> (
      outcome: Result<Answer, Thrown>, error: (any Error)?
    ) {
      do { return (.success(try ask()), nil) } catch { return (.failure(Thrown(error)), error) }
    }
    let found = outcome(answer)
    note(if: found.outcome != outcome(published).outcome)
    if let error = found.error { throw error }
    return try found.outcome.get()
  }

  /// What was thrown, as far as a person or the app can tell.
  private struct Thrown: Error, Equatable {
    let text: String
    let endsApp: Bool

    init(_ error: any Error) {
      text = "\(error)"
      endsApp = error is Crash
    }
  }
}

extension DesignedProduct {
  fileprivate func comparing(_ published: Design<Self>, _ difference: DesignDifference) -> Self {
    var product = self
    let design = design
    product.design.reducer = { state, action in
      try difference.noting({ try design.reducer(state, action) }) {
        try published.reducer(state, action)
      }
    }
    product.design.noticing = { old, action in
      difference.noting(design.noticing(old, action), besides: published.noticing(old, action))
    }
    product.design.listener = { notice, current in
      try difference.noting({ try design.listener(notice, current) }) {
        try published.listener(notice, current)
      }
    }
    product.design.store = { operation, database in
      var other = database
      defer { difference.note(if: other != database) }
      return try difference.noting({ try design.store(operation, &database) }) {
        try published.store(operation, &other)
      }
    }
    product.design.completing = { operation, result in
      difference.noting(
        design.completing(operation, result), besides: published.completing(operation, result))
    }
    product.design.resending = {
      difference.noting(design.resending($0), besides: published.resending($0))
    }
    product.design.subscribing = { declared in
      design.subscribing(declared).comparing(published.subscribing(declared), difference)
    }
    product.design.windows = design.windows.comparing(published.windows, difference)
    return product
  }
}

extension Subscription {
  fileprivate func comparing(_ published: Subscription, _ difference: DesignDifference)
    -> Subscription
  {
    difference.note(
      if: id != published.id || hasDependencies != published.hasDependencies
        || (filter == nil) != (published.filter == nil))
    guard !hasDependencies || !difference.isSeen else { return self }
    var subscription = self
    if let filter, let told = published.filter {
      subscription = subscription.with(filter: { old, action in
        difference.noting(filter(old, action), besides: told(old, action))
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
  fileprivate func comparing(_ published: WindowDesign, _ difference: DesignDifference)
    -> WindowDesign
  {
    var windows = WindowDesign()
    windows.enabling = { controls, window, display in
      difference.noting(
        enabling(controls, window, display), besides: published.enabling(controls, window, display))
    }
    windows.handling = { gesture, before, window, dispatched, display in
      var (other, told) = (window, dispatched)
      published.handling(gesture, before, &other, &told, display)
      handling(gesture, before, &window, &dispatched, display)
      difference.note(if: other != window || told != dispatched)
    }
    windows.closing = { other, closed in
      difference.noting(closing(other, closed), besides: published.closing(other, closed))
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
