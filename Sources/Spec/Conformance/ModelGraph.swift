import Model

/// What a label is about.
enum MoveKind: UInt8 { case gesture, deliver, perform, complete, relaunch, other }

/// The states of a model that live runs came to, each with its steps, worked out once.
///
/// What a run looks at for every step is kept in plain fields: comparing labels of a generic product is slow
/// beside running the jobs.
///
/// - Complexity: a state's steps are asked for when a run first needs them.
package final class ModelGraph<System: ProductSystem> {
  package typealias P = System.P

  /// A step out of a state.
  package final class Move {
    /// What it does.
    package let label: System.Label
    /// Where it leads.
    package let target: Place
    /// The step as the expander wrote it.
    package let step: RowStep
    let kind: MoveKind
    /// Whether the reducer throws.
    let isThrowing: Bool
    /// A digest of the label's text, the same on every machine.
    let digest: UInt64
    /// The action that it dispatches, if it dispatches one.
    let action: P.Action?
    /// The operation that it is about, if it is about one.
    let operation: P.Operation?
    let fault: Fault?
    /// The operation as it was asked for, if it is to be carried out: before the world outside answered it.
    let asked: P.Operation?

    fileprivate init(
      _ label: System.Label, _ step: RowStep, to target: Place, action: P.Action?, asked: P.Operation?,
      digest: UInt64
    ) {
      self.asked = asked
      isThrowing = step.traits.contains(.throwing)
      self.label = label
      self.target = target
      self.step = step
      self.digest = digest
      self.action = action
      var (operation, fault): (P.Operation?, Fault?) = (nil, nil)
      switch label {
      case .gesture: kind = .gesture
      case .deliver: kind = .deliver
      case .perform(let performed, _, let injected):
        kind = .perform
        (operation, fault) = (performed, injected)
      case .complete(let completed, _):
        kind = .complete
        operation = completed
      case .relaunch: kind = .relaunch
      case .drain, .openWindow, .closeWindow: kind = .other
      }
      self.operation = operation
      self.fault = fault
    }
  }

  /// A state that was come to.
  package final class Place {
    /// The row.
    package let row: Row
    /// The state.
    package let state: System.State
    /// The store's state, nil after a crash.
    let store: P.State?
    /// The operations to be carried out and those whose replies wait, in label order.
    let asked: [P.Operation]
    let replied: [P.Operation]
    fileprivate var moves: [Move]?
    /// The moves that somebody outside the runtime makes: all but deliveries.
    fileprivate(set) var outsideMoves: [Move] = []
    /// Those without gestures that change nothing, and those without any gesture.
    fileprivate(set) var acceptedMoves: [Move] = []
    fileprivate(set) var innerMoves: [Move] = []
    fileprivate(set) var delivery: Move?

    fileprivate init(row: Row, state: System.State) {
      self.row = row
      self.state = state
      store = state.state
      asked = state.underWay.filter { $0.result == nil }.map(\.operation).sorted()
      replied = state.underWay.filter { $0.result != nil }.map(\.operation).sorted()
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
  deinit {
    for place in places.values {
      place.moves = nil
      place.outsideMoves = []
      place.acceptedMoves = []
      place.innerMoves = []
      place.delivery = nil
    }
  }

  /// How many states are known.
  package var placeCount: Int { places.count }

  /// The first state.
  package var start: Place? {
    if known == nil { known = system.initialStates.first.map { place(of: expander.row(of: $0)) } }
    return known
  }

  /// The steps out of a state, in label order.
  package func moves(of place: Place) -> [Move] {
    if let moves = place.moves { return moves }
    steps.removeAll()
    expander.rows.expand(place.row, into: &steps, selecting: .all)
    let moves = steps.steps.map { step in
      let label = expander.label(ofCause: step.cause)
      return Move(
        label, step, to: self.place(of: step.row), action: system.action(of: label, in: place.state),
        asked: asked(by: label, in: place), digest: digest(of: label))
    }
    place.moves = moves
    place.outsideMoves = moves.filter { $0.kind != .deliver }
    place.acceptedMoves = place.outsideMoves.filter { $0.kind != .gesture || $0.target !== place }
    place.innerMoves = place.outsideMoves.filter { $0.kind != .gesture }
    place.delivery = moves.first { $0.kind == .deliver }
    return moves
  }

  /// The operation that a performance answers.
  private func asked(by label: System.Label, in place: Place) -> P.Operation? {
    guard case .perform(let operation, _, _) = label else { return nil }
    if place.asked.contains(operation) { return operation }
    let values = system.scope.values
    return place.asked.first { system.product.answers(to: $0, values: values).contains(operation) }
  }

  /// The moves that a plan offers to somebody outside the runtime.
  func offers(at place: Place, gestures: Bool, idleGestures: Bool) -> [Move] {
    if place.moves == nil { _ = moves(of: place) }
    if !gestures { return place.innerMoves }
    return idleGestures ? place.outsideMoves : place.acceptedMoves
  }

  /// The listener's next move, if it can move.
  func delivery(of place: Place) -> Move? {
    if place.moves == nil { _ = moves(of: place) }
    return place.delivery
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
