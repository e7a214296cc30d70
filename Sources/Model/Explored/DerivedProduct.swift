/// What a check of an app explores, such as in `Property<AppSystem<TodoApp>>`.
public typealias AppSystem<A: App> = RuntimeSystem<DerivedProduct<A>>

/// What a component of an app subscribes to.
public typealias AppSubscription<A: App> = Subscription<DerivedProduct<A>>

/// A running app as a product: the app itself takes every step, whatever its listeners and tasks
/// do.
///
/// A state is what can be seen of the app at rest. What was dispatched and may not have been taken
/// yet stands in the mail, the calls that wait at gates are the thunks under way.
public struct DerivedProduct<A: App>: Product {
  /// What an app's state shows and its rows hold alike.
  public struct Contents: Hashable, Sendable, ReflectedContents {
    package let tree: ContentTree
    package let stored: ContentTree
  }

  /// What is on its way inside it.
  public typealias Notice = AppNotice<A.State, A.Action>
  /// A call of its database or server.
  public typealias Operation = GateCall

  let memory: AppMemory<A>
  /// What takes the steps within a scope.
  ///
  /// It is made with the product: there the compiler knows the app's type, and makes all that leads
  /// the app for that type, so that a search in a release build takes two thirds of the time.
  private let lead: @Sendable (Scope<NoValues>) -> StepSource<DerivedProduct>

  var app: A { memory.app }

  /// Makes a product of an app; nothing runs yet.
  public init(_ app: A) { self.init(app, AppQuestions.ofProcess) }

  package init(_ app: A, _ questions: AppQuestions) {
    let memory = AppMemory(app, questions)
    self.memory = memory
    lead = { Self.source(memory, in: $0) }
  }

  /// Why nothing that is seen of the app is worth anything: hidden state, or work that no schedule
  /// decides.
  public var complaint: String? { memory.complaint }
  /// Whether a step was a trap of the app.
  package var hasCrashed: Bool { memory.counts.hasCrashed }
  /// How often the app was launched to be led somewhere.
  package var launchCount: Int { memory.counts.launchCount }
  /// How many pairs of ways that lead to one state were compared.
  package var comparedCount: Int { memory.counts.comparedCount }
}

extension DerivedProduct {
  public var initialState: A.State { app.initialState }
  public func reduce(_ state: A.State, _ action: AppAction<A.Action>) throws -> A.State {
    switch action {
    case .does(let action): try app.reduce(state, action)
    }
  }
  public func gestures(in state: A.State, values: NoValues) -> [Interaction<A.Action>] {
    (try? memory.interactions(in: state)) ?? []
  }
  public func action(of gesture: Interaction<A.Action>) -> AppAction<A.Action> {
    .does(gesture.action)
  }
  public func isAppearing(_ gesture: Interaction<A.Action>) -> Bool { gesture.kind == .appears }
  public func isDestructive(_ gesture: Interaction<A.Action>) -> Bool { gesture.kind == .destroys }
  public func additionCount(of gesture: Interaction<A.Action>) -> Int { gesture.additionCount }

  /// Nothing: the app takes what was dispatched by itself.
  public func notice(old: A.State, action: AppAction<A.Action>) -> Notice? { nil }
  public func react(to notice: Notice, current: A.State) throws -> GateCall? { nil }

  public var initialDatabase: A.Rows { app.initialRows }
  public func perform(_ operation: GateCall, on rows: inout A.Rows) throws -> GateReply {
    GateReply(try memory.carryOut(operation, on: &rows))
  }
  public func answers(to operation: GateCall, values: NoValues) -> [GateCall] {
    memory.answers(to: operation)
  }
  /// It cannot be told beforehand what the app dispatches when a call ends.
  public func completion(
    of operation: GateCall, result: Result<GateReply, OperationFailure>
  ) -> AppAction<A.Action>? { nil }
  public func take(_ occurrence: AppOccurrence, in state: inout A.State, _ database: inout A.Rows) {
  }
  public func occurrences(values: NoValues) -> [AppOccurrence] { [] }

  public var hasContents: Bool { memory.shape.hasContents }
  public var boundsRecovery: Bool { memory.shape.boundsRecovery }
  public func contents(of state: A.State) -> Contents {
    let facts = memory.facts(of: state)
    return Contents(tree: facts.contents, stored: facts.stored)
  }
  public func rows(of rows: A.Rows) -> StoredRows<Contents> {
    switch memory.showing(rows) {
    case nil, .uncompared?: .uncompared
    case .unopened?: .unopened
    case .repeated(let id)?: .repeated(id: id)
    case .rows(let state)?: .rows(contents(of: state))
    }
  }

