import Model

/// How values are checked: how many, from which seed.
public struct ValuePlan: Hashable, Sendable {
  /// The seed of the first value; value k has the seed plus k.
  package var seed: UInt64
  /// How many values.
  package var runCount: Int
  /// What is read in place of the variables of the process.
  package var variables: [String: String]?

  /// Makes a plan; 100 values from seed 0 by default.
  public init(seed: UInt64 = 0, runCount: Int = 100) {
    self.seed = seed
    self.runCount = runCount
  }
}

/// What a check of values found.
public struct ValueReport<Value> {
  /// The plan.
  public let plan: ValuePlan
  /// How many values the property judged before it was broken or the plan was over.
  public fileprivate(set) var runCount = 0
  /// How many values an assumption or a filter passed over.
  public fileprivate(set) var discardedCount = 0
  /// How many values have each label, by table.
  public fileprivate(set) var labelCounts: [String: [String: Int]] = [:]
  /// The value that breaks the property, shrunk; nil when none does.
  public fileprivate(set) var counterexample: ValueCounterexample<Value>?

  /// Whether so many values were passed over that the check says little.
  public var isStarved: Bool { counterexample == nil && runCount < plan.runCount }

  /// The statistics as lines of text, without a line feed at the end.
  public var statistics: String {
    var lines = ["\(runCount) values, \(discardedCount) passed over"]
    for (table, counts) in labelCounts.sorted(by: { $0.key < $1.key }) {
      if !table.isEmpty { lines.append("\(table):") }
      for (label, count) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
        let tenths = runCount == 0 ? 0 : (count * 1000 + runCount / 2) / runCount
        lines.append("  \(tenths / 10).\(tenths % 10) % \(label)")
      }
    }
    return lines.joined(separator: "\n")
  }
}

/// A value that breaks a property, made as simple as the shrinker can.
public struct ValueCounterexample<Value> {
  /// The value.
  public let value: Value
  /// The value that was found first.
  public let original: Value
  /// The seed of the value that was found first.
  public let seed: UInt64
  /// Why the property is broken: that it said so, or the error that it threw.
  public let reason: String
  /// What the property remarked about the value.
  package let remarks: [String]
  /// How often the property was judged from the first broken value on.
  package let evaluationCount: Int
  /// Whether no group of choices can be left out, and no choice be lowered to 0 or by one.
  package let isOneMinimal: Bool
  /// The choices that make the value: `generator.value(choices:)` gives it again.
  package let choices: [Int]
}

/// Draws values, judges them, and shrinks the first that breaks the property.
struct ValueSearch<Value> {
  typealias Property = (Value, inout Observations) throws -> Bool

  let generator: Generator<Value>
  let property: Property
  /// Whether a counterexample is to be told as it is, shrunk or not.
  var isOver: () -> Bool = { false }

  private enum Outcome {
    case kept
    case broken(reason: String)
    case passedOver
  }

  func run(_ plan: ValuePlan, discardedPerRun: Int = 10) -> ValueReport<Value> {
    var report = ValueReport<Value>(plan: plan)
    var number: UInt64 = 0
    while report.runCount < plan.runCount && report.discardedCount <= discardedPerRun * plan.runCount {
      let seed = plan.seed &+ number
      number += 1
      guard let (drawn, value) = draw(RandomSource(seed: seed)) else {
        report.discardedCount += 1
        continue
      }
      var observations = Observations()
      switch judge(value, &observations) {
      case .passedOver:
        report.discardedCount += 1
        continue
      case .kept: break
      case .broken: report.counterexample = shrink(drawn, value, seed)
      }
      report.runCount += 1
      for (table, labels) in observations.labels {
        for label in labels { report.labelCounts[table, default: [:]][label, default: 0] += 1 }
      }
      if report.counterexample != nil { break }
    }
    return report
  }

  func shrink(_ first: DrawnChoices, _ original: Value, _ seed: UInt64) -> ValueCounterexample<Value>? {
    let shrinker = ChoiceShrinker(failing: first, isOver: isOver) { answers in
      guard let (drawn, value) = draw(FittingSource(answers)) else { return nil }
      return (drawn, { isBroken(value) })
    }
    var isOneMinimal = false
    while !isOneMinimal && !shrinker.isSpent {
      shrinker.run(ChoiceShrinker.passes)
      isOneMinimal = shrinker.checkMinimality()
    }
    guard let (_, value) = draw(FittingSource(shrinker.best.answers)) else { return nil }
    var observations = Observations()
    guard case .broken(let reason) = judge(value, &observations) else { return nil }
    return ValueCounterexample(
      value: value, original: original, seed: seed, reason: reason, remarks: observations.remarks,
      evaluationCount: shrinker.evaluationCount, isOneMinimal: isOneMinimal,
      choices: shrinker.best.answers)
  }

  private func isBroken(_ value: Value) -> Bool {
    var observations = Observations()
    if case .broken = judge(value, &observations) { return true }
    return false
  }

  private func judge(_ value: Value, _ observations: inout Observations) -> Outcome {
    do {
      return try property(value, &observations) ? .kept : .broken(reason: "the property says no")
    } catch is Rejection {
      return .passedOver
    } catch {
      return .broken(reason: "thrown: \(error)")
    }
  }

  /// Draws a value and writes down what was chosen; nil when a filter turned every attempt down.
  private func draw<Base: ChoiceSource>(_ base: Base) -> (DrawnChoices, Value)? {
    var source: any ChoiceSource = ObservedSource(base)
    guard let value = try? generator.draw(from: &source) else { return nil }
    return (source as? ObservedSource<Base>).map { ($0.drawn, value) }
  }
}
