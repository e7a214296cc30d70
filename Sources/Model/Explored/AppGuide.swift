/// How a running app is launched, led to a state, and takes steps from there.
struct AppGuide<A: App>: Sendable {
  typealias State = RuntimeState<DerivedProduct<A>>
  typealias Label = RuntimeLabel<DerivedProduct<A>>
  typealias Outcome = AppExecution<A>.Outcome
  typealias Taken = (label: Label, outcome: Outcome)

  let memory: AppMemory<A>
  let scope: Scope<NoValues>
  /// What tells states apart that look alike.
  let edition: AppEdition
  /// The state at the first launch, and what is noted there.
  let start: State
  let notes: AppExecution<A>.Notes

  init(_ memory: AppMemory<A>, _ scope: Scope<NoValues>, _ edition: AppEdition) {
    (self.memory, self.scope, self.edition) = (memory, scope, edition)
    (start, notes) = Self.launched(memory, scope, edition)
  }

  /// The state at the first launch; as the app describes it where it cannot be launched.
  private static func launched(
    _ memory: AppMemory<A>, _ scope: Scope<NoValues>, _ edition: AppEdition
  ) -> (State, AppExecution<A>.Notes) {
    let app = memory.app
    var state = State(
      store: .running(app.initialState), mail: [], underWay: [], database: app.initialRows,
      budgets: Budgets(
        faultsLeft: scope.faultsMax, relaunchesLeft: scope.relaunchesMax,
        additionsLeft: scope.additionsMax, occurrencesLeft: scope.pushesMax))
    var notes = AppExecution<A>.Notes(budgets: state.budgets)
    do {
      let scheduler = try LiveScheduler.ofThread(Self.purpose, for: memory)
      try memory.questions.ask({ .launch() }) {
        let running = AppExecution(
          memory, scope, edition, on: scheduler, rows: state.database, state.budgets)
        (state, notes) = (running.state, running.notes)
        running.end()
        if let words = running.complaint { memory.complain(words) }
        if let words = running.leak { memory.noteLeak(words) }
      }
    } catch let crash as Crash {
      state.store = .crashed(crash)
    } catch {
      memory.complain("\(error)")
    }
    return (state, notes)
  }

  // MARK: Steps

  /// The steps that can be taken; nil where none can be listed.
  func labels(of running: AppExecution<A>, _ evidence: inout AppEvidence) -> [Label]? {
    do { return try running.labels() } catch {
      evidence.complain("interactions(in:) traps: \(error)")
      return nil
    }
  }

