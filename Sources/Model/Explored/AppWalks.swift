/// How a running app is led to a state, and takes steps from there.
extension AppWays {
  /// The steps out of a state.
  ///
  /// The app is led there on the way on which the search met the state first. Some of its steps may
  /// have been taken before, by an app that came there on another way.
  func outcomes(outOf number: Int) -> [Taken] {
    let (place, state, isAnswered) = content.withLock { content in
      let place = content.places[number]
      return (place, content.steps.states[place], content.steps.isAnswered(at: place))
    }
    let way = way(to: number)
    // Who asks once more wants to know it from the app.
    if isAnswered || state.state == nil {
      return answer(outcomes(after: way, in: state), at: place, after: way)
    }
    guard let running = run(way, to: state) else { return [] }
    content.withLock { $0.notes[number] = running.notes }
    let goesOn = mayWalk(from: number)
    var arrived: AppExecution<A>? = running
    if look(running, at: place, after: way) != nil {
      while let label = content.withLock({ $0.steps.begin(at: place) }) {
        walk(&arrived, by: label, from: place, after: way, goesOn: goesOn)
      }
    }
    if let arrived {
      // All its steps were taken before: it is of use elsewhere.
      if goesOn { walk(on: arrived, from: place, after: way) } else { leave(arrived) }
    }
    return answer(place, after: way, in: state)
  }

  /// Hands the steps out of a state on, with those that another worker has begun and not taken yet.
  private func answer(_ place: Place, after way: AppWay<A>, in state: State) -> [Taken] {
    // Another worker may have been asked the same and have handed them on.
    guard let known = content.withLock({ $0.steps.outcomes(at: place) }) else {
      return answer(outcomes(after: way, in: state), at: place, after: way)
    }
    let outcomes = known.compactMap { label, known in
      (known ?? outcome(of: label, after: way, in: state)).map { (label: label, outcome: $0) }
    }
    return answer(outcomes, at: place, after: way)
  }

  private func answer(_ outcomes: [Taken], at place: Place, after way: AppWay<A>) -> [Taken] {
    if content.withLock({ $0.steps.answer(outcomes, at: place) }) { return outcomes }
    tellApart("what looks alike goes on differently after \(way.words) than after another way")
    return outcomes
  }

  // MARK: Walks

  /// So many steps a walk has at most; each saves a launch and a way.
  private static var walkLengthMax: Int { 64 }

  /// Whether an app goes on that has taken a step out of a state.
  ///
  /// The first states are compared by ways that are known. Once something trapped, questions have
  /// to be the same in each process. Who walks at random asks about few of the states that would be
  /// seen.
  private func mayWalk(from number: Int) -> Bool {
    number >= comparedCountMax && !memory.questions.questions.mayTrap
      && content.withLock(\.isAskedInOrder)
  }

  /// The steps that can be taken, of which note is taken.
  ///
  /// - Returns: nil where others could be taken before, or none can be listed.
  private func look(_ running: AppExecution<A>, at place: Place, after way: AppWay<A>) -> [Label]? {
    guard let labels = labels(of: running) else { return nil }
    if content.withLock({ $0.steps.list(labels, at: place) }) { return labels }
    tellApart("what looks alike offers other steps after \(way.words) than after another way")
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
    _ arrived: inout AppExecution<A>?, by label: Label, from place: Place, after way: AppWay<A>,
    goesOn: Bool
  ) {
    let state = content.withLock { $0.steps.states[place] }
    guard let outcome = step(label, after: way, in: state, &arrived) else { return }
    let key = AppSteps<A>.Key(outcome.state)
    let ending = content.withLock { $0.steps.record(label, outcome, key, at: place) }
    guard let running = arrived else { return }
    arrived = nil
    if goesOn {
      walk(on: running, from: Place(ending.place), after: way.adding(label))
    } else {
      leave(running)
    }
  }

  /// Goes on with steps that are not begun; where there is none, once with a step whose end is
  /// known.
  private func walk(on running: AppExecution<A>, from start: Place, after way: AppWay<A>) {
    var (place, way, arrived, hasCompared) = (start, way, Optional(running), false)
    for _ in 0..<Self.walkLengthMax {
      guard let running = arrived,
        let next = next(for: running, at: place, after: way, &hasCompared),
        var outcome = step(
          next.label, after: way, in: content.withLock({ $0.steps.states[place] }), &arrived)
      else { break }
      // It belongs to this way.
      outcome.notes = nil
      let key = AppSteps<A>.Key(outcome.state)
      let ending = content.withLock { $0.steps.record(next.label, outcome, key, at: place) }
      if let expected = next.ending {
        if expected != ending {
          tellApart(next.label, "another way", way)
        } else {
          memory.noteComparison()
        }
      }
      place = Place(ending.place)
      way.labels.append(next.label)
    }
    if let arrived { leave(arrived) }
  }

  /// The step with which a walk goes on.
  ///
  /// - Returns: its label and, where that is known, how it ends.
  private func next(
    for running: AppExecution<A>, at place: Place, after way: AppWay<A>, _ hasCompared: inout Bool
  ) -> (label: Label, ending: AppSteps<A>.Ending?)? {
    let (isSeen, isOpen) = content.withLock { content in
      let number = content.numbers[place]
      return (
        content.steps.isSeen(at: place), number.map { $0 >= comparedCountMax } ?? content.mayGoAhead
      )
    }
    if !isSeen && (!isOpen || look(running, at: place, after: way) == nil) { return nil }
    if isOpen, let label = content.withLock({ $0.steps.begin(at: place) }) { return (label, nil) }
    if hasCompared { return nil }
    hasCompared = true
    guard let labels = look(running, at: place, after: way) else { return nil }
    return content.withLock { content in
      content.walkCount += 1
      return content.steps.known(content.walkCount, at: place, of: labels).map {
        ($0.label, $0.ending)
      }
    }
  }

