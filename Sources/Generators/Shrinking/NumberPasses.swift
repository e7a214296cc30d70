/// Passes that lower numbers.
enum NumberPasses {
  /// Answers choices with 0 that decide no structure: all of them, else those of each group, else
  /// single ones.
  static func zeroLeaves(_ shrinker: ChoiceShrinker) {
    func zero(_ places: some Sequence<Int>) -> Bool {
      var answers = shrinker.best.answers
      for place in places where place < answers.count { answers[place] = 0 }
      return shrinker.attempt(answers)
    }
    let leaves = shrinker.leaves.filter { shrinker.best.answers[$0] > 0 }
    if leaves.count < 2 || zero(leaves) { return }
    var place = 0
    while place < leaves.count && !shrinker.isSpent {
      let zeroed = shrinker.maximize(leaves.count - place) { zero(leaves[place..<place + $0]) }
      place += max(1, zeroed)
    }
  }

  /// Makes every number that decides no structure as small as it can be, by halving.
  static func lowerNumbers(_ shrinker: ChoiceShrinker) {
    var place = 0
    while place < shrinker.best.answers.count && !shrinker.isSpent {
      if !shrinker.heads.contains(place) {
        shrinker.minimize(shrinker.best.answers[place]) { shrinker.attempt($0, at: place) }
      }
      place += 1
    }
  }

  /// Lowers numbers of which only every third, fourth and so on breaks the property, as where they
  /// have to be multiples.
  ///
  /// Both halves of the integers take turns, so that every tenth of them is every twentieth choice.
  static func lowerInStrides(_ shrinker: ChoiceShrinker) {
    for place in shrinker.leaves where place < shrinker.best.answers.count {
      for stride in Array(3...16) + Array(stride(from: 18, through: 32, by: 2)) {
        let start = shrinker.best.answers[place]
        let count = shrinker.maximize(start / stride) {
          shrinker.attempt(start - stride * $0, at: place)
        }
        if count > 0 { break }
      }
    }
  }

  /// Makes equal numbers smaller together: `[3, 3]` becomes `[0, 0]` (*deletion* of the challenge).
  static func lowerEqualNumbers(_ shrinker: ChoiceShrinker) {
    let answers = shrinker.best.answers
    let leaves = shrinker.leaves.filter { answers[$0] > 0 }
    let values = Dictionary(grouping: leaves) { answers[$0] }.filter { $0.value.count > 1 }
    for (value, places) in values.sorted(by: { $0.key < $1.key }) {
      guard shrinker.best.answers.count == answers.count else { return }
      shrinker.minimize(value) { number in
        var answers = shrinker.best.answers
        for place in places where place < answers.count { answers[place] = number }
        return shrinker.attempt(answers)
      }
    }
  }

  /// Lowers two numbers by the same amount, so that their difference stays (*difference must not be
  /// one* of the challenge).
  static func lowerPairs(_ shrinker: ChoiceShrinker) {
    forEachPair(shrinker) { first, second in
      let answers = shrinker.best.answers
      let limit = min(answers[first], answers[second])
      shrinker.minimize(limit) { rest in
        var candidate = answers
        candidate[first] -= limit - rest
        candidate[second] -= limit - rest
        return shrinker.attempt(candidate)
      }
    }
  }

  /// Lowers a number and raises a later one by the same amount, so that their sum stays (*bound 5*
  /// of the challenge; the redistribution of MacIver and Donaldson).
  ///
  /// Steps of two as well, as the parity of a choice is the sign of an integer.
  static func redistribute(_ shrinker: ChoiceShrinker) {
    forEachPair(shrinker) { first, second in
      for step in [2, 1] {
        let answers = shrinker.best.answers
        guard first < answers.count, second < answers.count else { return }
        let limit = answers[first] / step
        shrinker.minimize(limit) { rest in
          var candidate = answers
          candidate[first] -= (limit - rest) * step
          let (sum, isOver) = candidate[second].addingReportingOverflow((limit - rest) * step)
          candidate[second] = isOver ? .max : sum
          return shrinker.attempt(candidate)
        }
      }
    }
  }

  /// A number that is not 0 and a later one, near ones first.
  private static func forEachPair(_ shrinker: ChoiceShrinker, _ body: (Int, Int) -> Void) {
    let leaves = shrinker.leaves
    for distance in 1...8 {
      for (first, second) in zip(leaves, leaves.dropFirst(distance)) {
        if shrinker.isSpent || shrinker.leaves != leaves { return }
        if shrinker.best.answers[first] > 0 { body(first, second) }
      }
    }
  }
}
