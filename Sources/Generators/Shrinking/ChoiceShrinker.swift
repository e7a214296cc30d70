/// Makes choices that a property does not survive as simple as it can.
///
/// It knows nothing of values: a candidate is drawn and judged by a function, and only choices that
/// are simpler than the best ones are judged. No choices are judged twice (MacIver and Donaldson,
/// "Test-case reduction via test-case generation", ECOOP 2020).
final class ChoiceShrinker: Shrinker {
  /// Draws from answers, and offers to judge what was drawn; nil when nothing can be drawn.
  typealias Draw = ([Int]) -> (drawn: DrawnChoices, isFailing: () -> Bool)?

  private let draw: Draw
  /// How often the property may be judged.
  private static let evaluationCountMax = 20_000
  /// Whether the best has to do that there is.
  private let isOver: () -> Bool
  private var passed: Set<[Int]> = []
  private var tried: Set<[Int]> = []

  /// The simplest choices known to fail.
  private(set) var best: DrawnChoices {
    didSet { (heads, leaves) = best.headsAndLeaves }
  }
  /// The places of the best choices that decide structure.
  private(set) var heads: Set<Int>
  /// The places of the other best choices.
  private(set) var leaves: [Int]
  /// How often the property was judged.
  private(set) var evaluationCount = 0
  private(set) var improvementCount = 0

  init(
    failing: DrawnChoices, isOver: @escaping () -> Bool = { false }, draw: @escaping Draw
  ) {
    self.isOver = isOver
    best = failing
    (heads, leaves) = failing.headsAndLeaves
    self.draw = draw
  }

  var isSpent: Bool { evaluationCount >= Self.evaluationCountMax || isOver() }

  /// All passes, in tiers.
  static var passes: [[(ChoiceShrinker) -> Void]] {
    [
      [
        DeletingPasses.simplest, DeletingPasses.join, DeletingPasses.lowerCounts,
        DeletingPasses.deleteElements, NumberPasses.zeroLeaves, StructurePasses.hoist,
        StructurePasses.lowerAlternatives, NumberPasses.lowerNumbers,
      ],
      [NumberPasses.lowerEqualNumbers, StructurePasses.sortSiblings],
      [DeletingPasses.deleteFromBoth], [DeletingPasses.deleteAndLower],
      [NumberPasses.lowerPairs], [NumberPasses.redistribute], [DeletingPasses.deleteAndRaise],
      [DeletingPasses.deleteGroups], [ExhaustingPass.explore], [ExhaustingPass.exhaust],
      [NumberPasses.lowerInStrides],
    ]
  }

  /// What the answers would draw, without judging it; nil when nothing can be drawn.
  func preview(_ answers: [Int]) -> DrawnChoices? { draw(answers)?.drawn }

  /// Does something for each group, as many as there still are.
  func eachGroup(_ body: (_ number: Int) -> Void) {
    var number = 0
    while number < best.groups.count && !isSpent {
      body(number)
      number += 1
    }
  }

  /// Takes the answers for the best if they are simpler and fail.
  @discardableResult
  func attempt(_ answers: [Int]) -> Bool {
    guard !isSpent, tried.insert(answers).inserted, let (drawn, isFailing) = draw(answers),
      drawn < best, !passed.contains(drawn.answers)
    else { return false }
    evaluationCount += 1
    if isFailing() {
      best = drawn
      improvementCount += 1
      return true
    }
    passed.insert(drawn.answers)
    return false
  }

  /// Takes the best answers with one replaced, if they are simpler and fail.
  @discardableResult
  func attempt(_ answer: Int, at place: Int) -> Bool {
    var answers = best.answers
    guard place < answers.count else { return false }
    answers[place] = answer
    return attempt(answers)
  }

  /// Takes the best answers with some replaced by others, if they are simpler and fail.
  @discardableResult
  func attempt(replacing range: Range<Int>, with replacement: some Collection<Int>) -> Bool {
    var answers = best.answers
    guard range.upperBound <= answers.count else { return false }
    answers.replaceSubrange(range, with: replacement)
    return attempt(answers)
  }

  /// Whether no collection can lose one element, no group be left out, and no choice be lowered to
  /// 0 or by one; what is found simpler on the way is taken.
  func checkMinimality() -> Bool {
    let before = best
    for (place, answer) in before.answers.enumerated() where answer > 0 {
      if attempt(0, at: place) || attempt(answer - 1, at: place) { return false }
    }
    for group in before.groups where group.count > 0 {
      if attempt(replacing: group.range, with: []) { return false }
    }
    DeletingPasses.deleteElements(self)
    return best == before && !isSpent
  }

  /// The least number below a value that is accepted, or as near to it as a search finds; assumes
  /// that mostly all numbers above an accepted one, or every second of them, are accepted too.
  ///
  /// It tries 0 and 1 and leaves bits out at the low end; then, if the next number is accepted, or
  /// else the next but one, it halves the rest.
  ///
  /// - Complexity: O(log value) attempts.
  func minimize(_ value: Int, accepts: (Int) -> Bool) {
    var high = value
    func accept(_ number: Int) -> Bool {
      guard number < high, accepts(number) else { return false }
      high = number
      return true
    }
    if value <= 0 || accept(0) || accept(1) { return }
    maximize(Int.bitWidth - value.leadingZeroBitCount - 1) {
      value >> $0 > 1 && accept(value >> $0)
    }
    let start = high
    if accept(start - 1) {
      var low = max(1, start / 2)
      while high - low > 1 && !isSpent {
        let middle = low + (high - low) / 2
        if !accept(middle) { low = middle }
      }
    } else {
      maximize((start - 1) / 2) { accept(start - 2 * $0) }
    }
  }

  /// The greatest count from 0 to `limit` that is accepted, assuming that all counts below it are
  /// too.
  ///
  /// - Complexity: O(log count) attempts.
  @discardableResult
  func maximize(_ limit: Int, accepts: (Int) -> Bool) -> Int {
    guard limit > 0, accepts(1) else { return 0 }
    var low = 1
    var high = 2
    while high <= limit && accepts(high) {
      low = high
      high *= 2
    }
    high = min(high, limit + 1)
    while high - low > 1 && !isSpent {
      let middle = low + (high - low) / 2
      if accepts(middle) { low = middle } else { high = middle }
    }
    return low
  }
}
