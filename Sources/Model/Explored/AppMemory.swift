import Synchronization

/// What is known of an app, whichever searches and workers found it out.
final class AppMemory<A: App>: Sendable {
  private struct Content {
    /// What calls do, as each was met first.
    var bodies: [GateCall: GateBody<A.Rows>] = [:]
    var ways: [Scope<NoValues>: AppWays<A>] = [:]
    /// What tells states apart that look alike, in each scope.
    ///
    /// Scopes may be searched side by side, so that none goes by what another one has found.
    var editions: [Scope<NoValues>: AppEdition] = [:]
    var facts: [A.State: AppFacts] = [:]
    /// The interactions that were listed in a state, and in the order of labels.
    var interactions:
      [A.State: (listed: [Interaction<A.Action>], sorted: [Interaction<A.Action>])] = [:]
    /// What begins to wait with the screens that are offered in a state.
    var offered: [A.State: Set<AppSubject>] = [:]
    var shape: AppShape?
    var complaint: String?
    var isHiding = false
    /// What an execution left behind, of the first that did.
    var leak: String?
    var counts = Counts()
  }

  /// What happened in all searches.
  struct Counts {
    var launchCount = 0
    var hasCrashed = false
    var comparedCount = 0
  }

  let app: A
  let questions: QuestionsToApp
  let effects: AppEffects<A>
  /// The statuses at first.
  private let placed: Set<AppSubject>
  private let content = Mutex(Content())

  init(_ app: A, _ questions: AppQuestions) {
    self.app = app
    placed = Set(ContentTree(app.initialState).statuses(among: nil).keys)
    self.questions = QuestionsToApp(questions, to: app)
    effects = AppEffects(app, self.questions)
  }

  var complaint: String? { content.withLock { $0.complaint } }

  func complain(_ words: String) { content.withLock { $0.complaint = $0.complaint ?? words } }

  var leak: String? { content.withLock { $0.leak } }
  func noteLeak(_ words: String) { content.withLock { $0.leak = $0.leak ?? words } }

  var counts: Counts { content.withLock { $0.counts } }

  /// Takes note of what was seen in a search of an edition.
  func take(_ evidence: AppEvidence, in edition: AppEdition, of scope: Scope<NoValues>) {
    content.withLock { content in
      content.counts.launchCount += evidence.launchCount
      content.counts.comparedCount += evidence.comparedCount
    }
    if let words = evidence.leak { noteLeak(words) }
    if let words = evidence.complaint { complain(words) }
    guard let hidden = evidence.hidden, edition >= self.edition(in: scope) else { return }
    guard let mayTell = hidden.mayTell else { return complain(hidden.words) }
    let next = AppEdition.allCases.first { $0 > edition && mayTell($0) }
    content.withLock { content in
      // Another worker may have come to tell more apart at the same time.
      if edition < content.editions[scope] ?? .plain { return }
      if let next {
        content.editions[scope] = next
      } else if content.complaint == nil {
        (content.complaint, content.isHiding) = (hidden.words, true)
      }
    }
  }

  func noteCrash() { content.withLock { $0.counts.hasCrashed = true } }

  /// The ways that lead to states within a scope.
  func ways(in scope: Scope<NoValues>) -> AppWays<A> {
    let (known, edition) = content.withLock { ($0.ways[scope], $0.editions[scope] ?? .plain) }
    if let known, known.guide.edition == edition { return known }
    let ways = AppWays(self, scope, edition, after: known)
    return content.withLock { content in
      // Another worker may have been quicker, or know more by now.
      if let known = content.ways[scope], known.guide.edition >= edition {
        return known.guide.edition == edition ? known : ways
      }
      content.ways[scope] = ways
      return ways
    }
  }

  /// Another number as soon as states are told apart that were one before.
  func edition(in scope: Scope<NoValues>) -> AppEdition {
    content.withLock { $0.editions[scope] ?? .plain }
  }

  /// Whether states that look alike cannot be told apart, and nothing else is wrong.
  var isHiding: Bool { content.withLock { $0.isHiding } }

