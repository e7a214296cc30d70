import Synchronization

/// The ways that led to the states of a running app, and what was seen on them.
///
/// To take a step out of a state, the app is launched anew and led there by the labels of the way on which it
/// was met first. VeriSoft and CHESS replay like this; here the states that were met are remembered, too.
///
/// Where two ways lead to one state, some are compared: after both, the same steps have to lead to the same
/// states. Where they do not, the app hides something. The first states are all compared once: what an app
/// hides mostly shows soon.
final class AppWays<A: App>: Sendable {
  typealias State = RuntimeState<DerivedProduct<A>>
  typealias Label = RuntimeLabel<DerivedProduct<A>>

  typealias Outcome = RunningApp<A>.Outcome

  /// A step from a state, by its number.
  private struct Arrival {
    var source: Int
    var label: Label
  }

  /// Steps from a launch on.
  private struct Way {
    /// The launch after a trap, which is not taken again; nil for the first launch.
    var start: State?
    var labels: [Label] = []
    /// What is noted at its end; nil where that is to be found out on it.
    var notes: RunningApp<A>.Notes?

    func adding(_ label: Label) -> Way { Way(start: start, labels: labels + [label]) }
    var words: String { WrittenWay.words(labels) }
  }

  private struct Content {
    var numbers: [State: Int] = [:]
    var states: [State] = []
    /// What was noted on the way to each.
    var notes: [RunningApp<A>.Notes] = []
    /// How each state was met first; nil for the first one.
    var arrivals: [Arrival?] = []
    /// The states that another way led to, of those that are all compared.
    var repeated: Set<Int> = []
    var repeatCount = 0
    /// Other ways to states that are to be compared once the steps out of those are known.
    var otherWays: [Int: Way] = [:]
  }

  let start: State
  private let memory: AppMemory<A>
  private let scope: Scope<Nothing>
  private let content = Mutex(Content())
  private let ahead = WorkAhead<[(label: Label, outcome: Outcome)]>()
  /// So many states are all compared once; then one of so many ways to a known state is.
  private static var comparedCountMax: Int { 256 }
  private static var comparedStride: Int { 64 }

  /// What tells states apart that look alike.
  let edition: AppEdition
  /// The ways of the edition before.
  private let earlier: AppWays?

  init(_ memory: AppMemory<A>, _ scope: Scope<Nothing>, _ edition: AppEdition, after earlier: AppWays?) {
    (self.memory, self.scope, self.edition, self.earlier) = (memory, scope, edition, earlier)
    let (start, notes) = Self.launched(memory, scope, edition)
    self.start = start
    content.withLock {
      $0.numbers[start] = 0
      ($0.states, $0.arrivals, $0.notes) = ([start], [nil], [notes])
    }
  }

  /// The state at the first launch; as the app describes it where it cannot be launched.
  private static func launched(
    _ memory: AppMemory<A>, _ scope: Scope<Nothing>, _ edition: AppEdition
  ) -> (State, RunningApp<A>.Notes) {
    let app = memory.app
    var state = State(
      store: .running(app.initialState), mail: [], underWay: [], database: app.initialRows,
      budgets: Budgets(
        faultsLeft: scope.faultsMax, relaunchesLeft: scope.relaunchesMax, additionsLeft: scope.additionsMax))
    var notes = RunningApp<A>.Notes(budgets: state.budgets)
    do {
      let scheduler = try LiveScheduler.ofThread("explored apps")
      try memory.questions.ask({ .launch() }) {
        let running = RunningApp(
          memory, scope, edition, on: scheduler, rows: state.database, state.budgets)
        (state, notes) = (running.state, running.notes)
        running.end()
        if let words = running.complaint { memory.complain(words) }
      }
    } catch let crash as Crash {
      state.store = .crashed(crash)
    } catch {
      memory.complain("\(error)")
    }
    return (state, notes)
  }

