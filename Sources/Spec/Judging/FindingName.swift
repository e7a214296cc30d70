/// What tells findings of one specification apart: the property's name, and a stable word for what broke it.
package struct FindingName: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let property: String
  package let culprit: String

  package init(property: String, culprit: String) {
    self.property = property
    self.culprit = culprit
  }

  package static func < (first: FindingName, second: FindingName) -> Bool {
    (first.property, first.culprit) < (second.property, second.culprit)
  }

  package var description: String { "\(property): \(culprit)" }
}