  /// Where every step leads that can be taken at the end of a way.
  func outcomes(
    after way: AppWay<A>, in state: State, _ evidence: inout AppEvidence
  ) -> [Taken] {
    if state.state == nil { return relaunched(state, after: way, &evidence) }
    guard let running = run(way, to: state, &evidence) else { return [] }
    let labels = labels(of: running, &evidence) ?? []
    // The app that has come here takes the first step.
    var arrived: AppExecution<A>? = running
    defer { if let arrived { leave(arrived, &evidence) } }
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
      if let running = arrived { leave(running, &evidence) }
      arrived = nil
    }
    return step(label, after: way, in: state, &arrived, &evidence)
  }

  /// Takes a step at the end of a way.
  ///
  /// - Parameter arrived: the app there, nil where it is to be led there; nil again after a trap.
  func step(
    _ label: Label, after way: AppWay<A>, in state: State, _ arrived: inout AppExecution<A>?,
    _ evidence: inout AppEvidence
  ) -> Outcome? {
    var found: Outcome?
    do {
      try memory.questions.ask({ .step(label, after: way.labels, from: way.start?.database) }) {
        arrived = arrived ?? run(way, to: state, &evidence)
        guard let running = arrived else { return }
        if !running.take(label) {
          evidence.complain("a step cannot be taken that was offered, \(way.adding(label).words)")
        } else if let crash = running.crash {
          throw crash
        } else {
          found = running.outcome
        }
      }
    } catch {
      if let running = arrived { leave(running, &evidence) }
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
    guard state.budgets.relaunchesLeft > 0, let scheduler = scheduler(&evidence) else { return [] }
    var budgets = state.budgets
    budgets.relaunchesLeft -= 1
    let outcome: Outcome
    do {
      outcome = try memory.questions.ask({ .step(Label.relaunch, after: [], from: state.database) })
      {
        evidence.launchCount += 1
        let running = AppExecution(
          memory, scope, edition, on: scheduler, rows: state.database, budgets)
        defer { leave(running, &evidence) }
        if let crash = running.crash { throw crash }
        return running.outcome
      }
    } catch {
      outcome = Outcome(crashing: state, by: .relaunch, (error as? Crash) ?? Crash("\(error)"))
    }
    return [(.relaunch, told(outcome, of: .relaunch, after: way))]
  }

  /// The app at the end of a way; nil where it goes another one.
  func run(
    _ way: AppWay<A>, to state: State, _ evidence: inout AppEvidence
  ) -> AppExecution<A>? {
    let running = arrival(by: way, &evidence)
    if let running, running.state == state.withoutHistory { return running }
    let difference = running?.state.difference(from: state) ?? ""
    if let running { leave(running, &evidence) }
    // Another app may have taken the last step, after another way.
    tellApart(
      "the app goes another way when it is led the same way again: \(way.words)\(difference)"
        + (difference.isEmpty
          ? ""
          : ": give the app its dates, ids and random values, and keep all else in its state"),
      &evidence, mayTell: way.notedCount < way.labels.count ? AppEvidence.Hidden.untried : nil)
    return nil
  }

  /// The app at the end of a way; nil where a step cannot be taken.
  private func arrival(by way: AppWay<A>, _ evidence: inout AppEvidence) -> AppExecution<A>? {
    guard let scheduler = scheduler(&evidence) else { return nil }
    let start = way.start ?? start
    let running = AppExecution(
      memory, scope, edition, on: scheduler, rows: start.database, start.budgets)
    evidence.launchCount += 1
    let isThere =
      (way.notes.map { running.go(along: way.labels.prefix(way.notedCount), $0) } ?? true)
      && way.labels.dropFirst(way.notedCount).allSatisfy { running.take($0) }
    if isThere { return running }
    leave(running, &evidence)
    return nil
  }

  func leave(_ running: AppExecution<A>, _ evidence: inout AppEvidence) {
    running.end()
    if let words = running.complaint { evidence.complain(words) }
    evidence.leak = evidence.leak ?? running.leak
  }

  // MARK: What is hidden

  /// Whether there is a later edition by now.
  var isOver: Bool { memory.edition(in: scope) != edition }

  /// Whether an app goes through these states when it is led along labels from its first launch.
  ///
  /// - Parameters:
  ///   - states: the first one, and that after each label.
  ///   - tellsApart: whether it is told where it goes through others.
  func leads(
    along labels: [Label], through states: [State], tellingApart tellsApart: Bool
  ) -> Bool {
    guard labels.count + 1 == states.count, states[0] == start else { return false }
    var (way, arrived, rest) = (AppWay<A>(), AppExecution<A>?.none, start)
    var evidence = AppEvidence()
    defer {
      if let arrived { leave(arrived, &evidence) }
      take(evidence)
    }
    for (number, label) in labels.enumerated() where label != .occur(.goesOn) {
      // After a trap it would have to begin from rows that it did not begin with.
      if rest.state == nil { return false }
      let goesOnCount = labels[(number + 1)...].prefix { $0 == .occur(.goesOn) }.count
      guard let found = step(label, after: way, in: rest, &arrived, &evidence),
        found.state == states[number + 1 + goesOnCount].atRest()
      else {
        if tellsApart {
          // What was offered after another way need not be there after this one.
          evidence = AppEvidence()
          tellApart("the app goes another way: \(way.adding(label).words)", &evidence)
        }
        return false
      }
      (way, rest) = (way.adding(label), found.state)
    }
    return true
  }

  /// Takes note of what was seen.
  func take(_ evidence: AppEvidence) { memory.take(evidence, in: edition, of: scope) }

  /// Takes note that an app hides something.
  ///
  /// - Parameter mayTell: whether an edition may tell it apart; nil where none may.
  func tellApart(
    _ words: String, _ evidence: inout AppEvidence,
    mayTell: AppEvidence.Hidden.Choice? = AppEvidence.Hidden.untried
  ) {
    if evidence.hidden != nil || evidence.complaint != nil || isOver { return }
    // Work of another thread comes when it likes, and is on its way.
    if let words = LiveScheduler.strayComplaint(Self.purpose, of: memory, milliseconds: 100) {
      return evidence.complain(words)
    }
    evidence.hidden = .init(words: "hidden state: \(words)", mayTell: mayTell)
  }

  /// Whether another edition tells apart what two ways lead to, or lets the same follow from it.
  ///
  /// - Parameter label: the step that leads elsewhere after each.
  func tells(
    _ edition: AppEdition, apart first: AppWay<A>, _ second: AppWay<A>, _ label: Label
  ) -> Bool {
    let guide = AppGuide(memory, scope, edition)
    var evidence = AppEvidence()
    defer { memory.take(evidence, in: edition, of: scope) }
    guard let state = guide.state(after: first, &evidence),
      state == guide.state(after: second, &evidence)
    else { return true }
    let outcomes = [first, second].map {
      guide.outcome(of: label, after: $0.unnoted, in: state, &evidence)
    }
    return outcomes[0] == outcomes[1]
  }

  /// The state at the end of a way; nil where the app does not come there.
  private func state(after way: AppWay<A>, _ evidence: inout AppEvidence) -> State? {
    guard let running = arrival(by: way.unnoted, &evidence) else { return nil }
    defer { leave(running, &evidence) }
    var state = running.state
    if edition.stepCount > 0 { state.add(history: way.labels.suffix(edition.stepCount)) }
    return state
  }

  /// What schedulers are for here.
  static var purpose: String { "explored apps" }

  /// The scheduler of this thread.
  private func scheduler(_ evidence: inout AppEvidence) -> LiveScheduler? {
    // What came since the last launch is told before its scheduler goes.
    if let words = LiveScheduler.strayComplaint(Self.purpose, of: memory, milliseconds: 0) {
      evidence.complain(words)
    }
    do { return try LiveScheduler.ofThread(Self.purpose, for: memory) } catch {
      evidence.complain(error.description)
      return nil
    }
  }
}