  public var collections: [AppSubject] { memory.shape.collections }
  public func statuses(of state: A.State) -> [AppSubject: Status] { memory.statuses(of: state) }
  public func kind(of subject: AppSubject) -> String {
    subject.path.isEmpty ? "state" : subject.path
  }
  public func name(of subject: AppSubject) -> String { subject.name }
  /// An entry is about the item that some other dictionary of the state has under the same key, or
  /// about what is offered all the time.
  public var holdsItem: (@Sendable (AppSubject, A.State) -> Bool)? {
    { [memory] subject, state in
      // Where nothing else has keys, the statuses are the list; so is what is loaded one by one.
      subject.name.isEmpty || !memory.shape.hasItems || memory.shape.lists.contains(subject.path)
        || memory.facts(of: state).contents.hasKey(subject.name)
        || memory.facts(of: state).kinds.contains(subject.path)
        || memory.isOffered(subject, in: state)
    }
  }
  public func subjects(of operation: GateCall) -> [AppSubject] { operation.request?.pending ?? [] }
  public func subjects(askedForBy notice: Notice) -> [AppSubject] {
    if case .element(_, let request?) = notice.content { request.pending } else { [] }
  }

  public func subscriptions(values: NoValues) -> [Subscription<DerivedProduct>] {
    app.subscriptions
  }

  public var narrator: Narrator<DerivedProduct> {
    Narrator(
      gesture: \.words, operation: { "the call \($0.phrase)" },
      occurrence: {
        $0 == .timePasses ? "time passes until the first timer is due" : "the step goes on"
      })
  }
}

extension DerivedProduct: ExploredProduct {
  func edition(in scope: Scope<NoValues>) -> Int { memory.edition(in: scope).rawValue }
  var leftBehind: String? { memory.leak }
  func subjectsAtScreens(offeredIn state: A.State) -> Set<AppSubject> {
    memory.subjectsOffered(in: state)
  }

  func source(in scope: Scope<NoValues>) -> StepSource<DerivedProduct> { lead(scope) }

  private static func source(
    _ memory: AppMemory<A>, in scope: Scope<NoValues>
  ) -> StepSource<DerivedProduct> {
    let ways = memory.ways(in: scope)
    return StepSource(
      start: ways.guide.start, trapCountMax: memory.questions.trapCountMax,
      leads: {
        ($2 || memory.isHiding) && ways.guide.leads(along: $0, through: $1, tellingApart: $2)
      }, follow: { ways.follow(shouldStop: $0) }
    ) { state in
      if case .dispatches(let rest, let request, let origin)? = state.mail.last?.content {
        return [Self.going(on: state, rest, of: request, by: origin)]
      }
      return ways.successors(of: state).map { Self.step($0, from: state, $1, memory) }
    }
  }

  /// The next dispatch of a step that dispatches more than once.
  private static func going(
    on state: RuntimeState<DerivedProduct>, _ rest: [Notice.Dispatch], of request: AppRequest?,
    by origin: Notice.Origin
  ) -> ExploredStep<DerivedProduct> {
    var state = state
    state.mail.removeLast()
    state.store = .running(rest[0].state)
    if rest.count > 1 {
      state.mail.append(
        Notice(content: .dispatches(Array(rest.dropFirst()), request, by: origin)))
    }
    var traits: StepTraits = origin == .interaction ? [.gesture, .completion] : .completion
    if rest[0].isHeard { traits.insert(.heard) }
    return ExploredStep(
      label: .occur(.goesOn), state: state, traits: traits,
      action: .does(rest[0].action))
  }

  /// A step as far as its first dispatch.
  private static func step(
    _ label: RuntimeLabel<DerivedProduct>, from old: RuntimeState<DerivedProduct>,
    _ outcome: AppExecution<A>.Outcome, _ memory: AppMemory<A>
  ) -> ExploredStep<DerivedProduct> {
    var state = outcome.state
    let dispatches = outcome.dispatches
    let thunks = thunk(of: label, from: old, to: outcome.state)
    // What an app dispatches at its launch is done before anybody can look.
    if dispatches.count > 1 && label != .relaunch {
      state.store = .running(dispatches[0].state)
      state.mail.append(
        Notice(
          content: .dispatches(
            rest(of: dispatches, thunks.0, from: old, memory),
            request(of: thunks.0, from: old, to: outcome.state), by: origin(of: label, thunks.0))))
    }
    var traits = outcome.traits.union(Self.traits(of: label))
    if label == .occur(.timePasses) && !dispatches.isEmpty { traits.insert(.completion) }
    if state == old { traits.insert(.loop) }
    let thrown: A.Action? =
      if case .gesture(let interaction, _) = label { interaction.action } else { nil }
    var step = ExploredStep<DerivedProduct>(
      label: label, state: state, traits: traits,
      action: (dispatches.first?.action ?? thrown).map(AppAction.does))
    (step.thunk, step.ended) = thunks
    return step
  }

  /// What a step dispatches after the first: of a failed reply, with whether what came before it
  /// may have told of that.
  private static func rest(
    of dispatches: [Notice.Dispatch], _ thunk: Thunk<DerivedProduct>?,
    from old: RuntimeState<DerivedProduct>, _ memory: AppMemory<A>
  ) -> [Notice.Dispatch] {
    guard case .failure? = thunk?.result, let shown = old.state else {
      return Array(dispatches.dropFirst())
    }
    let facts = memory.facts(of: shown).contents.facts(named: "")
    let statuses = memory.statuses(of: shown)
    return zip(dispatches, dispatches.dropFirst()).map { before, dispatch in
      var dispatch = dispatch
      // A number or a flag says nothing by itself.
      dispatch.hasToldFailure =
        memory.facts(of: before.state).contents.facts(named: "").contains { place, words in
          !words.isEmpty && !Shown.isValue(words) && (facts[place] ?? "").isEmpty
        }
        || memory.statuses(of: before.state).contains {
          $1.isFailure && statuses[$0] != nil && $1 != statuses[$0]
        }
      return dispatch
    }
  }

