import Generators
import Model
import Spec

/// Every product that the suite knows.
package enum Catalogue {
  /// The products, simplest first; a test fails while a product folder of the model has no line here.
  package static let products: [CatalogueProduct] = [.counter, .animals, .quakes]

  /// The product of a name, or nil.
  package static func product(named name: String) -> CatalogueProduct? { products.first { $0.name == name } }

  /// The specification that a trace speaks of.
  ///
  /// - Returns: nil when there is no such product or design any more.
  /// - Throws: a `TraceError` when the trace's scope cannot be read.
  package static func specification(of trace: Trace) throws(TraceError) -> (any Checkable)? {
    try product(named: trace.product)?.specification(design: trace.design, writtenScope: trace.scope)
  }

  /// Replays a trace of the catalogue and grades it.
  ///
  /// - Throws: a `TraceError` when the trace cannot be read.
  package static func grade(_ trace: Trace) throws -> (grade: Grade, story: Story?) {
    guard let product = product(named: trace.product) else {
      return (.obsolete("there is no product '\(trace.product)' any more"), nil)
    }
    guard let specification = try product.specification(design: trace.design, writtenScope: trace.scope)
    else {
      return (.obsolete("\(trace.product) has no design '\(trace.design)' any more"), nil)
    }
    guard specification.identity.environment == trace.environment else {
      throw TraceError(
        "the environment is '\(trace.environment)', and the scope says otherwise; make them agree")
    }
    if trace.property == LiveDivergence.property, let live = specification as? any LiveCheckable {
      return (try live.gradeLive(trace).grade, nil)
    }
    return try specification.grade(trace)
  }
}
