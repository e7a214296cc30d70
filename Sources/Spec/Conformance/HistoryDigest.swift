import Model

/// A digest of what happened, the same on every machine.
package struct HistoryDigest: Hashable, Sendable {
  package private(set) var value: UInt64 = 0

  package init() {}
  init(of text: String) { add(text: text) }

  package mutating func add(_ word: UInt64) { value = ContentDigest.join(value, word) }
  package mutating func add(text: String) { add(ContentDigest.text(text)) }
}
