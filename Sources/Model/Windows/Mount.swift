/// A selector subscription that a component of a window holds.
public struct Mount<P: StoringProduct>: Sendable {
  /// The component: a subscription is tied to its component's identity.
  @usableFromInline package let component: String
  @usableFromInline package let subscription: Subscription<P>
  /// The name under which a display shows its output: "Detail.item".
  @usableFromInline package let name: String

  /// Makes a mount.
  public init(_ component: String, _ subscription: Subscription<P>) {
    self.component = component
    self.subscription = subscription
    name = "\(component).\(subscription.name)"
  }

  /// Whether the same is mounted: the selectors of one name, parameter and id are taken to be the
  /// same.
  func isEqual(to other: Mount) -> Bool {
    name == other.name && subscription.id == other.subscription.id
      && subscription.parameter == other.subscription.parameter
  }
}
