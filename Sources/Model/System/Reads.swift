/// What a judgement looked at: what decides it, since what it did not look at cannot have.
///
/// Reads are recorded by the views that clauses and observers are given, never declared.
@usableFromInline
package struct Reads: Hashable, Sendable, BitwiseCopyable {
  /// The facets of the state before a step, or of a state that is judged by itself, as bits.
  @usableFromInline package var before: UInt16 = 0
  /// The facets of the state after a step.
  @usableFromInline package var after: UInt16 = 0
  /// The facets that were only compared: whether the step changes them.
  @usableFromInline package var changed: UInt16 = 0
  /// Whether the action was asked for, that the step dispatches.
  @usableFromInline package var action = false
  /// Whether something was asked for that the transition behind the step decides.
  @usableFromInline package var transition = false
  /// Whether it was asked which place a window has among the others.
  @usableFromInline package var places = false

  @inlinable package init() {}

  @inlinable package func union(_ other: Reads) -> Reads {
    var both = self
    both.before |= other.before
    both.after |= other.after
    both.changed |= other.changed
    both.action = both.action || other.action
    both.transition = both.transition || other.transition
    both.places = both.places || other.places
    return both
  }

  /// Whether everything that was looked at is among the reads of another.
  @inlinable package func isSubset(of other: Reads) -> Bool {
    before & ~other.before == 0 && after & ~other.after == 0 && changed & ~other.changed == 0
      && (!action || other.action) && (!transition || other.transition) && (!places || other.places)
  }

  /// Facets before and after, as bits, of which it then follows too whether they change.
  package mutating func decide(_ facets: UInt16) {
    before |= facets
    after |= facets
    changed |= facets
  }
}
