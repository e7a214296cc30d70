/// How well answers were remembered.
package struct CacheStatistics: Hashable, Sendable {
  package var lookupCount: Int
  package var missCount: Int

  package init(lookupCount: Int = 0, missCount: Int = 0) {
    self.lookupCount = lookupCount
    self.missCount = missCount
  }

  /// The share of lookups that were answered from memory, from 0 to 1.
  package var hitRate: Double {
    lookupCount == 0 ? 0 : Double(lookupCount - missCount) / Double(lookupCount)
  }
}