  /// The request that the rest of a step belongs to: where that of its call was given up, the one
  /// that asked for the same meanwhile and shares the answer.
  private static func request(
    of thunk: Thunk<DerivedProduct>?, from old: RuntimeState<DerivedProduct>,
    to new: RuntimeState<DerivedProduct>
  ) -> AppRequest? {
    guard let call = thunk?.operation, let request = call.request, request.isStale,
      thunk?.result != nil
    else { return thunk?.operation.request }
    return call.asked.sharer(among: old.mail, new.mail, new.underWay.map(\.operation)) ?? request
  }

  private static func origin(
    of label: RuntimeLabel<DerivedProduct>, _ thunk: Thunk<DerivedProduct>?
  ) -> Notice.Origin {
    if case .gesture = label { return .interaction }
    guard case .complete = label, let thunk, case .success? = thunk.result else { return .other }
    return .success(thunk.operation)
  }

  /// The thunk that a step goes on with, and what it is afterwards.
  private static func thunk(
    of label: RuntimeLabel<DerivedProduct>, from old: RuntimeState<DerivedProduct>,
    to new: RuntimeState<DerivedProduct>
  ) -> (Thunk<DerivedProduct>?, ended: Thunk<DerivedProduct>?) {
    switch label {
    case .perform(let call, let occurrence, _):
      guard let place = old.place(of: call, occurrence, isAsked: true) else { return (nil, nil) }
      let operation = call.serving(old.underWay[place].operation.request)
      let ended = new.underWay.indices.contains(place) ? new.underWay[place] : nil
      return (
        Thunk(operation: operation), ended.map { Thunk(operation: operation, result: $0.result) }
      )
    case .complete(let call, let occurrence):
      return (old.place(of: call, occurrence, isAsked: false).map { old.underWay[$0] }, nil)
    default: return (nil, nil)
    }
  }

  private static func traits(of label: RuntimeLabel<DerivedProduct>) -> StepTraits {
    switch label {
    case .gesture(let interaction, _):
      switch interaction.kind {
      case .appears: [.gesture, .appearing]
      case .destroys: [.gesture, .destructive]
      case .adds, .other: .gesture
      }
    case .perform(let call, _, nil): call.isPush ? [.performance, .outside] : .performance
    case .perform: [.performance, .fault]
    case .complete: .completion
    case .relaunch: .relaunch
    default: []
    }
  }
}

extension RuntimeState where P.Operation == GateCall {
  /// The place of the thunk whose call a label names.
  fileprivate func place(of call: GateCall, _ occurrence: Int, isAsked: Bool) -> Int? {
    let places = underWay.indices.filter {
      underWay[$0].operation.asked == call.unanswered && (underWay[$0].result == nil) == isAsked
    }
    return places.indices.contains(occurrence) ? places[occurrence] : nil
  }
}

extension DerivedProduct: StateReading {
  package func drafts(inState state: Any) -> [String: String] {
    // An empty field holds nothing that could be lost.
    (state as? A.State).map { app.drafts(in: $0).filter { !$0.value.isEmpty } } ?? [:]
  }
  package func owned(inState state: Any) -> OwnedData? {
    (state as? A.State).flatMap { app.owned(in: $0) }
  }
  package func closes(_ subject: Any, inState state: Any) -> Bool {
    guard let state = state as? A.State, let subject = subject as? AppSubject else { return false }
    return memory.closes(subject, in: state)
  }
  package func contents(repeating action: Any, inState state: Any) -> (any ReflectedContents)? {
    guard let state = state as? A.State, case .does(let action)? = action as? AppAction<A.Action>
    else { return nil }
    return memory.repeating(action, in: state).map { contents(of: $0) }
  }
  package func subjectsGivenUp(inState state: Any) -> Set<AppSubject> {
    (state as? A.State).map { memory.subjectsGivenUp(in: $0) } ?? []
  }
}

/// A product that says what people have typed and not sent, and what is whose.
package protocol StateReading {
  func drafts(inState state: Any) -> [String: String]
  func owned(inState state: Any) -> OwnedData?
  /// Whether a person can take a status away, and nothing else with it.
  func closes(_ subject: Any, inState state: Any) -> Bool
  /// What a state holds after an action that led to it came once more; nil where it may not.
  func contents(repeating action: Any, inState state: Any) -> (any ReflectedContents)?
  /// The statuses that wait in a state, and whose waiting a person can end there.
  func subjectsGivenUp(inState state: Any) -> Set<AppSubject>
}

/// Contents that reflection found.
package protocol ReflectedContents {
  var tree: ContentTree { get }
  /// What of it is stored.
  var stored: ContentTree { get }
}
