import Generators
import ReferenceProducts

extension Registry {
  /// The products of this package, as its runner knows them.
  static let catalogue = Registry(Catalogue.products, benchmarks: Catalogue.benchmarks)
}
