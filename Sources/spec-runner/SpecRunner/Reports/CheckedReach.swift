import Generators
import Model
import Spec

/// What a run does about things that never fire.
enum ReachPolicy: String, Codable, CaseIterable {
  /// They are told, and the exit status is 1.
  case error
  /// They are told.
  case warn
  case ignore
}

/// What fired in the default scopes of a product, what never did, and what its filters are worth.
struct CheckedReach: Codable {
  /// Something that could be expected to fire and never did.
  struct Unfired: Codable {
    var kind: Reach.Kind
    var name: String
    var policy: ReachPolicy
    /// Why the product says that it cannot fire; nil where it does not say so.
    var why: String?
  }

  /// A family of subscriptions, and the tightest sound filter over kinds of actions for it.
  struct Filter: Codable {
    var name: String
    /// Whether it has a filter already.
    var isFiltered: Bool
    /// The kinds of actions that change its output somewhere.
    var needed: [String]
    /// The kinds of actions that are let through and never change it.
    var needless: [String]
    /// The kinds of actions that change it somewhere and are never let through.
    var missed: [String]
    /// How often its selectors ran, and how often they would not have with the tightest filter.
    var runCount, savedCount: Int
  }

  var product, design: String
  var scopes: [String]
  var firedCount: Int
  var unfired: [Unfired]
  /// What fired although the product says that it cannot; none where that is ignored.
  var surprises: [String]
  /// What the product says that cannot fire, and what is not expected to.
  var unknown: [String]
  /// How many promises have something to speak about in some scope.
  var promiseCount: Int
  /// Those that are vacuous in every scope.
  var untested: [String]
  var filters: [Filter]
}

extension CheckedReach {
  /// What the searches of all default scopes came to; nil where one was left out, or not exhausted.
  init?(
    _ product: RegisteredProduct, _ reports: [CheckReport], _ policies: [Reach.Kind: ReachPolicy]
  ) {
    let reports = reports.filter { $0.identity.product == product.name }
    var reach = Reach()
    // Whether each promise was put to the test somewhere.
    var promises: [String: Bool] = [:]
    for scope in product.defaultScopes {
      guard let report = reports.first(where: { $0.identity.scope == scope }),
        let found = report.reach
      else { return nil }
      reach.formUnion(found)
      for result in report.results {
        if case .notApplicable = result.verdict { continue }
        promises[result.property.name, default: false] =
          promises[result.property.name] == true || result.verdict != .vacuous
      }
    }
    guard let design = reports.first?.identity.design, !product.defaultScopes.isEmpty else {
      return nil
    }
    reach.expected.formUnion(product.controls.map { Reach.Point(.control, $0) })
    func policy(_ point: Reach.Point) -> ReachPolicy { policies[point.kind] ?? .warn }
    let known = Set(reach.expected.union(reach.fired).map(\.title))
    let excuses = design == "published" ? product.unreachable : [:]
    self.init(
      product: product.name, design: design, scopes: product.defaultScopes,
      firedCount: reach.fired.count,
      unfired: reach.unfired.map { point in
        let why = product.unreachable[point.title]
        return Unfired(
          kind: point.kind, name: point.name, policy: why == nil ? policy(point) : .ignore, why: why
        )
      },
      surprises: reach.fired.filter { excuses[$0.title] != nil && policy($0) != .ignore }.sorted()
        .map(\.title),
      unknown: excuses.keys.filter { !known.contains($0) }.sorted(),
      promiseCount: promises.count, untested: promises.filter { !$0.value }.keys.sorted(),
      filters: reach.filters.sorted { $0.key < $1.key }.map { name, use in
        Filter(
          name: name, isFiltered: use.hasFilter, needed: use.needed, needless: use.needless,
          missed: use.missed, runCount: use.passedCount, savedCount: use.savedCount)
      })
  }

  /// What fails the run, each on one line.
  var errors: [String] {
    unfired.filter { $0.policy == .error }.map { "\(product): \($0.title) never fired" }
      + surprises.map { "\(product): \($0) fired, and was said to be unreachable" }
  }

  /// What else is to be told.
  private var warnings: [String] {
    unfired.filter { $0.policy == .warn }.map(\.title)
  }

