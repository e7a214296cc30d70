import Synchronization

/// What a window showed at its last render: the outputs of its components' subscriptions.
public struct Display: Sendable {
  private let output: @Sendable (String) -> Output?

  /// Makes what is shown of the outputs of subscriptions by their names; nil for what is not shown.
  public init(_ output: @escaping @Sendable (String) -> Output?) { self.output = output }

  /// What a subscription shows; nil when nothing of that name and type is shown, or nil is shown.
  public func callAsFunction<Value>(_ name: String, as type: Value.Type = Value.self) -> Value? {
    output(name)?.value as? Value
  }

  /// What a subscription shows, of whatever type; nil when nothing of that name is shown.
  package func value(of name: String) -> Any? { output(name)?.value }
}

/// A window together with what it showed: what change handlers compare.
public struct Rendering<Window: Sendable>: Sendable {
  /// The component state.
  public let window: Window
  /// What was shown.
  public let display: Display

  package init(window: Window, display: Display) {
    self.window = window
    self.display = display
  }
}

/// The outputs of a window's subscriptions in a state, each worked out once, when somebody looks at
/// it.
final class ShownOutputs<P: Product>: Sendable {
  private struct Known {
    var mounts: [Mount<P>]?
    var outputs: [Output?] = []
  }

  private let state: P.State
  private let mount: @Sendable () -> [Mount<P>]
  private let known = Mutex(Known())

  /// - Parameter mount: the subscriptions of the window.
  init(in state: P.State, mounting mount: @escaping @Sendable () -> [Mount<P>]) {
    self.state = state
    self.mount = mount
  }

  /// What the first subscription of a name shows; nil when there is none.
  subscript(name: String) -> Output? {
    known.withLock { known in
      let mounts = known.mounts ?? mount()
      if known.mounts == nil { known = Known(mounts: mounts, outputs: mounts.map { _ in nil }) }
      guard let place = mounts.firstIndex(where: { $0.name == name }) else { return nil }
      if let output = known.outputs[place] { return output }
      let output = mounts[place].subscription.output(state, .ascending)
      known.outputs[place] = output
      return output
    }
  }
}
