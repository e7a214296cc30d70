import Model
import Spec

/// The products that a runner knows.
package struct Registry: Sendable {
  package let products: [RegisteredProduct]
  package let benchmarks: [Benchmark]

  package init(_ products: [RegisteredProduct], benchmarks: [Benchmark] = []) {
    self.products = products
    self.benchmarks = benchmarks
  }

  /// Why it cannot be used, on one line.
  package var complaint: String? {
    if products.isEmpty { return "no product is registered" }
    return FileWords.oneOfTwo(in: products.map(\.name)).map {
      "two products have names that make one folder, '\($0)' among them"
    }
      ?? products.lazy.compactMap(\.complaint).first
  }

  /// The product of a name, or nil.
  package func product(named name: String) -> RegisteredProduct? {
    products.first { $0.name == name }
  }

  /// The specification that a trace speaks of.
  ///
  /// - Returns: nil when there is no such product or design any more.
  /// - Throws: a `TraceError` when the trace's scope cannot be read.
  package func specification(of trace: Trace) throws(TraceError) -> (any Checkable)? {
    try product(named: trace.product)?.specification(
      design: trace.design, writtenScope: trace.scope)
  }

  /// Replays a trace and grades it.
  ///
  /// - Parameter isInterrupted: asked now and then where it takes long.
  /// - Throws: a `TraceError` when the trace cannot be read.
  package func grade(
    _ trace: Trace, isInterrupted: () -> Bool = { false }
  ) throws -> (grade: Grade, story: Story?) {
    guard let product = product(named: trace.product) else {
      return (.obsolete("there is no product '\(trace.product.echo)' any more"), nil)
    }
    if let choices = trace.values?.choices { product.learnValues(choices) }
    guard
      let specification = try product.specification(design: trace.design, writtenScope: trace.scope)
    else {
      let lost =
        product.hasDesign(trace.design)
        ? ("scope", trace.scopeName ?? "") : ("design", trace.design)
      return (.obsolete("\(trace.product) has no \(lost.0) '\(lost.1.echo)' any more"), nil)
    }
    guard specification.identity.environment == trace.environment else {
      throw TraceError(
        "the environment is '\(trace.environment)', and the scope says otherwise; make them agree")
    }
    if let values = trace.values, values.choices == nil { specification.learn(values) }
    if trace.property == LiveDivergence.property, let live = specification as? any LiveCheckable {
      return (try live.gradeLive(trace, isInterrupted: isInterrupted).grade, nil)
    }
    return try specification.grade(trace, isInterrupted: isInterrupted)
  }
}
