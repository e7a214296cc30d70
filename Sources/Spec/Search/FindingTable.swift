import Model

/// Every finding with the length of its shortest counterexample and the circumstances under which
/// it showed, filled while a breadth-first search goes on.
struct FindingTable {
  /// The least number of steps of a path that shows a finding.
  private(set) var lengths: [FindingName: Int] = [:]
  /// The step that showed it first: the state before, nil for a launch, and the transition.
  private(set) var firsts: [FindingName: (source: Row?, transition: UInt32)] = [:]
  /// The kinds of steps that showed it, each with what waited and was under way.
  private(set) var circumstances: [FindingName: Set<String>] = [:]
  private var noted = ReadingTable()

  /// Whether violations like these, of a step and of the state that it enters, were noted before,
  /// so that they cannot be shorter; from now on they were.
  mutating func isNoted(step: UInt32, entered: UInt32, label: UInt32, circumstance: UInt32) -> Bool
  {
    var likeness = ReadingTable.Chain(name: 0)
    likeness.push(step, &noted)
    likeness.push(entered, &noted)
    likeness.push(label, &noted)
    likeness.push(circumstance, &noted)
    if noted.find(likeness.key) != nil { return true }
    noted.insert(likeness.key, 0)
    return false
  }

  /// Takes note of findings that a path of this length shows.
  mutating func note(
    _ keys: [FindingName], length: Int, from source: Row?, transition: UInt32, circumstance: String
  ) {
    for key in keys {
      if length < lengths[key] ?? .max {
        lengths[key] = length
        firsts[key] = (source, transition)
      }
      circumstances[key, default: []].insert(circumstance)
    }
  }
}
