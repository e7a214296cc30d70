/// Takes down what a view is asked for.
package final class ReadRecorder {
  /// What was looked at since the last time that it was emptied.
  ///
  /// Unchecked, as each look is over before the next: a check would cost more than the look.
  @exclusivity(unchecked) package var reads = Reads()

  package init() {}

  package func record(_ facet: Facet, at moment: Moment) {
    switch moment {
    case .before: reads.before |= facet.bit
    case .after: reads.after |= facet.bit
    }
  }
}

/// Which end of a step a view shows.
package enum Moment: Sendable {
  /// The state before the step, or a state by itself.
  case before
  /// The state after the step.
  case after
}
