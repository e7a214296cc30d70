import Model

/// A violation of a property, without values.
struct Breach: Hashable {
  /// A step's part in a culprit.
  enum Blame: Hashable {
    /// Nothing.
    case none
    /// It is named after what is wrong.
    case entering
    /// It is the culprit.
    case whole
  }

  /// The property's place among the properties.
  var property: Int
  /// The violation's culprit.
  var culprit: String
  var subject: String
  /// What the step that leads to the violation has to do with the culprit.
  var blame: Blame
}

/// Sets of breaches, named by 28-bit handles; the empty set is 0.
struct ViolationSets {
  private let sets = Interner<[Breach]>()
  private let unions = HandleTable()
  private let differences = HandleTable()

  init() { _ = sets.handle(of: []) }

  /// Whether there are more sets than the notes of a state can name.
  var isFull: Bool { sets.count > Int(Notes.violationMask) }

  /// The breaches of a set, by property and culprit.
  func breaches(of set: UInt32) -> [Breach] { sets[set] }

  /// The handle of a set.
  func handle(of breaches: [Breach]) -> UInt32 {
    sets.handle(
      of: Set(breaches).sorted {
        ($0.property, $0.culprit, $0.subject) < ($1.property, $1.culprit, $1.subject)
      })
  }

  /// The union of two sets.
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

  /// What one set has and another has not.
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
