import Model

/// Passes that take elements of collections, and other groups, out.
enum DeletingPasses {
  /// The simplest value of all: every choice answered with 0.
  static func simplest(_ shrinker: ChoiceShrinker) { shrinker.attempt([]) }

  /// Makes one collection of the collections in a collection: `[[1], [2, 3]]` becomes `[[1, 2,
  /// 3]]`; all of them, else two neighbours.
  ///
  /// Collections of collections have many minima that no deletion leaves; joining makes the way to
  /// one of them (the *large union list* and *nested lists* of Link's shrinking challenge).
  static func join(_ shrinker: ChoiceShrinker) {
    for outer in shrinker.best.groups.indices where outer < shrinker.best.groups.count {
      let best = shrinker.best
      guard best.groups[outer].kind == .collection else { continue }
      let count = best.children(of: outer).count
      if shrinker.attempt(join(0..<count, in: outer, of: best)) { continue }
      for place in stride(from: count - 2, through: 0, by: -1) {
        if shrinker.best.groups[outer].kind != .collection { break }
        shrinker.attempt(join(place..<place + 2, in: outer, of: shrinker.best))
      }
    }
  }

  /// The answers with neighbours in a collection joined; as they were when they are no collections.
  private static func join(_ range: Range<Int>, in outer: Int, of drawn: DrawnChoices) -> [Int] {
    let elements = drawn.children(of: outer)
    guard range.count > 1, range.upperBound <= elements.count else { return drawn.answers }
    var count = 0
    var content: [Int] = []
    for element in elements[range] {
      let group = drawn.groups[element]
      guard let inner = drawn.children(of: element).first, drawn.groups[inner].range == group.range,
        drawn.groups[inner].kind == .collection
      else { return drawn.answers }
      count += drawn.answers[group.start]
      content += drawn.answers[(group.start + 1)..<group.end]
    }
    var answers = drawn.answers
    let (first, last) = (
      drawn.groups[elements[range.lowerBound]], drawn.groups[elements[range.upperBound - 1]]
    )
    answers.replaceSubrange(first.start..<last.end, with: [count] + content)
    answers[drawn.groups[outer].start] -= range.count - 1
    return answers
  }

  /// Cuts collections off at the end, the outermost first: the count becomes as small as it can.
  static func lowerCounts(_ shrinker: ChoiceShrinker) {
    shrinker.eachGroup { number in
      let group = shrinker.best.groups[number]
      guard group.kind == .collection && group.count > 0 else { return }
      shrinker.minimize(shrinker.best.answers[group.start]) { count in
        number < shrinker.best.groups.count && shrinker.attempt(count: count, of: number)
      }
    }
  }

  /// Takes elements out of collections, from the end; as many before one that could be spared as
  /// can be spared with it (adaptive deletion, as MacIver and Donaldson, and after delta debugging,
  /// Zeller and Hildebrandt 2002).
  static func deleteElements(_ shrinker: ChoiceShrinker) {
    shrinker.eachGroup { number in
      guard shrinker.best.groups[number].kind == .collection else { return }
      var end = shrinker.best.children(of: number).count
      while end > 0 {
        let deleted = shrinker.maximize(end) { count in
          shrinker.attempt(deleting: end - count..<end, of: number, from: shrinker.best)
        }
        end -= max(1, deleted)
      }
    }
  }

  /// Takes any other group out: what an adopter's own generator puts into a group, and the values
  /// that a filter turned down.
  static func deleteGroups(_ shrinker: ChoiceShrinker) {
    var number = shrinker.best.groups.count - 1
    while number >= 0 && !shrinker.isSpent {
      if number < shrinker.best.groups.count {
        let group = shrinker.best.groups[number]
        if group.kind != .element
          || group.parent.map({ shrinker.best.groups[$0].kind }) != .collection
        {
          shrinker.attempt(replacing: group.range, with: [])
        }
      }
      number -= 1
    }
  }

