import Model

/// The outcome of a check, whatever the system's types: what reports are made from.
public struct CheckReport: Codable, Sendable {
  /// A property with its verdict.
  public struct Result: Codable, Sendable {
    /// What the property is.
    public let property: PropertySummary
    /// What was decided.
    public let verdict: Verdict
  }

  /// A way in which a property is broken, with its story and its trace.
  public struct Finding: Hashable, Codable, Sendable {
    /// The counterexample in words.
    public var story: Story
    /// The counterexample as data.
    public let trace: Trace
    /// The kinds of steps, and what was pending and waiting, with which the finding shows anywhere
    /// in the scope; in order.
    package let circumstances: [String]
    /// When it is told, of several that one defect breaks: 0 comes first.
    package var tellingRank = 0
    /// A finding that is told before it, and that its counterexample shows on its way.
    package var cause: FindingName?
    /// Whether the very steps that the trace reads as were replayed just now, and showed it.
    package var isReplayed = false

    /// What tells it apart from others of its specification.
    public var name: FindingName { trace.findingName }
    /// The property's name.
    public var property: String { trace.property }
    /// What went wrong.
    public var culprit: String { trace.culprit }

    package init(story: Story, trace: Trace, circumstances: [String] = []) {
      self.story = story
      self.trace = trace
      self.circumstances = circumstances.sorted()
    }
  }

  /// What was checked.
  public let identity: Identity
  /// Why the search ended.
  public let reason: ExitReason
  /// How large the search was.
  public let statistics: Statistics
  /// Every property with its verdict.
  public let results: [Result]
  /// What is broken.
  public var findings: [Finding]
  /// What else is broken: found, and the search was ended before its counterexample was worked out.
  package internal(set) var untold: [FindingName] = []
  /// The collection or number that had been growing most until a limit ended the search.
  package internal(set) var growth: LargePart?
  /// What tells things apart that the system calls alike, so that every state was visited.
  package internal(set) var toldApart: String?
  /// What came of working out again what was remembered.
  package internal(set) var audit = AuditResult()
  /// What fired, and what could have; nil where the search was not exhausted, or it was not wanted.
  package internal(set) var reach: Reach?
  /// What must not happen: counterexamples that do not show again when they are replayed, and
  /// answers that were not the same when they were worked out again.
  public internal(set) var errors: [String] = []
}

/// How large an exploration was.
public struct Statistics: Hashable, Codable, Sendable {
  /// Distinct states.
  public var stateCount = 0
  /// Distinct states at most, where those count each that one stands for: not every order of
  /// windows that come and go need be reached.
  package var symmetricStateCount = 0
  /// Steps taken; a state reached by many steps counts once as a state.
  public var stepCount = 0
  /// The greatest number of steps from an initial state to any state.
  public var depth = 0
  /// States without a step out.
  package var terminalCount = 0
  /// States found and not expanded when the search ended.
  package var frontierCount = 0
  /// Memory for states, the interned components, and what was remembered, in bytes.
  package var byteCount = 0
  /// How well the answers of product functions were remembered.
  package var transitionCache = CacheStatistics()
  /// How well the judgements of properties were remembered.
  package var judgementCache = CacheStatistics()

  /// What is kept: memory, and what it answered, are others in every run.
  private enum CodingKeys: CodingKey {
    case stateCount, symmetricStateCount, stepCount, depth, terminalCount, frontierCount
  }
}

extension Checkable {
  /// Explores the system and tells what it found: a report to look into, where the function of the
  /// same name in `Generators` throws what is broken.
  ///
  /// - Parameters:
  ///   - filter: whether the property of a name is to be decided; all by default.
  ///   - limits: what may cut the exploration short.
  public func check(
    only filter: (String) -> Bool = { _ in true }, limits: Limits = Limits()
  ) -> CheckReport {
    check(only: filter, limits: limits, monitor: Monitor())
  }

  /// Explores the system and tells what it found.
  ///
  /// - Parameters:
  ///   - filter: whether the property of a name is to be decided; all by default.
  ///   - limits: what may cut the exploration short.
  ///   - monitor: told how far the exploration has come; may stop it.
  ///   - auditsAll: whether everything that was remembered is worked out again, instead of a
  ///     sample.
  ///   - reachKinds: the kinds of things of which it is told whether they fired.
  package func check(
    only filter: (String) -> Bool = { _ in true }, limits: Limits = Limits(), monitor: Monitor,
    auditsAll: Bool = false, reachKinds: Set<Reach.Kind> = []
  ) -> CheckReport {
    let specification = specification
    let properties = specification.properties.filter { filter($0.name) }
    var explorer = Explorer(
      system: specification.system, properties: properties, limits: limits, reachKinds: reachKinds)
    var told: [FindingName: CheckReport.Finding] = [:]
    explorer.tell = {
      let report = specification.report($0)
      told[$0.name] = report
      monitor.tell(report)
    }
    let exploration = explorer.run(monitor: monitor, auditsAll: auditsAll)
    return CheckReport(
      identity: specification.identity, reason: exploration.reason,
      statistics: exploration.statistics,
      results: zip(properties, exploration.verdicts).map {
        CheckReport.Result(property: PropertySummary($0), verdict: $1)
      },
      findings: specification.inTellingOrder(
        exploration.findings, told, mustEnd: monitor.mustEnd),
      untold: exploration.untold,
      growth: exploration.growth, toldApart: exploration.toldApart, audit: exploration.audit,
      reach: exploration.reach,
      errors: exploration.unconfirmed.map(specification.complaint(about:))
        + exploration.audit.differences)
  }
}

