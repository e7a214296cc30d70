import Model

/// What a replay says of a trace.
public enum Grade: Hashable, Sendable {
  /// The property is broken at the end, as recorded.
  case reproduces
  /// The path can be taken, and the property is not broken at its end as recorded; broken by these culprits
  /// instead.
  case passes(otherCulprits: [String])
  /// A label is not enabled: at which step, and what was enabled there.
  case diverges(stepNumber: Int, enabled: [String])
  /// The trace speaks of something that there is no more; says what.
  case obsolete(String)
}

extension Checkable {
  /// Replays a trace and grades it.
  ///
  /// - Throws: a `TraceError` when labels or values cannot be read.
  public func grade(_ trace: Trace) throws -> (grade: Grade, story: Story?) {
    let specification = specification
    guard let property = specification.properties.first(where: { $0.name == trace.property }) else {
      return (.obsolete("there is no property '\(trace.property)' any more"), nil)
    }
    if let values = trace.values { return try specification.gradeValues(values, trace, property) }
    let (labels, isCutShort) = try specification.labels(of: trace)
    let path = Path<System>(initial: trace.initial ?? 0, labels: labels)
    do {
      let run = try Replayer(system: specification.system).replay(path)
      if isCutShort {
        let enabled = Replayer(system: specification.system).enabledLabels(after: run).map(specification.text)
        return (.diverges(stepNumber: labels.count + 1, enabled: enabled), nil)
      }
      let culprits = specification.culprits(of: property, at: run)
      let isReproduced = culprits.contains(trace.culprit)
      let finding = Finding(property: trace.property, culprit: trace.culprit, path: path)
      return (
        isReproduced ? .reproduces : .passes(otherCulprits: culprits.sorted()),
        specification.story(of: finding, isBroken: !culprits.isEmpty)
      )
    } catch {
      if error.stepNumber == 0 {
        return (.obsolete("there is no initial state number \(path.initial)"), nil)
      }
      let enabled = error.enabled.map(specification.text)
      return (.diverges(stepNumber: error.stepNumber, enabled: enabled), nil)
    }
  }
}

extension Specification {
  /// The label as it stands in a trace.
  func text(_ label: System.Label) -> String { (try? JSONValue(encoding: label).text) ?? "\(label)" }

  /// The labels of a trace up to the first that is no label of the system any more, and whether there is one.
  ///
  /// - Throws: a `TraceError` that names a step that has not even the shape of a label.
  package func labels(of trace: Trace) throws(TraceError) -> (labels: [System.Label], isCutShort: Bool) {
    var labels: [System.Label] = []
    for (number, written) in (trace.labels ?? []).enumerated() {
      guard case .object(let fields) = written, fields.count == 1 else {
        throw TraceError(
          "malformed trace: step \(number + 1) is no label: an object with one key is expected")
      }
      do {
        labels.append(try written.decodeWhole(as: System.Label.self))
      } catch let error as UnknownKey {
        throw TraceError("malformed trace: step \(number + 1): \(error)")
      } catch {
        return (labels, true)
      }
    }
    return (labels, false)
  }

  fileprivate func gradeValues(_ values: ValuesCase, _ trace: Trace, _ property: Property<System>) throws
    -> (grade: Grade, story: Story?)
  {
    guard let regrade = property.regradeOfValues else {
      return (.obsolete("'\(property.name)' is no property of values any more"), nil)
    }
    do {
      let violations = Self.violations(try regrade(values))
      let details = violations.filter { $0.culprit == trace.culprit }.map(\.detail)
      let grade: Grade =
        details.isEmpty ? .passes(otherCulprits: violations.map(\.culprit).uniqued()) : .reproduces
      return (grade, Story(promise: property.sentence, lines: [], ending: details.first))
    } catch let error as TraceError {
      throw error
    } catch {
      throw TraceError("malformed trace: \(Trace.words(of: error))")
    }
  }

  /// The ways in which a property is broken by the last step of a run or by the state that it enters.
  public func culprits(of property: Property<System>, at run: Replayer<System>.Run) -> [String] {
    property.clauses.flatMap { culprits(of: $0, at: run) }
  }

  private func culprits(of clause: Property<System>.Clause, at run: Replayer<System>.Run) -> [String] {
    let last = run.rows.count - 1
    let kind = run.steps.last.map { run.expander.kind(ofCause: $0.cause) } ?? "launch"
    let isSettled = { (place: Int) in place >= 0 && run.expander.rows.isSettled(run.rows[place]) }
    switch clause {
    case .invariant(_, let judge):
      return entered(judge, run, last, known: last > 0).map { "\($0.culprit) after \(kind)" }
    case .settled(_, let judge):
      return isSettled(last) ? entered(judge, run, last, known: isSettled(last - 1)).map(\.culprit) : []
    case .values(let form):
      return entered(form.judge, run, last, known: last > 0).map(\.culprit)
    case .step(let reads, let judge):
      guard let step = run.steps.last, reads.judges(step, from: run.rows[last - 1], run.expander) else {
        return []
      }
      let view = StepView(expander: run.expander)
      view.show(step, from: run.rows[last - 1])
      return Self.violations(judge(view)).map(\.culprit)
    case .kind(let judge):
      guard let step = run.steps.last else { return [] }
      return Self.violations(judge(run.expander.label(ofCause: step.cause), step.traits)).map(\.culprit)
    case .possible(_, let avoiding, let goal):
      let replayer = Replayer(system: system)
      let isLost = { (place: Int) in
        replayer.canReach(goal, from: run.states[place], avoiding: avoiding) == false
      }
      return isLost(last) && (last == 0 || !isLost(last - 1)) ? [kind] : []
    case .measure, .inapplicable:
      return []
    }
  }

  private func entered(
    _ judge: (System.State) -> Judgement, _ run: Replayer<System>.Run, _ last: Int, known: Bool
  ) -> [Violation] {
    let before = known ? Self.violations(judge(run.states[last - 1])) : []
    return Self.violations(judge(run.states[last])).filter { violation in
      !before.contains { $0.culprit == violation.culprit && $0.subject == violation.subject }
    }
  }

  static func violations(_ judgement: Judgement) -> [Violation] {
    if case .violated(let violations) = judgement { violations } else { [] }
  }
}

extension Property {
  /// How a case of values is judged again: the clause about generated values comes before that about the
  /// values of states.
  fileprivate var regradeOfValues: (@Sendable (ValuesCase) throws -> Judgement)? {
    if case .values(let form) = clauses.first { regrade ?? form.regrade } else { regrade }
  }
}

extension StepReads {
  /// Whether a clause with these reads judges a step.
  func judges(_ step: RowStep, from: Row, _ expander: any Expander) -> Bool {
    if case .everyStep = key { return true }
    if !step.traits.isDisjoint(with: [.relaunch, .crash]) { return false }
    if let kind { return expander.kind(ofCause: step.cause) == kind && expander.rows.isSettled(step.row) }
    if traits.isEmpty && changed.isEmpty { return true }
    let (old, new) = (expander.rows.facets(of: from), expander.rows.facets(of: step.row))
    return !step.traits.isDisjoint(with: traits) || changed.contains { old[$0.number] != new[$0.number] }
  }
}
