import Model
import Spec

/// Makes the way to a divergence shorter: steps are left out while live code still leaves the model in the
/// same manner.
///
/// A step that is left out takes with it what depends on it: labels that the model does not enable any more
/// are passed over. In the end no order of jobs that is tried shows it without some single step.
///
/// - Complexity: O(length²) runs, each with up to `attemptCountMax` orders of jobs.
final class DivergenceShrinker<Subject: LiveSubject, System: ProductSystem>: Shrinker
where Subject.P == System.P, System.Label: Codable {
  private let driver: LiveDriver<Subject, System>
  /// How many orders of jobs are tried for a path.
  private let attemptCountMax = 50
  /// The divergence at the end of the shortest path found.
  private(set) var best: LiveDivergence
  private(set) var improvementCount = 0
  var isSpent: Bool { false }

  /// - Parameter divergence: what is to be shown; it stays as it is where it cannot be repeated.
  init(_ divergence: LiveDivergence, driver: LiveDriver<Subject, System>) {
    self.driver = driver
    best = divergence
    guard let again = repeated(divergence.labels) else { return }
    best = again
    run([[{ $0.deleteSteps() }]])
  }

  private func deleteSteps() {
    var place = best.labels.count - 1
    while place >= 0 {
      var labels = best.labels
      labels.remove(at: place)
      if let shorter = repeated(labels), shorter.labels.count < best.labels.count {
        best = shorter
        improvementCount += 1
      }
      place = min(place, best.labels.count) - 1
    }
  }

  private func repeated(_ labels: [JSONValue]) -> LiveDivergence? {
    let labels = labels.compactMap { try? $0.decode(as: System.Label.self) }
    var source = ExhaustiveSource()
    for _ in 0..<attemptCountMax {
      let steering = LiveDriver<Subject, System>.Steering(isLenient: true, restsAtEnd: true)
      let (history, _) = driver.steer(along: labels, steering, source: &source)
      if let divergence = history.divergence, divergence.culprit == best.culprit { return divergence }
      if !source.advance() { return nil }
    }
    return nil
  }
}
