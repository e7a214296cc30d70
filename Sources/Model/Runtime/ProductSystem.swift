/// The system of a product on the runtime, for code that is generic over products and systems alike.
public protocol ProductSystem<P>: TransitionSystem
where State == RuntimeState<P>, Label == RuntimeLabel<P>, View == RuntimeView<P> {
  /// The product.
  associatedtype P: Product
  /// The product's functions.
  var product: P { get }
  /// The bounds.
  var scope: Scope<P.Values> { get }
  /// The action that a label dispatches in a state; nil for labels that dispatch none.
  func action(of label: Label, in state: State) -> P.Action?
  /// A window as somebody who looks at it knows it: the component state, and what each subscription shows.
  func appearance(of window: WindowState<P>, in state: P.State) -> WindowState<P>
}

extension RuntimeSystem: ProductSystem {}
