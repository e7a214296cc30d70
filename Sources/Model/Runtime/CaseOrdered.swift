/// An enumeration whose cases are ordered as they are declared, whatever their raw values.
package protocol CaseOrdered: CaseIterable, Comparable, Hashable {}

extension CaseOrdered {
  package static func < (first: Self, second: Self) -> Bool {
    allCases.first { $0 == first || $0 == second } == first && first != second
  }
}
