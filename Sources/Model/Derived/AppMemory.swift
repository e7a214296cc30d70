import Foundation
import Synchronization

/// What was found out about an app: answers, the occasions on which they were given, and what cannot be
/// asked.
///
/// Workers share it; each thread asks by an interview of its own.
final class AppMemory<A: App>: Sendable {
  typealias Occasion = AppInterview<A>.Occasion
  typealias Decision = AppDecision

  /// A call as it was met first.
  struct Known: Sendable {
    let occasion: Occasion
    let body: GateBody<A.Rows>
    let answers: [String]
  }

  struct Element: Hashable {
    let old: A.State
    let action: A.Action
  }

  struct Ending: Hashable {
    let call: GateCall
    let result: Result<GateReply, OperationFailure>
  }

  struct Content {
    var decisions: [Occasion: Decision] = [:]
    /// In the order in which they were asked.
    var occasions: [Occasion] = []
    var known: [GateCall: Known] = [:]
    var subjects: [GateCall: [AppSubject]] = [:]
    /// The occasions on which calls were met last.
    var latest: [GateCall: Occasion] = [:]
    var actions: [Ending: AppAction<A.Action>?] = [:]
    var endings: [Ending] = []
    /// The actions that report failures, in words.
    var texts: [A.Action: String] = [:]
    var errors: [OperationFailure: any Error] = [.injected: OperationFailure.injected]
    var notices = Notices()
    /// Answers that are worth nothing: nothing holds.
    var complaints: [String] = []
    /// What the app does beside one call and one dispatch for an element: no product can tell of it.
    var oddities: [String] = []
    var hasCrashed = false
  }

  let app: A
  let questions: AppQuestions
  let content = Mutex(Content())
  private let knownFacts = Mutex<[A.State: AppFacts]>([:])

  /// Tells it from every other memory.
  private let number = memoryCount.add(1, ordering: .relaxed).newValue

  init(_ app: A, _ questions: AppQuestions) {
    self.app = app
    self.questions = questions
  }

  func complain(_ words: String) {
    content.withLock { if !$0.complaints.contains(words) { $0.complaints.append(words) } }
  }

  private func complain(of observed: AppInterview<A>.Observation, _ moment: @autoclosure () -> String) {
    if let words = observed.launchUnrest {
      complain("\(words) at its launch, before anybody does anything")
    } else if let words = observed.unrest {
      complain("\(moment()), \(words)")
    }
  }

  private func wonder(_ words: String) {
    content.withLock { if !$0.oddities.contains(words) { $0.oddities.append(words) } }
  }

  /// Does something that a search asks for, and takes note of a trap.
  func noting<Answer>(_ body: () throws -> Answer) throws -> Answer {
    do { return try body() } catch {
      if error is Crash { content.withLock { $0.hasCrashed = true } }
      throw error
    }
  }

  // MARK: Reducer

  func reduce(_ state: A.State, _ action: A.Action) throws -> A.State {
    let app = app
    return try questions.ask({ .reduce(action, in: state) }) { try app.reduce(state, action) }
  }

  func deeds(in state: A.State) -> [Deed<A.Action>] {
    let app = app
    do {
      return try questions.ask({ .deeds(in: state) }) { app.deeds(in: state) }
    } catch {
      complain("\(error)")
      return []
    }
  }

  /// What rows show; a trap is a complaint.
  func showing(_ rows: A.Rows) -> StoredRows<A.State>? {
    let app = app
    do {
      return try questions.ask({ .showing(rows) }) { app.showing(rows) }
    } catch {
      complain("showing(_:) traps: \(error)")
      return .unopened
    }
  }

  // MARK: Listener

  /// What the listener does when it takes an element.
  func decision(on occasion: Occasion) -> Decision {
    if let known = content.withLock({ $0.decisions[occasion] }) { return known }
    let (decision, known) = ask(occasion)
    return content.withLock {
      // Where two workers ask at once, the first answer stands for both.
      if let first = $0.decisions[occasion] { return first }
      $0.decisions[occasion] = decision
      $0.occasions.append(occasion)
      $0.notices.learn(decision, on: occasion)
      if case .call(let call) = decision {
        if $0.known[call] == nil { $0.known[call] = known }
        $0.latest[call] = occasion
      }
      return decision
    }
  }

