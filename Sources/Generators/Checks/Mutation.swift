import Model
import Spec
import Synchronization

/// How hard a mutant is looked for.
package struct MutationPlan: Hashable, Sendable {
  /// How many values are drawn, from seed 0 on.
  package var valueCount: Int
  /// How many random runs are taken, over all default scopes.
  package var runCount: Int

  /// Makes a plan; 500 values and 1,000 runs by default.
  package init(valueCount: Int = 500, runCount: Int = 1000) {
    self.valueCount = valueCount
    self.runCount = runCount
  }
}

/// What the published design of a product shows, which no mutant is caught by.
package final class MutationBaseline: Sendable {
  /// A scope with what an exhaustive search of it shows.
  struct Scope: Sendable {
    let name: String
    let findings: Set<FindingName>
    let stateCount: Int
  }

  /// A scope of more states is explored only for what nothing else catches.
  static let stateCountMax = 200_000

  /// The default scopes that are not large, that of the fewest states first.
  let scopes: [Scope]
  /// Those that are, in the order in which a check takes them.
  let largeScopes: [String]
  let ofValues: Set<FindingName>
  /// What the large ones show, once somebody asked.
  private let ofLarge = Mutex<[String: Set<FindingName>?]>([:])

  init(scopes: [Scope], largeScopes: [String], ofValues: Set<FindingName>) {
    self.scopes = scopes
    self.largeScopes = largeScopes
    self.ofValues = ofValues
  }

  /// The names of all default scopes, in the order in which they are explored.
  package var scopeNames: [String] { scopes.map(\.name) + largeScopes }

  /// What a scope shows, nil where it could not be exhausted; a caller that asks meanwhile waits.
  func findings(ofLarge scope: String, _ explore: () -> Set<FindingName>?) -> Set<FindingName>? {
    ofLarge.withLock { known in
      if let found = known[scope] { return found }
      let found = explore()
      known[scope] = found
      return found
    }
  }
}

/// By which promises a mutant is caught, in each of three ways.
package struct MutantReport: Codable, Sendable {
  /// What became of a mutant.
  package enum Outcome: String, Codable, Sendable {
    case caught
    /// It answers everything as the published design does, in all scopes and for all drawn values.
    case equivalent
    /// It answers something otherwise, and breaks no promise.
    case hole
    case undecided
  }

  /// The mutant's name, without the word for what it is.
  package let name: String
  package internal(set) var outcome = Outcome.undecided
  /// The scope that shows it.
  package internal(set) var scope: String?
  /// What that scope shows, as far as it was explored by then.
  package internal(set) var byCheck: [String] = []
  /// What drawn values show beyond the published design.
  package internal(set) var byValues: [String] = []
  /// What the first random run shows that shows anything.
  package internal(set) var byRuns: [String] = []
  /// Why it is undecided, or was not looked for in every way.
  package internal(set) var complaint: String?

  /// Whether search or values show it.
  package var isCaught: Bool { !byValues.isEmpty || !byCheck.isEmpty }
}

extension RegisteredProduct {
  /// The mutants' names.
  package var mutants: [String] {
    designs.compactMap { design in
      design.hasPrefix("mutant(") ? String(design.dropFirst("mutant(".count).dropLast()) : nil
    }
  }
}

