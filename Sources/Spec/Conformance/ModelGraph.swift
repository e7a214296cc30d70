import Model

/// What a label is about.
enum MoveKind: UInt8 { case gesture, deliver, perform, complete, relaunch, window }

/// A step out of a state, as far as it is told without the product's types.
///
/// Runs look at these for every step, and code that knows no generic type is several times as fast.
package class ModelMove {
  /// The step as the expander wrote it.
  package let step: RowStep
  /// Where it leads.
  package let target: ModelPlace
  let kind: MoveKind
  /// Whether the reducer throws.
  let isThrowing: Bool
  let fault: Fault?
  /// A digest of the label's text, the same on every machine.
  let digest: UInt64

  init(_ step: RowStep, to target: ModelPlace, _ kind: MoveKind, fault: Fault?, digest: UInt64) {
    self.step = step
    self.target = target
    self.kind = kind
    isThrowing = step.traits.contains(.throwing)
    self.fault = fault
    self.digest = digest
  }
}

/// A state that was come to, as far as it is told without the product's types.
package class ModelPlace {
  /// The row.
  package let row: Row
  /// How many operations are to be carried out, and how many replies wait.
  let askedCount: Int
  let repliedCount: Int
  fileprivate var moves: [ModelMove]?
  /// The moves that somebody outside the runtime makes: all but deliveries and what windows do by themselves.
  fileprivate(set) var outsideMoves: [ModelMove] = []
  /// Those without gestures that change nothing, and those without any gesture.
  fileprivate(set) var acceptedMoves: [ModelMove] = []
  fileprivate(set) var innerMoves: [ModelMove] = []
  fileprivate(set) var delivery: ModelMove?
  /// What windows may do by themselves: take what waits, and render.
  fileprivate(set) var windowMoves: [ModelMove] = []

  fileprivate init(row: Row, askedCount: Int, repliedCount: Int) {
    self.row = row
    self.askedCount = askedCount
    self.repliedCount = repliedCount
  }

  fileprivate func forget() {
    moves = nil
    outsideMoves = []
    acceptedMoves = []
    innerMoves = []
    delivery = nil
    windowMoves = []
  }
}

