import Model

/// Where a live history leaves the model.
package struct LiveDivergence: Hashable, Sendable {
  /// The name under which divergences are kept as findings.
  package static let property = "live.conforms"
  private static let promise =
    "Live code takes only steps that the model takes, and takes every one of them."

  /// The steps that lead there, as a trace writes them; the last may be the one that only the model or only
  /// the live code could take.
  package let labels: [JSONValue]
  /// How many of them live code and model took alike.
  package let alikeCount: Int
  /// A stable word for what went wrong.
  package let culprit: String
  /// What the live code did.
  package let observed: String
  /// What the model enabled there, in label order.
  package var enabled: [String] = []
  /// How the states differ, fact by fact; empty when they do not.
  package var difference: [String] = []

  package init(labels: [JSONValue], alikeCount: Int, culprit: String, observed: String) {
    self.labels = labels
    self.alikeCount = alikeCount
    self.culprit = culprit
    self.observed = observed
  }

  /// The culprit when live code does not take a step.
  package static func culprit<P: Product>(ofLost label: RuntimeLabel<P>) -> String { "no \(label.kind)" }

  package var text: String {
    var lines = ["live code leaves the model after step \(alikeCount): \(observed)"]
    lines += difference.map { "  \($0)" }
    lines.append("the model enabled there: \(enabled.isEmpty ? "nothing" : enabled.joined(separator: ", "))")
    return lines.joined(separator: "\n")
  }

  /// The divergence as a finding, with its story and its trace.
  ///
  /// - Parameter seed: the seed of the run that found it, if it was drawn at random.
  package func report<System: ProductSystem>(
    in specification: Specification<System>, seed: UInt64?
  ) -> CheckReport.Finding {
    let path = Path<System>(labels: labels.compactMap { try? $0.decode(as: System.Label.self) })
    let finding = Finding(property: Self.property, culprit: culprit, path: path)
    let alike = Path<System>(labels: Array(path.labels.prefix(alikeCount)))
    let told = specification.story(of: Finding(property: Self.property, culprit: culprit, path: alike))
    let beyond = labels.dropFirst(alikeCount).map { Story.Line(sentence: "then \($0.text)", changes: []) }
    return CheckReport.Finding(
      property: Self.property, culprit: culprit,
      story: Story(
        promise: Self.promise, lines: told.lines + beyond,
        ending: ([observed] + difference).joined(separator: "; ")),
      trace: specification.trace(of: finding, seed: seed))
  }
}
