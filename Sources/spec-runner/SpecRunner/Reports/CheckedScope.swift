import Model
import Spec

/// What a check found out about one scope, as a part of a report.
struct CheckedScope: Codable {
  /// A property with its verdict.
  struct Property: Codable {
    var name, kind, verdict, sentence, witness: String
    /// In how many ways it is broken.
    var findingCount: Int?
    /// Why it is not applicable, undecided, or holds only so far.
    var why: String?
    /// For the values of how many states it was decided, when there are more.
    var stateCount: Int?
    /// What was measured, by group.
    var groups: [String: MeasureCount]?
  }

  /// What was remembered and worked out again.
  struct Audit: Codable {
    var stateCount, stateTotal: Int
    var judgementCount, stepCount: Int
    var differenceCount: Int
  }

  var product, design, environment, scope: String
  /// Why the search ended.
  var reason: String
  var isExhausted: Bool
  var stateCount, stepCount, depth: Int
  /// How many states there are when those count each that one stands for.
  var symmetricStateCount: Int
  var properties: [Property]
  var growth: LargePart?
  /// What tells things apart that the system calls alike.
  var toldApart: String?
  /// What was found when a limit left no time for its story.
  var untold: [String]?
  var errors: [String]?

  // Statistics, for those who ask.
  var audit: Audit?
  var seconds: Double?
  var byteCount, peakByteCount, terminalCount, frontierCount: Int?
  var transitionHitRate, judgementHitRate: Double?
}

extension CheckedScope {
  init(_ report: CheckReport) {
    let (identity, statistics) = (report.identity, report.statistics)
    self.init(
      product: identity.product, design: identity.design, environment: identity.environment,
      scope: identity.scope, reason: report.reason.words, isExhausted: report.reason.isExhaustive,
      stateCount: statistics.stateCount, stepCount: statistics.stepCount, depth: statistics.depth,
      symmetricStateCount: statistics.symmetricStateCount,
      properties: report.results.map(Property.init),
      growth: report.growth, toldApart: report.toldApart,
      untold: report.untold.isEmpty ? nil : report.untold.map(\.description),
      errors: report.errors.isEmpty ? nil : report.errors)
  }

  var identity: Identity {
    Identity(product: product, design: design, environment: environment, scope: scope)
  }

  /// Adds times, memory and what was worked out again.
  mutating func add(_ report: CheckReport, seconds: Double) {
    let (audit, statistics) = (report.audit, report.statistics)
    self.seconds = seconds
    self.audit = Audit(
      stateCount: audit.stateCount, stateTotal: audit.stateTotal,
      judgementCount: audit.judgementCount,
      stepCount: audit.stepCount, differenceCount: audit.differences.count)
    (byteCount, peakByteCount) = (statistics.byteCount, Surroundings.peakByteCount())
    transitionHitRate = statistics.transitionCache.hitRate
    judgementHitRate = statistics.judgementCache.hitRate
    (terminalCount, frontierCount) = (statistics.terminalCount, statistics.frontierCount)
  }
}

extension CheckedScope.Property {
  init(_ result: CheckReport.Result) {
    let property = result.property
    self.init(
      name: property.name, kind: property.kind, verdict: result.verdict.word,
      sentence: property.sentence, witness: property.witness)
    switch result.verdict {
    case .violated(let count): findingCount = count
    case .notApplicable(let why), .undecided(let why): self.why = why
    case .holdsForSample(let count): stateCount = count
    case .holdsWithin(let reason): why = reason.words
    case .measured(let counts): groups = counts
    case .holds, .vacuous: break
    }
  }

  /// Whether it was decided, or measured, for all that the scope holds or for a sample that is
  /// told.
  var isDecided: Bool {
    findingCount != nil || groups != nil || stateCount != nil || verdict == Verdict.holds.word
  }

  /// The verdict in the cell of a table.
  var cell: String {
    let told = Verdict.told(verdict)
    if let findingCount, findingCount > 1 { return "\(told) (\(findingCount))" }
    if let groups {
      let hitCount = groups.values.reduce(0) { $0 + $1.hitCount }
      let totalCount = groups.values.reduce(0) { $0 + $1.totalCount }
      return "\(hitCount * 100 / max(totalCount, 1)) % of \(totalCount.grouped)"
    }
    if let stateCount { return "holds for \(stateCount.grouped)" }
    return verdict == Verdict.notApplicable("").word ? "n/a" : told
  }

  /// What a cell has no room for.
  var remark: String? {
    if let stateCount {
      return "holds for \(stateCount.grouped), the values of as many states nearest to the start"
    }
    if verdict == Verdict.vacuous.word { return "vacuous, as this never happens: \(witness)" }
    guard let why, verdict == Verdict.undecided("").word || cell == "n/a" else { return nil }
    return "\(cell), \(why)"
  }
}
