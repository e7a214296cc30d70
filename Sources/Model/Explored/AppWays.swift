import Synchronization

/// The ways that led to the states of a running app, and what was seen on them.
///
/// To take a step out of a state, the app is launched anew and led there by the labels of the way
/// on which it was met first. VeriSoft and CHESS replay like this; here the states that were met
/// are remembered, too, and an app that has taken its step walks on by steps that are not taken
/// yet.
///
/// Where two ways lead to one state, the same steps have to lead to the same states after both.
/// Where they do not, the app hides something. The first states are all compared once: what an app
/// hides mostly shows soon. Later on, every walk takes a step whose end another one has seen.
///
/// Questions are answered side by side, and what they bring is taken in one after the other: what a
/// search finds does not depend on how many threads there are.
final class AppWays<A: App>: Sendable {
  typealias State = RuntimeState<DerivedProduct<A>>
  typealias Label = RuntimeLabel<DerivedProduct<A>>
  typealias Outcome = AppExecution<A>.Outcome
  typealias Place = AppSteps<A>.Place
  typealias Taken = (label: Label, outcome: Outcome)
  typealias Content = MetStates<A>
  typealias Arrival = MetStates<A>.Arrival

  let guide: AppGuide<A>
  let content = Mutex(Content())
  private let ahead = WorkAhead<AppFindings<A>>()
  /// So many states are all compared once, each by all of its steps: more of an app that is known
  /// to hide something.
  var comparedCountMax: Int { guide.edition == .plain ? 64 : 512 }

  /// The ways of the edition before.
  private let earlier: AppWays?

  init(
    _ memory: AppMemory<A>, _ scope: Scope<NoValues>, _ edition: AppEdition, after earlier: AppWays?
  ) {
    guide = AppGuide(memory, scope, edition)
    self.earlier = earlier
    content.withLock { [guide] in
      let place = $0.steps.place(of: AppSteps<A>.Key(guide.start))
      $0.add(place, guide.start, guide.notes, nil)
    }
  }

  /// Every step out of a state that was met before, taken by the app.
  func successors(of state: State) -> [Taken] {
    let key = AppSteps<A>.Key(state)
    guard let number = content.withLock({ $0.number(of: key) }) else {
      // Who asks about a state of an earlier edition begins anew.
      if !guide.isOver && !isOfEarlierEdition(key) {
        guide.memory.complain("a state is asked about that no way led to")
      }
      return []
    }
    let findings = ahead.answer(
      number, outOf: { [self] in content.withLock { $0.places.count } }
    ) { [self] in self.findings(for: $0) }
    guide.take(content.withLock { $0.take(findings, mayTell: choice) })
    var evidence = AppEvidence()
    defer { guide.take(evidence) }
    let way = way(to: number)
    for other in content.withLock({ $0.otherWays.removeValue(forKey: number) }) ?? [] {
      compare(number, after: other, &evidence)
    }
    for (label, outcome) in findings.outcomes {
      if outcome.traits.contains(.crash) { guide.memory.noteCrash() }
      // An app that has trapped goes nowhere.
      let arrival = Arrival(source: number, label: label)
      guard let (known, isCompared) = note(outcome, arrival), state.state != nil else { continue }
      let other = way.adding(label)
      let isLooked = known < comparedCountMax || known == number && label == .occur(.timePasses)
      if known <= number && isLooked {
        goRound(closedBy: arrival, to: known, after: other, &evidence)
      }
      if !isCompared { continue }
      let isAnswered = content.withLock { content in
        if content.isAnswered(known) { return true }
        content.otherWays[known, default: []].append(other)
        return false
      }
      if isAnswered { compare(known, after: other, &evidence) }
    }
    return findings.outcomes
  }

  private func isOfEarlierEdition(_ key: AppSteps<A>.Key) -> Bool {
    guard let earlier else { return false }
    return earlier.content.withLock { $0.number(of: key) != nil } || earlier.isOfEarlierEdition(key)
  }