/// Looks for the promises of a product that catch its mutants.
package struct MutationAnalysis: Sendable {
  private let product: RegisteredProduct
  private let plan: MutationPlan
  private let isOver: @Sendable () -> Bool

  package init(
    of product: RegisteredProduct, _ plan: MutationPlan,
    isOver: @escaping @Sendable () -> Bool = { false }
  ) {
    (self.product, self.plan, self.isOver) = (product, plan, isOver)
  }

  /// Works out what the published design shows.
  ///
  /// - Parameter jobCount: how many threads explore scopes.
  package func baseline(jobCount: Int) -> MutationBaseline {
    let explored = Mutex<[String: MutationBaseline.Scope?]>([:])
    let defaultScopes = product.defaultScopes
    sideBySide(jobCount, upTo: defaultScopes.count) { number in
      let name = defaultScopes[number]
      guard let specification = product.specification(scope: name) else { return }
      let found = specification.findingNames(
        besides: nil,
        monitor: Monitor(until: isOver, stateCountMax: MutationBaseline.stateCountMax))
      let scope = MutationBaseline.Scope(
        name: name, findings: found.names, stateCount: found.stateCount)
      explored.withLock { $0[name] = .some(found.reason.isExhaustive ? scope : nil) }
    }
    let scopes = explored.withLock { $0 }
    return MutationBaseline(
      scopes: scopes.values.compactMap(\.self)
        .sorted { ($0.stateCount, $0.name) < ($1.stateCount, $1.name) },
      largeScopes: defaultScopes.filter { if case .some(nil) = scopes[$0] { true } else { false } },
      ofValues: product.valueFindings("published", plan.valueCount, until: isOver))
  }

  /// Looks for a mutant in each of three ways.
  ///
  /// - Complexity: the scope of a random run that shows something is explored first, then the
  ///   others from the smallest on, until one shows something, large ones only for what drawn
  ///   values do not show; a mutant that nothing shows takes as long as a check.
  package func report(of mutant: String, beyond baseline: MutationBaseline) -> MutantReport {
    var report = MutantReport(name: mutant)
    let design = "mutant(\(mutant))"
    report.byValues = product.valueFindings(design, plan.valueCount, until: isOver).promises(
      beyond: baseline.ofValues)
    func explore(_ scope: String, _ known: Set<FindingName>) {
      guard let specification = product.specification(design: design, scope: scope) else { return }
      let found = specification.findingNames(besides: known, monitor: Monitor(until: isOver))
      report.byCheck = found.names.promises(beyond: known)
      report.scope = report.byCheck.isEmpty ? nil : scope
      if report.byCheck.isEmpty && !found.reason.isExhaustive {
        report.complaint = "\(scope): \(found.reason.words)"
      }
    }
    let ofRuns = runFindings(design, beyond: baseline)
    report.byRuns = ofRuns?.promises ?? []
    let first = baseline.scopes.filter { $0.name == ofRuns?.scope }
    let others = baseline.scopes.filter { $0.name != ofRuns?.scope }
    for scope in first + others where report.byCheck.isEmpty && !isOver() {
      explore(scope.name, scope.findings)
    }
    for scope in baseline.largeScopes where !report.isCaught && !isOver() {
      let known = baseline.findings(ofLarge: scope) {
        let found = product.specification(scope: scope)?.findingNames(
          besides: nil, monitor: Monitor(until: isOver))
        return found.flatMap { $0.reason.isExhaustive ? $0.names : nil }
      }
      if let known {
        explore(scope, known)
      } else {
        report.complaint = "\(scope): not exhausted as published"
      }
    }
    if report.isCaught {
      (report.outcome, report.complaint) = (.caught, nil)
    } else if !isOver() {
      let isDifferent = differs(design, baseline)
      report.outcome = isDifferent ? .hole : .equivalent
    }
    if isOver() && (!report.isCaught || report.byRuns.isEmpty) {
      report.complaint = report.complaint ?? "not looked for in every way"
    }
    if !report.isCaught && report.complaint != nil { report.outcome = .undecided }
    return report
  }

  /// Whether some function of a design is seen to answer otherwise than that of the published one.
  private func differs(_ design: String, _ baseline: MutationBaseline) -> Bool {
    let difference = DesignDifference()
    _ = product.valueFindings(
      design, plan.valueCount, noting: difference, until: { difference.isSeen || isOver() })
    for scope in baseline.scopeNames where !difference.isSeen {
      let monitor = Monitor(until: { difference.isSeen || isOver() })
      _ = product.compared(design, scope, difference)?.findingNames(besides: nil, monitor: monitor)
    }
    return difference.isSeen
  }

  /// What random runs show, scope by scope, until one shows something; nil when none does.
  private func runFindings(
    _ design: String, beyond baseline: MutationBaseline
  ) -> (scope: String, promises: [String])? {
    for (number, scope) in baseline.scopes.enumerated() {
      guard let specification = product.specification(design: design, scope: scope.name) else {
        continue
      }
      let count =
        plan.runCount / baseline.scopes.count
        + (number < plan.runCount % baseline.scopes.count ? 1 : 0)
      let walk = FuzzPlan(runCount: count, stepCountMax: 100)
      let found = specification.findingNames(ofRuns: walk, besides: scope.findings, isOver: isOver)
      let promises = found.promises(beyond: scope.findings)
      if !promises.isEmpty { return (scope.name, promises) }
    }
    return nil
  }
}

extension Set<FindingName> {
  /// The promises that are broken beside what is known.
  fileprivate func promises(beyond known: Set<FindingName>) -> [String] {
    Set<String>(subtracting(known).map(\.property)).sorted()
  }
}

extension Monitor {
  /// Ends a search when somebody says so, or when it has come to more states than it may.
  fileprivate init(until isOver: @escaping () -> Bool, stateCountMax: Int = .max) {
    self.init { progress in
      isOver()
        ? .interrupted : progress.stateCount > stateCountMax ? .stateLimit(stateCountMax) : nil
    }
    mustEnd = isOver
  }
}
