import Spec

extension Checkable {
  /// Findings with what else there is to know of their paths: the nearest schedule that passes, and
  /// the steps for which any other would do.
  ///
  /// What is said of them already stays.
  ///
  /// Findings of walks and campaigns come explained; those of explorations and ledgers do not.
  ///
  /// - Parameter shouldStop: asked now and then; when it is true, findings stay as they are then.
  /// - Complexity: O(length²) steps a finding, and up to 3,000 states for each step of it.
  package func explained(
    _ findings: [CheckReport.Finding], shouldStop: @escaping () -> Bool = { false }
  ) -> [CheckReport.Finding] {
    let specification = specification
    let shrinker = PathShrinker(specification, shouldStop: shouldStop)
    return findings.map { finding in
      guard !shouldStop(), finding.trace.form != .values,
        let (labels, isCutShort) = try? specification.labels(of: finding.trace), !isCutShort
      else { return finding }
      let path = Path<System>(initial: finding.trace.initial ?? 0, labels: labels)
      var explained = finding
      let explanation = shrinker.explanation(of: path, showing: finding.name)
      specification.add(explanation, of: path, to: &explained.story)
      let remarks = explained.story.remarks
      explained.story.remarks += finding.story.remarks.filter { !remarks.contains($0) }
      return explained
    }
  }
}
