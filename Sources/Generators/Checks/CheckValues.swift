import Foundation

/// Draws values, and tells the first that breaks a property, shrunk for a minute at most, without
/// throwing.
///
/// `SPEC_SEED` and `SPEC_RUNS` in the environment take the place of the plan's numbers.
///
/// ```swift
/// let report = check(values: Generator.integers(in: 0...99).array()) { array, observations in
///   observations.classify(array.isEmpty, as: "empty")
///   return array.sorted() == array
/// }
/// let simplest = report.counterexample?.value  // [1, 0]
/// let statistics = report.statistics
/// ```
///
/// - Parameters:
///   - generator: how values are drawn.
///   - plan: how many values, from which seed.
///   - property: whether a value keeps the property; an error that it throws breaks it, and a
///     `Rejection` (see `assume`) passes the value over. It goes by the value alone: where it
///     answers otherwise when it is asked again about a value that broke it, the counterexample is
///     flaky.
public func check<Value>(
  values generator: Generator<Value>, _ plan: ValuePlan = ValuePlan(),
  property: (Value, inout Observations) throws -> Bool
) -> ValueReport<Value> {
  withoutActuallyEscaping(property) { property in
    // Looked at, and so begun, once there is something to shrink.
    lazy var timer = LiveTimer(secondsMax: plan.shrinkingSecondsMax)
    let search = ValueSearch(generator: generator, property: property, isOver: { timer.isOver })
    return search.run(plan.overridden(by: plan.environment))
  }
}

/// Checks in a test that values keep a property; the failure that it throws holds the shrunk value,
/// the seed and the line that reproduces it.
///
/// ```swift
/// @Test func `reversing twice changes nothing`() throws {
///   try check("reversing twice", Generator<String>.strings().array()) {
///     $0.reversed().reversed() == $0
///   }
/// }
/// ```
///
/// `SPEC_SEED` and `SPEC_RUNS` in the environment take the place of the plan's numbers;
/// `SPEC_STATISTICS=1` prints the statistics.
///
/// - Parameters:
///   - name: what is checked, for the failure text.
///   - generator: how values are drawn.
///   - plan: how many values, from which seed.
///   - property: whether a value keeps the property; an error that it throws breaks it. One that
///     does not go by the value alone fails the check as flaky, where it answers otherwise when it
///     is asked again.
/// - Returns: what was checked, when nothing is broken.
/// - Throws: a `CheckFailure` when a value breaks the property, or when too many were passed over.
@discardableResult
public func check<Value>(
  _ name: String, _ generator: Generator<Value>, _ plan: ValuePlan = ValuePlan(),
  property: (Value) throws -> Bool
) throws(CheckFailure) -> ValueReport<Value> {
  try check(name, generator, plan) { value, _ in try property(value) }
}

/// Checks in a test that values keep a property that notes labels and remarks about them.
///
/// ```swift
/// @Test func `sorting keeps the count`() throws {
///   try check("sorting", Generator.integers(in: 0...9).array()) { array, observations in
///     observations.classify(array.isEmpty, as: "empty")
///     return array.sorted().count == array.count
///   }
/// }
/// ```
///
/// - Returns: what was checked, when nothing is broken.
/// - Throws: a `CheckFailure` when a value breaks the property, or when too many were passed over.
@discardableResult
public func check<Value>(
  _ name: String, _ generator: Generator<Value>, _ plan: ValuePlan = ValuePlan(),
  property: (Value, inout Observations) throws -> Bool
) throws(CheckFailure) -> ValueReport<Value> {
  let report = check(values: generator, plan, property: property)
  if let found = report.counterexample {
    throw CheckFailure(found.text(name, runCount: report.runCount))
  }
  if report.isStarved {
    throw CheckFailure(
      "\(name): only \(report.runCount) of \(report.plan.runCount) values were judged, "
        + "\(report.discardedCount) were passed over; draw values that fit")
  }
  if plan.environment["SPEC_STATISTICS"] == "1" { print("\(name): \(report.statistics)") }
  return report
}

extension ValuePlan {
  /// The plan with the seed and the number of runs that the environment asks for.
  func overridden(by environment: [String: String]) -> ValuePlan {
    ValuePlan(
      seed: environment["SPEC_SEED"].flatMap(UInt64.init) ?? seed,
      runCount: environment["SPEC_RUNS"].flatMap(Int.init) ?? runCount)
  }

  /// The plan where a process has other variables.
  package func reading(_ variables: [String: String]) -> ValuePlan {
    var plan = self
    plan.variables = variables
    return plan
  }

  /// The variables of the process, or those in place of them.
  var environment: [String: String] { variables ?? ProcessInfo.processInfo.environment }
}

extension WalkPlan {
  /// The plan with the seed and the number of runs that the environment asks for.
  func overridden(by environment: [String: String]) -> WalkPlan {
    let numbers = ValuePlan(seed: seed, runCount: runCount).overridden(by: environment)
    var plan = self
    plan.seed = numbers.seed
    plan.runCount = numbers.runCount
    return plan
  }
}

extension ValueCounterexample {
  /// The text of a failure: the value, why, where it comes from, and the line that shows it again.
  func text(_ name: String, runCount: Int) -> String {
    let minimality =
      isOneMinimal
      ? "1-minimal: no part can be left out, and no choice lowered to 0 or by one"
      : "stopped before it was checked whether it can be simpler"
    let title = isFlaky ? "is flaky: broken, and then not, by:" : "is broken by:"
    let advice =
      "A property goes by its value alone, a generator by its source: not by time, chance, earlier "
      + "calls or the order of a Set."
    let lines =
      ["\(name) \(title)", "  \(ValueSearch.text(of: value))", "because \(reason)"]
      + (isFlaky ? [advice] : []) + remarks.map { "  \($0)" }
      + ["found by value \(runCount) (seed \(seed)) as:", "  \(ValueSearch.text(of: original))"]
      + (isFlaky ? [] : ["shrunk in \(evaluationCount) evaluations; \(minimality)"])
      + ["\(isFlaky ? "Draw it again" : "Reproduce"): SPEC_SEED=\(seed) SPEC_RUNS=1 swift test"]
    return lines.joined(separator: "\n")
  }
}
