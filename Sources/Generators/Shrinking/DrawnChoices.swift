import Model

/// The choices of one draw as they were read: each answer, how many answers there were, and the
/// groups.
///
/// Draws are compared by how simple they are: fewer choices first, then smaller answers from the
/// front (shortlex order; MacIver and Donaldson, ECOOP 2020). The number of an alternative counts
/// as so many choices, so that an earlier alternative is simpler although it takes a few more; an
/// unusual value counts as 32.
struct DrawnChoices: Comparable, Sendable {
  /// A run of choices that make one part of a value.
  struct Group: Hashable, Sendable {
    var kind: ChoiceGroup
    var start: Int
    /// One past the last choice.
    var end: Int
    /// The place of the group around it; nil outermost.
    var parent: Int?

    var count: Int { end - start }
    var range: Range<Int> { start..<end }
  }

  var answers: [Int] = []
  /// How many answers each choice had.
  var counts: [Int] = []
  /// The groups, in the order in which they began.
  var groups: [Group] = []

  /// What alternatives and unusual values count beside the choices.
  var surcharge = 0

  static func == (first: DrawnChoices, second: DrawnChoices) -> Bool {
    first.answers == second.answers
  }

  static func < (first: DrawnChoices, second: DrawnChoices) -> Bool {
    let (one, other) = (
      first.answers.count + first.surcharge, second.answers.count + second.surcharge
    )
    return one == other ? first.answers.lexicographicallyPrecedes(second.answers) : one < other
  }

  func answers(of group: Group) -> ArraySlice<Int> { answers[group.range] }

  /// The groups right inside another, in order.
  func children(of place: Int?) -> [Int] { groups.indices.filter { groups[$0].parent == place } }

  /// The places of choices that decide structure, counts of collections and numbers of
  /// alternatives, and the places of the others in order.
  var headsAndLeaves: (heads: Set<Int>, leaves: [Int]) {
    let kinds: Set<ChoiceGroup> = [.collection, .alternative, .recursion]
    let heads = Set(groups.lazy.filter { kinds.contains($0.kind) && $0.count > 0 }.map(\.start))
    return (heads, answers.indices.filter { !heads.contains($0) })
  }

  /// The element groups of a collection, in order.
  func elements(of place: Int) -> [Group] { children(of: place).map { groups[$0] } }
}

/// Answers from a list, fitted to what is asked: what is too great becomes the greatest there is,
/// and what the list does not reach becomes 0.
struct FittingSource: ChoiceSource {
  private let answers: [Int]
  private var place = 0

  init(_ answers: [Int]) { self.answers = answers }

  mutating func choose(below count: Int) -> Int {
    defer { place += 1 }
    return place < answers.count ? min(max(0, answers[place]), max(1, count) - 1) : 0
  }
}

/// Choices of another source, written down with their groups.
struct ObservedSource<Base: ChoiceSource>: ChoiceSource {
  private var base: Base
  private var open: [Int] = []
  private(set) var drawn = DrawnChoices()

  init(_ base: Base) { self.base = base }

  mutating func choose(below count: Int) -> Int { note(base.choose(below: count), count) }

  mutating func choose(below count: Int, spread: ChoiceSpread) -> Int {
    note(base.choose(below: count, spread: spread), count)
  }

  private mutating func note(_ answer: Int, _ count: Int) -> Int {
    drawn.answers.append(answer)
    drawn.counts.append(max(1, count))
    return answer
  }

  mutating func beginGroup(_ kind: ChoiceGroup) {
    let place = drawn.answers.count
    drawn.groups.append(.init(kind: kind, start: place, end: place, parent: open.last))
    open.append(drawn.groups.count - 1)
  }

  mutating func endGroup() {
    guard let group = open.popLast() else { return }
    let end = drawn.answers.count
    drawn.groups[group].end = end
    let start = drawn.groups[group].start
    switch drawn.groups[group].kind {
    case .alternative where start < end: drawn.surcharge += drawn.answers[start]
    case .unusual: drawn.surcharge += 32
    default: break
    }
  }
}
