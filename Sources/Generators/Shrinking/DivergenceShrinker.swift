import Model
import Spec

/// Makes the way to a divergence shorter: steps are left out while live code still leaves the model in the
/// same manner.
///
/// A step that is left out takes with it what depends on it: labels that the model does not enable any more
/// are passed over. In the end no order of jobs that is tried shows it without some single step.
///
/// - Complexity: O(length²) runs, each with up to 50 orders of jobs.
final class DivergenceShrinker<System: ProductSystem>: Shrinker {
  private let driver: LiveDriver<System>
  private let specification: Specification<System>
  /// The divergence at the end of the shortest path found.
  private(set) var best: LiveDivergence
  private(set) var improvementCount = 0
  private let isOver: () -> Bool
  var isSpent: Bool { isOver() }

  /// - Parameter divergence: what is to be shown; it stays as it is where it cannot be repeated.
  ///   It also stays as it is once `isOver` is true.
  init(
    _ divergence: LiveDivergence, of specification: Specification<System>, driver: LiveDriver<System>,
    isOver: @escaping () -> Bool
  ) {
    self.isOver = isOver
    self.driver = driver
    self.specification = specification
    best = divergence
    guard let again = repeated(divergence.labels) else { return }
    best = again
    run([[{ $0.deleteSteps() }]])
  }

  private func deleteSteps() {
    let shorter = best.shortened(again: repeated)
    if shorter.labels.count < best.labels.count { improvementCount += 1 }
    best = shorter
  }

  private func repeated(_ labels: [JSONValue]) -> LiveDivergence? {
    if isOver() { return nil }
    var found: LiveDivergence?
    let labels = (try? specification.labels(written: labels))?.labels ?? []
    _ = driver.tryOrders(of: labels, isLenient: true, restsAtEnd: true, atMost: 50) { history, _ in
      if history.divergence?.culprit == best.culprit { found = history.divergence }
      return found != nil || isOver()
    }
    return found
  }
}

extension LiveDivergence {
  /// Leaves out one step after the other, from the last, where what is left still shows the divergence.
  ///
  /// - Parameter again: the divergence at the end of fewer steps, if there is one.
  func shortened(again: ([JSONValue]) throws -> LiveDivergence?) rethrows -> LiveDivergence {
    var best = self
    var place = best.labels.count - 1
    while place >= 0 {
      var labels = best.labels
      labels.remove(at: place)
      if let shorter = try again(labels), shorter.labels.count < best.labels.count { best = shorter }
      place = min(place, best.labels.count) - 1
    }
    return best
  }
}
