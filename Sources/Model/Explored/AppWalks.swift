/// How a running app walks on from step to step.
extension AppWays {
  /// The steps out of a state, and what is seen on walks from there.
  ///
  /// The app is led there on the way on which the search met the state first. Some of its steps may
  /// have been taken before, by an app that came there on another way.
  func findings(for question: WorkQuestion) -> AppFindings<A> {
    let (number, way) = (question.number, way(to: question.number))
    var findings = AppFindings<A>(question, after: way)
    let (place, state) = content.withLock { ($0.places[number], $0.state(number)) }
    look(at: place, &findings)
    // Who asks once more wants to know it from the app.
    if findings.isAnswered(place) || state.state == nil {
      return findings.done(guide.outcomes(after: way, in: state, &findings.evidence))
    }
    guard let running = guide.run(way, to: state, &findings.evidence) else {
      return findings.done([])
    }
    findings.notes = running.notes
    var arrived: AppExecution<A>? = running
    let site = AppFindings<A>.Site(way: 0, stepCount: way.labels.count)
    if list(running, at: place, site, after: way, &findings) != nil {
      while let step = findings.begin(at: place, from: 0) {
        walk(&arrived, by: step, from: place, after: way, &findings)
      }
    }
    // Where all its steps were taken before, it is of use elsewhere.
    if let arrived { walk(on: arrived, from: place, after: way, &findings) }
    return findings.done(findings.outcomes(at: place))
  }

  private func look(at place: Place, _ findings: inout AppFindings<A>) {
    let turn = findings.question.horizon
    findings.look(at: place) { content.withLock { $0.steps.known(at: place, after: turn) } }
  }

  // MARK: Walks

  /// So many steps a walk has at most; each saves a launch and a way.
  private static var walkLengthMax: Int { 64 }

  /// Whether an app goes on that has taken a step out of a state.
  ///
  /// The first states are compared by ways that are known. Once something trapped, questions have
  /// to be the same in each process. Who walks at random asks about few of the states that would be
  /// seen.
  private func mayWalk(for question: WorkQuestion) -> Bool {
    question.number >= comparedCountMax && !guide.memory.questions.questions.mayTrap
      && question.isInOrder
  }

  /// The steps that can be taken, of which note is taken.
  ///
  /// - Returns: nil where others could be taken before, or none can be listed.
  private func list(
    _ running: AppExecution<A>, at place: Place, _ site: AppFindings<A>.Site,
    after way: AppWay<A>, _ findings: inout AppFindings<A>
  ) -> [Label]? {
    guard let labels = guide.labels(of: running, &findings.evidence) else { return nil }
    if findings.list(labels, at: place, site) { return labels }
    guide.tellApart(way.wordsForOtherSteps, &findings.evidence)
    return nil
  }

  /// Takes a step out of a state, and those that come to hand.
  ///
  /// - Parameter arrived: the app at the end of the way, nil where it is to be led there; ended.
  private func walk(
    _ arrived: inout AppExecution<A>?, by step: AppFindings<A>.Step, from place: Place,
    after way: AppWay<A>, _ findings: inout AppFindings<A>
  ) {
    let taken = guide.step(step.label, after: way, in: state(place), &arrived, &findings.evidence)
    guard let outcome = taken else { return }
    let site = AppFindings<A>.Site(way: 0, stepCount: way.labels.count)
    let target = record(step, outcome, at: place, site, &findings)
    guard let running = arrived else { return }
    arrived = nil
    walk(on: running, from: target, after: way.adding(step.label), &findings)
  }

  /// Takes note of where a step leads.
  private func record(
    _ step: AppFindings<A>.Step, _ outcome: Outcome, at place: Place,
    _ site: AppFindings<A>.Site, _ findings: inout AppFindings<A>
  ) -> Place {
    let key = AppSteps<A>.Key(outcome.state)
    var outcome = outcome
    let target = content.withLock { content in
      let target = content.steps.place(of: key)
      outcome.place = target
      return target
    }
    findings.record(step, outcome, to: target, at: place, site)
    return target
  }

