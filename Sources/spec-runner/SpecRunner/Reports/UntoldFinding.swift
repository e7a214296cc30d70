import Model
import Spec

/// A finding that is not in the ledger, of a search that ended before its story was worked out.
struct UntoldFinding: Codable, Hashable {
  /// What it speaks of, as the title of its trace would.
  var title: String
  /// "property: culprit".
  var name: String
  /// Whether the ledger knows it of the published design.
  var isPublished: Bool
}

extension Report {
  /// Takes over what searches found and left without a story, as far as the ledger does not know
  /// it.
  mutating func addUntold(
    of reports: [CheckReport], among specifications: [any Checkable], _ ledger: Ledger
  ) {
    for report in reports where !report.untold.isEmpty {
      guard let specification = specifications.first(where: { $0.identity == report.identity })
      else {
        continue
      }
      let (identity, setting) = (report.identity, specification.setting)
      let known = ledger.entries.map(\.trace).filter {
        $0.product == identity.product && $0.setting == setting && $0.isFinding
      }
      for name in report.untold {
        func isKnown(of design: String) -> Bool {
          known.contains { $0.design == design && $0.findingName == name }
        }
        let finding = UntoldFinding(
          title: "\(identity.product) · \(identity.design) · \(setting)".onOneLine,
          name: name.description.onOneLine,
          isPublished: isKnown(of: "published"))
        if !isKnown(of: identity.design) && !untold.contains(finding) { untold.append(finding) }
      }
    }
  }
}
