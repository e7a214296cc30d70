/// Which states an audit looks at again, by their number: all of the first ones, and of more as
/// many as there are twice as many of, evenly spread.
///
/// They are known beforehand, so that what a system said of them first can be kept.
package enum AuditSample {
  /// How many states are looked at, at most, unless all are.
  package static let countMax = 2048

  /// Whether a state is among those that some audit may look at.
  package static func contains(_ number: Int) -> Bool {
    number < 2 * countMax || number & (spacing(ofFirst: number + 1, countMax) - 1) == 0
  }

  /// How far those lie apart, a power of two, that an audit of the first states looks at.
  ///
  /// - Parameter sampleCount: how many it looks at, at most.
  package static func spacing(ofFirst count: Int, _ sampleCount: Int) -> Int {
    var spacing = 1
    while count > spacing * max(1, min(sampleCount, countMax)) { spacing *= 2 }
    return spacing
  }
}
