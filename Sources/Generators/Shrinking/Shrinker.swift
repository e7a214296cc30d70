/// Makes something that fails as simple as it can be.
///
/// The loop is the same for paths, for drawn choices and for divergences of live code; what is
/// tried is a matter of passes, each a function small enough to be understood alone.
protocol Shrinker: AnyObject {
  /// How often a pass found something better than what was the best until then.
  var improvementCount: Int { get }
  /// Whether nothing more may be tried.
  var isSpent: Bool { get }
}

extension Shrinker {
  /// Runs passes until none of them finds anything better.
  ///
  /// They run in tiers: a dearer tier gets its turn when the cheaper ones find nothing more
  /// (MacIver and Donaldson, "Test-case reduction via test-case generation", ECOOP 2020). Cheap
  /// passes alone may crawl: two numbers that depend on each other go down by turns, a little each.
  /// So after two rounds of the first tier every tier has a turn.
  func run(_ tiers: [[(Self) -> Void]]) {
    var (tier, roundCount) = (0, 0)
    while tier < tiers.count && !isSpent {
      let isRoundForAll = tier == 0 && roundCount == 2
      roundCount = tier > 0 || isRoundForAll ? 0 : roundCount + 1
      let knownCount = improvementCount
      for pass in isRoundForAll ? tiers.flatMap({ $0 }) : tiers[tier] where !isSpent {
        pass(self)
        if tier > 0 && improvementCount > knownCount { break }
      }
      tier = improvementCount > knownCount ? 0 : tier + 1
    }
  }
}
