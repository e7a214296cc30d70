import Generators
import Spec

extension Registry {
  /// The choices about the world in a trace's scope that are not the usual ones, in words.
  fileprivate func choices(of trace: Trace) -> [String] {
    product(named: trace.product)?.choices(ofWrittenScope: trace.scope).words ?? []
  }
}

extension Ledger {
  /// Whether a trace tells a finding more simply than another one: it takes less for granted that
  /// is not the usual choice, or as little and fewer steps.
  func isSimpler(_ trace: Trace, than other: Trace) -> Bool {
    let (own, others) = (registry.choices(of: trace).count, registry.choices(of: other).count)
    return own == others ? trace.length < other.length : own < others
  }

  /// One report for each finding: the simplest, the earliest among those.
  func distinct(_ findings: [CheckReport.Finding]) -> [CheckReport.Finding] {
    var result: [CheckReport.Finding] = []
    for finding in findings {
      if let known = result.firstIndex(where: { $0.trace.isSameFinding(as: finding.trace) }) {
        if isSimpler(finding.trace, than: result[known].trace) { result[known] = finding }
      } else {
        result.append(finding)
      }
    }
    return result
  }
}

/// Under which choices about the world findings stand, as far as that is known.
struct FindingStanding {
  let ledger: Ledger
  /// What was explored just now, beside what the ledger knows.
  let reports: [CheckReport]
  /// Why that is not looked for any more, if so.
  var stop: () -> ExitReason? = { nil }
  private var registry: Registry { ledger.registry }

  /// A finding whose story says under which choices it stands.
  func told(_ finding: CheckReport.Finding) -> CheckReport.Finding {
    var told = finding
    if stop() == nil { told.story.remarks += sentences(of: finding.trace) }
    return told
  }

  /// Under which choices a finding stands, in sentences; none where it stands under all.
  func sentences(of trace: Trace) -> [String] {
    var sentences: [String] = []
    let simplest = [trace, ledger.entry(for: trace)?.trace].compactMap(\.self).reduce(trace) {
      ledger.isSimpler($1, than: $0) ? $1 : $0
    }
    let needed = registry.choices(of: simplest)
    if !needed.isEmpty && !reproducesUnderUsualChoices(simplest) && stop() == nil {
      sentences.append("Found only where \(needed.joined(separator: " and ")).")
    }
    for (choice, isAsked) in choicesWithout(trace) {
      sentences.append("\(isAsked ? "Not found" : "Not asked") where \(choice).")
    }
    return sentences
  }

  /// Whether a trace shows its finding in its scope with the usual choices too: then it only
  /// happened to be found under others.
  private func reproducesUnderUsualChoices(_ trace: Trace) -> Bool {
    var usual = trace
    guard
      let scope = registry.product(named: trace.product)?.choices(ofWrittenScope: trace.scope).usual
    else {
      return false
    }
    usual.scope = scope
    return (try? registry.grade(usual, isInterrupted: { stop() != nil }))?.grade == .reproduces
  }

  /// The choices under which a finding does not show in a scope that is otherwise one in which it
  /// does, and whether its property is asked there at all.
  private func choicesWithout(_ trace: Trace) -> [(choice: String, isAsked: Bool)] {
    guard let product = registry.product(named: trace.product) else { return [] }
    let decided = reports.filter {
      $0.identity.product == trace.product && $0.identity.design == trace.design
        && $0.reason.isExhaustive
        && $0.identity.environment == trace.environment
    }
    let known = ledger.extents[trace.ledgerFolder]
    let explored = Set(decided.map(\.identity.scope)).union(known?.scopes ?? [])
    let showing = explored.filter { scope in
      if let report = decided.first(where: { $0.identity.scope == scope }) {
        return report.findings.contains { $0.trace.isSameFinding(as: trace) }
      }
      return known?[trace.findingName, scope] != nil
    }
    let scopes = explored.sorted().compactMap { name in
      product.choices(ofScope: name).map { (name: name, choices: $0) }
    }
    let shown = scopes.filter { showing.contains($0.name) }
    var missing: [(choice: String, isAsked: Bool)] = []
    for other in scopes where !showing.contains(other.name) && other.choices.words.count == 1 {
      let choice = other.choices.words[0]
      guard !missing.contains(where: { $0.choice == choice }),
        shown.contains(where: {
          $0.choices.words.isEmpty && $0.choices.usual == other.choices.usual
        }),
        !shown.contains(where: { $0.choices.words == other.choices.words })
      else { continue }
      let asked = product.specification(design: trace.design, scope: other.name)?.propertySummaries
        .first {
          $0.name == trace.property
        }
      missing.append((choice, asked?.isApplicable == true))
    }
    return missing
  }
}
