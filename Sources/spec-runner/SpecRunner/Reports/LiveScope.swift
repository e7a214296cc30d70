import Generators
import Model
import Spec

/// What runs of live code found out in one scope, as a part of a report.
struct LiveScope: Codable {
  /// What the runs took.
  struct Statistics: Codable {
    var seconds, userSeconds: Double
    /// The memory in use after a tenth of the runs and at the end, in bytes.
    var earlyByteCount: Int?
    var lateByteCount: Int?
  }

  var product, design, environment, scope: String
  /// What was asked for, in words.
  var checks: String
  var agreement: String
  var complaint: String?
  var executionCount, repeatCount, historyCount: Int
  var stepCount, jobCount: Int
  var modelStepCount, coveredStepCount: Int
  var differenceCount, leakedObjectCount, leakedJobCount: Int
  /// What outlived executions, in words; nil when nothing did.
  var leaks: String?
  /// How many runs ended at the most choices, and how many those are.
  var cutRunCount, choiceCountMax: Int
  var isExhausted, wasStopped: Bool
  var errors: [String]
  var divergences: [String]
  var statistics: Statistics?
}

extension LiveScope {
  init(_ report: LiveReport) {
    let (identity, plan) = (report.identity, report.checks.plan)
    self.init(
      product: identity.product, design: identity.design, environment: identity.environment,
      scope: identity.scope,
      checks: report.checks.words + (report.wasStopped ? report.checks.wordsWhenStopped : ""),
      agreement: report.agreement, complaint: report.complaint,
      executionCount: report.executionCount,
      repeatCount: report.checks.repeatCount, historyCount: report.historyCount,
      stepCount: report.stepCount, jobCount: report.jobCount, modelStepCount: report.modelStepCount,
      coveredStepCount: report.coveredStepCount, differenceCount: report.differenceCount,
      leakedObjectCount: report.leaks.objectCount, leakedJobCount: report.leaks.jobCount,
      leaks: report.leaks.words, cutRunCount: report.cutCount, choiceCountMax: plan.choiceCountMax,
      isExhausted: report.isExhausted, wasStopped: report.wasStopped, errors: report.errors,
      divergences: report.divergences.map(\.text))
  }

  var identity: Identity {
    Identity(product: product, design: design, environment: environment, scope: scope)
  }

  /// All of it in lines.
  var section: ReportSection {
    var lines = [
      "  \(executionCount.counted("execution")), \(checks)",
      "  \(historyCount.grouped) distinct histories, \(stepCount.counted("step"))",
    ]
    if modelStepCount > 0 {
      lines.append(
        "  \(coveredStepCount.grouped) of the model's \(modelStepCount.counted("step")) taken")
    }
    lines.append("  \(agreement)")
    if cutRunCount > 0 {
      lines.append(
        "  \(cutRunCount.counted("run")) ended at \(choiceCountMax.counted("choice")) with more to "
          + "do; ask for fewer --gestures")
    }
    if repeatCount > 1 {
      lines.append("  \(differenceCount.counted("run")) unlike the first of their schedules")
    }
    lines.append("  \(leaks ?? "nothing outlived its execution")")
    return ReportSection(
      "\(product) · \(design) · \(environment) · \(scope)",
      [.lines(lines + (complaint.map { ["  \($0)"] } ?? []) + statisticsLines)])
  }

  private var statisticsLines: [String] {
    guard let statistics else { return [] }
    let rate = { (seconds: Double) in Int(Double(executionCount) / max(seconds, 0.000_001)).grouped
    }
    var lines = [
      "  \(rate(statistics.userSeconds)) executions/s on one thread by user time, "
        + "\(rate(statistics.seconds)) by the clock, \(jobCount.counted("job"))"
    ]
    if let early = statistics.earlyByteCount, let late = statistics.lateByteCount {
      lines.append(
        "  resident memory after a tenth \((early >> 10).grouped) KiB, at the end "
          + "\((late >> 10).grouped) KiB"
      )
    }
    return lines
  }
}

extension LiveChecks {
  /// What it means that somebody or a limit stopped the runs.
  fileprivate var wordsWhenStopped: String {
    search == .exhaustive ? ", stopped: there are more, which nobody tried" : ", stopped"
  }

  /// What was asked for, in words.
  fileprivate var words: String {
    let gestures = "up to \(plan.gestureCountMax.counted("gesture"))"
    let grain = plan.granularity == .jobs ? "each job a choice" : "settled after each choice"
    let times = repeatCount > 1 ? ", each \(repeatCount.grouped) times" : ""
    switch search {
    case .exhaustive: return "every schedule of \(gestures), \(grain)\(times)"
    case .everyStep: return "along every step of the model"
    case .drawn(let seed, let runCount):
      return "\(runCount.counted("schedule")) from seed \(seed) of \(gestures), \(grain)\(times)"
    }
  }
}