  func ask(_ occasion: Occasion) -> (Decision, Known?) {
    guard let interview else { return (.nothing, nil) }
    do {
      let observed = try questions.ask({
        .listener(old: occasion.old, occasion.action, current: occasion.current)
      }) { interview.calls(on: occasion) }
      return (decision(observed, on: occasion), observed.known(on: occasion))
    } catch {
      return (.trap((error as? Crash)?.reason ?? "\(error)"), nil)
    }
  }

  private func decision(_ observed: AppInterview<A>.Observation, on occasion: Occasion) -> Decision {
    var action: String { ContentTree(occasion.action).words }
    if observed.waiting.count > 1 {
      wonder("the listener makes \(observed.waiting.count) calls at once for \(action)")
    }
    if let first = observed.dispatched.first {
      wonder(
        "the listener dispatches \(ContentTree(first).words) before a call is answered, for \(action)")
    }
    complain(of: observed, "after \(action)")
    guard let call = observed.waiting.first?.call else { return .nothing }
    return .call(call.reporting(observed.report.map(text)))
  }

  /// An action as code would write it.
  private func text(of action: A.Action) -> String {
    if let known = content.withLock({ $0.texts[action] }) { return known }
    let text = ContentTree(action).text
    content.withLock { $0.texts[action] = text }
    return text
  }

  /// The subjects that began to wait with the action for which a call was made first; where none did, those
  /// whose statuses its failure changes.
  func subjects(of call: GateCall) -> [AppSubject] {
    let call = call.unanswered
    if let known = content.withLock({ $0.subjects[call] }) { return known }
    let subjects = findSubjects(of: call)
    content.withLock { $0.subjects[call] = subjects }
    return subjects
  }

  private func findSubjects(of call: GateCall) -> [AppSubject] {
    guard let occasion = known(call)?.occasion else { return [] }
    if let new = try? reduce(occasion.old, occasion.action) {
      let accepted = accepted(from: occasion.old, to: new)
      if !accepted.isEmpty { return accepted }
    }
    guard case .does(let ending)? = completion(of: call, .failure(.injected)),
      let ended = try? reduce(occasion.current, ending)
    else { return [] }
    let before = facts(of: occasion.current).statuses
    return facts(of: ended).statuses.filter { before[$0.key] != $0.value }.keys.sorted()
  }

  /// The deed whose action made the listener ask for a call.
  func deed(behind call: GateCall) -> Deed<A.Action>? {
    guard let occasion = known(call)?.occasion else { return nil }
    return deeds(in: occasion.old).first { $0.action == occasion.action }
  }

  func accepted(from old: A.State, to new: A.State) -> [AppSubject] {
    let before = facts(of: old).statuses
    return facts(of: new).statuses.filter { $0.value == .waiting && before[$0.key] != .waiting }.keys
      .sorted()
  }

  /// What reflection finds in a state.
  func facts(of state: A.State) -> AppFacts {
    if let known = knownFacts.withLock({ $0[state] }) { return known }
    let facts = AppFacts(of: state)
    knownFacts.withLock { known in
      if known.count == Self.factCountMax { known = [:] }
      known[state] = facts
    }
    return facts
  }

  /// A search asks for the facts of a state again and again while it is near; some megabytes are enough.
  private static var factCountMax: Int { 4096 }

  // MARK: Calls

  private func known(_ call: GateCall) -> Known? { content.withLock { $0.known[call.unanswered] } }

  /// A call with each answer that the world outside can give it.
  func answers(to call: GateCall) -> [GateCall] {
    (known(call)?.answers ?? []).enumerated().map { call.answered($0, words: $1) }
  }