  /// Takes note of a state.
  ///
  /// - Returns: the number of a known one, and whether the ways to it are to be compared; nil for a
  ///   new one.
  private func note(_ found: Outcome, _ arrival: Arrival) -> (known: Int, isCompared: Bool)? {
    content.withLock { content in
      let place = found.place ?? content.steps.place(of: AppSteps<A>.Key(found.state))
      guard let known = content.numbers[place] else {
        content.add(place, found.state, found.notes, arrival)
        return nil
      }
      // A step that is taken once more is no other way.
      if content.arrivals[known] == arrival { return (known, false) }
      let isCompared =
        known < comparedCountMax
        && content.repeated[known, default: []].insert(arrival.label).inserted
      if isCompared { content.others.append((known, arrival)) }
      return (known, isCompared)
    }
  }

  /// The way on which a state was met first.
  func way(to number: Int) -> AppWay<A> {
    content.withLock { content in
      var (way, number, unnotedCount) = (AppWay<A>(), number, 0)
      while true {
        if way.notes == nil, let notes = content.notes[number] {
          (way.notes, unnotedCount) = (notes, way.labels.count)
        }
        guard let arrival = content.arrivals[number] else { break }
        if content.state(arrival.source).state == nil {
          way.start = content.state(number)
          break
        }
        way.labels.append(arrival.label)
        number = arrival.source
      }
      way.labels.reverse()
      way.notedCount = way.labels.count - unnotedCount
      return way
    }
  }
}

/// Steps from a launch on.
struct AppWay<A: App> {
  typealias Label = RuntimeLabel<DerivedProduct<A>>

  /// The state at the launch after a trap, which is not taken again; nil for the first launch.
  var start: RuntimeState<DerivedProduct<A>>?
  var labels: [Label] = []
  /// How many of the steps lead to a state of which it is known what is noted there, and what that
  /// is; nil where it is to be found out from the launch on.
  var notedCount = 0
  var notes: AppExecution<A>.Notes?

  func adding(_ label: Label) -> AppWay {
    var way = self
    way.labels.append(label)
    return way
  }

  /// The way without what an edition noted on it.
  var unnoted: AppWay {
    var way = self
    (way.notes, way.notedCount) = (nil, 0)
    return way
  }

  var words: String { WrittenWay.words(labels) }

  /// That other steps can be taken after it than after another way.
  var wordsForOtherSteps: String {
    "what looks alike offers other steps after \(words) than after another way"
  }

  /// That a step leads elsewhere after it than after another way.
  ///
  /// - Parameter ends: where it leads after that way, as far as that is known, and after this one.
  func words(
    apart label: Label, from first: String,
    ends: (RuntimeState<DerivedProduct<A>>?, RuntimeState<DerivedProduct<A>>)
  ) -> String {
    "what looks alike goes on differently when \(WrittenWay.words(label)): after \(first); and "
      + "after \(words)\(ends.0?.difference(from: ends.1) ?? "")"
  }
}

extension RuntimeState {
  /// Adds the last steps that led to it.
  mutating func add<A: App>(history labels: ArraySlice<RuntimeLabel<DerivedProduct<A>>>)
  where P == DerivedProduct<A> {
    mail.append(AppNotice(content: .history(labels.map { ContentTree($0).text })))
  }

  /// What can be seen of the app itself.
  var withoutHistory: Self {
    guard (mail.last as? any TellsHistory)?.isHistory == true else { return self }
    var state = self
    state.mail.removeLast()
    return state
  }
}

extension RuntimeState {
  /// The state once all is dispatched of the step that it is in the midst of.
  func atRest<A: App>() -> Self where P == DerivedProduct<A> {
    guard case .dispatches(let rest, _, _)? = mail.last?.content, let last = rest.last else {
      return self
    }
    var state = self
    state.mail.removeLast()
    state.store = .running(last.state)
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

extension RuntimeState {
  /// Where it differs first from another state to which the same may lead, in words; empty where
  /// neither its store nor what is under way does.
  func difference<A: App>(from other: Self) -> String where P == DerivedProduct<A> {
    var comparison = ContentComparison()
    if case .running(let first) = store, case .running(let second) = other.store,
      let found = comparison.difference(between: first, second)
    {
      return "; \(found.place) differs, \(found.words)"
    }
    let calls = [self, other].map { state in
      state.underWay.isEmpty
        ? "nothing" : "'\(state.underWay.map(\.operation.phrase).joined(separator: ", "))'"
    }
    return calls[0] == calls[1] ? "" : "; what is under way differs, \(calls[0]) and \(calls[1])"
  }
}
