import Model

extension ChoiceShrinker {
  /// Answers choices with 0 that decide no structure: all of them, else those of each group, else single
  /// ones.
  func zeroLeaves() {
    func zero(_ places: some Sequence<Int>) -> Bool {
      var answers = best.answers
      for place in places where place < answers.count { answers[place] = 0 }
      return attempt(answers)
    }
    let leaves = self.leaves.filter { best.answers[$0] > 0 }
    if leaves.count < 2 || zero(leaves) { return }
    var place = 0
    while place < leaves.count && !isSpent {
      let zeroed = maximize(leaves.count - place) { zero(leaves[place..<place + $0]) }
      place += max(1, zeroed)
    }
  }

  /// Makes every number that decides no structure as small as it can be, by halving.
  func lowerNumbers() {
    var place = 0
    while place < best.answers.count && !isSpent {
      if !heads.contains(place) {
        minimize(best.answers[place]) { attempt($0, at: place) }
      }
      place += 1
    }
  }

  /// Makes equal numbers smaller together: `[3, 3]` becomes `[0, 0]` (*deletion* of the challenge).
  func lowerEqualNumbers() {
    let answers = best.answers
    let leaves = self.leaves.filter { answers[$0] > 0 }
    let values = Dictionary(grouping: leaves) { answers[$0] }.filter { $0.value.count > 1 }
    for (value, places) in values.sorted(by: { $0.key < $1.key }) {
      guard best.answers.count == answers.count else { return }
      minimize(value) { number in
        var answers = best.answers
        for place in places where place < answers.count { answers[place] = number }
        return attempt(answers)
      }
    }
  }

  /// Lowers two numbers by the same amount, so that their difference stays (*difference must not be one* of
  /// the challenge).
  func lowerPairs() {
    forEachPair { first, second in
      let answers = best.answers
      let limit = min(answers[first], answers[second])
      minimize(limit) { rest in
        var candidate = answers
        candidate[first] -= limit - rest
        candidate[second] -= limit - rest
        return attempt(candidate)
      }
    }
  }

  /// Lowers a number and raises a later one by the same amount, so that their sum stays (*bound 5* of the
  /// challenge; the redistribution of MacIver and Donaldson).
  ///
  /// Steps of two as well, as the parity of a choice is the sign of an integer.
  func redistribute() {
    forEachPair { first, second in
      for step in [2, 1] {
        let answers = best.answers
        guard first < answers.count, second < answers.count else { return }
        let limit = answers[first] / step
        minimize(limit) { rest in
          var candidate = answers
          candidate[first] -= (limit - rest) * step
          let (sum, isOver) = candidate[second].addingReportingOverflow((limit - rest) * step)
          candidate[second] = isOver ? .max : sum
          return attempt(candidate)
        }
      }
    }
  }

  /// A number that is not 0 and a later one, near ones first.
  private func forEachPair(_ body: (Int, Int) -> Void) {
    let leaves = self.leaves
    for distance in 1...8 {
      for (first, second) in zip(leaves, leaves.dropFirst(distance)) {
        if isSpent || self.leaves != leaves { return }
        if best.answers[first] > 0 { body(first, second) }
      }
    }
  }
}