/// The states of a model that live runs came to, each with its steps, worked out once.
///
/// - Complexity: a state's steps are asked for when a run first needs them.
package final class ModelGraph<System: ProductSystem> {
  package typealias P = System.P

  /// A step with its label and what it is about.
  final class Move: ModelMove {
    let label: System.Label
    /// The action that it dispatches, if it dispatches one.
    let action: P.Action?
    /// The operation that it is about, if it is about one.
    let operation: P.Operation?
    /// The operation as it was asked for, if it is to be carried out: before the world outside answered it.
    let asked: P.Operation?

    fileprivate init(
      _ label: System.Label, _ step: RowStep, to target: ModelPlace, action: P.Action?,
      asked: P.Operation?, digest: UInt64
    ) {
      self.label = label
      self.action = action
      self.asked = asked
      var operation: P.Operation?
      var fault: Fault?
      let kind: MoveKind
      switch label {
      case .gesture, .windowGesture, .openWindow, .closeWindow: kind = .gesture
      case .deliver: kind = .deliver
      case .perform(let performed, _, let injected):
        kind = .perform
        (operation, fault) = (performed, injected)
      case .complete(let completed, _):
        kind = .complete
        operation = completed
      case .relaunch: kind = .relaunch
      case .drain, .render: kind = .window
      }
      self.operation = operation
      super.init(step, to: target, kind, fault: fault, digest: digest)
    }
  }

  /// A state with its content.
  final class Place: ModelPlace {
    let state: System.State
    /// The store's state, nil after a crash.
    let store: P.State?
    /// The operations to be carried out and those whose replies wait, in label order.
    let asked: [P.Operation]
    let replied: [P.Operation]
    /// The windows as somebody who looks at them knows them, once somebody looked.
    fileprivate var appearances: [WindowState<P>]?

    fileprivate init(row: Row, state: System.State) {
      self.state = state
      store = state.state
      asked = state.underWay.filter { $0.result == nil }.map(\.operation).sorted()
      replied = state.underWay.filter { $0.result != nil }.map(\.operation).sorted()
      super.init(row: row, askedCount: asked.count, repliedCount: replied.count)
    }
  }

  /// The system.
  package let system: System
  /// The means to take steps.
  package let expander: any Expander<System>
  private var places: [Row: Place] = [:]
  private var digests: [System.Label: UInt64] = [:]
  private var steps = StepBuffer()
  private var known: Place?

  /// Makes an empty graph over an expander.
  package init(system: System, expander: any Expander<System>) {
    self.system = system
    self.expander = expander
  }

  // Places know the places that their steps lead to, in circles.
  deinit { for place in places.values { place.forget() } }

  /// How many states are known.
  package var placeCount: Int { places.count }

  /// The first state.
  package var start: ModelPlace? {
    if known == nil { known = system.initialStates.first.map { place(of: expander.row(of: $0)) } }
    return known
  }

  /// What a move of this graph does: none other is ever asked about.
  func detail(of move: ModelMove) -> Move { unsafeDowncast(move, to: Move.self) }
  /// What a place of this graph holds: none other is ever asked about.
  func detail(of place: ModelPlace) -> Place { unsafeDowncast(place, to: Place.self) }
  /// The label of a move.
  package func label(of move: ModelMove) -> System.Label { detail(of: move).label }

  /// The steps out of a state, in label order.
  func moves(of place: ModelPlace) -> [ModelMove] {
    if let moves = place.moves { return moves }
    let content = detail(of: place)
    steps.removeAll()
    expander.rows.expand(place.row, into: &steps, selecting: .all)
    let moves = steps.steps.map { step -> ModelMove in
      let label = expander.label(ofCause: step.cause)
      return Move(
        label, step, to: self.place(of: step.row), action: system.action(of: label, in: content.state),
        asked: asked(by: label, in: content), digest: digest(of: label))
    }
    place.moves = moves
    place.outsideMoves = moves.filter { $0.kind != .deliver && $0.kind != .window }
    place.acceptedMoves = place.outsideMoves.filter { $0.kind != .gesture || $0.target !== place }
    place.innerMoves = place.outsideMoves.filter { $0.kind != .gesture }
    place.delivery = moves.first { $0.kind == .deliver }
    place.windowMoves = moves.filter { $0.kind == .window }
    return moves
  }

  /// The moves that a plan offers to somebody outside the runtime.
  func offers(at place: ModelPlace, gestures: Bool, idleGestures: Bool) -> [ModelMove] {
    if place.moves == nil { _ = moves(of: place) }
    if !gestures { return place.innerMoves }
    return idleGestures ? place.outsideMoves : place.acceptedMoves
  }

  /// The listener's next move, if it can move.
  func delivery(of place: ModelPlace) -> ModelMove? {
    if place.moves == nil { _ = moves(of: place) }
    return place.delivery
  }

  /// The windows of a place as somebody who looks at them knows them.
  func appearances(at place: ModelPlace) -> [WindowState<P>] {
    let content = detail(of: place)
    if let known = content.appearances { return known }
    let windows = content.store.map { store in
      content.state.windows.map { system.appearance(of: $0, in: store) }
    }
    content.appearances = windows ?? []
    return windows ?? []
  }

  /// What windows may do by themselves at a place.
  func windowMoves(of place: ModelPlace) -> [ModelMove] {
    if place.moves == nil { _ = moves(of: place) }
    return place.windowMoves
  }

  /// The operation that a performance answers.
  private func asked(by label: System.Label, in place: Place) -> P.Operation? {
    guard case .perform(let operation, _, _) = label else { return nil }
    if place.asked.contains(operation) { return operation }
    let values = system.scope.values
    return place.asked.first { system.product.answers(to: $0, values: values).contains(operation) }
  }

  private func place(of row: Row) -> Place {
    if let known = places[row] { return known }
    let place = Place(row: row, state: expander.state(of: row))
    places[row] = place
    return place
  }

  private func digest(of label: System.Label) -> UInt64 {
    if let known = digests[label] { return known }
    var digest = HistoryDigest()
    digest.add(text: "\(label)")
    digests[label] = digest.value
    return digest.value
  }
}

/// A digest of what happened, the same on every machine (FNV-1a over 64-bit words, mixed).
package struct HistoryDigest: Hashable, Sendable {
  /// The digest.
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Makes the digest of nothing.
  package init() {}

  /// Adds a word.
  package mutating func add(_ word: UInt64) {
    value = (value ^ word) &* 0x0000_0100_0000_01b3
    value ^= value >> 29
  }

  /// Adds a text.
  package mutating func add(text: String) {
    for byte in text.utf8 { add(UInt64(byte)) }
    add(256)
  }
}
