/// What subscriptions give, asked of their selectors once for each store, or for contents where
/// selectors are given no more.
final class SubscriptionOutputs<P: Product> {
  /// What one subscription gives, by the handle of what its selectors are given.
  final class Known {
    /// Kept, so that no other subscription is taken for this one.
    private let identity: any AnyObject & Sendable
    let handles = LargeArray<UInt32>()

    init(identity: any AnyObject & Sendable) { self.identity = identity }
  }

  private let interned: InternedRuntime<P>
  private var known: [ObjectIdentifier: Known] = [:]

  init(_ interned: InternedRuntime<P>) { self.interned = interned }

  var memory: MemoryUse { known.values.map(\.handles.memory).sum }

  /// The handle of what a subscription gives; absent after a crash.
  func handle(of subscription: Subscription<P>, at input: UInt32) -> UInt32 {
    handle(of: subscription, at: input, known(of: subscription))
  }

  func known(of subscription: Subscription<P>) -> Known {
    let key = ObjectIdentifier(subscription.identity)
    if let found = known[key] { return found }
    let fresh = Known(identity: subscription.identity)
    known[key] = fresh
    return fresh
  }

  func handle(of subscription: Subscription<P>, at input: UInt32, _ known: Known) -> UInt32 {
    known.handles.extend(to: Int(input) + 1, with: absentHandle)
    if known.handles[Int(input)] != absentHandle { return known.handles[Int(input)] }
    guard let output = fresh(of: subscription, at: input) else { return absentHandle }
    known.handles[Int(input)] = interned.outputs.handle(of: output)
    return known.handles[Int(input)]
  }

  private func fresh(of subscription: Subscription<P>, at input: UInt32) -> Output? {
    switch subscription.input {
    case .state(let output, _, _):
      guard case .running(let state) = interned.stores[input] else { return nil }
      return output(state, .ascending)
    case .contents(_, let output, _, _):
      guard case .contents(let contents?, _, _) = interned.derived[input] else { return nil }
      return output(contents, .ascending)
    }
  }
}
