import Model

/// A step at which something may have gone wrong, with the sets of violations that show it.
package struct StepViolations {
  var step: UInt32
  /// The violations of the state before, and of the state after.
  var source: UInt32
  var target: UInt32
  /// The step's transition; `absentHandle` for an initial state.
  var transition: UInt32

  package init(step: UInt32, source: UInt32, target: UInt32, transition: UInt32) {
    self.step = step
    self.source = source
    self.target = target
    self.transition = transition
  }

  /// An initial state with these violations.
  package static func launch(_ target: UInt32) -> StepViolations {
    StepViolations(step: 0, source: 0, target: target, transition: absentHandle)
  }
}

/// From violations to findings.
extension Judge {
  /// The findings that a step shows: those of the step, and those that its target shows and its
  /// source does not.
  package func findings(of judged: StepViolations) -> [FindingName] {
    let entered = sets.difference(judged.target, judged.source)
    return (sets.violations(of: judged.step) + sets.violations(of: entered)).compactMap {
      violation in
      let isLossAtLaunch = violation.naming == .step && judged.transition == absentHandle
      if isLossAtLaunch && needingReachableGoal.contains(violation.property) { return nil }
      let culprit =
        switch violation.naming {
        case .clause: violation.culprit
        case .clauseAndStep: "\(violation.culprit) after \(kind(of: judged.transition))"
        case .step: kind(of: judged.transition)
        }
      return FindingName(property: names[violation.property], culprit: culprit)
    }
  }

  // MARK: In a search

  /// Keeps what a step shows, at the end of a path of this length.
  ///
  /// - Parameter row: the state before; nil for an initial state.
  func report(_ judged: StepViolations, length: Int, from row: Row?) {
    let entered = sets.difference(judged.target, judged.source)
    if entered == 0 && judged.step == 0 { return }
    let label =
      judged.transition == absentHandle ? absentHandle : rows.labelHandle(of: judged.transition)
    let circumstance = row.map(rows.circumstance) ?? absentHandle
    if !findings.isNoted(
      step: judged.step, entered: entered, label: label, circumstance: circumstance)
    {
      report(findings(of: judged), length: length, from: row, transition: judged.transition)
    }
  }

  /// Keeps findings that a path of this length shows, whose last step is of a transition out of a
  /// state.
  func report(_ names: [FindingName], length: Int, from row: Row?, transition: UInt32) {
    let words = [
      kind(of: transition), row.map { rows.words(ofCircumstance: rows.circumstance(of: $0)) } ?? "",
    ]
    findings.note(
      names, length: length, from: row, transition: transition,
      circumstance: words.filter { !$0.isEmpty }.joined(separator: ", "))
  }

  // MARK: In a walk

  /// A judge of the steps of walks, for each worker one.
  ///
  /// - Parameters:
  ///   - expander: gives the rows, where others work with them too.
  ///   - lookaheadMax: at how many states a look ahead is given up.
  ///   - isInterrupted: ends looks ahead.
  package convenience init<System: TransitionSystem>(
    walking system: System, _ properties: [Property<System>],
    sharing expander: (any Expander<System>)? = nil,
    lookaheadMax: Int? = Limits.lookahead.stateCountMax,
    isInterrupted: @escaping () -> Bool = { false }
  ) {
    let expander = expander ?? system.makeExpansion(judging: properties)
    // Which readings would come first depends on how runs are shared among workers, so all are
    // judged.
    self.init(properties, expander, valueReadingsMax: .max, isInterrupted: isInterrupted)
    initial = system.initialStates.map(expander.row)
    isCounting = false
    lookaheads = avoidedTraits.enumerated().map { number, avoided in
      GoalLookahead(
        rows: rows, avoiding: avoided, stateCountMax: lookaheadMax, shouldStop: isInterrupted
      ) { [unowned self] in judged($0).isGoal(number, at: 0) }
    }
  }

  /// The names of the properties that are not judged, or not any more, as that took more than there
  /// is room for.
  package var givenUp: [String] {
    let tired = lookaheads.indices.filter { lookaheads[$0].isGivenUp }.map(property(ofGoal:))
    return Set(tired).sorted().map { names[$0] }
  }

  package var byteCount: Int { (rows.memory + memory).byteCount }

  /// The violations that a state shows, as a set, among them the goals that it cannot reach.
  package func violations(in row: Row) -> UInt32 {
    guard let memory = lookaheads.first else { return judged(row).violations[0] }
    return memory.violations(in: row) {
      let judged = judged(row)
      var violations = judged.violations[0]
      // Looks ahead judge other states meanwhile.
      let missed = lookaheads.indices.filter { !judged.isGoal($0, at: 0) }
      for number in missed where lookaheads[number].isLost(from: row) {
        let lost = PropertyViolation(
          property: property(ofGoal: number), culprit: "", subject: "\(number)", naming: .step)
        violations = sets.union(violations, sets.handle(of: [lost]))
      }
      return violations
    }
  }

  /// Whether a step may show something that no step before showed.
  @inline(__always)
  package func isNew(_ judged: StepViolations) -> Bool {
    if judged.step == 0 && (judged.target == 0 || judged.target == judged.source) { return false }
    let label =
      judged.transition == absentHandle ? absentHandle : rows.labelHandle(of: judged.transition)
    var likeness = ReadingTable.Chain(name: 0)
    for handle in [judged.step, judged.source, judged.target, label] {
      likeness.push(handle, &told)
    }
    if told.find(likeness.key) != nil { return false }
    told.insert(likeness.key, 0)
    return true
  }

  /// What a step shows, and the state that it enters.
  package func findings(of step: RowStep, from row: Row) -> [FindingName] {
    findings(of: step, from: row, source: violations(in: row))
  }

  /// The same, where the violations that the state before shows are known.
  package func findings(of step: RowStep, from row: Row, source: UInt32) -> [FindingName] {
    let violations = violations(ofStep: step, from: row)
    let target = step.row == row ? source : self.violations(in: step.row)
    if violations == 0 && (target == 0 || target == source) { return [] }
    return findings(
      of: StepViolations(
        step: violations, source: source, target: target, transition: step.transition))
  }
}
