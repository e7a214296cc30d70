import Model
import Spec

/// Makes the way to a divergence shorter: steps are left out while live code still leaves the model in the
/// same manner.
///
/// A step that is left out takes with it what depends on it: labels that the model does not enable any more
/// are passed over. Passes go on until no order of jobs that is tried shows it without some single step.
struct DivergenceShrinker<Subject: LiveSubject, System: ProductSystem>
where Subject.P == System.P, System.Label: Codable {
  let driver: LiveDriver<Subject, System>
  /// How many orders of jobs are tried for a path.
  var attemptCountMax = 50

  /// The divergence at the end of the shortest path found; the divergence itself when it cannot be repeated.
  ///
  /// - Complexity: O(length²) runs, each with up to `attemptCountMax` orders of jobs.
  func shrink(_ divergence: LiveDivergence) -> LiveDivergence {
    guard var best = repeated(divergence.labels, divergence.culprit) else { return divergence }
    var hasShrunk = true
    while hasShrunk {
      hasShrunk = false
      var place = best.labels.count - 1
      while place >= 0 {
        var labels = best.labels
        labels.remove(at: place)
        if let shorter = repeated(labels, divergence.culprit), shorter.labels.count < best.labels.count {
          best = shorter
          hasShrunk = true
        }
        place = min(place, best.labels.count) - 1
      }
    }
    return best
  }

  private func repeated(_ labels: [JSONValue], _ culprit: String) -> LiveDivergence? {
    let labels = labels.compactMap { try? $0.decode(as: System.Label.self) }
    var source = ExhaustiveSource()
    for _ in 0..<attemptCountMax {
      let steering = LiveDriver<Subject, System>.Steering(isLenient: true, restsAtEnd: true)
      let (history, _) = driver.steer(along: labels, steering, source: &source)
      if let divergence = history.divergence, divergence.culprit == culprit { return divergence }
      if !source.advance() { return nil }
    }
    return nil
  }
}
