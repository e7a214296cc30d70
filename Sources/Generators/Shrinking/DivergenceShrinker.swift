import Model
import Spec

/// Makes the way to a divergence shorter: steps are left out while live code still leaves the model
/// in the same manner.
///
/// A step that is left out takes with it what depends on it: labels that the model does not enable
/// any more are passed over. In the end no order of jobs that is tried shows it without some single
/// step.
///
/// Where no such order shows it, choices of its run are left out in place of steps: it may need
/// jobs between two steps that are possible without them.
///
/// - Complexity: O(length²) runs, each with up to 50 orders of jobs; where choices are left out,
///   O(n log n) runs for n choices as long as halves can go, and O(n²) at worst.
final class DivergenceShrinker<System: ProductSystem>: Shrinker {
  private let driver: LiveDriver<System>
  private let specification: Specification<System>
  /// The divergence at the end of the shortest path found.
  private(set) var best: LiveDivergence
  private(set) var improvementCount = 0
  private let isOver: () -> Bool
  var isSpent: Bool { isOver() }

  /// - Parameter divergence: what is to be shown; it stays as it is where it cannot be repeated.
  ///   It also stays as it is once `isOver` is true.
  init(
    _ divergence: LiveDivergence, of specification: Specification<System>,
    driver: LiveDriver<System>, isOver: @escaping () -> Bool
  ) {
    self.isOver = isOver
    self.driver = driver
    self.specification = specification
    best = divergence
    if leaveOutSteps() || isOver() { return }
    leaveOutChoices()
    // What is short enough may do without.
    if best.isRepeatable { _ = leaveOutSteps() }
  }

  /// Leaves out steps if an order of jobs that is tried shows the divergence.
  private func leaveOutSteps() -> Bool {
    guard let again = repeated(best.labels) else { return false }
    best = again
    run([[{ $0.deleteSteps() }]])
    // The steps as they were seen may lack a delivery that the listener does not tell of, and with
    // it jobs.
    if repeated(best.labels) != nil { best.schedule = nil } else { leaveOutChoices() }
    return true
  }

  /// Leaves out choices if the same ones show the divergence again.
  private func leaveOutChoices() {
    guard let schedule = best.schedule, let again = followed(schedule) else {
      (best.schedule, best.isRepeatable) = (nil, false)
      return
    }
    best = again
    run([[{ $0.mergeJobs() }, { $0.deleteChoices() }]])
  }

  private func deleteSteps() {
    let shorter = best.shortened(again: repeated)
    if shorter.labels.count < best.labels.count { improvementCount += 1 }
    best = shorter
  }

  private func repeated(_ labels: [JSONValue]) -> LiveDivergence? {
    if isOver() { return nil }
    var found: LiveDivergence?
    let labels = (try? specification.labels(written: labels))?.labels ?? []
    _ = driver.tryOrders(of: labels, isLenient: true, restsAtEnd: true, atMost: 50) { history, _ in
      if history.divergence?.culprit == best.culprit { found = history.divergence }
      return found != nil || isOver()
    }
    return found
  }

  private var choices: [JSONValue] { best.schedule ?? [] }

  /// Leaves out half of the choices, a quarter and so on, down to single ones (Zeller and
  /// Hildebrandt, "Simplifying and isolating failure-inducing input", 2002).
  private func deleteChoices() {
    var size = max(1, choices.count / 2)
    while true {
      var end = choices.count
      while end > 0 && !isOver() {
        let start = max(0, end - size)
        improve(by: choices[..<start] + choices[end...])
        end = min(start, choices.count)
      }
      if size == 1 { return }
      size /= 2
    }
  }

  /// Has every job run where some did.
  private func mergeJobs() {
    var place = 0
    while place < choices.count && !isOver() {
      let jobs = choices[place...].prefix {
        if case .integer = $0 { true } else { false }
      }
      if jobs.count > 1 {
        improve(by: choices[..<place] + [LiveDivergence.rest] + choices[jobs.endIndex...])
      }
      place = max(jobs.endIndex, place) + 1
    }
  }

  private func improve(by schedule: some Sequence<JSONValue>) {
    guard let shorter = followed(Array(schedule)), shorter.isShorter(than: best) else { return }
    best = shorter
    improvementCount += 1
  }

  /// The divergence at the end of a run with such choices.
  private func followed(_ schedule: [JSONValue]) -> LiveDivergence? {
    let found = driver.follow(schedule).divergence
    return found?.culprit == best.culprit ? found : nil
  }
}

extension LiveDivergence {
  fileprivate func isShorter(than other: Self) -> Bool {
    (labels.count, schedule?.count ?? 0) < (other.labels.count, other.schedule?.count ?? 0)
  }

  /// Leaves out one step after the other, from the last, where what is left still shows the
  /// divergence.
  ///
  /// - Parameter again: the divergence at the end of fewer steps, if there is one.
  func shortened(again: ([JSONValue]) throws -> LiveDivergence?) rethrows -> LiveDivergence {
    var best = self
    var place = best.labels.count - 1
    while place >= 0 {
      var labels = best.labels
      labels.remove(at: place)
      if let shorter = try again(labels), shorter.labels.count < best.labels.count {
        best = shorter
      }
      place = min(place, best.labels.count) - 1
    }
    return best
  }
}
