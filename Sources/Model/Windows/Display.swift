/// What a selector answers, as a value that can be kept and compared.
public struct Output: Hashable, Sendable {
  /// The answer.
  public let value: any Hashable & Sendable

  /// Keeps an answer; an output keeps what it holds.
  public init(_ value: any Hashable & Sendable) { self.value = (value as? Output)?.value ?? value }

  /// Whether two answers are equal; answers of different types never are.
  public static func == (first: Output, second: Output) -> Bool {
    AnyHashable(first.value) == AnyHashable(second.value)
  }

  /// Feeds the answer.
  public func hash(into hasher: inout Hasher) { AnyHashable(value).hash(into: &hasher) }
}

/// A selector subscription that a component of a window holds.
public struct Mount<P: Product>: Sendable {
  /// The component: a subscription is tied to its component's identity.
  public let component: String
  /// What it subscribes to.
  public let subscription: Subscription<P>

  /// Makes a mount.
  public init(_ component: String, _ subscription: Subscription<P>) {
    self.component = component
    self.subscription = subscription
  }

  /// The name under which a display shows its output: "AnimalDetail.animal".
  public var name: String { "\(component).\(subscription.name)" }
}

/// What a window showed at its last render: the outputs of its components' subscriptions.
public struct Display: Sendable {
  private let output: @Sendable (String) -> Output?

  /// Makes a display of a function from a mount's name to what it shows.
  public init(_ output: @escaping @Sendable (String) -> Output?) { self.output = output }

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

  /// Makes a rendering.
  public init(window: Window, display: Display) {
    self.window = window
    self.display = display
  }
}

/// A window as it stands: component state, and what its subscriptions hold where they lag.
public struct WindowState<P: Product>: Hashable, Sendable {
  /// The component state, read at each tap.
  public var window: P.Window
  /// What the subscriptions hold and the window shows; nil where nothing lags, so that a window always
  /// shows what the selectors say.
  public var lagging: LaggingView<P>?

  /// Makes a window; nothing lags by default.
  public init(window: P.Window, lagging: LaggingView<P>? = nil) {
    self.window = window
    self.lagging = lagging
  }
}

extension WindowState {
  /// Makes a window as somebody who looks at it knows it: component state, and what is shown under each name.
  init(window: P.Window, showing shown: [(name: String, output: Output)]) {
    let subscriptions = shown.map { name, output in
      LaggingSubscription(
        name: name, id: nil, parameter: "", dependencies: [], output: output, isBehind: false, shown: output)
    }
    self.init(window: window, lagging: LaggingView(rendered: window, subscriptions: subscriptions))
  }
}

/// What a window whose subscriptions lag shows.
public struct LaggingView<P: Product>: Hashable, Sendable {
  /// The component state at the last render.
  public var rendered: P.Window
  /// The subscriptions, in the order in which the window mounts them.
  public var subscriptions: [LaggingSubscription]
}

/// A subscription that lags the store.
public struct LaggingSubscription: Hashable, Sendable {
  /// The mount's name.
  public var name: String
  /// What told it apart when it started over.
  public var id: String?
  /// The parameter with which it started over: filter and selectors are those of that moment.
  public var parameter: String
  /// What its dependencies said at the last computation.
  public var dependencies: [Output]
  /// What it published.
  public var output: Output
  /// Whether elements that pass its filter wait, and taking them would change what it holds; those that wait
  /// are taken together.
  public var isBehind: Bool
  /// What the last render showed.
  public var shown: Output
}

/// What a step did to a window.
public struct WindowChange<P: Product>: Hashable, Sendable {
  /// The window before; nil when it opens.
  public let old: WindowState<P>?
  /// The window afterwards; nil when it closes.
  public let new: WindowState<P>?
  /// Whether a person acted in it: a gesture, or its opening or closing.
  public var isActing = false
}

extension WindowChange {
  /// By content: windows before, then who acted, then windows afterwards; what opens comes last.
  static func precedes(_ first: WindowChange, _ second: WindowChange) -> Bool {
    if first.old?.window != second.old?.window { return isLess(first.old, second.old) }
    if first.isActing != second.isActing { return first.isActing }
    return isLess(first.new, second.new)
  }

  private static func isLess(_ first: WindowState<P>?, _ second: WindowState<P>?) -> Bool {
    guard let first else { return false }
    return second.map { first.window < $0.window } ?? true
  }
}