  /// Goes on with steps that are not begun; where there is none, once with a step whose end is
  /// known.
  private func walk(
    on running: AppExecution<A>, from start: Place, after way: AppWay<A>,
    _ findings: inout AppFindings<A>
  ) {
    guard mayWalk(for: findings.question) else { return guide.leave(running, &findings.evidence) }
    var (place, way, arrived, hasCompared) = (start, way, Optional(running), false)
    for count in 0..<Self.walkLengthMax {
      let site = AppFindings<A>.Site(way: findings.wayCount, stepCount: way.labels.count)
      guard let running = arrived,
        let next = next(for: running, at: place, site, after: way, count, &hasCompared, &findings),
        var outcome = guide.step(
          next.label, after: way, in: state(place), &arrived, &findings.evidence)
      else { break }
      // It belongs to this way.
      outcome.notes = nil
      if let expected = next.ending {
        let key = AppSteps<A>.Key(outcome.state)
        let target = content.withLock { $0.steps.place(of: key) }
        if expected == AppSteps<A>.Ending(outcome, at: target) {
          findings.evidence.comparedCount += 1
        } else {
          let ends = (Optional(state(Int(expected.place))), outcome.state)
          guide.tellApart(
            way.words(apart: next.label, from: "another way", ends: ends), &findings.evidence,
            mayTell: choice(next.label, at: place, after: way))
        }
        place = target
      } else {
        place = record(next, outcome, at: place, site, &findings)
      }
      way.labels.append(next.label)
    }
    findings.add(way)
    if let arrived { guide.leave(arrived, &findings.evidence) }
  }

  private func state(_ place: Place) -> State { content.withLock { $0.steps.states[place] } }

  /// The step with which a walk goes on, and how it ends where that is known.
  ///
  /// - Parameter count: how many steps the walk has so far. Walks of questions that do not know of
  ///   each other begin with different steps, mostly.
  private func next(
    for running: AppExecution<A>, at place: Place, _ site: AppFindings<A>.Site,
    after way: AppWay<A>, _ count: Int, _ hasCompared: inout Bool, _ findings: inout AppFindings<A>
  ) -> AppFindings<A>.Step? {
    let question = findings.question
    let isOpen = content.withLock {
      $0.isOpen(place, after: question.horizon, comparedCount: comparedCountMax)
    }
    look(at: place, &findings)
    let isSeen = findings.isSeen(place)
    if !isSeen && (!isOpen || list(running, at: place, site, after: way, &findings) == nil) {
      return nil
    }
    if isOpen, let step = findings.begin(at: place, from: question.turn + count) { return step }
    if hasCompared { return nil }
    hasCompared = true
    guard let labels = list(running, at: place, site, after: way, &findings) else { return nil }
    return findings.known(at: place, of: labels, choice: question.turn + findings.wayCount)
  }

  /// Looks whether what led an app back once does so each time: a thunk may count its tries.
  ///
  /// - Parameters:
  ///   - closing: the step that closed the round; each is looked at once.
  ///   - first: the number of the state that it led back to.
  ///   - way: the way there.
  func goRound(
    closedBy closing: Arrival, to first: Int, after way: AppWay<A>, _ evidence: inout AppEvidence
  ) {
    let round = content.withLock { $0.round(closedBy: closing, to: first) }
    guard let (steps, count) = round else { return }
    var (way, state, arrived) = (way, content.withLock { $0.state(first) }, AppExecution<A>?.none)
    for number in 0..<count {
      let (label, expected) = steps[number % steps.count]
      guard let found = guide.step(label, after: way, in: state, &arrived, &evidence) else { break }
      if found.state != expected {
        guide.tellApart(
          way.words(apart: label, from: "its first time", ends: (expected, found.state)), &evidence)
        break
      }
      (way, state) = (way.adding(label), expected)
    }
    evidence.comparedCount += 1
    if let arrived { guide.leave(arrived, &evidence) }
  }
}
