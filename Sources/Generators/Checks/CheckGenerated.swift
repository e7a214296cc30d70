import Model
import Spec

/// Asks in a test what a product promises of values about generated ones; the failure that it throws holds
/// each case, shrunk.
///
/// ```swift
/// @Test func `the dial answers every action`() throws {
///   let inputs = Generator<Int>.integers(in: -9...9).pair(with: .element(of: Dial.Action.allCases)).map {
///     ValuesInput<Dial>(
///       values: Dial.Values(initial: 0, reach: 1), state: Dial.State(value: $0), action: $1)
///   }
///   try check(generated: inputs, of: { Dial(initial: $0.initial) })
/// }
/// ```
///
/// - Parameters:
///   - inputs: how states, actions and parameters are drawn.
///   - plan: how many values, from which seed.
///   - known: findings, each as "property: culprit", that are no failure.
///   - product: the product with the parameters of a case.
///   - clauses: what is asked; what every product promises by default.
/// - Returns: what was checked, when nothing is broken.
/// - Throws: a `CheckFailure` when something is broken.
@discardableResult
public func check<P: Product>(
  generated inputs: Generator<ValuesInput<P>>, _ plan: ValuePlan = ValuePlan(runCount: 1000),
  known: Set<String> = [], of product: @escaping @Sendable (P.Values) -> P,
  asking clauses: @escaping @Sendable (RuntimeSystem<P>) -> [ValuesClause<P>] = {
    RuntimeProperties(system: $0).valuesClauses
  }
) throws(CheckFailure) -> GeneratedValuesReport {
  let values = GeneratedValues(
    name: "\(P.self)", design: "published", product: product, clauses: clauses, inputs: inputs)
  let report = values.run(plan, only: { _ in true }, shouldStop: { _, _ in false })
  let news = report.findings.filter { !known.contains("\($0.property): \($0.culprit)") }
  if news.isEmpty { return report }
  let texts = news.map { finding in
    let seed = finding.trace.seed.map { " (seed \($0))" } ?? ""
    return "\(P.self): \(finding.property) is broken: \(finding.culprit)\(seed)\n\(finding.story.text)"
  }
  throw CheckFailure(findings: news, description: texts.joined(separator: "\n\n"))
}
