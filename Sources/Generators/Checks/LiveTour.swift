import Model
import Spec

extension LiveCampaign {
  /// After so many steps that were not taken the rest is left: they mostly have one cause.
  private var lostCountMax: Int { 5 }

  /// Runs live code along every step of the model.
  func takeEveryStep(atMost stepCountMax: Int, _ shouldStop: (Int) -> Bool) {
    // A graph of its own: the driver forgets its graph when that has grown large.
    let system = specification.system
    let graph = ModelGraph(system: system, expander: system.makeExpansion())
    guard var tour = ModelTour(graph, stepCountMax: stepCountMax) else {
      report.hasTooManySteps = true
      report.wasStopped = true
      return
    }
    report.modelStepCount = tour.stepCount
    while let path = tour.next() {
      if shouldStop(report.executionCount) {
        report.wasStopped = true
        return
      }
      let takenCount = run(along: path.map(graph.label))
      tour.note(path.prefix(takenCount))
      report.coveredStepCount = tour.takenCount
      if takenCount < path.count { tour.lose(path[takenCount]) }
      if tour.lostCount == lostCountMax { return }
    }
    report.isExhausted = true
  }

  /// Tries one order of jobs after the other until live code takes a path, or leaves the model.
  ///
  /// - Returns: how many of its steps were taken.
  private func run(along labels: [System.Label]) -> Int {
    var decided: Int?
    let tries = driver.tryOrders(of: labels, restsAtEnd: true, atMost: 100) { history, takenCount in
      take(in: history, seed: nil)
      if takenCount == labels.count || history.divergence != nil { decided = takenCount }
      return decided != nil
    }
    if let decided { return decided }
    let lost = labels[tries.takenCountMax]
    add(
      LiveDivergence(
        labels: labels.prefix(tries.takenCountMax + 1).compactMap { try? JSONValue(writing: $0) },
        alikeCount: tries.takenCountMax, culprit: LiveDivergence.culprit(ofLost: lost),
        observed: "no order of jobs that was tried takes step \(tries.takenCountMax + 1)"),
      seed: nil)
    return tries.takenCountMax
  }
}
