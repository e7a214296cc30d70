/// What a window showed at its last render: the outputs of its components' subscriptions.
public struct Display: Sendable {
  private let output: @Sendable (String) -> Output?

  package init(_ output: @escaping @Sendable (String) -> Output?) { self.output = output }

  /// What a subscription shows; nil when nothing of that name and type is shown, or nil is shown.
  public func callAsFunction<Value>(_ name: String, as type: Value.Type = Value.self) -> Value? {
    output(name)?.value as? Value
  }
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
