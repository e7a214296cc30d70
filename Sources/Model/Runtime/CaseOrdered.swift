/// An enumeration whose cases are ordered as they are declared, whatever their raw values.
public protocol CaseOrdered: CaseIterable, Comparable, Hashable {}

extension CaseOrdered {
  /// In the order in which they are declared.
  public static func < (first: Self, second: Self) -> Bool {
    allCases.first { $0 == first || $0 == second } == first && first != second
  }
}
