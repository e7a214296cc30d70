/// One step out of a state, as rows and handles.
@usableFromInline
package struct RowStep: Sendable, BitwiseCopyable {
  @usableFromInline package var row: Row
  /// What decides the label and all that the label changed.
  @usableFromInline package var transition: UInt32
  @usableFromInline package var traits: StepTraits

  @inlinable package init(row: Row, transition: UInt32, traits: StepTraits) {
    self.row = row
    self.transition = transition
    self.traits = traits
  }
}

/// The steps out of one state, in label order.
@usableFromInline
package struct StepBuffer: Sendable {
  @usableFromInline package var steps: ContiguousArray<RowStep> = []
  /// How many steps were counted instead of added: loops that the selection lets go.
  @usableFromInline package var skippedLoopCount = 0
  /// Set when the system broke a rule of transition systems while it was asked; says which.
  @usableFromInline package var complaint: String?
  /// How many steps of running code trapped, once there were so many that a search ends.
  @usableFromInline package var trapLimit: Int?

  package init() { steps.reserveCapacity(256) }

  @inlinable package var count: Int { steps.count }

  @inlinable package mutating func append(_ row: Row, transition: UInt32, traits: StepTraits) {
    steps.append(RowStep(row: row, transition: transition, traits: traits))
  }

  @inlinable package mutating func removeAll() {
    steps.removeAll(keepingCapacity: true)
    skippedLoopCount = 0
    (complaint, trapLimit) = (nil, nil)
  }
}
