import Model

/// Judges states and steps by properties, and remembers each judgement for what the property read.
///
/// Properties that read the same facets are judged together. A judgement function may read only the facets that its
/// property declares; a test compares every remembered judgement with a fresh one. It is no generic, so that a search
/// runs at full speed for every system.
final class Oracle: RowOracle {
  private let rows: any RowExpander
  private let judge: any RowJudge
  private let plans: [PropertyPlan]
  private var memory: OracleMemory
  private(set) var findings = FindingTable()

  init(rows: any RowExpander, judge: any RowJudge, plans: [PropertyPlan]) {
    self.rows = rows
    self.judge = judge
    self.plans = plans
    memory = OracleMemory(plans: plans)
  }

  /// The properties whose premise was met.
  var witnessed: Set<Int> { memory.witnessed }
  /// The counts of each measure, by group.
  var tallies: [Int: [String: MeasureCount]] { memory.tallies }
  /// The properties with goals, by goal number.
  var goals: [Int] { memory.goals }

  func notes(of row: Row) -> Notes {
    Notes(word: memory.notes(of: row, isSettled: rows.isSettled(row), rows: rows, judge: judge))
  }

  func violations(ofStep cause: UInt32, from: Row, to: Row) -> UInt32 {
    memory.violations(ofStep: cause, from: from, to: to, rows: rows, judge: judge)
  }

  func report(_ sighting: Sighting) {
    let kind = findings.kindHandle(ofCause: sighting.cause) { judge.kind(ofCause: $0) }
    let memory = memory
    findings.noteOnce(sighting, kind: kind) { keys(of: sighting, sets: memory.sets) }
  }

  /// Takes note of findings that a path of this length shows.
  func report(_ keys: [FindingKey], length: Int) { findings.note(keys, length: length) }

  /// The findings that a sighting shows: those of the step, and those that its target shows and its source did not.
  func keys(of sighting: Sighting) -> [FindingKey] { keys(of: sighting, sets: memory.sets) }

  private func keys(of sighting: Sighting, sets: ViolationSets) -> [FindingKey] {
    let kind = sighting.cause == absentHandle ? "launch" : judge.kind(ofCause: sighting.cause)
    let known = Set(sets.breaches(of: sighting.source))
    let entered = sets.breaches(of: sighting.target).filter { !known.contains($0) }
    return sets.breaches(of: sighting.step).map { FindingKey(property: $0.property, culprit: $0.culprit) }
      + entered.map { breach in
        if case .state(_, _, isEntering: true) = plans[breach.property] {
          return FindingKey(property: breach.property, culprit: "\(breach.culprit) after \(kind)")
        }
        return FindingKey(property: breach.property, culprit: breach.culprit)
      }
  }

  /// The word for a cause's kind.
  func kind(ofCause cause: UInt32) -> String { judge.kind(ofCause: cause) }

  /// How well judgements were remembered.
  var statistics: CacheStatistics { memory.statistics }
  /// The memory of remembered judgements, in bytes.
  var byteCount: Int { memory.byteCount }
}

/// A measure's count.
public struct MeasureCount: Hashable, Sendable {
  /// How often it was a hit.
  public var hitCount = 0
  /// How often it was looked at.
  public var totalCount = 0

  mutating func add(isHit: Bool) {
    hitCount += isHit ? 1 : 0
    totalCount += 1
  }
}
