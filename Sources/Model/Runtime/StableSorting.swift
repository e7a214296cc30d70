extension Array {
  /// The elements in order; those that precede neither way stay where they stood.
  ///
  /// The standard library's sort keeps them too and does not promise it.
  ///
  /// - Complexity: O(n · log n).
  func stablySorted(by precedes: (Element, Element) -> Bool) -> [Element] {
    enumerated().sorted { first, second in
      if precedes(first.element, second.element) { return true }
      return first.offset < second.offset && !precedes(second.element, first.element)
    }.map(\.element)
  }
}
