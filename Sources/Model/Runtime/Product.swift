/// A product on the ImmutableData runtime, as pure values and functions.
///
/// It is made of small protocols, one for each part that an app may have; a conformer writes what
/// his app has and nothing else. Nothing is asked of his types but `Hashable` and `Sendable`.
public protocol Product: WindowedProduct {
  /// The words in which a story tells values of this product; what values are made of by default.
  var narrator: Narrator<Self> { get }
  /// Why nothing can be said of the product; nil, as by default, where nothing is wrong with it.
  ///
  /// A product that finds out while it is asked that its answers are worth nothing ends the search
  /// with it.
  var complaint: String? { get }
}

extension Product {
  public var narrator: Narrator<Self> { Narrator() }
  public var complaint: String? { nil }
}
