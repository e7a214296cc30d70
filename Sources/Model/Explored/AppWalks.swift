/// How a running app is led to a state, and takes steps from there.
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
      return findings.done(outcomes(after: way, in: state, &findings.evidence))
    }
    guard let running = run(way, to: state, &findings.evidence) else { return findings.done([]) }
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
    question.number >= comparedCountMax && !memory.questions.questions.mayTrap
      && question.isInOrder
  }

  /// The steps that can be taken, of which note is taken.
  ///
  /// - Returns: nil where others could be taken before, or none can be listed.
  private func list(
    _ running: AppExecution<A>, at place: Place, _ site: AppFindings<A>.Site,
    after way: AppWay<A>, _ findings: inout AppFindings<A>
  ) -> [Label]? {
    guard let labels = labels(of: running) else { return nil }
    if findings.list(labels, at: place, site) { return labels }
    tellApart(way.wordsForOtherSteps, &findings.evidence)
    return nil
  }

  private func labels(of running: AppExecution<A>) -> [Label]? {
    do { return try running.labels() } catch {
      memory.complain("interactions(in:) traps: \(error)")
      return nil
    }
  }

  /// Takes a step out of a state, and those that come to hand.
  ///
  /// - Parameter arrived: the app at the end of the way, nil where it is to be led there; ended.
  private func walk(
    _ arrived: inout AppExecution<A>?, by step: AppFindings<A>.Step, from place: Place,
    after way: AppWay<A>, _ findings: inout AppFindings<A>
  ) {
    let taken = self.step(step.label, after: way, in: state(place), &arrived, &findings.evidence)
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
      (outcome.state, outcome.place) = (content.steps.states[target], target)
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
    guard mayWalk(for: findings.question) else { return leave(running) }
    var (place, way, arrived, hasCompared) = (start, way, Optional(running), false)
    for count in 0..<Self.walkLengthMax {
      let site = AppFindings<A>.Site(way: findings.wayCount, stepCount: way.labels.count)
      guard let running = arrived,
        let next = next(for: running, at: place, site, after: way, count, &hasCompared, &findings),
        var outcome = step(next.label, after: way, in: state(place), &arrived, &findings.evidence)
      else { break }
      // It belongs to this way.
      outcome.notes = nil
      if let expected = next.ending {
        let key = AppSteps<A>.Key(outcome.state)
        let target = content.withLock { $0.steps.place(of: key) }
        if expected == AppSteps<A>.Ending(outcome, at: target) {
          findings.evidence.comparedCount += 1
        } else {
          tellApart(way.words(apart: next.label, from: "another way"), &findings.evidence)
        }
        place = target
      } else {
        place = record(next, outcome, at: place, site, &findings)
      }
      way.labels.append(next.label)
    }
    findings.add(way)
    if let arrived { leave(arrived) }
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

  // MARK: Steps

  /// Where every step leads that can be taken at the end of a way.
  func outcomes(
    after way: AppWay<A>, in state: State, _ evidence: inout AppEvidence
  ) -> [Taken] {
    if state.state == nil { return relaunched(state, after: way, &evidence) }
    guard let running = run(way, to: state, &evidence) else { return [] }
    let labels = labels(of: running) ?? []
    // The app that has come here takes the first step.
    var arrived: AppExecution<A>? = running
    defer { if let arrived { leave(arrived) } }
    return labels.compactMap { label in
      outcome(of: label, after: way, in: state, &arrived, &evidence).map { (label, $0) }
    }
  }

  /// Where a step leads that is taken at the end of a way.
  func outcome(
    of label: Label, after way: AppWay<A>, in state: State, _ evidence: inout AppEvidence
  ) -> Outcome? {
    var arrived: AppExecution<A>?
    return outcome(of: label, after: way, in: state, &arrived, &evidence)
  }

  private func outcome(
    of label: Label, after way: AppWay<A>, in state: State, _ arrived: inout AppExecution<A>?,
    _ evidence: inout AppEvidence
  ) -> Outcome? {
    if state.state == nil { return relaunched(state, after: way, &evidence).first?.outcome }
    defer {
      if let running = arrived { leave(running) }
      arrived = nil
    }
    return step(label, after: way, in: state, &arrived, &evidence)
  }

  /// Takes a step at the end of a way.
  ///
  /// - Parameter arrived: the app there, nil where it is to be led there; nil again after a trap.
  private func step(
    _ label: Label, after way: AppWay<A>, in state: State, _ arrived: inout AppExecution<A>?,
    _ evidence: inout AppEvidence
  ) -> Outcome? {
    var found: Outcome?
    do {
      try memory.questions.ask({ .step(label, after: way.labels, from: way.start?.database) }) {
        arrived = arrived ?? run(way, to: state, &evidence)
        guard let running = arrived else { return }
        if !running.take(label) {
          memory.complain("a step cannot be taken that was offered, \(way.adding(label).words)")
        } else if let crash = running.crash {
          throw crash
        } else {
          found = running.outcome
        }
      }
    } catch {
      if let running = arrived { leave(running) }
      arrived = nil
      found = Outcome(crashing: state, by: label, (error as? Crash) ?? Crash("\(error)"))
    }
    return found.map { told($0, of: label, after: way) }
  }

  /// An outcome with the steps that led to it, where those tell states apart.
  private func told(_ outcome: Outcome, of label: Label, after way: AppWay<A>) -> Outcome {
    let count = edition.stepCount
    if count == 0 { return outcome }
    var outcome = outcome
    outcome.state.add(history: (way.labels.suffix(count - 1) + [label])[...])
    return outcome
  }

  /// After a trap only a launch leads on.
  private func relaunched(
    _ state: State, after way: AppWay<A>, _ evidence: inout AppEvidence
  ) -> [Taken] {
    guard state.budgets.relaunchesLeft > 0, let scheduler else { return [] }
    var budgets = state.budgets
    budgets.relaunchesLeft -= 1
    let outcome: Outcome
    do {
      outcome = try memory.questions.ask({ .step(Label.relaunch, after: [], from: state.database) })
      {
        evidence.launchCount += 1
        let running = AppExecution(
          memory, scope, edition, on: scheduler, rows: state.database, budgets)
        defer { leave(running) }
        if let crash = running.crash { throw crash }
        return running.outcome
      }
    } catch {
      outcome = Outcome(crashing: state, by: .relaunch, (error as? Crash) ?? Crash("\(error)"))
    }
    return [(.relaunch, told(outcome, of: .relaunch, after: way))]
  }

  /// The app at the end of a way; nil where it goes another one.
  private func run(
    _ way: AppWay<A>, to state: State, _ evidence: inout AppEvidence
  ) -> AppExecution<A>? {
    guard let scheduler else { return nil }
    let start = way.start ?? start
    let running = AppExecution(
      memory, scope, edition, on: scheduler, rows: start.database, start.budgets)
    evidence.launchCount += 1
    let isThere =
      (way.notes.map { running.go(along: way.labels.prefix(way.notedCount), $0) } ?? true)
      && way.labels.dropFirst(way.notedCount).allSatisfy { running.take($0) }
    if isThere && running.state == state.withoutHistory { return running }
    let difference = isThere ? running.state.difference(from: state) : ""
    leave(running)
    // Another app may have taken the last step, after another way.
    tellApart(
      "the app goes another way when it is led the same way again: \(way.words)\(difference)",
      mayHelp: way.notedCount < way.labels.count, &evidence)
    return nil
  }

  private func leave(_ running: AppExecution<A>) {
    running.end()
    if let words = running.complaint { memory.complain(words) }
  }

  // MARK: What is hidden

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
      guard let found = step(label, after: way, in: state, &arrived, &evidence) else { break }
      if found.state != expected {
        tellApart(way.words(apart: label, from: "its first time"), &evidence)
        break
      }
      (way, state) = (way.adding(label), expected)
    }
    evidence.comparedCount += 1
    if let arrived { leave(arrived) }
  }

  /// Whether an app goes through these states when it is led along labels from its first launch.
  ///
  /// - Parameter states: the first one, and that after each label.
  func leads(along labels: [Label], through states: [State]) -> Bool {
    guard labels.count + 1 == states.count, states[0] == start else { return false }
    var (way, arrived, rest) = (AppWay<A>(), AppExecution<A>?.none, start)
    var evidence = AppEvidence()
    defer {
      if let arrived { leave(arrived) }
      memory.take(evidence, in: edition, of: scope)
    }
    for (number, label) in labels.enumerated() where label != .occur(.goesOn) {
      // After a trap it would have to begin from rows that it did not begin with.
      if rest.state == nil { return false }
      let goesOnCount = labels[(number + 1)...].prefix { $0 == .occur(.goesOn) }.count
      guard let found = step(label, after: way, in: rest, &arrived, &evidence),
        found.state == states[number + 1 + goesOnCount].atRest()
      else { return false }
      (way, rest) = (way.adding(label), found.state)
    }
    return true
  }

  /// Takes note that an app hides something.
  ///
  /// - Parameter mayHelp: whether states of more parts may tell it.
  func tellApart(_ words: String, mayHelp: Bool = true, _ evidence: inout AppEvidence) {
    if evidence.hidden != nil || isOver || memory.complaint != nil { return }
    // Work of another thread comes when it likes, and is on its way.
    if let words = LiveScheduler.strayComplaint(Self.purpose, of: memory, milliseconds: 100) {
      return memory.complain(words)
    }
    evidence.hidden = ("hidden state: \(words)", mayHelp)
  }

  /// What schedulers are for here.
  static var purpose: String { "explored apps" }

  /// The scheduler of this thread.
  private var scheduler: LiveScheduler? {
    // What came since the last launch is told before its scheduler goes.
    if let words = LiveScheduler.strayComplaint(Self.purpose, of: memory, milliseconds: 0) {
      memory.complain(words)
    }
    do { return try LiveScheduler.ofThread(Self.purpose, for: memory) } catch {
      memory.complain(error.description)
      return nil
    }
  }
}