  /// What a call does to the rows.
  ///
  /// - Throws: an `OperationFailure` with the words of the error that the call threw, or a `Crash`.
  func perform(_ call: GateCall, on rows: inout A.Rows) throws -> GateReply {
    guard let known = known(call) else {
      complain("nothing asked for \(call.phrase)")
      throw OperationFailure.injected
    }
    let before = rows
    do {
      return try questions.ask({ .call(call, on: before) }) { try known.body.run(&rows, call.answer) }
    } catch let crash as Crash {
      throw crash
    } catch {
      let failure = OperationFailure(error)
      content.withLock { $0.errors[failure] = error }
      throw failure
    }
  }

  /// What is dispatched when a call ends so; nil for nothing.
  func completion(
    of call: GateCall, _ result: Result<GateReply, OperationFailure>
  ) -> AppAction<A.Action>? {
    let ending = Ending(call: call, result: result)
    if let known = content.withLock({ $0.actions[ending] }) { return known }
    let action = ask(ending)
    return content.withLock {
      if let first = $0.actions[ending] { return first }
      $0.actions[ending] = action
      $0.endings.append(ending)
      return action
    }
  }

  /// - Parameter isLatest: whether the occasion is the one on which the call was met last, not first.
  func ask(_ ending: Ending, isLatest: Bool = false) -> AppAction<A.Action>? {
    let call = ending.call
    guard let known = known(call), let interview else { return nil }
    let latest = isLatest ? content.withLock { $0.latest[call.unanswered] } : nil
    let told = ending.result.mapError { failure in content.withLock { $0.errors[failure] ?? failure } }
    do {
      let occasion = latest ?? known.occasion
      let observed = try questions.ask({ .ending(call, ending.result) }) {
        interview.dispatched(after: told, on: occasion)
      }
      if observed.dispatched.count > 1 {
        wonder("\(observed.dispatched.count) actions are dispatched when \(call.phrase) ends")
      }
      if let next = observed.waiting.first?.call,
        observed.waiting.count > 1 || next != reaction(to: observed.dispatched, in: occasion.current)
      {
        wonder("\(call.phrase) is followed by another call, \(next.phrase)")
      }
      complain(of: observed, "when \(call.phrase) ends")
      return observed.dispatched.first.map(AppAction.does)
    } catch {
      return .trap((error as? Crash)?.reason ?? "\(error)")
    }
  }

  /// The call that the listener makes for what was dispatched when a call ended, as a gate sees it.
  private func reaction(to dispatched: [A.Action], in current: A.State) -> GateCall? {
    guard let action = dispatched.first,
      case .call(let call) = decision(on: Occasion(old: current, action: action, current: current))
    else { return nil }
    return call.asked
  }

  // MARK: Interviews

  /// What a thread keeps: an interview, and whose it is.
  private final class Seat {
    let number: Int
    let interview: AppInterview<A>

    init(number: Int, interview: AppInterview<A>) { (self.number, self.interview) = (number, interview) }
  }

  /// The interview of this thread.
  private var interview: AppInterview<A>? {
    // One for each type of app: a thread may outlive many memories, and an address is used again.
    let key = "interview of \(A.self)"
    if let known = Thread.current.threadDictionary[key] as? Seat, known.number == number {
      return known.interview
    }
    do {
      let interview = try AppInterview(app, questions)
      Thread.current.threadDictionary[key] = Seat(number: number, interview: interview)
      return interview
    } catch {
      complain(error.description)
      return nil
    }
  }
}

private let memoryCount = Atomic<Int>(0)

extension AppInterview.Observation {
  fileprivate func known(on occasion: AppInterview<A>.Occasion) -> AppMemory<A>.Known? {
    waiting.first.map { AppMemory.Known(occasion: occasion, body: $0.body, answers: $0.body.answers) }
  }
}

/// What a listener does when it takes an element.
enum AppDecision: Hashable, Sendable {
  case nothing
  case call(GateCall)
  /// The app trapped when it was asked; with the runtime's words.
  case trap(String)
}

/// What reaches an app's reducer; a trap of the code that was about to dispatch is one too.
public enum AppAction<Action: Hashable & Sendable>: Hashable, Sendable, Enveloping {
  case does(Action)
  /// The app trapped before it could dispatch; with the runtime's words.
  case trap(String)

  var enveloped: Any {
    switch self {
    case .does(let action): action
    case .trap(let cause): cause
    }
  }
}
