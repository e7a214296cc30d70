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
    /// How often its selectors ran, and how often they would not have with the tightest filter.
    var runCount, savedCount: Int
  }

  var product, design: String
  var scopes: [String]
  var firedCount: Int
  var unfired: [Unfired]
  /// What fired although the product says that it cannot.
  var surprises: [String]
  var filters: [Filter]
}

extension CheckedReach {
  /// What the searches of all default scopes came to; nil where one was left out, or not exhausted.
  init?(_ product: RegisteredProduct, _ reports: [CheckReport], _ policies: [Reach.Kind: ReachPolicy]) {
    let reports = reports.filter { $0.identity.product == product.name }
    var reach = Reach()
    for scope in product.defaultScopes {
      guard let found = reports.first(where: { $0.identity.scope == scope })?.reach else { return nil }
      reach.formUnion(found)
    }
    guard let design = reports.first?.identity.design else { return nil }
    reach.expected.formUnion(product.controls.map { Reach.Point(.control, $0) })
    reach.expected.formUnion(product.unreachable.keys.compactMap(Reach.Point.init(title:)))
    self.init(
      product: product.name, design: design, scopes: product.defaultScopes, firedCount: reach.fired.count,
      unfired: reach.unfired.map { point in
        let why = product.unreachable[point.title]
        return Unfired(
          kind: point.kind, name: point.name,
          policy: why == nil ? policies[point.kind] ?? .warn : .ignore, why: why)
      },
      surprises: design == "published"
        ? reach.fired.sorted().map(\.title).filter { product.unreachable[$0] != nil } : [],
      filters: reach.filters.sorted { $0.key < $1.key }.map { name, use in
        Filter(
          name: name, isFiltered: use.hasFilter, needed: use.needed, needless: use.needless,
          runCount: use.passedCount, savedCount: use.savedCount)
      })
  }

  /// Whether something fails the run.
  var isError: Bool { !surprises.isEmpty || unfired.contains { $0.policy == .error } }

  /// What is to be told: nothing that is ignored.
  private var told: [String] {
    unfired.filter { $0.policy != .ignore }.map {
      "\($0.policy == .error ? "error: " : "")\($0.kind.rawValue): \($0.name)"
    } + surprises.map { "error: fires, and was said not to: \($0)" }
  }

  /// "all 51 labels, branches, statuses, outcomes and controls fired, 1 more cannot".
  private var counts: String {
    let (missed, excused) = (unfired.count { $0.why == nil }, unfired.count { $0.why != nil })
    let number =
      missed == 0 ? "all \(firedCount.grouped)" : "\(firedCount.grouped) of \((firedCount + missed).grouped)"
    return "\(number) labels, branches, statuses, outcomes and controls fired"
      + (excused == 0 ? "" : ", \(excused.grouped) more cannot")
  }

  /// One line: what fired, and what never did.
  var line: String {
    if told.isEmpty { return "\(product): \(counts)" }
    let more = told.count > 3 ? "; and \(told.count - 3) more, which 'check \(product) --stories' names" : ""
    return "\(product): \(counts); never \(told.prefix(3).joined(separator: "; "))\(more)"
  }

  /// What fired and what did not, as a paragraph.
  var paragraph: String {
    let excused = unfired.filter { $0.why != nil }.map {
      "  \($0.kind.rawValue): \($0.name): \($0.why ?? "")"
    }
    return
      (TextTable.list("\(counts) in", scopes).map { String($0.trimmingPrefix("  ")) }
      + (told.isEmpty ? [] : ["never:"] + told.map { "  \($0)" })
      + (excused.isEmpty ? [] : ["cannot, by what the product says:"] + excused)).joined(separator: "\n")
  }

  /// What the filters let through, and what the tightest sound ones would; nil where nothing is dispatched.
  var filterParagraph: String? {
    if filters.allSatisfy({ $0.runCount == 0 }) { return nil }
    return
      ([
        "the tightest sound filter over kinds of actions, by all that these scopes dispatch, and the runs of",
        "selectors that it would save:",
      ] + filters.flatMap { TextTable.list("\($0.name), \($0.saving); it needs:", $0.neededWords) })
      .joined(separator: "\n")
  }
}

extension CheckedReach {
  /// One line: which filters would save how many runs of selectors; nil where none would.
  var filterLine: String? {
    let savings = filters.filter { $0.savedCount > 0 }.map { ($0.name, $0.savedCount * 100 / $0.runCount) }
    if savings.isEmpty { return nil }
    let words = savings.sorted { ($1.1, $0.0) < ($0.1, $1.0) }.map { "\($0) \($1) %" }
    return TextTable.list(
      "selector runs that a sound filter over kinds of actions would save ('--stories' words each):", words
    ).map { $0.trimmingPrefix("  ") }.joined(separator: "\n")
  }
}

extension CheckedReach.Filter {
  /// "without a filter: 46 % of 9,541".
  fileprivate var saving: String {
    let share = "\(savedCount * 100 / max(runCount, 1)) % of \(runCount.grouped)"
    if !isFiltered { return "without a filter: \(share)" }
    return needless.isEmpty
      ? "its filter is as tight" : "its filter: \(share), by dropping \(needless.joined(separator: ", "))"
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
          "--never-fired takes error, warn or ignore, or a list such as control=error,status=ignore "
            + "(kinds: \(whole: Reach.Kind.allCases.map(\.rawValue).joined(separator: ", "))), not '\(text)'")
      }
      policies[kind] = policy
    }
    return policies
  }
}
