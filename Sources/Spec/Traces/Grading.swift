import Model

package enum Grade: Hashable, Sendable {
  /// The property is broken at the end, as recorded.
  case reproduces
  /// The path can be taken, and the property is not broken at its end as recorded; broken by these
  /// culprits instead.
  case passes(otherCulprits: [String])
  /// A label is not enabled: at which step, and what was enabled there.
  case diverges(stepNumber: Int, enabled: [String])
  /// No order of jobs that was tried takes live code along this step and those before it.
  case untaken(stepNumber: Int)
  /// The trace speaks of something that there is no more; says what.
  case obsolete(String)
  /// The replay was ended before it could tell; says why.
  case undecided(String)
}

extension Checkable {
  /// Replays a trace and grades it.
  ///
  /// - Parameter isInterrupted: asked for every state ahead of a property of continuations.
  /// - Throws: a `TraceError` when labels or values cannot be read.
  package func grade(
    _ trace: Trace, isInterrupted: () -> Bool = { false }
  ) throws -> (grade: Grade, story: Story?) {
    while true {
      let edition = specification.system.edition
      let graded = try gradeOnce(trace, isInterrupted: isInterrupted)
      // The path may have shown that states have to be told apart that were one on it.
      if specification.system.edition == edition || isInterrupted() { return graded }
    }
  }

  private func gradeOnce(
    _ trace: Trace, isInterrupted: () -> Bool
  ) throws -> (grade: Grade, story: Story?) {
    let specification = specification
    guard let property = specification.properties.first(where: { $0.name == trace.property }) else {
      return (.obsolete("there is no property '\(trace.property.echo)' any more"), nil)
    }
    if let complaint = specification.complaint(about: trace, property) {
      throw TraceError(complaint)
    }
    if let values = trace.values { return try specification.gradeValues(values, trace, property) }
    let (labels, isCutShort) = try specification.labels(of: trace)
    var path = Path<System>(initial: trace.initial ?? 0, labels: labels)
    do {
      let run = try specification.run(along: &path, written: trace.labels ?? [])
      if isCutShort {
        return (
          .diverges(stepNumber: labels.count + 1, enabled: specification.sentences(after: run)), nil
        )
      }
      let replayer = Replayer(system: specification.system)
      guard let culprits = replayer.culprits(of: property, at: run, isInterrupted: isInterrupted)
      else {
        let limits = "; there are more than 5 million, or their values take more than 256 MiB"
        return (
          .undecided(
            "not all states ahead of its end were looked at" + (isInterrupted() ? "" : limits)), nil
        )
      }
      let isReproduced = culprits.contains(trace.culprit)
      if !isReproduced { specification.lead(along: path) }
      let finding = Finding(trace.findingName, path: path)
      return (
        isReproduced ? .reproduces : .passes(otherCulprits: culprits.sorted()),
        specification.story(of: finding, isBroken: !culprits.isEmpty)
      )
    } catch {
      specification.lead(along: path.prefix(error.stepNumber - 1))
      return (specification.grade(error, along: path), nil)
    }
  }
}

extension Specification {
  /// Leads a running app straight along a path that does not show what was recorded.
  ///
  /// States of it that look alike may have been taken for one; where the app goes through others,
  /// they are told apart from then on.
  fileprivate func lead(along path: Path<System>) {
    guard system.isLed, let states = Replayer(system: system).states(along: path) else { return }
    _ = system.leads(along: path.labels, through: states, tellingApart: true)
  }

  /// What a path that the model does not take is graded.
  package func grade(_ divergence: Replayer<System>.Divergence, along path: Path<System>) -> Grade {
    if divergence.stepNumber == 0 { return .obsolete("there is no initial state of its number") }
    let before = path.prefix(divergence.stepNumber - 1)
    let run = try? Replayer(system: system).replay(before)
    return .diverges(stepNumber: divergence.stepNumber, enabled: run.map(sentences) ?? [])
  }

  /// The steps that can be taken at the end of a path, in words and in label order.
  func sentences(after run: Replayer<System>.Run) -> [String] {
    let last = run.states[run.stepCount]
    return Replayer(system: system).enabledSteps(after: run).map {
      teller.sentence(last, $0.label, $0.state)
    }
  }

  /// What a trace says that no trace of its property says.
  fileprivate func complaint(about trace: Trace, _ property: Property<System>) -> ErrorText? {
    if let initial = trace.initial, initial < 0 {
      return "malformed trace: initial \(initial) is no number from 0"
    }
    if trace.form == .goal && property.kind != "possible" {
      return "malformed trace: form 'goal' is for what has to stay possible; write 'path'"
    }
    if trace.form == .path && property.kind == "possible" {
      return "malformed trace: form 'path' is not for what has to stay possible; write 'goal'"
    }
    return nil
  }

  fileprivate func gradeValues(_ values: ValuesCase, _ trace: Trace, _ property: Property<System>)
    throws
    -> (grade: Grade, story: Story?)
  {
    guard let regrade = property.regrade else {
      return (.obsolete("'\(property.name)' is no property of values any more"), nil)
    }
    do {
      let violations = try regrade(values).violations
      let details = violations.filter { $0.culprit == trace.culprit }.map(\.detail)
      let grade: Grade =
        details.isEmpty ? .passes(otherCulprits: violations.map(\.culprit).uniqued()) : .reproduces
      return (
        grade,
        Story(
          promise: property.sentence, lines: [], ending: details.first,
          consequence: property.consequence)
      )
    } catch let error as TraceError {
      throw error
    } catch {
      throw TraceError("malformed trace: \(Trace.words(of: error))")
    }
  }

}
