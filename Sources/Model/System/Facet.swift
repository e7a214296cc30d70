/// The handles of every facet of a state, by facet number.
///
/// Facets from `Facet.observerStart` on belong to observers.
package typealias FacetValues = SIMD16<UInt32>

/// What of a state a property reads: a component, or a value that a system derives from one.
@usableFromInline
package struct Facet: Hashable, Sendable {
  /// The number by which the system's expander knows it, below 16; below `Row.widthMax` it is a
  /// position in the row.
  @usableFromInline package let number: Int

  @inlinable package init(number: Int) { self.number = number }

  /// The position in the row that it shows, nil where it is derived.
  @inlinable package var component: Int? { number < Row.widthMax ? number : nil }

  /// The facets that are components, as bits.
  package static var components: UInt16 { 1 << UInt16(Row.widthMax) - 1 }

  @inlinable package var bit: UInt16 { 1 << UInt16(number) }
}
