import Generators

/// What this package models and is measured on.
public enum Catalogue {
  /// The products, simplest first; a test fails while a product's folder has no word here.
  public static let products = [RegisteredProduct.counter, .animals, .quakes].map {
    $0.reached(by: "Catalogue.product(\"\($0.name)\")?", importing: "@testable ReferenceProducts")
  }

  /// The product of a name, or nil.
  public static func product(_ name: String) -> RegisteredProduct? {
    products.first { $0.name == name }
  }

  /// The systems that engines are measured on.
  public static let benchmarks: [Benchmark] = [.animals, .alikeAnimals]
}
