import Model

/// Where a live history leaves the model.
public struct LiveDivergence: Error, Hashable, Sendable {
  /// The steps that lead there, as a trace writes them; the last may be the one that only the model or only
  /// the live code could take.
  public let labels: [JSONValue]
  /// How many of them live code and model took alike.
  public let alikeCount: Int
  /// A stable word for what went wrong.
  public let culprit: String
  /// What the live code did.
  public let observed: String
  /// What the model enabled there, in label order.
  public let enabled: [String]
  /// How the states differ, fact by fact; empty when they do not.
  public let difference: [String]

  /// Makes a divergence.
  package init(
    labels: [JSONValue], alikeCount: Int, culprit: String, observed: String, enabled: [String],
    difference: [String]
  ) {
    self.labels = labels
    self.alikeCount = alikeCount
    self.culprit = culprit
    self.observed = observed
    self.enabled = enabled
    self.difference = difference
  }

  /// The divergence in lines of text.
  public var text: String {
    var lines = ["live code leaves the model after step \(alikeCount): \(observed)"]
    lines += difference.map { "  \($0)" }
    lines.append("the model enabled there: \(enabled.isEmpty ? "nothing" : enabled.joined(separator: ", "))")
    return lines.joined(separator: "\n")
  }
}

/// The names under which divergences are kept as findings.
public enum LiveConformance {
  /// The property: live code does what its model does.
  public static let property = "live.conforms"
  /// What it promises.
  public static let sentence = "Live code takes only steps that the model takes, and takes every one of them."

  /// The word for a step that live code does not take.
  package static func culprit<P: Product>(ofLost label: RuntimeLabel<P>) -> String { "no \(label.kind)" }
}
