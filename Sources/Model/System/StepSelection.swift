/// Which steps of a state are wanted.
package struct StepSelection {
  /// The transitions whose steps may be counted instead of added where they lead back to the state;
  /// nil for none.
  package var skippable: TransitionFlags?

  /// Every step.
  package static var all: StepSelection { StepSelection(skippable: nil) }

  package init(skippable: TransitionFlags?) { self.skippable = skippable }
}

/// A set of transitions.
@usableFromInline
package final class TransitionFlags {
  @usableFromInline let flags = LargeArray<UInt8>()

  package init() {}

  package func insert(_ transition: UInt32) {
    flags.extend(to: Int(transition) + 1, with: 0)
    flags[Int(transition)] = 1
  }

  @inlinable package func contains(_ transition: UInt32) -> Bool {
    Int(transition) < flags.count && flags[Int(transition)] == 1
  }
}
