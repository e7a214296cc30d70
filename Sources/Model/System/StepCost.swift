/// What a counterexample is charged for a step, in the order in which charges are compared.
package struct StepCost: Hashable, Comparable, Sendable {
  /// Gestures while something inside could have moved, and thunks that overtook an earlier one.
  package var departureCount: Int
  package var faultCount: Int
  /// How far the values chosen lie from the simplest ones of the scope.
  package var complexity: Int

  /// Makes a cost; a step that costs nothing by default.
  package init(departureCount: Int = 0, faultCount: Int = 0, complexity: Int = 0) {
    self.departureCount = departureCount
    self.faultCount = faultCount
    self.complexity = complexity
  }

  /// The cost in one word that adds up and compares alike, as long as a path has fewer than 65,536
  /// departures and faults.
  package var packed: UInt64 {
    UInt64(departureCount) << 48 | UInt64(faultCount) << 32 | UInt64(complexity)
  }

  package static func < (first: StepCost, second: StepCost) -> Bool {
    (first.departureCount, first.faultCount, first.complexity)
      < (second.departureCount, second.faultCount, second.complexity)
  }
}