  /// "all 51 labels, branches, statuses, outcomes and controls fired, 1 more cannot; all 31
  /// promises were put to the test".
  private var counts: String {
    let (missed, excused) = (unfired.count { $0.why == nil }, unfired.count { $0.why != nil })
    let number =
      missed == 0
      ? "all \(firedCount.grouped)" : "\(firedCount.grouped) of \((firedCount + missed).grouped)"
    let tested =
      untested.isEmpty
      ? "all \(promiseCount.grouped)"
      : "\((promiseCount - untested.count).grouped) of \(promiseCount.grouped)"
    return "\(number) labels, branches, statuses, outcomes and controls fired"
      + (excused == 0 ? "" : ", \(excused.grouped) more cannot")
      + "; \(tested) promises were put to the test"
  }

  /// What fired, and what never did, in a few lines: errors in full, and the first of the rest.
  var summary: [ReportSection.Part] {
    let rest = warnings.count - Self.warningCountMax
    let some = warnings.prefix(Self.warningCountMax) + (rest > 0 ? ["and \(rest) more"] : [])
    return [
      .lines(heading), .list("never fired:", Array(some)), .lines(oddities), vacuities,
    ]
  }

  private var heading: [String] {
    ["\(product): \(counts)"] + errors.map { "  \($0.dropFirst(product.count + 2))" }
  }

  private var oddities: [String] {
    unknown.map { "  said to be unreachable, and nobody would expect it: \($0)" }
  }

  private static let warningCountMax = 3

  /// What fired and what did not, and what filters are worth.
  var details: [ReportSection.Part] {
    let excused = unfired.compactMap { unfired in unfired.why.map { "\(unfired.title) (\($0))" } }
    return [
      .lines(Array(heading.prefix(1))), .list("in", scopes), .lines(Array(heading.dropFirst())),
      .list("never fired:", warnings), .list("unreachable, by what the product says:", excused),
      .lines(oddities), vacuities,
    ] + filterParts
  }

  private var vacuities: ReportSection.Part { .list("vacuous in every scope:", untested) }

  private var filterParts: [ReportSection.Part] {
    if filters.allSatisfy({ $0.runCount == 0 }) { return [] }
    let title = [
      "\(product): the tightest sound filter over kinds of actions, by all that these scopes "
        + "dispatch,",
      "and the runs of selectors that it would save",
    ]
    return [.lines(title)]
      + filters.map { .list("\($0.name), \($0.saving); it needs:", $0.neededWords) }
  }

  /// Which filters would save how many runs of selectors; no words where none would.
  var savings: ReportSection.Part {
    let savings = filters.filter { $0.savedCount > 0 }.map {
      ($0.name, $0.savedCount * 100 / $0.runCount)
    }
    let words = savings.sorted { ($1.1, $0.0) < ($0.1, $1.0) }.map { "\($0) \($1) %" }
    return .list("selector runs that filters could save, which '--stories' words:", words)
  }
}

extension CheckedReach.Unfired {
  fileprivate var title: String { "\(kind.rawValue): \(name)" }
}

extension CheckedReach.Filter {
  /// "without a filter: 46 % of 9,541".
  fileprivate var saving: String {
    let share = "\(savedCount * 100 / max(runCount, 1)) % of \(runCount.grouped)"
    if !isFiltered { return "without a filter: \(share)" }
    if !missed.isEmpty { return "its filter drops \(missed.joined(separator: ", "))" }
    return needless.isEmpty
      ? "its filter is as tight"
      : "its filter: \(share), by dropping \(needless.joined(separator: ", "))"
  }

  fileprivate var neededWords: [String] { needed.isEmpty ? ["nothing"] : needed }
}

extension Arguments {
  /// What to do about things that never fire, by their kind: one word for all, or `kind=word,…`.
  func reachPolicies() throws(UsageError) -> [Reach.Kind: ReachPolicy] {
    guard let text = value("--never-fired") else { return [:] }
    if let policy = ReachPolicy(rawValue: text) {
      return Dictionary(uniqueKeysWithValues: Reach.Kind.allCases.map { ($0, policy) })
    }
    var policies: [Reach.Kind: ReachPolicy] = [:]
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard words.count == 2, let kind = Reach.Kind(rawValue: words[0]),
        let policy = ReachPolicy(rawValue: words[1])
      else {
        throw UsageError(
          "--never-fired takes error, warn or ignore, or a list such as "
            + "control=error,status=ignore (kinds: "
            + "\(whole: Reach.Kind.allCases.map(\.rawValue).joined(separator: ", "))), not "
            + "'\(text)'"
        )
      }
      policies[kind] = policy
    }
    return policies
  }
}
