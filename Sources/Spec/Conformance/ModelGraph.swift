import Model

/// What a label says, as far as it is told without the product's types; the moves of one label
/// share it.
///
/// Runs look at these for every step, and code that knows no generic type is several times as fast.
@usableFromInline package class ModelLabel {
  let kind: MoveKind
  let fault: Fault?
  /// A digest of the label's text, the same on every machine.
  let digest: UInt64

  fileprivate init(_ kind: MoveKind, fault: Fault?, digest: UInt64) {
    self.kind = kind
    self.fault = fault
    self.digest = digest
  }
}

/// A step out of a state.
@usableFromInline package final class ModelMove {
  /// The step as the expander wrote it.
  package let step: RowStep
  /// Where it leads.
  package let target: ModelPlace
  /// Where it begins; a graph holds its places for as long as their moves.
  package unowned let source: ModelPlace
  fileprivate let label: ModelLabel
  let kind: MoveKind
  /// Whether the properties were asked about the step: they say the same of it in every history.
  package var isJudged = false

  fileprivate init(
    _ step: RowStep, from source: ModelPlace, to target: ModelPlace, _ label: ModelLabel
  ) {
    self.step = step
    self.source = source
    self.target = target
    self.label = label
    kind = label.kind
  }

  /// Whether the reducer throws.
  var isThrowing: Bool { step.traits.contains(.throwing) }
  var fault: Fault? { label.fault }
  /// A digest of the label's text, the same on every machine.
  var digest: UInt64 { label.digest }
}

/// The steps out of a state, in label order, by who takes them.
@usableFromInline package final class ModelMoves {
  package let all: [ModelMove]
  /// Those that somebody outside the runtime makes: all but deliveries and what windows do by
  /// themselves.
  let outside: [ModelMove]
  /// Those outside without gestures that change nothing, and those without any gesture.
  let accepted: [ModelMove]
  let inner: [ModelMove]
  /// The listener's next step, if it can take one.
  let delivery: ModelMove?
  /// What windows may do by themselves: take what waits, and render.
  let windows: [ModelMove]

  fileprivate init(_ all: [ModelMove], from place: ModelPlace, _ rows: any RowExpander) {
    self.all = all
    outside = all.filter { $0.kind != .deliver && $0.kind != .window }
    accepted = outside.filter { $0.kind != .gesture || !rows.isSameState($0.target.row, place.row) }
    inner = outside.filter { $0.kind != .gesture }
    delivery = all.first { $0.kind == .deliver }
    windows = all.filter { $0.kind == .window }
  }
}

/// A state that was come to or that a step leads to.
@usableFromInline package final class ModelPlace {
  package let row: Row
  /// What the state holds and the steps out of it, once somebody asked.
  fileprivate var content: AnyObject?
  fileprivate var moves: ModelMoves?

  fileprivate init(row: Row) { self.row = row }
}

/// A state that the model can be in, and how it came there.
struct ModelCandidate {
  var place: ModelPlace
  var moves: [ModelMove] = []
}

