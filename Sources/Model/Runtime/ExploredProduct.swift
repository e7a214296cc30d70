/// A product whose steps are not worked out of its functions, but taken by something that runs.
protocol ExploredProduct: Product {
  /// What takes its steps within a scope; one for all that ask.
  func source(in scope: Scope<Values>) -> StepSource<Self>
  /// How often it was launched.
  var launchCount: Int { get }
  /// Another number as soon as states are told apart that were one before.
  func edition(in scope: Scope<Values>) -> Int
  /// What an execution left behind; nil for nothing.
  var leftBehind: String? { get }
  /// What begins to wait when people come to one of the screens that are offered in a state.
  func subjectsAtScreens(offeredIn state: State) -> Set<Subject>
}

extension Product {
  /// What begins to wait when people come to one of the screens that are offered in a state of a
  /// running app; nothing where a product describes how it works.
  package func subjectsOffered(in state: State) -> Set<Subject> {
    func offered<E: ExploredProduct>(by product: E) -> Set<Subject> {
      (state as? E.State).flatMap { product.subjectsAtScreens(offeredIn: $0) as? Set<Subject> }
        ?? []
    }
    return (self as? any ExploredProduct).map { offered(by: $0) } ?? []
  }
}

extension ProductSystem {
  /// Whether something that runs takes every step.
  package var isExplored: Bool { product is any ExploredProduct }
  /// How often it was launched for that.
  package var launchCount: Int { (product as? any ExploredProduct)?.launchCount ?? 0 }
}

/// What may occur by no more than that an action is dispatched.
protocol DispatchingOccurrence {
  var isDispatch: Bool { get }
}

/// What takes the steps of a product.
struct StepSource<P: Product>: Sendable {
  /// The state at the first launch.
  let start: RuntimeState<P>
  /// At how many steps that trap a search ends; nil where it need not.
  let trapCountMax: Int?
  /// Whether it goes through these states when it is led along labels from the start; where it does
  /// not, it may tell apart what looks alike.
  let leads: @Sendable ([RuntimeLabel<P>], [RuntimeState<P>], _ tellingApart: Bool) -> Bool
  /// Looks once more for what it hides, when a search has asked for all steps; asks now and then
  /// whether to stop.
  let follow: @Sendable (_ shouldStop: () -> Bool) -> Void
  /// Every step out of a state, in the order of labels.
  let steps: @Sendable (RuntimeState<P>) -> [ExploredStep<P>]
}

/// A step that something running took.
struct ExploredStep<P: Product> {
  let label: RuntimeLabel<P>
  let state: RuntimeState<P>
  let traits: StepTraits
  /// What it dispatched; nil for nothing.
  let action: P.Action?
  /// The thunk that it goes on with, and what that is afterwards; nil for a step of no thunk.
  var thunk: Thunk<P>?
  var ended: Thunk<P>?
}

extension RuntimeSystem {
  /// Another number as soon as states are told apart that were one before.
  var editionOfScope: Int {
    func edition<E: ExploredProduct>(of product: E) -> Int? {
      (scope as? Scope<E.Values>).map { product.edition(in: $0) }
    }
    return (product as? any ExploredProduct).flatMap { edition(of: $0) } ?? 0
  }

  /// What takes the steps; nil where they follow from the product's functions.
  var source: StepSource<P>? {
    func source<E: ExploredProduct>(of product: E) -> StepSource<P>? {
      (scope as? Scope<E.Values>).flatMap { product.source(in: $0) as? StepSource<P> }
    }
    return (product as? any ExploredProduct).flatMap { source(of: $0) }
  }
}

/// The steps that were taken, as a runtime's transitions: each is a label out of one state.
final class ExploredSteps<P: Product> {
  let source: StepSource<P>
  /// The steps out of each state, as they were listed first.
  private var known: [Row: ContiguousArray<RowStep>] = [:]
  private var stepCount = 0
  /// How many of the steps trap.
  private var trapCount = 0
  /// The action of each transition.
  private let actions = LargeArray<UInt32>()

  init(_ source: StepSource<P>) { self.source = source }

  var memory: MemoryUse {
    actions.memory
      + MemoryUse(
        known.capacity * (MemoryLayout<Row>.stride + 16) + stepCount * MemoryLayout<RowStep>.stride)
  }

  /// How many steps trapped, once there were so many that a search ends.
  var trapLimit: Int? { source.trapCountMax.flatMap { trapCount > $0 ? trapCount : nil } }

  /// The action that a transition dispatches; absent when it dispatches none.
  func action(of transition: UInt32) -> UInt32 { actions[Int(transition)] }

  /// Adds the steps out of a state, taken once.
  func expand(
    _ row: Row, width: Int, _ interned: InternedRuntime<P>, _ tables: inout TransitionCache,
    into steps: inout StepBuffer
  ) {
    // What properties remember of the way is no part of the app.
    var row = row
    for position in width..<Row.widthMax { row[position] = 0 }
    let listed = known[row] ?? list(row, interned, &tables)
    for step in listed { steps.append(step.row, transition: step.transition, traits: step.traits) }
  }

  private func list(
    _ row: Row, _ interned: InternedRuntime<P>, _ tables: inout TransitionCache
  ) -> ContiguousArray<RowStep> {
    let steps = source.steps(interned.state(of: row)).map { step in
      let row = interned.row(of: step.state)
      let transition = tables.remember(transition(of: step, row, interned))
      actions.extend(to: Int(transition) + 1, with: absentHandle)
      if let action = step.action { actions[Int(transition)] = interned.actions.handle(of: action) }
      return RowStep(row: row, transition: transition, traits: step.traits)
    }
    let listed = ContiguousArray(steps)
    known[row] = listed
    stepCount += listed.count
    trapCount += listed.count { $0.traits.contains(.crash) }
    return listed
  }

  private func transition(
    of step: ExploredStep<P>, _ row: Row, _ interned: InternedRuntime<P>
  ) -> Transition {
    var transition = Transition(kind: .relaunch, traits: step.traits)
    (transition.store, transition.database) = (row[Slot.store], row[Slot.database])
    switch step.label {
    case .gesture(let gesture, _):
      (transition.kind, transition.payload) = (.gesture, interned.gestures.handle(of: gesture))
    case .perform(_, let occurrence, let fault):
      (transition.kind, transition.fault) = (.perform, fault)
      transition.payload = name(step.thunk, occurrence, step.traits, interned)
      if let ended = step.ended { transition.thunk = interned.thunks.handle(of: ended) }
    case .complete(_, let occurrence):
      (transition.kind, transition.payload) = (
        .complete, name(step.thunk, occurrence, step.traits, interned)
      )
    case .occur(let occurrence):
      (transition.kind, transition.payload) = (.occur, interned.occurrences.handle(of: occurrence))
    default: break
    }
    return transition
  }

  private func name(
    _ thunk: Thunk<P>?, _ occurrence: Int, _ traits: StepTraits, _ interned: InternedRuntime<P>
  ) -> UInt32 {
    guard let thunk else { return absentHandle }
    return interned.namedThunks.handle(
      of: NamedThunk(thunk: thunk, occurrence: occurrence, overtakes: traits.contains(.overtaking)))
  }
}
