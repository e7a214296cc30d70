import Model

/// What an exploration found out.
package struct Exploration<System: TransitionSystem>: Sendable {
  package let reason: ExitReason
  package internal(set) var statistics = Statistics()
  /// A verdict for each property, in the order of the properties.
  package internal(set) var verdicts: [Verdict] = []
  /// What is broken, by property and culprit; each was shown again by a replay.
  package internal(set) var findings: [Finding<System>] = []
  /// What the search took for broken and a replay did not show: an error of the suite, or of a
  /// function that gives two answers to one question.
  package internal(set) var unconfirmed: [Finding<System>] = []
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
}
