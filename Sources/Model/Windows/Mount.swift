/// A selector subscription that a component of a window holds.
public struct Mount<P: Product>: Sendable {
  /// The component: a subscription is tied to its component's identity.
  package let component: String
  package let subscription: Subscription<P>

  /// Makes a mount.
  public init(_ component: String, _ subscription: Subscription<P>) {
    self.component = component
    self.subscription = subscription
  }

  /// The name under which a display shows its output: "Detail.item".
  package var name: String { "\(component).\(subscription.name)" }
}
