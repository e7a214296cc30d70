import Model
import Spec

extension Array {
  /// The properties, or the reason why definitions say nothing: contracts, and others that stand on
  /// them.
  func unless<P: Product>(_ reason: String?, _ others: String...) -> [Property<RuntimeSystem<P>>]
  where Element == Property<RuntimeSystem<P>> {
    map { $0.name.hasPrefix("contract(") || others.contains($0.name) ? $0.unless(reason) : $0 }
  }
}
