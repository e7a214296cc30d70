import Model
import Spec

extension LiveCampaign {
  /// After so many steps that were not taken, for no reason that is known, the rest is left: they
  /// mostly have one cause.
  private var lostCountMax: Int { 5 }

  /// Runs live code along every step of the model, as far as live code takes them.
  func takeEveryStep(atMost stepCountMax: Int, _ shouldStop: (LiveReport) -> Bool) {
    report.isExhausted = hasTakenEveryStep(atMost: stepCountMax, shouldStop)
  }

  /// - Returns: whether all of them were taken.
  private func hasTakenEveryStep(atMost stepCountMax: Int, _ shouldStop: (LiveReport) -> Bool)
    -> Bool
  {
    // A graph of its own: the driver forgets its graph when that has grown large.
    let system = specification.system
    let expander = system.makeExpansion()
    let graph = ModelGraph(system: system, expander: expander)
    guard var tour = ModelTour(graph, stepCountMax: stepCountMax) else {
      report.hasTooManySteps = true
      report.wasStopped = true
      return false
    }
    report.modelStepCount = tour.stepCount
    var lostCount = 0
    while let path = tour.next() {
      if shouldStop(report) {
        report.wasStopped = true
        return false
      }
      let (takenCount, divergence) = run(along: path.map(graph.label))
      tour.note(path.prefix(takenCount))
      report.coveredStepCount = tour.takenCount
      if takenCount < path.count { tour.lose(path[takenCount]) }
      if let divergence, !isKnown(divergence) { lostCount += 1 }
      if lostCount == lostCountMax { return false }
    }
    return true
  }

  /// Tries one order of jobs after the other until live code takes a path, or leaves the model.
  ///
  /// - Returns: how many of its steps were taken, and how it left the model.
  private func run(along labels: [System.Label]) -> (takenCount: Int, LiveDivergence?) {
    var decided: (Int, LiveDivergence?)?
    let tries = driver.tryOrders(of: labels, restsAtEnd: true, atMost: 100) { history, takenCount in
      take(in: history, seed: nil)
      if takenCount == labels.count || history.divergence != nil {
        decided = (takenCount, history.divergence)
      }
      return decided != nil
    }
    if let decided { return decided }
    let lost = labels[tries.takenCountMax]
    let divergence = LiveDivergence(
      labels: labels.prefix(tries.takenCountMax + 1).compactMap { try? JSONValue(writing: $0) },
      alikeCount: tries.takenCountMax, culprit: LiveDivergence.culprit(ofLost: lost),
      observed: "no order of jobs that was tried takes step \(tries.takenCountMax + 1)")
    add(divergence, seed: nil)
    return (tries.takenCountMax, divergence)
  }
}
