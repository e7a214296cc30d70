import Model

/// What an oracle remembers.
struct OracleMemory {
  /// Properties of states that read the same facets.
  private struct StateGroup {
    var facets: [Facet]
    var isSettledOnly: Bool
    var properties: [Int]
    var isRemembered: Bool { facets.count <= 4 }
    var table = HandleTable()
  }

  /// A step property that reads more than the cause.
  private struct StepGroup {
    var facets: [Facet]
    var property: Int
    var isRemembered: Bool
    var table = HandleTable()
  }

  private static let unknown = UInt32.max
  private static let needsGroups: UInt32 = 1 << 31

  private var stateGroups: [StateGroup] = []
  private var stepGroups: [StepGroup] = []
  private var causeProperties: [Int] = []
  private var measures: [Int] = []
  private var causes: ContiguousArray<UInt32> = []
  private var stepGroupsOfCause: [UInt32: [Int]] = [:]
  private(set) var sets = ViolationSets()
  private(set) var goals: [Int] = []
  private(set) var witnessed: Set<Int> = []
  private(set) var tallies: [Int: [String: MeasureCount]] = [:]

  init(plans: [PropertyPlan]) {
    for (number, plan) in plans.enumerated() {
      switch plan {
      case .state(let facets, let isSettledOnly, _): add(number, facets, isSettledOnly: isSettledOnly)
      case .goal(let facets, _):
        goals.append(number)
        add(number, facets, isSettledOnly: false)
      case .cause: causeProperties.append(number)
      case .step(let facets):
        let isRemembered = (facets?.count ?? 4) < 4
        stepGroups.append(StepGroup(facets: facets ?? [], property: number, isRemembered: isRemembered))
      case .measure: measures.append(number)
      case .nothing: break
      }
    }
  }

  private mutating func add(_ number: Int, _ facets: [Facet], isSettledOnly: Bool) {
    if let group = stateGroups.firstIndex(where: {
      $0.facets == facets && $0.isSettledOnly == isSettledOnly
    }) {
      stateGroups[group].properties.append(number)
    } else {
      stateGroups.append(StateGroup(facets: facets, isSettledOnly: isSettledOnly, properties: [number]))
    }
  }

  var statistics: CacheStatistics {
    let tables = stateGroups.map(\.table) + stepGroups.map(\.table)
    return tables.reduce(into: CacheStatistics()) {
      $0.lookupCount += $1.statistics.lookupCount
      $0.missCount += $1.statistics.missCount
    }
  }

  var byteCount: Int {
    let tables = stateGroups.map(\.table) + stepGroups.map(\.table)
    return tables.reduce(causes.capacity * 4) { $0 + $1.byteCount }
  }

  // MARK: States

  @inline(__always)
  mutating func notes(of row: Row, isSettled: Bool, rows: any RowExpander, judge: any RowJudge) -> UInt32 {
    var violations: UInt32 = 0
    var goals: UInt32 = 0
    for group in stateGroups.indices {
      if stateGroups[group].isSettledOnly && !isSettled { continue }
      let notes = Notes(word: notes(of: row, group: group, rows: rows, judge: judge))
      violations = sets.union(violations, notes.violations)
      goals |= notes.word & 0xff00_0000
    }
    return violations | goals
  }

  private mutating func notes(
    of row: Row, group: Int, rows: any RowExpander, judge: any RowJudge
  ) -> UInt32 {
    guard stateGroups[group].isRemembered else { return judgeState(row, group: group, judge: judge) }
    var key = HandleTable.Key.zero
    for place in stateGroups[group].facets.indices {
      key[place] = rows.facet(stateGroups[group].facets[place], of: row)
    }
    if let known = stateGroups[group].table.find(key) { return known }
    let notes = judgeState(row, group: group, judge: judge)
    stateGroups[group].table.insert(key, notes)
    return notes
  }

  private mutating func judgeState(_ row: Row, group: Int, judge: any RowJudge) -> UInt32 {
    let numbers = stateGroups[group].properties
    let judgements = judge.judgements(ofState: row, properties: numbers)
    var reached: UInt32 = 0
    for (number, judgement) in zip(numbers, judgements) where judgement != .idle {
      if let bit = goals.firstIndex(of: number) { reached |= Notes.goal(bit) }
    }
    return note(judgements, of: numbers) | reached
  }

  private mutating func note(_ judgements: [Judgement], of numbers: [Int]) -> UInt32 {
    var breaches: [Breach] = []
    for (number, judgement) in zip(numbers, judgements) {
      if judgement != .idle { witnessed.insert(number) }
      guard case .violated(let violations) = judgement else { continue }
      breaches += violations.map { Breach(property: number, culprit: $0.culprit) }
    }
    return sets.handle(of: breaches)
  }

  // MARK: Steps

  @inline(__always)
  mutating func violations(
    ofStep cause: UInt32, from: Row, to: Row, rows: any RowExpander, judge: any RowJudge
  ) -> UInt32 {
    if Int(cause) < causes.count {
      let known = causes[Int(cause)]
      if known & Self.needsGroups == 0 { return known }
    }
    return violationsOfUnusualStep(cause, from: from, to: to, rows: rows, judge: judge)
  }

  private mutating func violationsOfUnusualStep(
    _ cause: UInt32, from: Row, to: Row, rows: any RowExpander, judge: any RowJudge
  ) -> UInt32 {
    while causes.count <= Int(cause) { causes.append(Self.unknown) }
    if causes[Int(cause)] == Self.unknown { learn(cause, from: from, to: to, judge: judge) }
    var violations = causes[Int(cause)] & ~Self.needsGroups
    for group in stepGroupsOfCause[cause] ?? [] {
      let more = self.violations(ofStep: cause, from: from, to: to, group: group, rows: rows, judge: judge)
      violations = sets.union(violations, more)
    }
    return violations
  }

  private mutating func learn(_ cause: UInt32, from: Row, to: Row, judge: any RowJudge) {
    let judgements = judge.judgements(ofStep: cause, from: from, to: to, properties: causeProperties)
    var word = note(judgements, of: causeProperties)
    for number in measures {
      guard let tally = judge.tally(ofStep: cause, from: from, to: to, measure: number) else { continue }
      witnessed.insert(number)
      tallies[number, default: [:]][tally.group, default: MeasureCount()].add(isHit: tally.isHit)
    }
    let concerned = stepGroups.indices.filter { judge.concerns(stepGroups[$0].property, cause: cause) }
    if !concerned.isEmpty {
      stepGroupsOfCause[cause] = concerned
      word |= Self.needsGroups
    }
    causes[Int(cause)] = word
  }

  private mutating func violations(
    ofStep cause: UInt32, from: Row, to: Row, group: Int, rows: any RowExpander, judge: any RowJudge
  ) -> UInt32 {
    let number = stepGroups[group].property
    guard stepGroups[group].isRemembered else {
      return note(judge.judgements(ofStep: cause, from: from, to: to, properties: [number]), of: [number])
    }
    var key = HandleTable.Key(cause, 0, 0, 0)
    for place in stepGroups[group].facets.indices {
      key[place + 1] = rows.facet(stepGroups[group].facets[place], of: to)
    }
    if let known = stepGroups[group].table.find(key) { return known }
    let violations = note(
      judge.judgements(ofStep: cause, from: from, to: to, properties: [number]), of: [number])
    stepGroups[group].table.insert(key, violations)
    return violations
  }
}
