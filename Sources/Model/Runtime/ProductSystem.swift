/// The system of a product on the runtime, for code that is generic over products and systems
/// alike.
public protocol ProductSystem<P>: TransitionSystem
where State == RuntimeState<P>, Label == RuntimeLabel<P>, View == RuntimeView<P> {
  associatedtype P: Product
  var product: P { get }
  var scope: Scope<P.Values> { get }
}

extension ProductSystem {
  package var runtime: RuntimeSystem<P> { RuntimeSystem(product: product, scope: scope) }
}

extension RuntimeSystem: ProductSystem {}