  // MARK: Steps

  /// Where every step leads that can be taken at the end of a way.
  func outcomes(after way: AppWay<A>, in state: State) -> [Taken] {
    if state.state == nil { return relaunched(state, after: way) }
    guard let running = run(way, to: state) else { return [] }
    let labels = labels(of: running) ?? []
    // The app that has come here takes the first step.
    var arrived: AppExecution<A>? = running
    defer { if let arrived { leave(arrived) } }
    return labels.compactMap { label in
      outcome(of: label, after: way, in: state, &arrived).map { (label, $0) }
    }
  }

  /// Where a step leads that is taken at the end of a way.
  func outcome(of label: Label, after way: AppWay<A>, in state: State) -> Outcome? {
    var arrived: AppExecution<A>?
    return outcome(of: label, after: way, in: state, &arrived)
  }

  private func outcome(
    of label: Label, after way: AppWay<A>, in state: State, _ arrived: inout AppExecution<A>?
  ) -> Outcome? {
    if state.state == nil { return relaunched(state, after: way).first?.outcome }
    defer {
      if let running = arrived { leave(running) }
      arrived = nil
    }
    return step(label, after: way, in: state, &arrived)
  }

  /// Takes a step at the end of a way.
  ///
  /// - Parameter arrived: the app there, nil where it is to be led there; nil again after a trap.
  private func step(
    _ label: Label, after way: AppWay<A>, in state: State, _ arrived: inout AppExecution<A>?
  ) -> Outcome? {
    var found: Outcome?
    do {
      try memory.questions.ask({ .step(label, after: way.labels, from: way.start?.database) }) {
        arrived = arrived ?? run(way, to: state)
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
  private func relaunched(_ state: State, after way: AppWay<A>) -> [Taken] {
    guard state.budgets.relaunchesLeft > 0, let scheduler else { return [] }
    var budgets = state.budgets
    budgets.relaunchesLeft -= 1
    let outcome: Outcome
    do {
      outcome = try memory.questions.ask({ .step(Label.relaunch, after: [], from: state.database) })
      {
        memory.noteLaunch()
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
  private func run(_ way: AppWay<A>, to state: State) -> AppExecution<A>? {
    guard let scheduler else { return nil }
    let start = way.start ?? start
    let running = AppExecution(
      memory, scope, edition, on: scheduler, rows: start.database, start.budgets)
    memory.noteLaunch()
    let isThere =
      (way.notes.map { running.go(along: way.labels.prefix(way.notedCount), $0) } ?? true)
      && way.labels.dropFirst(way.notedCount).allSatisfy { running.take($0) }
    if isThere && running.state == state.withoutHistory { return running }
    let difference = isThere ? running.state.difference(from: state) : ""
    leave(running)
    // Another app may have taken the last step, after another way.
    tellApart(
      "the app goes another way when it is led the same way again: \(way.words)\(difference)",
      mayHelp: way.notedCount < way.labels.count)
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
  func goRound(closedBy closing: Arrival, to first: Int, after way: AppWay<A>) {
    let round = content.withLock { $0.round(closedBy: closing, to: first) }
    guard let (steps, count) = round else { return }
    var (way, state, arrived) = (way, content.withLock { $0.state(first) }, AppExecution<A>?.none)
    for number in 0..<count {
      let (label, expected) = steps[number % steps.count]
      guard let found = step(label, after: way, in: state, &arrived) else { break }
      if found.state != expected {
        tellApart(label, "its first time", way)
        break
      }
      (way, state) = (way.adding(label), expected)
    }
    memory.noteComparison()
    if let arrived { leave(arrived) }
  }

  /// Whether an app goes through these states when it is led along labels from its first launch.
  ///
  /// - Parameter states: the first one, and that after each label.
  func leads(along labels: [Label], through states: [State]) -> Bool {
    guard labels.count + 1 == states.count, states[0] == start else { return false }
    var (way, arrived, rest) = (AppWay<A>(), AppExecution<A>?.none, start)
    defer { if let arrived { leave(arrived) } }
    for (number, label) in labels.enumerated() where label != .occur(.goesOn) {
      // After a trap it would have to begin from rows that it did not begin with.
      if rest.state == nil { return false }
      let goesOnCount = labels[(number + 1)...].prefix { $0 == .occur(.goesOn) }.count
      guard let found = step(label, after: way, in: rest, &arrived),
        found.state == states[number + 1 + goesOnCount].atRest()
      else { return false }
      (way, rest) = (way.adding(label), found.state)
    }
    return true
  }

  /// Takes note that a step leads elsewhere after two ways to what looks like one state.
  func tellApart(_ label: Label, _ first: String, _ second: AppWay<A>) {
    tellApart(
      "what looks alike goes on differently when \(WrittenWay.words(label)): after \(first); and "
        + "after \(second.words)")
  }

  /// Takes note that an app hides something.
  ///
  /// - Parameter mayHelp: whether states of more parts may tell it.
  private func tellApart(_ words: String, mayHelp: Bool = true) {
    if memory.edition != edition || memory.complaint != nil { return }
    // Work of another thread comes when it likes, and is on its way.
    if let words = LiveScheduler.strayComplaint(Self.purpose, of: memory, milliseconds: 100) {
      return memory.complain(words)
    }
    let words = "hidden state: \(words)"
    if mayHelp { memory.tellApart(words, in: edition) } else { memory.complain(words) }
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
