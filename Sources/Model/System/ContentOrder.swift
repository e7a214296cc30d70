/// Whether a value comes before another: by the order that its type says, and by content where that
/// says nothing.
///
/// Cases of an enumeration that lists its cases come in that order.
///
/// - Complexity: O(1) conformance lookups where the type is ordered, else O(size).
package func contentPrecedes<Value: Hashable>(_ first: Value, _ second: Value) -> Bool {
  if first == second { return false }
  if let first = first as? any Comparable, let precedes = first.precedes(second) { return precedes }
  if let first = first as? any CaseIterable & Equatable,
    let precedes = first.isListed(before: second)
  {
    return precedes
  }
  return ContentTree(first).precedes(ContentTree(second))
}

/// The same as a function for many calls: conformances are looked up once.
package func contentOrder<Value: Hashable>(of type: Value.Type) -> (Value, Value) -> Bool {
  func ascending<Ordered: Comparable>(_ type: Ordered.Type) -> Any {
    { (first: Ordered, second: Ordered) in first < second }
  }
  guard let ordered = type as? any Comparable.Type,
    let isLess = ascending(ordered) as? (Value, Value) -> Bool
  else { return contentPrecedes }
  return { isLess($0, $1) || !isLess($1, $0) && contentPrecedes($0, $1) }
}

extension Comparable {
  /// Nil where neither comes first.
  fileprivate func precedes(_ other: Any) -> Bool? {
    guard let other = other as? Self else { return nil }
    return self < other ? true : other < self ? false : nil
  }
}

extension CaseIterable where Self: Equatable {
  /// Nil for values that are not listed.
  fileprivate func isListed(before other: Any) -> Bool? {
    let other = other as? Self
    return Self.allCases.first { $0 == self || $0 == other }.map { $0 == self }
  }
}

extension Sequence where Element: Hashable {
  /// The elements in the order of their content.
  package func contentSorted() -> [Element] { sorted { contentPrecedes($0, $1) } }
}

extension Dictionary {
  /// The entries in the order of their keys' content.
  package func contentSorted() -> [Element] { sorted { contentPrecedes($0.key, $1.key) } }
}
