extension Array where Element: Hashable {
  /// Each element once, where it comes first.
  @usableFromInline package func uniqued() -> [Element] {
    var known: Set<Element> = []
    return filter { known.insert($0).inserted }
  }
}
