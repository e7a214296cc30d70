/// One step out of a state, as rows and handles.
package struct RowStep: Sendable, BitwiseCopyable {
  package var row: Row
  /// What decides the label and all that the label changed.
  package var transition: UInt32
  package var traits: StepTraits

  @inlinable package init(row: Row, transition: UInt32, traits: StepTraits) {
    self.row = row
    self.transition = transition
    self.traits = traits
  }
}

/// The steps out of one state, in label order.
package struct StepBuffer: Sendable {
  package var steps: ContiguousArray<RowStep> = []
  /// How many steps were counted instead of added: loops that the selection lets go.
  package var skippedLoopCount = 0
  /// Set when the system broke a rule of transition systems while it was asked; says which.
  package var complaint: String?

  package init() { steps.reserveCapacity(256) }

  package var count: Int { steps.count }

  @inline(__always)
  package mutating func append(_ row: Row, transition: UInt32, traits: StepTraits) {
    steps.append(RowStep(row: row, transition: transition, traits: traits))
  }

  package mutating func removeAll() {
    steps.removeAll(keepingCapacity: true)
    skippedLoopCount = 0
    complaint = nil
  }
}
