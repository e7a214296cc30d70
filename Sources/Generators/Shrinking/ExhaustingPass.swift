import Model

/// Passes that try everything that is simpler, where that is little.
enum ExhaustingPass {
  /// Tries everything that is simpler, the simplest first, when that is little: a few choices with
  /// small answers.
  ///
  /// Small values that break a property can be so far between that no step leads from one to the
  /// next (*binary heap* of the challenge); but then there are few of them (Runciman, Naylor and
  /// Lindblad, "SmallCheck and Lazy SmallCheck", Haskell 2008).
  static func exhaust(_ shrinker: ChoiceShrinker) {
    let best = shrinker.best
    let whole = DrawnChoices.Group(kind: .element, start: 0, end: best.answers.count, parent: nil)
    for group in [whole] + best.groups {
      let answerMax = best.answers(of: group).max() ?? 0
      var size = 1
      for count in best.counts[group.range] where size <= Self.sizeMax {
        let (product, isTooLarge) = size.multipliedReportingOverflow(
          by: min(count - 1, answerMax) + 1)
        size = isTooLarge ? .max : product
      }
      guard size <= Self.sizeMax else { continue }
      let source = BoundedSource(lengthMax: group.count, answerMax: answerMax)
      if let candidates = simplerOnes(shrinker, source, in: group, drawCountMax: Self.sizeMax) {
        for candidate in candidates where shrinker.attempt(candidate.answers) { return }
        return
      }
    }
  }

  /// Tries the simplest values of each simpler alternative, the two farthest, as a number may have
  /// to be far, and all that take no more choices, when there are few.
  ///
  /// What an alternative has to hold to break the property is seldom what the dearer one held.
  static func explore(_ shrinker: ChoiceShrinker) {
    for number in shrinker.best.groups.indices.reversed() where !shrinker.isSpent {
      let group = shrinker.best.groups[number]
      guard group.kind == .alternative, group.count > 0 else { continue }
      for answer in 0..<shrinker.best.answers[group.start] {
        for first in Array(1...20) + farthest(shrinker, answer, of: number)
        where shrinker.attempt(simplest: [answer, first], of: number) { return }
        let source = BoundedSource(lengthMax: group.count, answerMax: .max - 1, first: answer)
        let candidates =
          simplerOnes(shrinker, source, in: group, drawCountMax: Self.exploredCountMax) ?? []
        for candidate in candidates where shrinker.attempt(candidate.answers) { return }
      }
    }
  }

  /// The last two answers to the first choice of an alternative: the farthest numbers of either
  /// sign.
  private static func farthest(_ shrinker: ChoiceShrinker, _ answer: Int, of number: Int) -> [Int] {
    let best = shrinker.best
    let place = best.groups[number].start + 1
    guard let drawn = shrinker.preview(Array(best.answers[..<(place - 1)]) + [answer]),
      number < drawn.groups.count, place < drawn.groups[number].end
    else { return [] }
    return [1, 2].map { drawn.counts[place] - $0 }.filter { $0 > 20 }
  }

  /// All choices that differ within a group only and are simpler, the simplest first; nil when that
  /// is too many, or takes too many draws to know.
  private static func simplerOnes(
    _ shrinker: ChoiceShrinker, _ start: BoundedSource, in group: DrawnChoices.Group,
    drawCountMax: Int
  ) -> [DrawnChoices]? {
    let best = shrinker.best
    let (front, back) = (best.answers[..<group.start], best.answers[group.end...])
    var source = start
    var candidates: [DrawnChoices] = []
    var drawCount = 0
    repeat {
      drawCount += 1
      if drawCount > drawCountMax || shrinker.isSpent { return nil }
      guard let part = shrinker.preview(front + source.answers) else { continue }
      source.note(part, from: group.start)
      let same = part.groups.first { $0.start == group.start && $0.kind == group.kind }
      let end =
        group.count == best.answers.count ? part.answers.count : same?.end ?? part.answers.count
      guard end - group.start <= source.lengthMax else { continue }
      let answers = part.answers[..<end] + back
      if let drawn = shrinker.preview(Array(answers)), drawn < best { candidates.append(drawn) }
    } while candidates.count <= Self.candidateCountMax && source.advance()
    return candidates.count > Self.candidateCountMax ? nil : candidates.sorted()
  }

  private static let sizeMax = 10_000
  private static let exploredCountMax = 1_000
  private static let candidateCountMax = 80
}

/// Every sequence of answers up to a length and a greatest answer, one after the other.
private struct BoundedSource {
  let lengthMax: Int
  private let answerMax: Int
  private let first: Int?
  private var counts: [Int] = []
  private(set) var answers: [Int] = []

  /// Makes a source; all sequences begin with the first answer given, if there is one.
  init(lengthMax: Int, answerMax: Int, first: Int? = nil) {
    self.lengthMax = lengthMax
    self.answerMax = answerMax
    self.first = first
    if let first { answers = [first] }
  }

  /// Takes over what a draw read.
  mutating func note(_ drawn: DrawnChoices, from start: Int) {
    answers = Array(drawn.answers.dropFirst(start).prefix(lengthMax))
    counts = Array(drawn.counts.dropFirst(start).prefix(lengthMax))
  }

  /// Goes on to the next sequence; false when there is none.
  mutating func advance() -> Bool {
    while answers.count > (first == nil ? 0 : 1), let last = answers.popLast() {
      if last + 1 < min(counts[answers.count], answerMax + 1) {
        answers.append(last + 1)
        return true
      }
    }
    return false
  }
}
