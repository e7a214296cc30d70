import Generators

/// What this package models and is measured on.
public enum Catalogue {
  /// The products, simplest first; a test fails while a product's folder has no word here.
  public static let products: [RegisteredProduct] = [.counter, .animals, .quakes]

  /// The systems that engines are measured on.
  public static let benchmarks: [Benchmark] = [.animals]
}
