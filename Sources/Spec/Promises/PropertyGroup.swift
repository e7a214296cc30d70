import Model

/// Promises of one theme about a product on the runtime, and what they share.
protocol PropertyGroup<P>: Sendable {
  associatedtype P: Product
  typealias RuntimeProperty = Property<RuntimeSystem<P>>
  typealias View = StepView<RuntimeSystem<P>>

  var system: RuntimeSystem<P> { get }
}

extension PropertyGroup {
  var product: P { system.product }

  /// A property with clauses, or the reason why it has nothing to speak about.
  func property(
    _ name: String, _ sentence: String, witness: String, consequence: String,
    unless reason: String?, _ clauses: RuntimeProperty.Clause...
  ) -> RuntimeProperty {
    RuntimeProperty(
      name: name, sentence: sentence, witness: witness, consequence: consequence,
      clauses: reason.map { [.inapplicable($0)] } ?? clauses)
  }

  /// A status is a collection's, or that of a single item in a queue.
  var hasNoStatus: String? {
    if !product.collections.isEmpty { return nil }
    return product.hasQueue && hasNoOperation == nil ? nil : "no request has a status"
  }
  var hasNoOperation: String? { P.Operation.self == Never.self ? "no operations" : nil }
  var hasNoRelaunch: String? {
    hasNoOperation ?? (system.scope.relaunchesMax == 0 ? "the scope has no kill" : nil)
  }
}
