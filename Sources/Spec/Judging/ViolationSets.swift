import Model

struct PropertyViolation: Hashable {
  /// What the culprit of a finding is made of.
  enum Naming: Int, Hashable {
    case clause
    /// What the clause says, and the kind of the step that leads there.
    case clauseAndStep
    case step
  }

  /// The property's place among the properties.
  var property: Int
  var culprit: String
  var subject: String
  var naming: Naming
}

/// Sets of violations, named by handles; the empty set is 0.
struct ViolationSets {
  private let sets = Interner<[PropertyViolation]>()
  private let unions = HandleTable()
  private let differences = HandleTable()

  init() { _ = sets.handle(of: []) }

  /// Whether there are more sets than have names: from `Judge.open` on, words mean something else.
  var isFull: Bool { sets.count > Int(Judge.open) }

  /// The violations of a set, by property and culprit.
  func violations(of set: UInt32) -> [PropertyViolation] { sets[set] }

  func handle(of violations: [PropertyViolation]) -> UInt32 {
    sets.handle(
      of: Set(violations).sorted {
        // By all that they have, or one set would come in several orders, under a handle each.
        ($0.property, $0.culprit, $0.subject, $0.naming.rawValue)
          < ($1.property, $1.culprit, $1.subject, $1.naming.rawValue)
      })
  }

  @inline(__always)
  mutating func union(_ first: UInt32, _ second: UInt32) -> UInt32 {
    if first == 0 || first == second { return second }
    if second == 0 { return first }
    let key = HandleTable.Key(first, second)
    if let known = unions.find(key) { return known }
    let union = handle(of: sets[first] + sets[second])
    unions.insert(key, union)
    return union
  }

  mutating func difference(_ first: UInt32, _ second: UInt32) -> UInt32 {
    if first == 0 || second == 0 { return first }
    let key = HandleTable.Key(first, second)
    if let known = differences.find(key) { return known }
    let excluded = Set(sets[second])
    let difference = handle(of: sets[first].filter { !excluded.contains($0) })
    differences.insert(key, difference)
    return difference
  }
}
