/// How a running app goes on after other ways to a state than the one on which it was met first.
extension AppWays {
  typealias Step = AppSteps<A>.Step

  /// Looks whether the same steps can be taken after another way to a state, and end alike.
  func compare(_ number: Int, after other: AppWay<A>, _ evidence: inout AppEvidence) {
    let (place, state) = content.withLock { ($0.places[number], $0.state(number)) }
    let outcomes = guide.outcomes(after: other, in: state, &evidence)
    if !isListed(outcomes.map(\.label), at: place, after: other, &evidence) { return }
    for (index, (label, outcome)) in outcomes.enumerated() {
      let step = Step(place: place, number: index)
      let (known, isAlike) = content.withLock { content in
        let target = content.steps.place(of: AppSteps<A>.Key(outcome.state))
        let known = content.steps.ending(of: step)
        return (known, known == AppSteps<A>.Ending(outcome, at: target))
      }
      if !isAlike { return tellApart(label, step, known, outcome, after: other, &evidence) }
    }
    evidence.comparedCount += 1
  }

  /// Whether these are the steps that were handed on.
  private func isListed(
    _ labels: [Label], at place: Place, after way: AppWay<A>, _ evidence: inout AppEvidence
  ) -> Bool {
    if content.withLock({ $0.steps.list(labels, at: place, in: 0) }) { return true }
    guide.tellApart(way.wordsForOtherSteps, &evidence)
    return false
  }

  /// - Parameter known: how the step ended before.
  private func tellApart(
    _ label: Label, _ step: Step, _ known: AppSteps<A>.Ending?, _ outcome: Outcome,
    after other: AppWay<A>, _ evidence: inout AppEvidence
  ) {
    let (state, number) = content.withLock { content in
      (known.map { content.steps.states[Int($0.place)] }, content.numbers[step.place])
    }
    let first = number.map(way(to:)) ?? AppWay()
    let words = other.words(apart: label, from: first.words, ends: (state, outcome.state))
    guide.tellApart(words, &evidence, mayTell: choice(label, at: step.place, after: other))
  }

  /// Which edition may tell the first way to a state from another one, after which a step leads
  /// elsewhere than it did on some way.
  ///
  /// It is chosen when its turn has come: each may where no first way is known by then.
  func choice(_ label: Label, at place: Place, after other: AppWay<A>) -> AppEvidence.Hidden.Choice
  {
    { [self] edition in
      guard let number = content.withLock({ $0.numbers[place] }) else { return true }
      return guide.tells(edition, apart: way(to: number), other, label)
    }
  }

  // MARK: Later steps

  /// So many steps are taken after other ways, for each of the states that are compared.
  private static var followedCountMax: Int { 32 }
  /// So many steps an app goes on at most after the one that it was led to.
  private static var goesOnCountMax: Int { 8 }

  /// Follows what other ways to the first states lead to: what they hide may show later than in the
  /// next step.
  ///
  /// Steps are taken once after each kind of step by which such a way came, the nearest ones first,
  /// as far as their number goes.
  func follow(shouldStop: () -> Bool) {
    if shouldStop() { return }
    var others = content.withLock { content in
      defer { content.others = [] }
      return content.others
    }
    var (taken, leftCount) = ([Label: Set<Step>](), Self.followedCountMax * comparedCountMax)
    while !others.isEmpty {
      others = others.filter { number, arrival in
        let isTold = guide.isOver || guide.memory.complaint != nil
        if leftCount <= 0 || isTold || shouldStop() { return false }
        var evidence = AppEvidence()
        defer { guide.take(evidence) }
        let count = follow(
          from: number, after: way(to: arrival.source).adding(arrival.label),
          &taken[arrival.label, default: []], &evidence)
        leftCount -= count
        return count > 0
      }
    }
  }

  /// Leads the app on from the end of another way, to the nearest step that was not taken so far.
  ///
  /// What belongs to which request goes by what came before, and may differ by then.
  ///
  /// - Returns: how many steps it took.
  private func follow(
    from number: Int, after other: AppWay<A>, _ taken: inout Set<Step>,
    _ evidence: inout AppEvidence
  ) -> Int {
    let (start, found) = content.withLock {
      ($0.places[number], $0.steps.nearest(to: $0.places[number], outOf: taken))
    }
    guard let found else { return 0 }
    var (place, way, path, count) = (start, other, found[...], 0)
    var arrived = guide.run(way, to: content.withLock { $0.steps.states[start] }, &evidence)
    defer { if let arrived { guide.leave(arrived, &evidence) } }
    while let running = arrived, count < found.count + Self.goesOnCountMax {
      let (state, endings) = content.withLock {
        ($0.steps.states[place], $0.steps.endings(at: place) ?? [])
      }
      let new = endings.indices.first { !taken.contains(Step(place: place, number: $0)) }
      guard let number = path.popFirst() ?? new,
        let labels = guide.labels(of: running, &evidence),
        isListed(labels, at: place, after: way, &evidence)
      else { break }
      let (step, ending, label) = (
        Step(place: place, number: number), endings[number], labels[number]
      )
      taken.insert(step)
      count += 1
      guard let outcome = guide.step(label, after: way, in: state, &arrived, &evidence) else {
        break
      }
      let known = content.withLock { $0.steps.states[Int(ending.place)] }
      guard outcome.state.looks(like: known) else {
        tellApart(label, step, ending, outcome, after: way, &evidence)
        break
      }
      (way, place) = (way.adding(label), Int(ending.place))
    }
    evidence.comparedCount += 1
    return max(count, 1)
  }
}

extension RuntimeState {
  /// Whether the app looks the same from outside, and the same calls are under way, whatever they
  /// belong to.
  fileprivate func looks<A: App>(like other: Self) -> Bool where P == DerivedProduct<A> {
    store == other.store && database == other.database && budgets == other.budgets
      && underWay.elementsEqual(other.underWay) {
        $0.operation.asked == $1.operation.asked && $0.result == $1.result
          && $0.operation.isCancelled == $1.operation.isCancelled
      }
  }
}
