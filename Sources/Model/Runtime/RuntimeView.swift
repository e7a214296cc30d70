/// The state of a running app as a property looks at it.
///
/// Every member notes that it was asked for, so that a judgement is remembered for just what it
/// looked at.
public struct RuntimeView<P: Product> {
  let expansion: RuntimeExpansion<P>
  let row: Row
  let moment: Moment
  let recorder: ReadRecorder?

  private func handle(_ facet: Facet) -> UInt32 {
    recorder?.record(facet, at: moment)
    return row[facet.number]
  }

  private func derived(_ facet: Facet) -> DerivedValue<P> {
    recorder?.record(facet, at: moment)
    return expansion.interned.derived[expansion.facet(facet, of: row)]
  }

  // MARK: Components

  /// The store's state, or the crash that ended it.
  package var store: StoreState<P> { expansion.interned.stores[handle(.store)] }
  /// The store's state, nil after a crash.
  public var state: P.State? { if case .running(let state) = store { state } else { nil } }
  /// What the listener has not taken yet, oldest first.
  public var mail: [P.Notice] {
    expansion.interned.mails[handle(.mail)].map { expansion.interned.notices[$0] }
  }
  /// Thunks under way, in the order in which they asked.
  public var underWay: [Thunk<P>] {
    expansion.interned.underWays[handle(.underWay)].map { expansion.interned.thunks[$0] }
  }
  /// What launches asked a remote store for that were killed, and what is not carried out yet;
  /// nothing where the store is local.
  @usableFromInline package var outliving: [P.Operation] {
    expansion.interned.isRemote
      ? expansion.interned.underWays[handle(.outliving)].map {
        expansion.interned.thunks[$0].operation
      } : []
  }
  /// The persistent store.
  public var database: P.Database { expansion.interned.databases[handle(.database)] }
  /// What may still happen.
  package var budgets: Budgets { expansion.interned.budgets.budgets(of: handle(.budgets)) }

  /// The windows that are open, each at its place; none in the open environment.
  ///
  /// A clause that looks at places has windows told apart that are alike: a search then visits
  /// every order of them. `unorderedWindows` does without.
  public var windows: [WindowState<P>] {
    recorder?.reads.places = true
    return windowsByPlace
  }

  /// The windows that are open, in the order of their content, whatever their places.
  public var unorderedWindows: [WindowState<P>] {
    expansion.interned.inOrderOfContent(expansion.interned.windowSets[handle(.windows)]).map {
      expansion.interned.windows[$0]
    }
  }

  private var windowsByPlace: [WindowState<P>] {
    expansion.interned.windowSets[handle(.windows)].map { expansion.interned.windows[$0] }
  }

  // MARK: What follows from components

  /// Whether nothing is pending and the app runs.
  public var isSettled: Bool {
    for facet in [Facet.mail, .underWay, .statuses, .windows] {
      recorder?.record(facet, at: moment)
    }
    return expansion.isSettled(row)
  }

  /// Every status that is not nil; nil after a crash.
  public var statuses: [P.Subject: Status]? {
    if case .statuses(let statuses) = derived(.statuses) { statuses } else { nil }
  }

  /// What the state holds; nil after a crash.
  public var contents: P.Contents? {
    if case .contents(let contents, _, _) = derived(.contents) { contents } else { nil }
  }

  /// Whether every collection's status is success.
  public var isLoaded: Bool {
    if case .contents(_, let isLoaded, _) = derived(.contents) { isLoaded } else { false }
  }

  /// Whether some status is a failure.
  public var showsFailure: Bool {
    if case .contents(_, _, let showsFailure) = derived(.contents) { showsFailure } else { false }
  }

  /// The rows of the database.
  public var rows: StoredRows<P.Contents> {
    if case .rows(let rows) = derived(.rows) { rows } else { .unopened }
  }

  /// How often each subject is pending: asked for in the mail, or under way until its completion is
  /// over.
  public var pendingCounts: [P.Subject: Int] {
    if case .subjects(let counts) = derived(.pending) { counts } else { [:] }
  }

  /// What a subscription gives here; nil after a crash.
  public func output(of subscription: Subscription<P>) -> Output? {
    let handle = outputHandle(of: subscription)
    return handle == absentHandle ? nil : expansion.interned.outputs[handle]
  }

  /// The handle of what a subscription gives here: equal for equal outputs; absent after a crash.
  @usableFromInline package func outputHandle(of subscription: Subscription<P>) -> UInt32 {
    let facet: Facet = subscription.looksAtContents ? .contents : .store
    recorder?.record(facet, at: moment)
    return expansion.outputs.handle(of: subscription, at: expansion.facet(facet, of: row))
  }

  /// What a subscription gives here when its selector meets the entries of dictionaries in an
  /// order; nil after a crash.
  @usableFromInline package func output(of subscription: Subscription<P>, _ order: EntryOrder)
    -> Output?
  {
    switch subscription.input {
    case .state(let output, _, _): state.map { output($0, order) }
    case .contents(_, let output, _, _): contents.map { output($0, order) }
    }
  }

  /// What the dependencies of a subscription say here; nil after a crash.
  @usableFromInline package func dependencyOutputs(of subscription: Subscription<P>) -> [Output]? {
    switch subscription.input {
    case .state: state.map { subscription.dependencyOutputs($0) }
    case .contents(_, _, let dependencies, _):
      contents.map { all in dependencies.map { $0(all, .ascending) } }
    }
  }

  /// From how many entries of a dictionary a subscription works out its output here; 0 for none.
  @usableFromInline package func entryCount(of subscription: Subscription<P>) -> Int {
    switch subscription.input {
    case .state(_, _, let count): state.flatMap { count?($0) } ?? 0
    case .contents(_, _, _, let count): contents.flatMap { count?($0) } ?? 0
    }
  }

  /// What a window shows, as its last render left it.
  public func display(of window: WindowState<P>) -> Display {
    if let view = window.lagging { return view.display }
    return state.map { expansion.windowCalls.display(of: window, row[Slot.store], $0) }
      ?? Display { _ in nil }
  }

  /// What a question says of each window that is open, whatever their places; asked once for each
  /// window and the state that it shows.
  @usableFromInline package func answers<Answer>(of question: WindowQuestion<P, Answer>) -> [Answer]
  {
    guard let state else { return [] }
    let store = row[Slot.store]
    return expansion.interned.inOrderOfContent(expansion.interned.windowSets[handle(.windows)]).map
    {
      window in
      expansion.answers.answer(to: question, aboutWindow: window, store, state)
    }
  }

  @usableFromInline package var whole: RuntimeState<P> {
    for facet in [Facet.store, .mail, .underWay, .database, .budgets, .windows] {
      recorder?.record(facet, at: moment)
    }
    if expansion.interned.isRemote { recorder?.record(.outliving, at: moment) }
    recorder?.reads.places = true
    return expansion.state(of: row)
  }
}
