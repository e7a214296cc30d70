import Model

/// How values are checked: how many, from which seed.
public struct ValuePlan: Hashable, Sendable {
  /// The seed of the first value; value k has the seed plus k.
  package var seed: UInt64
  /// How many values.
  package var runCount: Int
  /// After so many seconds a counterexample is told as it is then.
  package var shrinkingSecondsMax = 60
  /// What is read in place of the variables of the process.
  package var variables: [String: String]?

  /// Makes a plan; 100 values from seed 0 by default, and one at least.
  public init(seed: UInt64 = 0, runCount: Int = 100) {
    self.seed = seed
    self.runCount = max(1, runCount)
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
    var lines = ["\(runCount.counted("value")), \(discardedCount) passed over"]
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
  /// Why the property is broken: that it said so, or the error that it threw; of a flaky one also
  /// what it answered when it was asked again.
  public let reason: String
  /// Whether the property answered otherwise when it was asked again about the same value, so that
  /// it does not decide by the value alone.
  public let isFlaky: Bool
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

  /// What was said of a value that broke the property.
  private struct Answer {
    var reason: String
    var remarks: [String] = []
    var isFlaky = false
  }

  func run(_ plan: ValuePlan, discardedPerRun: Int = 10) -> ValueReport<Value> {
    var report = ValueReport<Value>(plan: plan)
    var number: UInt64 = 0
    let discardedMax = plan.runCount.multipliedReportingOverflow(by: discardedPerRun)
    while report.runCount < plan.runCount
      && (discardedMax.overflow || report.discardedCount <= discardedMax.partialValue)
    {
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
      case .broken(let reason): report.counterexample = counterexample(drawn, value, reason, seed)
      }
      report.runCount += 1
      for (table, labels) in observations.labels {
        for label in labels { report.labelCounts[table, default: [:]][label, default: 0] += 1 }
      }
      if report.counterexample != nil { break }
    }
    return report
  }

  /// What a value that broke the property shrinks to.
  ///
  /// The property is asked again before and after: of one that is flaky nothing may be said to be
  /// minimal, and least of all that it holds.
  private func counterexample(
    _ first: DrawnChoices, _ original: Value, _ reason: String, _ seed: UInt64
  ) -> ValueCounterexample<Value> {
    var (best, reason, isOneMinimal) = (original, reason, false)
    let shrinker = ChoiceShrinker(failing: first, isOver: isOver) { answers in
      guard let (drawn, value) = draw(FittingSource(answers)) else { return nil }
      let isFailing = {
        var observations = Observations()
        guard case .broken(let words) = judge(value, &observations) else { return false }
        (best, reason) = (value, words)
        return true
      }
      return (drawn, isFailing)
    }
    var answer = answerAgain(first, best, reason)
    if !answer.isFlaky {
      while !isOneMinimal && !shrinker.isSpent {
        shrinker.run(ChoiceShrinker.passes)
        isOneMinimal = shrinker.checkMinimality()
      }
      answer = answerAgain(shrinker.best, best, reason)
    }
    return ValueCounterexample(
      value: best, original: original, seed: seed, reason: answer.reason, isFlaky: answer.isFlaky,
      remarks: answer.remarks, evaluationCount: shrinker.evaluationCount,
      isOneMinimal: isOneMinimal && !answer.isFlaky, choices: shrinker.best.answers)
  }

  /// What the property answers when a value that broke it is drawn again, three times unless time
  /// is up; the first answer that is another one, or else the last.
  private func answerAgain(_ choices: DrawnChoices, _ value: Value, _ reason: String) -> Answer {
    var answer = Answer(reason: reason)
    for number in 0..<3 where number == 0 || !isOver() {
      guard let (_, again) = draw(FittingSource(choices.answers)) else {
        return Answer(
          reason: "\(reason); asked again, the generator does not give the value", isFlaky: true)
      }
      var observations = Observations()
      let outcome = judge(again, &observations)
      answer.remarks = observations.remarks
      if case .broken(let reason) = outcome {
        answer.reason = reason
        continue
      }
      // Two that are equal may differ in their order, and what a generator does not draw may differ
      // at all.
      let isAlike = String(reflecting: again) == String(reflecting: value)
      let occasion =
        isAlike ? "the same value" : "what the same choices give now, \(Self.text(of: again))"
      let verdict = if case .kept = outcome { "says yes" } else { "passes it over" }
      answer.reason = "\(reason); asked again about \(occasion), the property \(verdict)"
      answer.isFlaky = true
      return answer
    }
    return answer
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

  /// A value in words; long ones cut.
  static func text(of value: Value) -> String {
    let text = String(reflecting: value)
    return text.count > 500 ? "\(text.prefix(500))… (\(text.count) characters)" : text
  }

  /// Draws a value and writes down what was chosen; nil when a filter turned every attempt down.
  private func draw<Base: ChoiceSource>(_ base: Base) -> (DrawnChoices, Value)? {
    var source: any ChoiceSource = ObservedSource(base)
    guard let value = try? generator.draw(from: &source) else { return nil }
    return (source as? ObservedSource<Base>).map { ($0.drawn, value) }
  }
}
