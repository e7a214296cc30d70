import Model

/// States in the Informal Trace Format (ITF) of the model checker Apalache (its ADR 015), which
/// tools around TLA+ and Quint read.
extension Checkable {
  /// The states along the path of a trace.
  ///
  /// The parts of a state are the variables; one more, named as Quint names it, has the step that
  /// led there.
  ///
  /// - Returns: nil where the path cannot be taken, and for values, which have none.
  /// - Throws: a `TraceError` when labels cannot be read.
  package func informalTrace(of trace: Trace) throws -> JSONValue? {
    let (labels, isCutShort) = try specification.labels(of: trace)
    var path = Path<System>(initial: trace.initial ?? 0, labels: labels)
    guard trace.values == nil, !isCutShort,
      let run = try? specification.run(along: &path, written: trace.labels ?? [])
    else { return nil }
    let variables = run.states.map { InformalTrace.variables(of: ContentTree($0)) }
    let sentences = specification.lines(of: path.labels, through: run.states).map(\.sentence)
    let actions = ["init"] + path.labels.map { ContentTree($0).line }
    let states = variables.indices.map { place -> JSONValue in
      var fields = Dictionary(variables[place]) { first, _ in first }
      fields[InformalTrace.action] = .string(actions[place])
      let told = place == 0 ? [:] : ["description": JSONValue.string(sentences[place - 1])]
      fields["#meta"] = .object(told.merging(["index": .integer(place)]) { first, _ in first })
      return .object(fields)
    }
    let names = (variables.first ?? []).map(\.0) + [InformalTrace.action]
    return .object([
      "#meta": .object([
        "description": .string(trace.findingWords), "format": .string("ITF"),
        "format-description": .string("https://apalache-mc.org/docs/adr/015adr-trace.html"),
      ]), "vars": .array(names.map(JSONValue.string)), "states": .array(states),
    ])
  }
}

private enum InformalTrace {
  static let action = "mbt::actionTaken"

  /// The variables of a state: its parts where it has some under names, else the state itself.
  static func variables(of state: ContentTree) -> [(String, JSONValue)] {
    guard case .record(let fields) = state, !fields.isEmpty, fields.allSatisfy({ $0.label != nil })
    else {
      return [("state", state.informal)]
    }
    return fields.map { ($0.label ?? "", $0.value.informal) }
  }
}

extension Trace {
  /// What it speaks of, and the name of its finding.
  package var findingWords: String {
    "\(product) · \(design) · \(environment) · \(findingName)"
  }
}

extension ContentTree {
  /// The greatest number that every reader of JSON tells from its neighbours.
  private static let plainMax = 1 << 53 - 1

  /// The value as an expression of the format.
  ///
  /// Numbers that are not whole, and dates, are texts, as it has neither. A case without a payload
  /// is its name. What is nil is a variant without a value, which Apalache writes so: it is no
  /// text.
  var informal: JSONValue {
    switch self {
    case .nothing: Self.variant("none", .string("U_OF_UNIT"))
    case .truth(let truth): .boolean(truth)
    case .integer(let number):
      number.magnitude <= Self.plainMax
        ? .integer(number) : .object(["#bigint": .string("\(number)")])
    case .number, .date: .string(text)
    case .text(let text): .string(text)
    case .list(let elements, .array): .array(elements.map(\.informal))
    case .list(let elements, .set): .object(["#set": .array(elements.map(\.informal))])
    case .entries(let entries):
      .object(["#map": .array(entries.map { .array([$0.key.informal, $0.value.informal]) })])
    case .record(let fields): Self.informal(of: fields)
    case .choice(let name, nil): .string(name)
    case .choice(let name, let payload?): Self.variant(name, payload.informal)
    }
  }

  private static func variant(_ name: String, _ value: JSONValue) -> JSONValue {
    .object(["tag": .string(name), "value": value])
  }

  /// A tuple where no field has a name; where some have none, they are named by their places.
  private static func informal(of fields: [Field]) -> JSONValue {
    if fields.allSatisfy({ $0.label == nil }) {
      return .object(["#tup": .array(fields.map(\.value.informal))])
    }
    let named = fields.enumerated().map { ($1.label ?? "item\($0)", $1.value.informal) }
    return .object(Dictionary(named) { first, _ in first })
  }
}
