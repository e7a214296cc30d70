import Model
import Spec

/// A product in the catalogue: its designs, its scopes, and the specifications that they make.
package struct CatalogueProduct: Sendable {
  package let name: String
  /// The published design first.
  package let designs: [String]
  /// In the order in which a check takes them.
  package let scopes: [String]
  /// The scopes that a check explores when none is named.
  package let defaultScopes: [String]
  /// The scopes that are too large to be exhausted: random runs go there too, and 'all' leaves them out.
  package let vastScopes: [String]
  private let specify: @Sendable (_ design: String, _ scope: JSONValue) throws -> (any Checkable)?
  private let askValues:
    @Sendable (String, ValuePlan, (String) -> Bool, (Int) -> Bool) -> GeneratedValuesReport?
  let writtenScope: @Sendable (_ name: String) throws -> JSONValue?

  /// The specification of a design within a named scope; nil when there is no such design or scope.
  package func specification(design: String = "published", scope: String) -> (any Checkable)? {
    guard let written = try? writtenScope(scope) else { return nil }
    return try? specify(design, written)
  }

  /// The specification of a design within a scope written out; nil when there is no such design.
  ///
  /// - Throws: a `TraceError` when the scope cannot be read.
  package func specification(design: String, writtenScope scope: JSONValue) throws(TraceError) -> (
    any Checkable
  )? {
    do {
      return try specify(design, scope)
    } catch {
      throw TraceError("the scope cannot be read: \(Trace.words(of: error))")
    }
  }

  /// Asks the properties of values about generated ones; nil when there is no such design.
  ///
  /// - Parameters:
  ///   - plan: how many values, from which seed; value k has the seed plus k.
  ///   - filter: whether the property of a name is to be decided; all by default.
  ///   - shouldStop: asked before each value with how many were drawn; may stop the check.
  package func checkValues(
    design: String = "published", _ plan: ValuePlan, only filter: (String) -> Bool = { _ in true },
    shouldStop: (_ runCount: Int) -> Bool = { _ in false }
  ) -> GeneratedValuesReport? {
    askValues(design, plan, filter, shouldStop)
  }

  /// A product made of a table of designs and a list of scopes; it has none when one of them makes no sense.
  init<P: Product>(
    name: String, scopes makeScopes: () throws(ScopeError) -> [Scope<P.Values>], defaultScopes: [String],
    vastScopes: [String] = [],
    mutants: [Mutant<P>],
    product: @escaping @Sendable (_ design: String, P.Values) -> P?,
    properties: @escaping @Sendable (RuntimeSystem<P>) -> [Property<RuntimeSystem<P>>],
    valuesClauses: @escaping @Sendable (RuntimeSystem<P>) -> [ValuesClause<P>],
    inputs: Generator<ValuesInput<P>>
  ) where P.State: Codable, P.Action: Codable {
    let designs = ["published"] + mutants.map { "mutant(\($0.name))" }
    let scopes = Result(catching: makeScopes)
    self.name = name
    self.designs = designs
    self.scopes = ((try? scopes.get()) ?? []).map(\.name)
    self.defaultScopes = defaultScopes
    self.vastScopes = vastScopes
    specify = { design, written in
      let scope = try written.decodeWhole(as: Scope<P.Values>.self)
      guard let product = product(design, scope.values) else { return nil }
      let system = RuntimeSystem(product: product, scope: scope)
      let identity = Identity(
        product: name, design: design, environment: scope.environment.rawValue, scope: scope.name)
      return Specification(
        identity: identity, scope: written, system: system, properties: properties(system),
        teller: Teller.runtime(system))
    }
    askValues = { design, plan, filter, shouldStop in
      guard designs.contains(design) else { return nil }
      let values = GeneratedValues(
        name: name, design: design, product: { product(design, $0) }, clauses: valuesClauses, inputs: inputs)
      return values.run(plan, only: filter, shouldStop: shouldStop)
    }
    writtenScope = { name in
      try scopes.get().first { $0.name == name }.map { try JSONValue(encoding: $0) }
    }
  }
}
