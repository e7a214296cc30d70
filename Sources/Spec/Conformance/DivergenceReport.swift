import Model

extension Specification where System: ProductSystem {
  /// A divergence as a finding, with its story and its trace.
  ///
  /// - Parameter seed: the seed of the run that found it, if it was drawn at random.
  package func report(_ divergence: LiveDivergence, seed: UInt64?) -> CheckReport.FindingReport {
    let labels = divergence.labels.compactMap { try? $0.decode(as: System.Label.self) }
    let path = Path<System>(labels: labels)
    let finding = Finding(property: LiveConformance.property, culprit: divergence.culprit, path: path)
    let alike = Path<System>(labels: Array(labels.prefix(divergence.alikeCount)))
    let told = story(of: Finding(property: finding.property, culprit: finding.culprit, path: alike))
    let beyond = divergence.labels.dropFirst(divergence.alikeCount).map {
      Story.Line(sentence: "then \($0.text)", changes: [])
    }
    let ending = ([divergence.observed] + divergence.difference).joined(separator: "; ")
    return CheckReport.FindingReport(
      property: finding.property, culprit: finding.culprit,
      story: Story(promise: LiveConformance.sentence, lines: told.lines + beyond, ending: ending),
      trace: trace(of: finding, seed: seed))
  }
}
