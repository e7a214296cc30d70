import Model

/// A path: an initial state, and labels that lead on from it.
package struct Path<System: TransitionSystem>: Hashable, Sendable {
  /// The place of the first state among the initial ones.
  package var initial: Int
  package var labels: [System.Label]

  package init(initial: Int = 0, labels: [System.Label]) {
    self.initial = initial
    self.labels = labels
  }

  /// The first of its steps.
  package func prefix(_ count: Int) -> Path {
    Path(initial: initial, labels: Array(labels.prefix(max(count, 0))))
  }
}
