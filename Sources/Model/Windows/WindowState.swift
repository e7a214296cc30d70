/// A window as it stands: component state, and what its subscriptions hold where they lag.
public struct WindowState<P: Product>: Hashable, Sendable {
  /// The component state, read at each tap.
  public var window: P.Window
  /// What the subscriptions hold and the window shows; nil where nothing lags, so that a window
  /// always shows what the selectors say.
  @usableFromInline package var lagging: LaggingView<P>?

  /// Makes a window; nothing lags by default.
  @usableFromInline package init(window: P.Window, lagging: LaggingView<P>? = nil) {
    self.window = window
    self.lagging = lagging
  }
}

extension WindowState {
  /// Makes a window as somebody who looks at it knows it: component state, and what each mount
  /// shows.
  init(window: P.Window, showing shown: [(mount: Mount<P>, output: Output)]) {
    let subscriptions = shown.map { LaggingSubscription($0, dependencies: [], output: $1) }
    self.init(window: window, lagging: LaggingView(rendered: window, subscriptions: subscriptions))
  }

  /// What a subscription showed last, also where a later render has dropped it; nil where none of
  /// that name lags.
  public func held(_ name: String) -> Output? {
    lagging?.subscriptions.first { $0.name == name }?.shown
  }

  /// Whether a subscription has not taken all, or something published is not shown yet.
  var isBehind: Bool { needsRender || lagging?.subscriptions.contains { $0.isBehind } ?? false }

  /// Whether the component state or something published differs from what the last render showed.
  var needsRender: Bool {
    guard let lagging else { return false }
    return window != lagging.rendered || lagging.subscriptions.contains { $0.output != $0.shown }
  }

  /// Whether somebody who looks at both sees the same component state and, under each name, the
  /// same output.
  @usableFromInline package func looksLike(_ other: Self) -> Bool {
    let (here, there) = (lagging?.subscriptions ?? [], other.lagging?.subscriptions ?? [])
    return window == other.window
      && here.elementsEqual(there) { $0.name == $1.name && $0.shown == $1.shown }
  }
}

/// What a window whose subscriptions lag shows.
@usableFromInline
package struct LaggingView<P: Product>: Hashable, Sendable {
  /// The component state at the last render.
  @usableFromInline package var rendered: P.Window
  /// The subscriptions, in the order in which the window mounts them.
  @usableFromInline package var subscriptions: [LaggingSubscription<P>]

  /// What the last render showed.
  @usableFromInline package var display: Display {
    let subscriptions = subscriptions
    return Display { name in subscriptions.first { $0.name == name }?.shown }
  }

  /// Mounts what a component state asks for, and shows what was published: a subscription goes on
  /// as long as its component and its id stay, and starts over otherwise.
  mutating func render(
    _ window: P.Window, mounting mounts: (P.Window) -> [Mount<P>], in state: P.State
  ) {
    if window == rendered {
      for place in subscriptions.indices {
        subscriptions[place].shown = subscriptions[place].output
      }
      return
    }
    let kept = subscriptions
    rendered = window
    subscriptions = mounts(window).map { mount in
      let known = kept.first {
        $0.name == mount.name && $0.mount.subscription.id == mount.subscription.id
      }
      guard var known else { return LaggingSubscription(mount, in: state) }
      known.shown = known.output
      return known
    }
  }
}

/// A subscription that lags the store.
@usableFromInline
package struct LaggingSubscription<P: Product>: Sendable {
  /// Where it is mounted, with the filter and selectors of the moment when it started over.
  @usableFromInline package let mount: Mount<P>
  /// What its dependencies said at the last computation.
  @usableFromInline package var dependencies: [Output]
  @usableFromInline package var output: Output
  /// Whether elements that pass its filter wait, and taking them would change what it holds; those
  /// that wait are taken together.
  @usableFromInline package var isBehind = false
  /// What the last render showed.
  @usableFromInline package var shown: Output

  @usableFromInline package var name: String { mount.name }

  @usableFromInline package init(_ mount: Mount<P>, dependencies: [Output], output: Output) {
    self.mount = mount
    self.dependencies = dependencies
    self.output = output
    shown = output
  }

  /// A subscription that starts over.
  init(_ mount: Mount<P>, in state: P.State) {
    self.init(
      mount, dependencies: mount.subscription.dependencyOutputs(state),
      output: mount.subscription.output(state, .ascending))
  }

  /// Whether its filter lets an element through.
  func passes(_ action: P.Action, from old: P.State) -> Bool {
    mount.subscription.filter?(old, action) ?? true
  }

  /// Takes what waits: with dependencies, it computes only when one changed.
  mutating func take(_ state: P.State) {
    let now = mount.subscription.dependencyOutputs(state)
    if now.isEmpty || now != dependencies { output = mount.subscription.output(state, .ascending) }
    dependencies = now
    isBehind = false
  }
}

/// A new id brings a new filter and new selectors, and without an id the parameter alone says which
/// they are.
extension LaggingSubscription: Hashable {
  @usableFromInline package static func == (first: Self, second: Self) -> Bool {
    first.isBehind == second.isBehind && first.mount.isEqual(to: second.mount)
      && first.output == second.output && first.shown == second.shown
      && first.dependencies == second.dependencies
  }

  @usableFromInline package func hash(into hasher: inout Hasher) {
    hasher.combine(mount.component)
    hasher.combine(mount.subscription.parameter)
    hasher.combine(isBehind)
    hasher.combine(output)
    hasher.combine(shown)
  }
}
