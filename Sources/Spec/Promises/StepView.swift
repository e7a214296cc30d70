import Model

/// One step as a clause or an observer looks at it.
///
/// Every member notes that it was asked for; `kind` and `traits` are known of every step anyway.
///
/// It is not `Sendable`, as it shows one step after the other, and the text of a judgement may be
/// made later. So take out of it what the text of a `require` says:
///
/// ```swift
/// .step { step in
///   let kind = step.kind
///   return .require(step.changes(.store), culprit: "idle tap", "\(kind) changes nothing")
/// }
/// ```
public final class StepView<System: TransitionSystem> {
  let expander: any Expander<System>
  let recorder: ReadRecorder?
  /// Whether steps are taken by something that runs.
  fileprivate let isLed: Bool
  // Unchecked, as only `show` changes them, and no clause is asked meanwhile.
  @exclusivity(unchecked) private(set) var fromRow = Row()
  @exclusivity(unchecked) private(set) var step = RowStep(
    row: Row(), transition: absentHandle, traits: [])
  /// The label of the transition that was asked for last.
  private var known: (transition: UInt32, label: System.Label)?
  /// What the step dispatches, once a filter was asked about it.
  fileprivate var dispatched: AnyObject?

  init(expander: any Expander<System>, recorder: ReadRecorder?) {
    self.expander = expander
    self.recorder = recorder
    isLed = expander.rows.isAnsweredByRunningCode
  }

  func show(_ step: RowStep, from row: Row) {
    fromRow = row
    self.step = step
    dispatched = nil
  }

  /// What kind of step it is.
  public var traits: StepTraits { step.traits }

  /// The label's word, without values.
  public var kind: String { expander.kind(of: step.transition) }

  /// The state before.
  public var old: System.View { expander.view(of: fromRow, at: .before, recording: recorder) }

  /// The state afterwards.
  public var new: System.View { expander.view(of: step.row, at: .after, recording: recorder) }

  /// What the step did.
  ///
  /// A label may name the place of a window; looking at places has windows told apart that are
  /// alike.
  public var label: System.Label {
    if let recorder, expander.rows.isReduced && expander.rows.namesPlace(of: step.transition) {
      recorder.reads.places = true
    }
    if let known, known.transition == step.transition { return known.label }
    let label = expander.label(of: step.transition)
    known = (step.transition, label)
    return label
  }

  /// The state before, for what the transition decides.
  fileprivate var unrecorded: System.View {
    expander.view(of: fromRow, at: .before, recording: nil)
  }

  func changesFacet(_ facet: Facet) -> Bool {
    recorder?.reads.changed |= facet.bit
    if fromRow == step.row { return false }
    if let position = facet.component { return fromRow[position] != step.row[position] }
    return expander.rows.facets(of: fromRow)[facet.number]
      != expander.rows.facets(of: step.row)[facet.number]
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
    guard !traits.isDisjoint(with: [.gesture, .completion]) else { return nil }
    if isActionOpen { recorder?.reads.action = true }
    return unrecorded.action(of: step.transition)
  }

  /// The gesture of the open environment that the step dispatches, in whatever window it was made;
  /// nil when it dispatches none.
  public var gesture: P.Gesture? {
    guard traits.contains(.gesture) else { return nil }
    if isInWindow { recorder?.reads.transition = true }
    return unrecorded.gesture(of: step.transition)
  }

  /// What a person does in a window; nil for any other step.
  public var windowGesture: P.WindowGesture? {
    traits.contains(.gesture) ? unrecorded.windowGesture(of: step.transition) : nil
  }

  /// The element that the listener takes, and the operation that it asks for then; nil for any
  /// other step.
  public var delivery: (notice: P.Notice, asked: P.Operation?)? {
    guard traits.contains(.delivery) else { return nil }
    recorder?.reads.transition = true
    return unrecorded.delivery(of: step.transition)
  }

  /// What the listener can learn from the element that the step streams; nil when it streams none
  /// for it.
  var heard: P.Notice? {
    recorder?.reads.transition = true
    return unrecorded.heard(by: step.transition)
  }

  /// The operation that is carried out or fails, and the fault that the scope injected; nil for any
  /// other step.
  public var performance: (operation: P.Operation, fault: Fault?)? {
    guard traits.contains(.performance) else { return nil }
    return unrecorded.operation(of: step.transition).map { ($0.operation, $0.fault) }
  }

  /// The operation whose result is reported; nil for any other step.
  public var completion: (operation: P.Operation, result: Result<P.Reply, OperationFailure>)? {
    guard traits.contains(.completion), let found = unrecorded.operation(of: step.transition),
      let result = found.result
    else { return nil }
    return (found.operation, result)
  }

  /// Whether a filter lets through what the step dispatches; false for a step that dispatches
  /// nothing.
  func isLetThrough(by filter: Subscription<P>.Filter) -> Bool {
    recorder?.record(.store, at: .before)
    if isActionOpen { recorder?.reads.action = true }
    if let known = dispatched as? Dispatch<P> { return filter(known.state, known.action) }
    guard let action, let state = unrecorded.state else { return false }
    dispatched = Dispatch<P>(state: state, action: action)
    return filter(state, action)
  }

  /// Whether the step changes what a subscription gives.
  public func changesOutput(of subscription: Subscription<P>) -> Bool {
    guard changes(subscription.looksAtContents ? .contents : .store) else { return false }
    return old.outputHandle(of: subscription) != new.outputHandle(of: subscription)
  }

  /// Whether the step changes a window without a gesture in it; cheaper to ask first than for all
  /// changes.
  public var changesOtherWindows: Bool {
    recorder?.reads.transition = true
    return unrecorded.changesOtherWindows(by: step.transition)
  }

  /// What the step does to windows: those that it acts in, opens, closes or changes otherwise, in
  /// the order of their content, whatever their places; none that it leaves alone.
  public var windowChanges: [WindowChange<P>] {
    recorder?.reads.transition = true
    return old.windowChanges(of: step.transition, to: step.row)
  }

  /// Whether the label leaves open what is dispatched: what a control does depends on its window,
  /// and running code does what it likes.
  ///
  /// Any other label's handle names the gesture or the thunk with its result, and judgements are
  /// kept apart by it.
  private var isActionOpen: Bool { isLed || isInWindow }
  private var isInWindow: Bool { expander.rows.namesPlace(of: step.transition) }
}

/// An action and the state that it is dispatched in: filter after filter is asked about them.
private final class Dispatch<P: Product> {
  let state: P.State
  let action: P.Action

  init(state: P.State, action: P.Action) {
    self.state = state
    self.action = action
  }
}
