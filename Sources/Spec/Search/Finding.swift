import Model

/// A way in which a property is broken, with the best of its shortest counterexamples.
package struct Finding<System: TransitionSystem>: Sendable {
  package let name: FindingName
  package let path: Path<System>
  package let values: ValuesCase?
  /// The kinds of steps that showed it, each with what waited and was under way.
  ///
  /// For an exhausted scope that is all that can show it. Empty where that was not looked for.
  package let circumstances: [String]
  /// What else a search knows of it, in sentences.
  package let remarks: [String]
  /// What its replay gave, when it was replayed already: every state along the path, and what is
  /// broken at its end.
  var replayed: (states: [System.State], ending: String?)?

  package init(
    _ name: FindingName, path: Path<System>, values: ValuesCase? = nil,
    circumstances: [String] = [], remarks: [String] = []
  ) {
    self.name = name
    self.path = path
    self.values = values
    self.circumstances = circumstances
    self.remarks = remarks
  }

  package var property: String { name.property }
  package var culprit: String { name.culprit }
}
