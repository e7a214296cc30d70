import Model

extension JSONValue {
  /// A label as a trace holds it: as its type encodes itself, where that is read back as the same
  /// label and is the same in every run; else its content as text, by which it is found among the
  /// labels that are enabled.
  init<Label: Hashable & Sendable>(label: Label) {
    let written = try? JSONValue(writing: label)
    if let written, written.names(label), (try? written.readWhole(as: Label.self)) == label {
      self = written
    } else {
      self = .string(ContentTree(label).line)
    }
  }

  /// Whether what a label encodes itself as is the same to every program and in every run.
  private func names(_ label: some Hashable) -> Bool {
    isPortable && !ContentTree.listsInAnyOrder(label)
  }

  /// Whether it is what a trace holds for a label that was read from it.
  fileprivate func isWritten<Label: Hashable & Sendable>(for label: Label) -> Bool {
    // To read what it encodes itself as would give it once more.
    let isItself = label == label && (try? JSONValue(writing: label)) == self && names(label)
    return isItself || JSONValue(label: label) == self
  }

  /// Whether every program reads it as the same value: beyond 53 bits, numbers lose digits in some.
  private var isPortable: Bool {
    switch self {
    case .null, .boolean, .string: true
    case .integer(let number): number.magnitude <= 1 << 53
    case .number(let number): number.rounded() != number || number.magnitude <= 0x1p53
    case .array(let elements): elements.allSatisfy(\.isPortable)
    case .object(let fields): fields.values.allSatisfy(\.isPortable)
    }
  }
}

extension Specification {
  /// The label as it stands in a trace.
  func text(_ label: System.Label) -> String { JSONValue(label: label).text }

  /// The labels of a trace up to the first that is no label of the system any more, and whether
  /// there is one.
  ///
  /// - Throws: a `TraceError` that names a step that has not even the shape of a label.
  package func labels(of trace: Trace) throws(TraceError) -> (
    labels: [System.Label], isCutShort: Bool
  ) {
    try labels(written: trace.labels ?? [], from: trace.initial ?? 0)
  }

  /// The labels that were written, up to the first that is no label of the system any more.
  ///
  /// - Parameter initial: the place of the state that they lead on from among the initial ones.
  /// - Throws: a `TraceError` that names a step that has not even the shape of a label.
  package func labels(
    written steps: [JSONValue], from initial: Int = 0
  ) throws(TraceError) -> (labels: [System.Label], isCutShort: Bool) {
    var path = Path<System>(initial: initial, labels: [])
    for (number, written) in steps.enumerated() {
      do {
        let label = try label(written: written, after: &path, steps)
        path = Path(initial: initial, labels: path.labels + [label])
      } catch let error as any Error & CustomStringConvertible
        where error is UnknownKey || error is MalformedLabel
      {
        throw TraceError("malformed trace: step \(number + 1): \(error.description)")
      } catch {
        return (path.labels, true)
      }
    }
    return (path.labels, false)
  }

  /// A label whose content cannot be decoded is looked for among those that are enabled where it
  /// stands.
  private func label(
    written: JSONValue, after path: inout Path<System>, _ steps: [JSONValue]
  ) throws -> System.Label {
    let decoded = Result { try written.readWhole(as: System.Label.self) }
    if case .success(let label) = decoded, written.isWritten(for: label) { return label }
    if case .failure(let error) = decoded, !(error is DecodingError) { throw error }
    let enabled =
      (try? run(along: &path, written: steps)).map(Replayer(system: system).enabledSteps) ?? []
    if let step = enabled.first(where: { JSONValue(label: $0.label) == written }) {
      return step.label
    }
    return try decoded.get()
  }

  /// Takes a path; a label that is not enabled where it stands is taken for one that is, if that is
  /// written alike: the same words may stand for one action here and for another one there.
  package func run(
    along path: inout Path<System>, written: [JSONValue]
  ) throws(Replayer<System>.Divergence) -> Replayer<System>.Run {
    var known = 0
    while true {
      do {
        return try Replayer(system: system).replay(path)
      } catch {
        let place = error.stepNumber - 1
        guard place >= known, written.indices.contains(place),
          let label = error.enabled.first(where: { JSONValue(label: $0) == written[place] })
        else { throw error }
        known = place + 1
        path = Path(
          initial: path.initial, labels: path.labels.enumerated().map { $0 == place ? label : $1 })
      }
    }
  }
}

extension Replayer {
  /// Why the trace of a finding may be read as other steps, by another program or in another run;
  /// nil where it is not.
  func misreading(of finding: Finding<System>) -> String? {
    // Those that nothing else gives an order are looked at as the search goes.
    let isOrdered =
      System.Label.self is any Comparable.Type || System.Label.self is any CaseIterable.Type
    if !isOrdered || finding.values != nil || System.Label.self is any Decodable.Type { return nil }
    guard var run = try? replay(Path(initial: finding.path.initial, labels: [])) else { return nil }
    for label in finding.path.labels {
      let others = enabledSteps(after: run).map { $0.label }.filter { $0 != label }
      let written = others.isEmpty ? nil : JSONValue(label: label)
      if let written, others.contains(where: { JSONValue(label: $0) == written }) {
        return "two labels are not equal and read \(written.text): let a customMirror show what "
          + "tells them apart, or == compare what it shows"
      }
      if extend(&run, by: label) != nil { return nil }
    }
    return nil
  }
}