  /// Takes the elements of some places out of two collections side by side: of two that have to be
  /// equal, or as long, neither can lose one alone.
  static func deleteFromBoth(_ shrinker: ChoiceShrinker) {
    var parents: [Int?] = [nil]
    parents += shrinker.best.groups.indices.filter { shrinker.best.groups[$0].kind == .element }
    for parent in parents where (parent ?? -1) < shrinker.best.groups.count {
      let count = shrinker.best.collections(in: parent).count
      for first in 0..<count {
        for second in first + 1..<count {
          deleteFromBoth(shrinker, first, second, in: parent)
        }
      }
    }
  }

  private static func deleteFromBoth(
    _ shrinker: ChoiceShrinker, _ first: Int, _ second: Int, in parent: Int?
  ) {
    func pair() -> (drawn: DrawnChoices, first: Int, second: Int)? {
      let numbers = shrinker.best.collections(in: parent)
      return second < numbers.count ? (shrinker.best, numbers[first], numbers[second]) : nil
    }
    guard let (drawn, one, other) = pair() else { return }
    var end = min(drawn.children(of: one).count, drawn.children(of: other).count)
    while end > 0 && !shrinker.isSpent {
      let deleted = shrinker.maximize(end) { count in
        guard let (drawn, one, other) = pair() else { return false }
        let range = end - count..<end
        let shorter = drawn.answers(deleting: range, of: other, from: drawn.answers)
        return shorter.flatMap { drawn.answers(deleting: range, of: one, from: $0) }
          .map(shrinker.attempt) ?? false
      }
      end -= max(1, deleted)
    }
  }

  /// Takes elements out and lowers what speaks of their places: numbers beyond them, or a number
  /// before the elements that counts them.
  ///
  /// Values that name places of other values (*coupling*, *deletion* of the challenge) and counts
  /// drawn on their own (*length list*) keep their meaning so.
  static func deleteAndLower(_ shrinker: ChoiceShrinker) {
    var parents: [Int?] = [nil]
    parents += shrinker.best.groups.indices.map(Optional.some)
    for parent in parents where (parent ?? -1) < shrinker.best.groups.count {
      var end = shrinker.best.siblings(in: parent).count
      while end > 0 && !shrinker.isSpent {
        let (best, leaves) = (shrinker.best, shrinker.leaves)
        var deleted = 0
        for way in Lowering.allCases where deleted == 0 {
          deleted = shrinker.maximize(way == .count ? end : 1) { count in
            guard
              let answers = way.answers(
                deleting: end - count..<end, in: parent, of: best, leaves: leaves)
            else {
              return false
            }
            return shrinker.attempt(answers)
          }
        }
        end -= max(1, deleted)
      }
    }
  }

  /// Takes an element that is one number out and gives it to a neighbour: `[1, 32766]` becomes
  /// `[32767]` (*bound 5* of the challenge).
  ///
  /// The neighbour gets it once, or twice, as the parity of a choice is the sign of an integer, or
  /// becomes the greatest there is.
  static func deleteAndRaise(_ shrinker: ChoiceShrinker) {
    for number in shrinker.best.groups.indices {
      var place = 0
      while number < shrinker.best.groups.count && !shrinker.isSpent {
        let best = shrinker.best
        let elements = best.elements(of: number)
        guard best.groups[number].kind == .collection, place + 1 < elements.count else { break }
        let (first, second) = (elements[place], elements[place + 1])
        place += 1
        guard first.count == 1, second.count == 1 else { continue }
        let (one, other) = (best.answers[first.start], best.answers[second.start])
        for factor in [1, 2] {
          shrinker.attempt(
            merging: first, second, of: number, into: max(one, other) &+ factor &* min(one, other))
        }
        shrinker.attempt(merging: first, second, of: number, into: .max)
      }
    }
  }
}