extension Checkable {
  /// The report of a check that does not come to its end: what was found broken, and what held so
  /// far.
  ///
  /// - Parameters:
  ///   - filter: whether the property of a name was to be decided.
  ///   - progress: how far the search came.
  ///   - names: what it found.
  ///   - findings: those of it that were told.
  package func unfinishedReport(
    only filter: (String) -> Bool, endedBy reason: ExitReason, after progress: SearchProgress?,
    found names: [FindingName], told findings: [CheckReport.Finding]
  ) -> CheckReport {
    let progress =
      progress ?? SearchProgress(stateCount: 0, stepCount: 0, frontierCount: 0, depth: 0)
    let found = Set(names + findings.map(\.name))
    let untold = found.filter { name in !findings.contains { $0.name == name } }
    let judged = specification.properties.filter { filter($0.name) }
    let results = judged.enumerated().map { number, property in
      let count = found.count { $0.property == property.name }
      let isWitnessed = number < progress.witnessed.count && progress.witnessed[number]
      let verdict: Verdict =
        if let why = property.inapplicability {
          .notApplicable(why)
        } else if count > 0 {
          .violated(findingCount: count)
        } else if isWitnessed && !property.hasGoal && !property.isMeasure {
          .holdsWithin(reason)
        } else {
          .undecided(reason.verdictWords)
        }
      return CheckReport.Result(property: PropertySummary(property), verdict: verdict)
    }
    return CheckReport(
      identity: identity, reason: reason,
      statistics: Statistics(
        stateCount: progress.stateCount, symmetricStateCount: progress.stateCount,
        stepCount: progress.stepCount, depth: progress.depth,
        frontierCount: progress.frontierCount),
      results: results, findings: findings,
      untold: untold.sorted { $0.description < $1.description })
  }
}

extension Specification {
  /// A finding with its story and its trace.
  ///
  /// - Parameters:
  ///   - seed: the seed of the run that found it, if it was drawn at random.
  ///   - explanation: what else is known of its path.
  package func report(
    _ finding: Finding<System>, seed: UInt64? = nil,
    explanation: PathExplanation = PathExplanation()
  ) -> CheckReport.Finding {
    let trace = trace(of: finding, seed: seed)
    var explanation = explanation
    explanation.remarks += finding.remarks
    var report = CheckReport.Finding(
      story: story(of: finding, explanation: explanation), trace: trace,
      circumstances: finding.circumstances)
    report.tellingRank = properties.first { $0.name == finding.property }?.tellingRank ?? 0
    report.isReplayed = finding.replayed != nil && isRead(from: trace, finding.path)
    return report
  }

  /// Whether the labels of a trace are read as those of a path: a product's own coding may lose
  /// something.
  private func isRead(from trace: Trace, _ path: Path<System>) -> Bool {
    guard trace.form != .values, let (labels, isCutShort) = try? labels(of: trace) else {
      return false
    }
    return labels == path.labels && !isCutShort
  }

  /// A finding as data.
  package func trace(of finding: Finding<System>, seed: UInt64? = nil) -> Trace {
    let property = properties.first { $0.name == finding.property }
    let form: Trace.Form =
      finding.values != nil ? .values : property?.kind == "possible" ? .goal : .path
    let labels = finding.path.labels.map { JSONValue(label: $0) }
    return Trace(
      identity: identity, scope: scope, property: finding.property, culprit: finding.culprit,
      form: form, seed: seed,
      initial: form == .values || finding.path.initial == 0 ? nil : finding.path.initial,
      labels: form == .values ? nil : labels, values: finding.values)
  }
}

extension [CheckReport.Finding] {
  /// What acts comes before what is lost, stories with steps before values, and short ones before
  /// long ones.
  package var inTellingOrder: [CheckReport.Finding] {
    func rank(_ finding: CheckReport.Finding, _ place: Int) -> (Int, Int, Int, Int) {
      (finding.tellingRank, finding.trace.form == .values ? 1 : 0, finding.trace.length, place)
    }
    return enumerated().sorted { rank($0.element, $0.offset) < rank($1.element, $1.offset) }.map(
      \.element)
  }
}
