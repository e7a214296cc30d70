import Model
import Spec

extension LiveCheckable {
  /// Whether the app itself takes every step of a search, so that there is no model beside it.
  var isExplored: Bool { specification.system.isExplored }

  /// What runs of an explored app show: those of a search or of random walks, as they are live
  /// already.
  func explored(
    _ checks: LiveChecks, only filter: (String) -> Bool, isOver: @escaping @Sendable () -> Bool,
    shouldStop: (_ soFar: LiveReport) -> Bool
  ) -> LiveReport {
    var report = LiveReport(identity: identity, checks: checks)
    switch checks.search {
    case .exhaustive, .everyStep:
      let found = specification.check(
        only: filter, monitor: Monitor { _ in isOver() ? .interrupted : nil })
      (report.findings, report.errors) = (found.findings, found.errors)
      report.stepCount = found.statistics.stepCount
      (report.modelStepCount, report.coveredStepCount) = (report.stepCount, report.stepCount)
      report.executionCount = specification.system.launchCount
      report.historyCount = found.statistics.stateCount
      report.isExhausted = found.reason.isExhaustive
      report.wasStopped = !report.isExhausted
      if case .invalidSystem(let complaint) = found.reason { report.complaint = complaint }
    case .drawn(let seed, let runCount):
      // A gesture leads to some steps more: of its calls, and of what these dispatch.
      let plan = WalkPlan(
        seed: seed, runCount: runCount, stepCountMax: 4 * checks.plan.gestureCountMax)
      let begun = report
      let found = withoutActuallyEscaping(shouldStop) { shouldStop in
        var monitor = FuzzMonitor { counts, _ in
          var soFar = begun
          soFar.executionCount = counts.runCount
          return shouldStop(soFar) ? .interrupted : nil
        }
        monitor.isOver = isOver
        return specification.walk(plan, only: filter, monitor: monitor)
      }
      report.findings = found.findings.map(\.report)
      report.errors = found.errors ?? []
      (report.executionCount, report.stepCount) = (found.runCount, found.stepCount)
      report.historyCount = report.executionCount
      report.wasStopped = !found.isFinished
    }
    return report
  }
}