/// What is lowered when elements are taken out.
private enum Lowering: CaseIterable {
  /// The number before elements that are in no collection, or in one that has as few as it may.
  case count
  /// Numbers that are greater than the place, in the elements and after them.
  case everywhere
  /// Such numbers in the other elements.
  case inside
  /// Such numbers after the elements.
  case after

  func answers(
    deleting range: Range<Int>, in parent: Int?, of drawn: DrawnChoices, leaves: [Int]
  ) -> [Int]? {
    let siblings = drawn.siblings(in: parent)
    guard range.upperBound <= siblings.count, let first = siblings.first, let last = siblings.last
    else {
      return nil
    }
    let isCounted =
      parent.map { parent in
        drawn.groups[parent].kind == .collection
          && drawn.answers[drawn.groups[parent].start] >= range.count
      } ?? false
    var answers = drawn.answers
    let deleted = siblings[range.lowerBound].start..<siblings[range.upperBound - 1].end
    if isCounted, let parent {
      if self == .count { return nil }
      answers[drawn.groups[parent].start] -= range.count
    } else {
      guard let count = (0..<first.start).last(where: { answers[$0] > 0 }) else { return nil }
      answers[count] -= range.count
    }
    for leaf in leaves where answers[leaf] > range.lowerBound && !deleted.contains(leaf) {
      let isInside =
        (first.start..<last.end).contains(leaf) && (self == .everywhere || self == .inside)
      let isAfter = leaf >= last.end && (self == .everywhere || self == .after)
      if isInside || isAfter { answers[leaf] -= range.count }
    }
    answers.removeSubrange(deleted)
    return answers
  }
}

extension DrawnChoices {
  /// The element groups right inside another, in order.
  fileprivate func siblings(in parent: Int?) -> [Group] {
    children(of: parent).map { groups[$0] }.filter { $0.kind == .element }
  }
}

extension ChoiceShrinker {
  /// Takes elements of a collection of the choices given out of them.
  fileprivate func attempt(deleting range: Range<Int>, of number: Int, from drawn: DrawnChoices)
    -> Bool
  {
    drawn.answers(deleting: range, of: number, from: drawn.answers).map(attempt) ?? false
  }

  /// Puts one number in the place of two neighbours.
  @discardableResult
  fileprivate func attempt(
    merging first: DrawnChoices.Group, _ second: DrawnChoices.Group, of number: Int,
    into answer: Int
  ) -> Bool {
    guard number < best.groups.count, best.groups[number].kind == .collection else { return false }
    var answers = best.answers
    guard second.end <= answers.count else { return false }
    answers.replaceSubrange(first.start..<second.end, with: [answer])
    answers[best.groups[number].start] -= 1
    return attempt(answers)
  }

  /// Cuts a collection off so that its count is the one given.
  fileprivate func attempt(count: Int, of number: Int) -> Bool {
    let group = best.groups[number]
    guard group.kind == .collection, group.count > 0 else { return false }
    let total = best.children(of: number).count
    return attempt(
      deleting: total - (best.answers[group.start] - count)..<total, of: number, from: best)
  }
}

extension DrawnChoices {
  /// The collections inside a group and in no other collection there, in order.
  fileprivate func collections(in parent: Int?) -> [Int] {
    children(of: parent).flatMap {
      groups[$0].kind == .collection ? [$0] : collections(in: $0)
    }
  }

  /// Answers without some elements of a collection; nil where it is none, or has fewer.
  ///
  /// - Parameter answers: those of the draw, or others that are the same up to the end of it.
  fileprivate func answers(
    deleting range: Range<Int>, of number: Int, from answers: [Int]
  ) -> [Int]? {
    guard number < groups.count, groups[number].kind == .collection, !range.isEmpty else {
      return nil
    }
    let elements = elements(of: number)
    var answers = answers
    guard range.upperBound <= elements.count, answers[groups[number].start] >= range.count else {
      return nil
    }
    answers.removeSubrange(elements[range.lowerBound].start..<elements[range.upperBound - 1].end)
    answers[groups[number].start] -= range.count
    return answers
  }
}
