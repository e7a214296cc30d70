import Model
import Spec

/// Makes a path that shows something shorter, greedily: runs of steps are left out while it still shows the
/// same.
///
/// Runs are tried from half the path down to single steps, then pairs of steps, until no single step and no
/// pair can be left out (after delta debugging, Zeller and Hildebrandt 2002). A path whose next label is not
/// enabled shows nothing.
struct Shrinker<System: TransitionSystem> where System.Label: Codable {
  let specification: Specification<System>
  let sighting: Watch<System>.Sighting
  private let evaluations = EvaluationCounter()

  init(specification: Specification<System>, sighting: Watch<System>.Sighting) {
    self.specification = specification
    self.sighting = sighting
  }

  /// How often a path was replayed and judged.
  var evaluationCount: Int { evaluations.count }

  /// The path without what it does not need; the path itself when it does not show the sighting.
  ///
  /// - Complexity: O(length²) replays of at most the length.
  func shrink(_ path: Path<System>) -> Path<System> {
    var best = path
    var size = max(1, best.labels.count / 2)
    while true {
      var shorter = pass(best, size: size)
      if size == 1 && shorter.labels.count == best.labels.count { shorter = pairs(best) }
      let hasShrunk = shorter.labels.count < best.labels.count
      best = shorter
      if !hasShrunk {
        if size == 1 { return best }
        size = size > 4 ? size / 2 : size - 1
      } else if size == 1 {
        size = max(1, best.labels.count / 2)
      }
    }
  }

  /// Leaves out two steps that need each other, wherever they stand.
  ///
  /// - Complexity: O(length²) replays, so only for short paths.
  private func pairs(_ path: Path<System>) -> Path<System> {
    guard path.labels.count <= 60 else { return path }
    for first in path.labels.indices {
      for second in path.labels.indices.dropFirst(first + 1) {
        var candidate = path
        candidate.labels.remove(at: second)
        candidate.labels.remove(at: first)
        if shows(candidate) { return candidate }
      }
    }
    return path
  }

  private func pass(_ path: Path<System>, size: Int) -> Path<System> {
    var best = path
    var start = 0
    while start < best.labels.count {
      var candidate = best
      candidate.labels.removeSubrange(start..<min(start + size, candidate.labels.count))
      if shows(candidate) {
        best = candidate
      } else {
        start += 1
      }
    }
    return best
  }

  func shows(_ path: Path<System>) -> Bool {
    evaluations.count += 1
    guard let property = specification.properties.first(where: { $0.name == sighting.property }),
      let run = try? Replayer(system: specification.system).replay(path)
    else { return false }
    return specification.culprits(of: property, at: run).contains(sighting.culprit)
  }
}

/// Counts the replays of one shrinking.
private final class EvaluationCounter {
  var count = 0
}
