/// One way to make choices simpler, small enough to be understood alone.
struct ShrinkPass: Sendable {
  /// A word for reports.
  let name: String
  /// Tries what it knows on the best choices of a shrinker.
  let run: @Sendable (ChoiceShrinker) -> Void

  /// All passes, in tiers: a tier has its turn when the ones before it find nothing more.
  static let tiers: [[ShrinkPass]] = [
    [simplest, join, lowerCounts, deleteElements, zeroLeaves, hoist, lowerAlternatives, lowerNumbers],
    [lowerEqualNumbers, sortSiblings],
    [deleteAndLower],
    [lowerPairs],
    [redistribute],
    [deleteAndRaise],
    [deleteGroups],
    [explore],
    [exhaust],
  ]
}
