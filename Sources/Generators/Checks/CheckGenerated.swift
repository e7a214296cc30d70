import Model
import Spec

/// Asks in a test what a product promises of values about generated ones; the failure that it
/// throws holds each case, shrunk.
///
/// ```swift
/// @Test func `the dial answers every action`() throws {
///   let actions = Generator.element(of: Dial.Action.allCases)
///   let inputs = Generator<Int>.integers(in: -9...9).pair(with: actions).map {
///     ValuesInput<Dial>(
///       values: Dial.Values(initial: 0, reach: 1), state: Dial.State(value: $0), action: $1)
///   }
///   try check(generated: inputs, of: { Dial(initial: $0.initial) })
/// }
/// ```
///
/// `SPEC_SEED` and `SPEC_RUNS` in the environment take the place of the plan's numbers.
///
/// - Parameters:
///   - inputs: how states, actions and parameters are drawn.
///   - product: the product with the parameters of a case.
///   - plan: how many values, from which seed.
///   - known: findings that are no failure; one that is shorter than it is known to be is.
///   - properties: what has to hold; what every product promises by default.
/// - Returns: what was checked, when nothing is broken.
/// - Throws: a `CheckFailure` when something is broken; a `TraceError` when a ledger cannot be
///   read.
@discardableResult
public func check<P: Product>(
  generated inputs: Generator<ValuesInput<P>>, of product: @escaping @Sendable (P.Values) -> P,
  _ plan: ValuePlan = ValuePlan(runCount: 1000), known: KnownFindings = [],
  properties: @escaping @Sendable (RuntimeSystem<P>) -> [ValuesClause<P>] = {
    RuntimeProperties(system: $0).valuesClauses
  }
) throws -> GeneratedValuesReport {
  let values = GeneratedValues(
    name: "\(P.self)", design: "published", product: product, clauses: properties, inputs: inputs)
  let report = values.run(
    plan.overridden(by: plan.environment), only: { _ in true }, shouldStop: { _, _ in false })
  let identity = Identity(product: values.name, scope: "values")
  let known = try known.findings(of: identity, setting: identity.environment)
  let lacking =
    known.misnamed(among: Set(report.results.map(\.name))) + known.undercuts(of: report.findings)
  let news = report.findings.filter { !known.cover($0) }
  if news.isEmpty && lacking.isEmpty { return report }
  throw CheckFailure(
    news.map { CheckFailure.Part($0, title: "\(P.self)") }, title: "\(P.self)",
    remark: lacking.isEmpty ? nil : Shortcoming.text(lacking, title: identity.title))
}