  /// Every step out of a state that was met before, taken by the app.
  func successors(of state: State) -> [(label: Label, outcome: Outcome)] {
    guard let number = content.withLock({ $0.numbers[state] }) else {
      // Who asks about a state of an earlier edition begins anew.
      if memory.edition == edition && !isOfEarlierEdition(state) {
        memory.complain("a state is asked about that no way led to")
      }
      return []
    }
    let way = way(to: number)
    let answers = ahead.answer(number, outOf: { [self] in content.withLock { $0.states.count } }) {
      [self] in outcomes(outOf: $0)
    }
    if let other = content.withLock({ $0.otherWays.removeValue(forKey: number) }) {
      compare(answers, after: way, other, in: state)
    }
    return answers.map { label, bare in
      var outcome = bare
      let count = edition.stepCount
      if count > 0 { outcome.state.add(history: way.adding(label).labels.suffix(count)) }
      if outcome.traits.contains(.crash) { memory.noteCrash() }
      if let known = note(outcome, Arrival(source: number, label: label)) {
        let other = way.adding(label)
        if known > number {
          content.withLock { $0.otherWays[known] = other }
        } else {
          let first = self.way(to: known)
          compare(outcomes(after: first, in: outcome.state), after: first, other, in: outcome.state)
        }
      }
      return (label, outcome)
    }
  }

  private func isOfEarlierEdition(_ state: State) -> Bool {
    guard let earlier else { return false }
    return earlier.content.withLock { $0.numbers[state] != nil } || earlier.isOfEarlierEdition(state)
  }

  private func outcomes(outOf number: Int) -> [(label: Label, outcome: Outcome)] {
    outcomes(after: way(to: number), in: content.withLock { $0.states[number] })
  }

  /// Takes note of a state.
  ///
  /// - Returns: the number of a known one, if the ways to it are to be compared.
  private func note(_ found: Outcome, _ arrival: Arrival) -> Int? {
    content.withLock { content in
      guard let known = content.numbers[found.state] else {
        content.numbers[found.state] = content.arrivals.count
        content.arrivals.append(arrival)
        content.states.append(found.state)
        content.notes.append(found.notes)
        return nil
      }
      // A step that is taken once more is no other way.
      if let first = content.arrivals[known], first.source == arrival.source, first.label == arrival.label {
        return nil
      }
      content.repeatCount += 1
      let isEarly = known < Self.comparedCountMax && content.repeated.insert(known).inserted
      return isEarly || content.repeatCount.isMultiple(of: Self.comparedStride) ? known : nil
    }
  }

  private func way(to number: Int) -> Way {
    content.withLock { content in
      var (way, number) = (Way(notes: content.notes[number]), number)
      while let arrival = content.arrivals[number] {
        if content.states[arrival.source].state == nil {
          way.start = content.states[number]
          break
        }
        way.labels.append(arrival.label)
        number = arrival.source
      }
      way.labels.reverse()
      return way
    }
  }

  // MARK: Steps

  /// Where every step leads that can be taken at the end of a way.
  private func outcomes(after way: Way, in state: State) -> [(label: Label, outcome: Outcome)] {
    if state.state == nil { return relaunched(state) }
    guard let running = run(way, to: state) else { return [] }
    var labels: [Label] = []
    do { labels = try running.labels() } catch { memory.complain("deeds(in:) traps: \(error)") }
    // The app that has come here takes the first step.
    var arrived: RunningApp<A>? = running
    var outcomes: [(label: Label, outcome: Outcome)] = []
    for label in labels {
      let outcome = outcome(of: label, after: way, in: state, arrived)
      arrived = nil
      if let outcome { outcomes.append((label, outcome)) }
    }
    if let arrived { leave(arrived) }
    return outcomes
  }

