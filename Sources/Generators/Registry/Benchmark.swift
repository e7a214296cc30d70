import Spec

/// A system whose search is measured, in several sizes: `bench search` runs it beside the products.
public struct Benchmark: Sendable {
  /// The name by which the command calls it.
  package let name: String
  /// All sizes, and those that are measured when none is named.
  package let sizes: ClosedRange<Int>
  package let usualSizes: ClosedRange<Int>
  /// The system of a size.
  package let specification: @Sendable (_ size: Int) -> any Checkable

  /// Makes a benchmark.
  ///
  /// - Parameters:
  ///   - name: the name by which the command calls it.
  ///   - sizes: all sizes.
  ///   - usualSizes: those that are measured when none is named: seconds should do for each.
  ///   - specification: the system of a size.
  public init(
    _ name: String, sizes: ClosedRange<Int>, usualSizes: ClosedRange<Int>,
    specification: @escaping @Sendable (_ size: Int) -> any Checkable
  ) {
    self.name = name
    self.sizes = sizes
    self.usualSizes = usualSizes
    self.specification = specification
  }
}
