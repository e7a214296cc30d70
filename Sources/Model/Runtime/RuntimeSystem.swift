/// A product on the ImmutableData runtime, explored within a scope.
public struct RuntimeSystem<P: Product>: TransitionSystem {
  public typealias State = RuntimeState<P>
  public typealias Label = RuntimeLabel<P>
  public typealias View = RuntimeView<P>

  public let product: P
  public let scope: Scope<P.Values>
  /// What components subscribe to, for the parameters that the scope's values give.
  @usableFromInline package let subscriptions: [Subscription<P>]
  /// Made here, where the product's types are known, so that all that it calls is made for them.
  private let makeExpansion: @Sendable (Self, _ isReduced: Bool) -> RuntimeExpansion<P>

  public init(product: P, scope: Scope<P.Values>) {
    self.product = product
    self.scope = scope
    subscriptions = product.subscriptions(values: scope.values)
    makeExpansion = { RuntimeExpansion($0, isReduced: $1) }
  }

  /// The state at the first launch.
  public var initialStates: [State] {
    if let source { return [source.start] }
    return [
      State(
        store: .running(product.initialState), mail: [], underWay: [],
        database: product.initialDatabase,
        budgets: Budgets(
          faultsLeft: scope.faultsMax, relaunchesLeft: scope.relaunchesMax,
          additionsLeft: scope.additionsMax, occurrencesLeft: scope.occurrencesMax),
        windows: windowsAtLaunch)
    ]
  }

  /// How the budgets of its states stand in one word.
  var budgetLayout: Budgets.Layout {
    Budgets.Layout(
      faultsMax: scope.faultsMax, relaunchesMax: scope.relaunchesMax,
      additionsMax: scope.additionsMax,
      occurrencesMax: source == nil ? scope.occurrencesMax : scope.pushesMax)
  }

  private var windowsAtLaunch: [WindowState<P>] {
    guard let bounds = scope.windows, let window = product.initialWindow(in: product.initialState)
    else {
      return []
    }
    return Array(repeating: opened(window, in: product.initialState), count: bounds.countAtLaunch)
  }

  public var expansion: Expansion<Self> {
    Expansion(
      make: { makeExpansion(self, $0) },
      edition: { editionOfScope },
      leads: product is any ExploredProduct ? leadsRunningCode : nil)
  }

  private func leadsRunningCode(
    _ labels: [Label], _ states: [State], tellingApart tellsApart: Bool
  ) -> Bool {
    source?.leads(labels, states, tellsApart) ?? false
  }

  /// What happened inside a step, worked out again from the product's functions; nil for a
  /// delivery, for what happens outside, and for a crash.
  ///
  /// - Parameters:
  ///   - label: a label that is enabled in `state`.
  ///   - state: where the step starts.
  package func event(of label: Label, in state: State) -> Event<P>? {
    switch label {
    case .gesture, .windowGesture:
      return action(of: label, in: state).flatMap { dispatch($0, in: state) }
    case .complete:
      return action(of: label, in: state).flatMap { dispatch($0, in: state) }
    case .perform(let request, let occurrence, let fault):
      var database = state.database
      guard let operation = operation(request, occurrence: occurrence, in: state),
        let result = try? product.result(of: operation, fault: fault, on: &database)
      else { return nil }
      return .performed(operation, result, fault: fault)
    case .relaunch: return .relaunched
    default: return nil
    }
  }

  /// The gesture of the open environment that a label dispatches in a state, in a window or not;
  /// nil when it dispatches none.
  @usableFromInline package func gesture(of label: Label, in state: State) -> P.Gesture? {
    switch label {
    case .gesture(let gesture, _): return gesture
    case .windowGesture(let gesture, let place):
      guard let store = state.state, state.windows.indices.contains(place) else { return nil }
      let window = state.windows[place]
      return handle(gesture, in: window, showing: display(of: window, in: store)).dispatched
    default: return nil
    }
  }

  /// The action that a label dispatches in a state; nil for labels that dispatch none.
  @usableFromInline package func action(of label: Label, in state: State) -> P.Action? {
    switch label {
    case .gesture, .windowGesture: return gesture(of: label, in: state).map(product.action)
    case .complete(let operation, let occurrence):
      guard let thunk = state.thunk(operation, occurrence: occurrence, isAsked: false),
        let result = thunk.result
      else { return nil }
      return product.completion(of: thunk.operation, result: result)
    default: return nil
    }
  }

  /// The operation that a performance carries out, as the product knows it, with its answer.
  @usableFromInline package func operation(_ request: P.Operation, occurrence: Int, in state: State)
    -> P
    .Operation?
  {
    if let thunk = state.thunk(request, occurrence: occurrence, isAsked: true) {
      return thunk.operation
    }
    let answered = state.underWay.filter { $0.result == nil }.compactMap { thunk in
      product.answers(to: thunk.operation, values: scope.values).first { P.request($0) == request }
    }
    return answered.indices.contains(occurrence) ? answered[occurrence] : nil
  }

  private func dispatch(_ action: P.Action, in state: State) -> Event<P>? {
    guard let old = state.state else { return nil }
    do {
      return .dispatched(action, from: old, to: try product.reduce(old, action))
    } catch {
      return error is Crash ? nil : .dispatched(action, from: old, to: nil)
    }
  }
}

/// What happened inside a step.
package enum Event<P: Product>: Sendable {
  /// An action was dispatched; `to` is nil when the reducer threw.
  case dispatched(P.Action, from: P.State, to: P.State?)
  /// An operation was carried out, or failed.
  case performed(P.Operation, Result<P.Reply, OperationFailure>, fault: Fault?)
  case relaunched
}

extension RuntimeState {
  /// The thunk that a label names, or nil.
  @usableFromInline package func thunk(_ operation: P.Operation, occurrence: Int, isAsked: Bool)
    -> Thunk<P>?
  {
    let alike = underWay.filter {
      P.request($0.operation) == operation && ($0.result == nil) == isAsked
    }
    return alike.indices.contains(occurrence) ? alike[occurrence] : nil
  }
}
