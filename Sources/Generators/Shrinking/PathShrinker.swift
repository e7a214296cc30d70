import Model
import Spec

/// What a shrinker made of a path.
package struct ShrunkPath<System: TransitionSystem>: Sendable {
  /// The path, which still shows what was to be shown.
  package let path: Path<System>
  /// How often a path was replayed and judged.
  package let evaluationCount: Int
  /// What is known of its length.
  package let minimality: Minimality
}

/// What is known of the length of a shrunk path.
package enum Minimality: Hashable, Sendable {
  /// Nothing: the path did not show what it was to show.
  case unknown
  /// No single step can be left out.
  case oneMinimal
  /// An exploration of every state at that distance found none that is shorter.
  case shortest
}

/// Makes paths that show a finding short, and simple among the short ones.
package struct PathShrinker<System: TransitionSystem>: Sendable where System.Label: Codable {
  private let specification: Specification<System>

  /// Makes a shrinker for the paths of a specification.
  package init(_ specification: Specification<System>) { self.specification = specification }

  /// The shortest path that the passes find and that still shows the sighting.
  ///
  /// - Complexity: O(length²) replays of at most the length.
  package func shrink(_ path: Path<System>, showing sighting: Watch<System>.Sighting) -> ShrunkPath<System> {
    let shrinker = Shrinker(specification: specification, sighting: sighting)
    guard shrinker.shows(path) else {
      return ShrunkPath(path: path, evaluationCount: shrinker.evaluationCount, minimality: .unknown)
    }
    let shrunk = shrinker.shrink(path)
    return ShrunkPath(path: shrunk, evaluationCount: shrinker.evaluationCount, minimality: .oneMinimal)
  }
}
