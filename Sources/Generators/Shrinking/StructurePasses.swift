import Model

/// Passes that put parts of the choices in other places.
enum StructurePasses {
  /// Puts a part in the place of a whole of its own kind: `1 + (2 / 3)` becomes `2 / 3` (MacIver
  /// and Donaldson).
  static func hoist(_ shrinker: ChoiceShrinker) {
    var number = 0
    while number < shrinker.best.groups.count && !shrinker.isSpent {
      let best = shrinker.best
      let whole = best.groups[number]
      let parts = best.groups[(number + 1)...].filter {
        $0.kind == whole.kind && whole.kind != .element && $0.end <= whole.end
          && $0.count < whole.count
      }
      let sorted = parts.sorted { $0.count > $1.count }
      if whole.kind != .recursion
        || !sorted.contains(where: {
          shrinker.attempt(replacing: whole.range, with: best.answers(of: $0))
        })
      {
        number += 1
      }
    }
  }

  /// Takes a simpler alternative, as simple as it can be inside, or with the choices that stood
  /// there.
  static func lowerAlternatives(_ shrinker: ChoiceShrinker) {
    shrinker.eachGroup { number in
      let group = shrinker.best.groups[number]
      guard [.alternative, .recursion].contains(group.kind) && group.count > 0 else { return }
      for answer in 0...shrinker.best.answers[group.start] {
        if shrinker.attempt(simplest: [answer], of: number)
          || shrinker.attempt(answer, at: group.start)
        {
          return
        }
      }
    }
  }

  /// Sorts neighbours of one kind, the simplest first: all at once, else two at a time.
  static func sortSiblings(_ shrinker: ChoiceShrinker) {
    let parents = [nil] + shrinker.best.groups.indices.map(Optional.some)
    for parent in parents where !shrinker.isSpent {
      let best = shrinker.best
      let groups = best.children(of: parent).map { best.groups[$0] }.filter { $0.count > 0 }
      guard groups.count > 1 else { continue }
      let sorted = groups.sorted {
        best.answers(of: $0).lexicographicallyPrecedes(best.answers(of: $1))
      }
      if shrinker.attempt(reordering: groups, to: sorted, of: best) { continue }
      for first in groups.indices {
        for second in groups.indices.dropFirst(first + 1)
        where best.answers(of: groups[second]).lexicographicallyPrecedes(
          best.answers(of: groups[first]))
        {
          guard shrinker.best.groups == best.groups else { return }
          var order = groups
          order.swapAt(first, second)
          shrinker.attempt(reordering: groups, to: order, of: shrinker.best)
        }
      }
    }
  }
}

extension ChoiceShrinker {
  /// Puts groups in another order; what stands between them stays where it is.
  @discardableResult
  fileprivate func attempt(
    reordering groups: [DrawnChoices.Group], to order: [DrawnChoices.Group], of drawn: DrawnChoices
  ) -> Bool {
    guard let kind = groups.first?.kind, groups.allSatisfy({ $0.kind == kind }) else {
      return false
    }
    var answers: [Int] = []
    var place = 0
    for (old, new) in zip(groups, order) {
      answers += drawn.answers[place..<old.start]
      answers += drawn.answers(of: new)
      place = old.end
    }
    return attempt(answers + drawn.answers[place...])
  }

  /// Answers the first choices of a group as given and all its others with 0; what follows the
  /// group stays.
  func attempt(simplest answers: [Int], of number: Int) -> Bool {
    let group = best.groups[number]
    guard let drawn = preview(best.answers[..<group.start] + answers), number < drawn.groups.count,
      drawn.groups[number].start == group.start
    else { return false }
    return attempt(Array(drawn.answers[..<drawn.groups[number].end]) + best.answers[group.end...])
  }
}