/// The states of a model that live runs came to, each with its steps, worked out once.
///
/// - Complexity: a state's content and steps are asked for when a run first needs them; most states
///   that steps lead to are never come to.
@usableFromInline package final class ModelGraph<System: ProductSystem> {
  @usableFromInline package typealias P = System.P

  /// A label and what it is about.
  final class Label: ModelLabel {
    let label: System.Label
    /// The action that it dispatches, if it dispatches one.
    let action: P.Action?
    /// The operation that it is about, if it is about one.
    let operation: P.Operation?

    /// - Parameter digest: the digest of the label's text, if it is known.
    fileprivate init(_ label: System.Label, action: P.Action?, digest known: UInt64? = nil) {
      self.label = label
      self.action = action
      operation = label.operation
      super.init(
        label.moveKind, fault: label.fault, digest: known ?? ContentDigest.text("\(label)"))
    }
  }

  /// What a state holds.
  final class Place {
    let state: System.State
    /// The store's state, nil after a crash.
    let store: P.State?
    /// The requests to be carried out and those whose replies wait, in label order.
    let asked: [P.Operation]
    let replied: [P.Operation]
    /// The windows as somebody who looks at them knows them, once somebody looked.
    fileprivate var appearances: [WindowState<P>]?

    fileprivate init(_ state: System.State) {
      self.state = state
      store = state.state
      asked = state.underWay.filter { $0.result == nil }.map { P.request($0.operation) }
        .contentSorted()
      replied = state.underWay.filter { $0.result != nil }.map { P.request($0.operation) }
        .contentSorted()
    }
  }

  @usableFromInline package let system: System
  /// Made once, as it works out its subscriptions when it is made.
  let runtime: RuntimeSystem<P>
  package let expander: any Expander<System>
  private var graph: StateGraph
  /// The states by number.
  private var places: ContiguousArray<ModelPlace> = []
  /// The labels, by the expander's handle.
  private var labels: [UInt32: Label] = [:]
  private var known: ModelPlace?

  package init(system: System, expander: any Expander<System>) {
    self.system = system
    runtime = system.runtime
    self.expander = expander
    graph = StateGraph(expander.rows)
  }

  // Places know the places that their steps lead to, in circles.
  deinit { for place in places { place.moves = nil } }

  @usableFromInline package var placeCount: Int { places.count }

  @usableFromInline package var start: ModelPlace? {
    if known == nil { known = system.initialStates.first.map { place(of: expander.row(of: $0)) } }
    return known
  }

  /// What a move of this graph does: none other is ever asked about.
  func detail(of move: ModelMove) -> Label { unsafeDowncast(move.label, to: Label.self) }
  @usableFromInline package func label(of move: ModelMove) -> System.Label {
    detail(of: move).label
  }

  /// Whether two moves are one but for the occurrence of their operation.
  func isAlike(_ one: ModelMove, _ other: ModelMove) -> Bool {
    guard one.kind == other.kind && one.fault == other.fault else { return false }
    guard let operation = detail(of: one).operation else {
      return label(of: one) == label(of: other)
    }
    return detail(of: other).operation.map(P.request) == P.request(operation)
  }

  /// What a place of this graph holds: none other is ever asked about.
  func detail(of place: ModelPlace) -> Place {
    if let content = place.content { return unsafeDowncast(content, to: Place.self) }
    let content = Place(expander.state(of: place.row))
    place.content = content
    return content
  }

  /// The steps out of a state.
  func moves(of place: ModelPlace) -> ModelMoves {
    if let moves = place.moves { return moves }
    graph.expand(place.row)
    let steps = graph.steps.steps
    let all = steps.map { step in
      ModelMove(
        step, from: place, to: self.place(of: step.row), label(of: step.transition, at: place))
    }
    let moves = ModelMoves(all, from: place, expander.rows)
    place.moves = moves
    return moves
  }

  /// The windows of a place as somebody who looks at them knows them.
  func appearances(at place: ModelPlace) -> [WindowState<P>] {
    let content = detail(of: place)
    if let known = content.appearances { return known }
    let windows = content.store.map { store in
      content.state.windows.map { runtime.appearance(of: $0, in: store) }
    }
    content.appearances = windows ?? []
    return windows ?? []
  }

  /// How the code under test knows the thunk of a performance or completion: by its request, before
  /// the world outside answered it, and how many earlier ones are alike.
  func request(of move: ModelMove) -> (request: P.Operation, occurrence: Int)? {
    let waiting: [P.Operation]
    let named: (P.Operation, Int)
    switch label(of: move) {
    case .perform(let request, let occurrence, _):
      (named, waiting) = ((request, occurrence), detail(of: move.source).asked)
    case .complete(let request, let occurrence):
      (named, waiting) = ((request, occurrence), detail(of: move.source).replied)
    default: return nil
    }
    if waiting.contains(named.0) { return named }
    let (product, values) = (system.product, system.scope.values)
    let asked = detail(of: move.source).state.underWay.first { thunk in
      product.answers(to: thunk.operation, values: values).contains { P.request($0) == named.0 }
    }
    return asked.map { (P.request($0.operation), named.1) }
  }

  private func place(of row: Row) -> ModelPlace {
    let (number, isNew) = graph.insert(row)
    if isNew { places.append(ModelPlace(row: row)) }
    return places[number]
  }

  /// A transition's label.
  ///
  /// A handle names a thunk with its result, so that it decides the action too; what a gesture in a
  /// window dispatches is the state's to say.
  private func label(of transition: UInt32, at place: ModelPlace) -> Label {
    let handle = expander.rows.labelHandle(of: transition)
    if let known = labels[handle] {
      guard case .windowGesture = known.label else { return known }
      return Label(known.label, action: action(of: known.label, at: place), digest: known.digest)
    }
    let label = expander.label(of: transition)
    let known = Label(label, action: action(of: label, at: place))
    labels[handle] = known
    return known
  }

  private func action(of label: System.Label, at place: ModelPlace) -> P.Action? {
    runtime.action(of: label, in: detail(of: place).state)
  }
}