  // MARK: What the app says

  func interactions(in state: A.State) throws -> [Interaction<A.Action>] {
    let app = app
    return try questions.ask({ .interactions(in: state) }) { app.interactions(in: state) }
  }

  /// The interactions in the order of labels.
  func sortedInteractions(in state: A.State) throws -> [Interaction<A.Action>] {
    let listed = try interactions(in: state)
    if let known = content.withLock({ $0.interactions[state] }), known.listed == listed {
      return known.sorted
    }
    let sorted = listed.sorted(by: contentPrecedes)
    content.withLock { content in
      if content.interactions.count == Self.factCountMax { content.interactions = [:] }
      content.interactions[state] = (listed, sorted)
    }
    return sorted
  }

  func reduce(_ state: A.State, _ action: A.Action) throws -> A.State {
    let app = app
    return try questions.ask({ .reduce(action, in: state) }) { try app.reduce(state, action) }
  }

  /// The state after an action that led to another; nil where it may not come once more.
  ///
  /// An app may trap then, which is no mistake: it is asked about one state only.
  func repeating(_ action: A.Action, in state: A.State) -> A.State? {
    let isRefused = questions.hasTrapped { .reduce(action, in: state) }
    return isRefused ? nil : try? reduce(state, action)
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

  /// What reflection finds in a state, and what the app says of it.
  func facts(of state: A.State) -> AppFacts {
    if let known = content.withLock({ $0.facts[state] }) { return known }
    let stored = app.stored(in: state)
    let facts = AppFacts(
      of: state, stored: stored == state ? nil : stored, app.statuses(of: state), placed: placed)
    content.withLock { content in
      if content.facts.count == Self.factCountMax { content.facts = [:] }
      content.facts[state] = facts
    }
    return facts
  }

  func statuses(of state: A.State) -> [AppSubject: Status] { facts(of: state).statuses }

  /// Whether two states differ in what is no status; not where one is unknown.
  func areApart(_ first: A.State?, _ second: A.State) -> Bool {
    first.map { facts(of: $0).contents != facts(of: second).contents } ?? false
  }

  /// What begins to wait when people come to a screen that is offered.
  func subjectsOffered(in state: A.State) -> Set<AppSubject> {
    if let known = content.withLock({ $0.offered[state] }) { return known }
    let offered = findSubjectsOffered(in: state)
    content.withLock { content in
      if content.offered.count == Self.factCountMax { content.offered = [:] }
      content.offered[state] = offered
    }
    return offered
  }

  /// A search asks for the facts of a state again and again while it is near; some megabytes are
  /// enough.
  private static var factCountMax: Int { 4096 }

  /// What kinds of statuses, rows and interactions it has.
  var shape: AppShape {
    if let known = content.withLock({ $0.shape }) { return known }
    let shape = findShape()
    content.withLock { $0.shape = shape }
    return shape
  }

  // MARK: Calls

  /// Takes note of what a call does.
  ///
  /// - Returns: whether that was not known: the body is kept, and the app with it that it may hold.
  func note(_ call: GateCall, _ body: GateBody<A.Rows>) -> Bool {
    content.withLock { content in
      if content.bodies[call] != nil { return false }
      content.bodies[call] = body
      return true
    }
  }

  private func body(of call: GateCall) -> GateBody<A.Rows>? {
    content.withLock { $0.bodies[call.asked.unanswered] }
  }

  /// A call with each answer that the world outside can give it.
  func answers(to call: GateCall) -> [GateCall] {
    (body(of: call)?.answers?() ?? []).enumerated().map { call.answered($0, words: $1) }
  }

  /// What a call does to the rows.
  ///
  /// - Throws: what the call throws, or a `Crash`.
  func carryOut(
    _ call: GateCall, _ body: GateBody<A.Rows>? = nil, on rows: inout A.Rows
  ) throws -> any Sendable {
    guard let body = body ?? self.body(of: call) else { throw OperationFailure.injected }
    let before = rows
    return try questions.ask({ .call(call, on: before) }) { try body.run(&rows, call.answer) }
  }
}
