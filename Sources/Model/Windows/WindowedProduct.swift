/// A product with windows: what each shows and enables; one without windows leaves all of it out.
public protocol WindowedProduct: StatusProduct {
  /// One window's component state; never any by default.
  associatedtype Window: Hashable & Sendable = Never
  /// What a person does in a window; most of it dispatches nothing.
  associatedtype WindowGesture: Hashable & Sendable = Never

  /// A window as it opens; nil when the product has none.
  func initialWindow(in state: State) -> Window?
  /// The selector subscriptions of a window's components.
  func mounts(in window: Window) -> [Mount<Self>]
  /// What a window enables, simplest first.
  ///
  /// - Parameters:
  ///   - window: the component state now.
  ///   - display: what the last render showed.
  ///   - values: what forms are filled in with, and what can be picked.
  func gestures(in window: Window, showing display: Display, values: Values) -> [WindowGesture]
  /// What a gesture does to its window.
  ///
  /// - Returns: the ui action's gesture that it dispatches, or nil.
  func handle(_ gesture: WindowGesture, in window: inout Window, showing display: Display)
    -> Gesture?
  /// Gives what a gesture opened an id that is not used yet, before the window is rendered; nothing
  /// needs one by default.
  ///
  /// - Parameters:
  ///   - window: the window in which the gesture was made.
  ///   - others: the other windows that are open, in any order; where ids go by it, a search tells
  ///     windows apart by when they were opened.
  ///   - state: the store's state.
  func assignIds(in window: inout Window, besides others: [Window], state: State)
  /// Whether another window stays open when a window closes; it does by default.
  func staysOpen(_ other: Window, whenClosing window: Window) -> Bool
  /// What a window does by itself when two consecutive renders differ.
  func refresh(_ window: inout Window, from old: Rendering<Window>, to new: Rendering<Window>)
  /// Whether some component of a window shows the failure of a subject.
  func showsFailure(of subject: Subject, in window: Window) -> Bool
  /// Whether windows have forms at all.
  var hasForms: Bool { get }
  /// The forms that a window has open.
  func forms(in window: Window) -> [Form]
  /// The fields that a form of an item shows, as the state holds them; nil when it holds no such
  /// item.
  func fields(ofItem id: String, in state: State) -> [String: String]?
  /// The same fields as the persistent store holds them, where others may change them unseen; nil,
  /// as by default, when it holds no such item.
  func fields(ofItem id: String, in database: Database) -> [String: String]?
  /// The selector subscriptions of the product's components, one for each parameter that the values
  /// offer.
  func subscriptions(values: Values) -> [Subscription<Self>]
}

extension WindowedProduct {
  public func subscriptions(values: Values) -> [Subscription<Self>] {
    initialWindow(in: initialState).map { mounts(in: $0).map(\.subscription) } ?? []
  }
  public func fields(ofItem id: String, in state: State) -> [String: String]? { nil }
  public func fields(ofItem id: String, in database: Database) -> [String: String]? { nil }
  public func assignIds(in window: inout Window, besides others: [Window], state: State) {}
  public func staysOpen(_ other: Window, whenClosing window: Window) -> Bool { true }
  public var hasForms: Bool { false }
  public func forms(in window: Window) -> [Form] { [] }
  public func showsFailure(of subject: Subject, in window: Window) -> Bool { false }
  public func refresh(
    _ window: inout Window, from old: Rendering<Window>, to new: Rendering<Window>
  ) {}
}

extension WindowedProduct where State == Database {
  public func fields(ofItem id: String, in state: State) -> [String: String]? { nil }
}

extension WindowedProduct where Window == NoValues {
  public func initialWindow(in state: State) -> NoValues? { NoValues() }
}

extension WindowedProduct where WindowGesture == Gesture {
  public func handle(_ gesture: Gesture, in window: inout Window, showing display: Display)
    -> Gesture?
  {
    gesture
  }
}

extension WindowedProduct where Window == Never {
  public func initialWindow(in state: State) -> Never? { nil }
  public func mounts(in window: Never) -> [Mount<Self>] {}
}

extension WindowedProduct where Window == Never, WindowGesture == Never {
  public func gestures(in window: Never, showing display: Display, values: Values) -> [Never] {}
  public func handle(_ gesture: Never, in window: inout Never, showing display: Display) -> Gesture?
  {}
}
