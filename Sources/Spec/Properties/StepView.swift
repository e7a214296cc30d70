import Model

/// One step as a clause or an observer looks at it.
///
/// Every member notes that it was asked for; `kind` and `traits` are known of every step anyway.
public final class StepView<System: TransitionSystem> {
  private let expander: any Expander<System>
  let recorder: ReadRecorder?
  private(set) var fromRow = Row()
  private(set) var step = RowStep(row: Row(), cause: absentHandle, traits: [])
  private var knownLabel: System.Label?

  init(expander: any Expander<System>, recorder: ReadRecorder?) {
    self.expander = expander
    self.recorder = recorder
  }

  func show(_ step: RowStep, from row: Row) {
    if step.cause != self.step.cause { knownLabel = nil }
    fromRow = row
    self.step = step
  }

  /// What kind of step it is.
  public var traits: StepTraits { step.traits }

  /// The label's word, without values.
  public var kind: String { expander.kind(ofCause: step.cause) }

  /// The state before.
  public var old: System.View { expander.view(of: fromRow, at: .before, recording: recorder) }

  /// The state afterwards.
  public var new: System.View { expander.view(of: step.row, at: .after, recording: recorder) }

  /// What the step did.
  ///
  /// A label may name the place of a window; whoever looks at places has windows told apart that are alike.
  public var label: System.Label {
    if let recorder, expander.rows.isReduced && expander.rows.namesPlace(ofCause: step.cause) {
      recorder.reads.others.insert(.places)
    }
    if let knownLabel { return knownLabel }
    let label = expander.label(ofCause: step.cause)
    knownLabel = label
    return label
  }

  /// The state before, for what the transition decides.
  fileprivate var unrecorded: System.View { expander.view(of: fromRow, at: .before, recording: nil) }

  func changesFacet(_ facet: Facet) -> Bool {
    recorder?.reads.changed |= facet.bit
    if fromRow == step.row { return false }
    return expander.rows.facets(of: fromRow)[facet.number] != expander.rows.facets(of: step.row)[facet.number]
  }
}

/// A part of a running app that a step may change.
public enum RuntimePart: Sendable {
  /// The store's state, its statuses alone, or what it holds.
  case store, statuses, contents
  /// The persistent store, and its rows as they compare with the state.
  case database, rows
  /// What waits for the listener, the thunks, and the subjects of both.
  case mail, underWay, pending

  fileprivate var facet: Facet {
    switch self {
    case .store: .store
    case .statuses: .statuses
    case .contents: .contents
    case .database: .database
    case .rows: .rows
    case .mail: .mail
    case .underWay: .underWay
    case .pending: .pending
    }
  }
}

extension StepView where System: ProductSystem {
  /// A product on the runtime.
  public typealias P = System.P

  /// Whether the step changes a part of the app; cheaper to ask first than to compare old and new.
  public func changes(_ part: RuntimePart) -> Bool { changesFacet(part.facet) }

  /// The action that the step dispatches; nil when it dispatches none.
  public var action: P.Action? {
    recorder?.reads.others.insert(.action)
    return unrecorded.action(ofCause: step.cause)
  }

  /// The gesture of the open environment that the step dispatches, in whatever window it was made; nil when
  /// it dispatches none.
  public var gesture: P.Gesture? {
    lookAtTransition()
    return unrecorded.gesture(ofCause: step.cause)
  }

  /// What a person does in a window; nil for any other step.
  public var windowGesture: P.WindowGesture? {
    lookAtTransition()
    return unrecorded.windowGesture(ofCause: step.cause)
  }

  /// The element that the listener takes, and the operation that it asks for then; nil for any other step.
  public var delivery: (notice: P.Notice, asked: P.Operation?)? {
    lookAtTransition()
    return unrecorded.delivery(ofCause: step.cause)
  }

  /// The operation that is carried out or fails, and the fault that the scope injected; nil for any other
  /// step.
  public var performance: (operation: P.Operation, fault: Fault?)? {
    lookAtTransition()
    guard traits.contains(.performance), let found = unrecorded.operation(ofCause: step.cause) else { return nil }
    return (found.operation, found.fault)
  }

  /// The operation whose result is reported; nil for any other step.
  public var completion: (operation: P.Operation, result: Result<P.Reply, OperationFailure>)? {
    lookAtTransition()
    guard traits.contains(.completion), let found = unrecorded.operation(ofCause: step.cause),
      let result = found.result
    else { return nil }
    return (found.operation, result)
  }

  /// What the step does to windows: those that it acts in, opens, closes or changes otherwise; none that it
  /// leaves alone.
  public var windowChanges: [WindowChange<P>] {
    lookAtTransition()
    return old.windowChanges(ofCause: step.cause, to: step.row)
  }

  private func lookAtTransition() { recorder?.reads.others.insert(.transition) }
}