  /// After a trap only a launch leads on.
  private func relaunched(_ state: State) -> [(label: Label, outcome: Outcome)] {
    guard state.budgets.relaunchesLeft > 0, let scheduler else { return [] }
    var budgets = state.budgets
    budgets.relaunchesLeft -= 1
    do {
      return try memory.questions.ask({ .step(Label.relaunch, after: [], from: state.database) }) {
        memory.noteLaunch()
        let running = RunningApp(memory, scope, edition, on: scheduler, rows: state.database, budgets)
        defer { leave(running) }
        if let crash = running.crash { throw crash }
        return [(.relaunch, running.outcome)]
      }
    } catch {
      return [(.relaunch, Outcome(crashing: state, by: .relaunch, (error as? Crash) ?? Crash("\(error)")))]
    }
  }

  /// The app at the end of a way; nil where it goes another one.
  private func run(_ way: Way, to state: State) -> RunningApp<A>? {
    guard let scheduler else { return nil }
    let start = way.start ?? start
    let running = RunningApp(memory, scope, edition, on: scheduler, rows: start.database, start.budgets)
    memory.noteLaunch()
    let isThere =
      way.notes.map { running.go(along: way.labels, $0) } ?? way.labels.allSatisfy { running.take($0) }
    if isThere && running.state == state.withoutHistory { return running }
    leave(running)
    memory.complain("hidden state: the app goes another way when it is led the same way again: \(way.words)")
    return nil
  }

  private func leave(_ running: RunningApp<A>) {
    running.end()
    if let words = running.complaint { memory.complain(words) }
  }

  /// Where a step leads that is taken at the end of a way.
  ///
  /// - Parameter arrived: the app at the end of the way; nil where it is to be led there.
  private func outcome(
    of label: Label, after way: Way, in state: State, _ arrived: RunningApp<A>? = nil
  ) -> Outcome? {
    if state.state == nil { return relaunched(state).first?.outcome }
    var arrived = arrived
    do {
      return try memory.questions.ask({ .step(label, after: way.labels, from: way.start?.database) }) {
        guard let running = arrived ?? run(way, to: state) else { return nil }
        arrived = nil
        defer { leave(running) }
        if running.take(label) {
          if let crash = running.crash { throw crash }
          return running.outcome
        }
        memory.complain("a step cannot be taken that was offered, \(way.adding(label).words)")
        return nil
      }
    } catch {
      if let arrived { leave(arrived) }
      return Outcome(crashing: state, by: label, (error as? Crash) ?? Crash("\(error)"))
    }
  }

  /// Looks whether two ways to a state have the same successors.
  ///
  /// - Parameter outcomes: where the steps lead after the first way.
  private func compare(
    _ outcomes: [(label: Label, outcome: Outcome)], after first: Way, _ second: Way, in state: State
  ) {
    for (label, expected) in outcomes {
      guard let found = outcome(of: label, after: second, in: state) else { return }
      if found == expected { continue }
      memory.tellApart(
        "hidden state: what looks alike goes on differently when \(WrittenWay.words(label)): after "
          + "\(first.words); and after \(second.words)", in: edition)
      return
    }
    memory.noteComparison()
  }

  /// The scheduler of this thread.
  private var scheduler: LiveScheduler? {
    do { return try LiveScheduler.ofThread("explored apps") } catch {
      memory.complain(error.description)
      return nil
    }
  }
}

extension RuntimeState {
  /// Adds the last steps that led to it.
  fileprivate mutating func add<A: App>(history labels: ArraySlice<RuntimeLabel<DerivedProduct<A>>>)
  where P == DerivedProduct<A> {
    mail.append(AppNotice(content: .history(labels.map { ContentTree($0).text })))
  }

  /// What can be seen of the app itself.
  fileprivate var withoutHistory: Self {
    guard (mail.last as? any TellsHistory)?.isHistory == true else { return self }
    var state = self
    state.mail.removeLast()
    return state
  }
}

/// Something that may be no more than what led to a state.
private protocol TellsHistory {
  var isHistory: Bool { get }
}

extension AppNotice: TellsHistory {
  fileprivate var isHistory: Bool { if case .history = content { true } else { false } }
}
