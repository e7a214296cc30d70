import Model

/// A finding within one exploration: a property, and a stable word for what broke it.
struct FindingKey: Hashable, Comparable {
  var property: Int
  var culprit: String

  static func < (first: FindingKey, second: FindingKey) -> Bool {
    (first.property, first.culprit) < (second.property, second.culprit)
  }
}

/// Every finding with the length of its shortest counterexample, filled while a breadth-first search goes
/// on.
struct FindingTable {
  /// The least number of steps of a path that shows a finding.
  private(set) var lengths: [FindingKey: Int] = [:]
  private var noted = ReadingTable()

  /// Whether a sighting like this was noted before, so that it cannot be shorter; from now on it was.
  mutating func isNoted(_ sighting: Sighting, label: UInt32) -> Bool {
    let likeness = noted.key(sighting.step, sighting.source, sighting.target, label)
    if noted.find(likeness) != nil { return true }
    noted.insert(likeness, 0)
    return false
  }

  /// Takes note of findings that a path of this length shows.
  mutating func note(_ keys: [FindingKey], length: Int) {
    for key in keys { lengths[key] = min(length, lengths[key] ?? length) }
  }
}
