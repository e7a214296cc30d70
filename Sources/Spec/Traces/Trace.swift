import Foundation
import Model

/// A saved finding: all that is needed to see it again, as readable data.
///
/// It comes in three forms: a path; a path with a goal that cannot be reached from its end; values.
public struct Trace: Hashable, JSONFile, Sendable {
  /// The form of a trace.
  package enum Form: String, Hashable, Codable, Sendable {
    /// The last state or step of the path breaks the property.
    case path
    /// From the last state of the path the goal of the property cannot be reached.
    case goal
    /// The values break the property, however they came about.
    case values
  }

  /// What a replay is expected to find.
  package enum Verdict: String, Hashable, Codable, Sendable {
    /// The property is broken.
    case violated
    /// The property is kept.
    case holds

    /// As reports say it.
    package var words: String { self == .violated ? "broken" : "holds" }
  }

  /// The version of the format that this library writes, and the latest that it reads.
  package static let currentFormat = 1

  /// The version of the format.
  package var format: Int
  /// The product's name.
  package var product: String
  /// The design's name.
  package var design: String
  /// The environment's name.
  package var environment: String
  /// The bounds, written out.
  package var scope: JSONValue
  /// The property's name.
  package var property: String
  /// What went wrong.
  package var culprit: String
  /// What a replay is expected to find.
  package var expected: Verdict
  /// The form.
  package var form: Form
  /// The seed of the run that found it, if it was drawn at random.
  package var seed: UInt64? {
    get { wideSeed?.wrappedValue }
    set { wideSeed = newValue.map(WideInteger.init) }
  }
  var wideSeed: WideInteger<UInt64>?
  /// The place of the first state among the initial ones; nil for the first.
  package var initial: Int?
  /// The steps, each as its label; nil for values.
  package var labels: [JSONValue]?
  /// What was chosen in the run of live code that showed it, in order: labels, places of jobs and
  /// "rest"; nil where the steps are enough.
  package var schedule: [JSONValue]?
  /// The values; nil for paths.
  package var values: ValuesCase?

  private enum CodingKeys: String, CodingKey {
    case format, product, design, environment, scope, property, culprit, expected, form
    case wideSeed = "seed"
    case initial, labels, schedule, values
  }
}

/// One case of a values property.
package struct ValuesCase: Hashable, Codable, Sendable {
  /// The product's state.
  package var state: JSONValue
  /// The action, if the property is about one.
  package var action: JSONValue?
  /// The parameter of the selector, if the property is about one.
  package var parameter: String?
  /// The number of the entry order in which dictionaries are met, if the property is about it.
  package var entryOrder: Int?
  /// The choices by which the product's generator draws the case, where its types cannot be read
  /// back from what is written of them.
  package var choices: [Int]?

  package init(
    state: JSONValue, action: JSONValue? = nil, parameter: String? = nil, entryOrder: Int? = nil
  ) {
    self.state = state
    self.action = action
    self.parameter = parameter
    self.entryOrder = entryOrder
  }
}

/// Why a trace cannot be read or replayed; the text says what to do.
public struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, on one line.
  public let description: String

  package init(_ text: ErrorText) { description = text.text }
}

extension Trace {
  /// The name of its scope.
  package var scopeName: String? {
    if case .object(let fields) = scope, case .string(let name)? = fields["name"] {
      name
    } else {
      nil
    }
  }

  /// A finding as data, in the format of this version.
  package init(
    identity: Identity, scope: JSONValue, property: String, culprit: String, form: Form,
    seed: UInt64?, initial: Int? = nil, labels: [JSONValue]? = nil, values: ValuesCase? = nil
  ) {
    self.init(
      format: Self.currentFormat, product: identity.product, design: identity.design,
      environment: identity.environment, scope: scope, property: property, culprit: culprit,
      expected: .violated, form: form, wideSeed: seed.map(WideInteger.init), initial: initial,
      labels: labels, values: values)
  }

  /// Reads a trace.
  ///
  /// - Throws: a `TraceError` for malformed data and for a format of the future.
  package init(data: Data) throws(TraceError) {
    let decoder = JSONDecoder()
    try FormatHeader.require(1...Self.currentFormat, of: data, named: "trace")
    do {
      self = try decoder.decode(Trace.self, from: data)
      // What is written again as it was has no key that was not read.
      let whole: JSONValue? =
        self.data == data ? nil : try decoder.decode(JSONValue.self, from: data)
      try whole?.requireReading(of: try JSONValue(encoding: self)) { part in
        guard case .object(var fields) = part else { return }
        // Seeds were written as numbers, whatever their size.
        if case .number = fields["seed"] { fields["seed"] = nil }
        _ = try JSONValue.object(fields).decode(as: Trace.self)
      }
    } catch {
      throw TraceError("malformed trace: \(Self.words(of: error))")
    }
    let isWhole = form == .values ? values != nil && labels == nil : labels != nil && values == nil
    guard isWhole else {
      throw TraceError(
        "malformed trace: form '\(form.rawValue)' needs "
          + "\(form == .values ? "values and no labels" : "labels and no values")"
      )
    }
  }

  private static func noun(for type: Any.Type) -> String {
    let name = "\(type)"
    if name.hasPrefix("Dictionary") { return "an object" }
    if name.hasPrefix("Array") { return "an array" }
    return switch name {
    case "String": "a string"
    case "Bool": "true or false"
    case "Double", "Float": "a number"
    default: name.contains("Int") ? "a whole number" : "another kind of value"
    }
  }

  package static func words(of error: any Error) -> ErrorText {
    guard let error = error as? DecodingError else { return "\(error)" }
    func place(_ context: DecodingError.Context) -> ErrorText {
      // A value is decoded as the only element of an array.
      let keys =
        context.codingPath.first?.intValue == 0
        ? context.codingPath.dropFirst() : context.codingPath[...]
      let path = keys.map { $0.intValue.map(String.init) ?? $0.stringValue }
      return path.isEmpty ? "" : " at \(path.joined(separator: "."))"
    }
    switch error {
    case .keyNotFound(let key, let context):
      return "\"\(key.stringValue)\" is missing\(place(context))"
    case .valueNotFound(_, let context): return "a value is missing\(place(context))"
    case .typeMismatch(let type, let context):
      return "\(noun(for: type)) is expected\(place(context))"
    case .dataCorrupted(let context) where context.debugDescription.hasPrefix("Cannot initialize"):
      let word = context.debugDescription.split(separator: " ").last ?? ""
      return "'\(word)' is not known\(place(context))"
    case .dataCorrupted(let context) where context.debugDescription.hasPrefix("The given data"):
      return
        "it is no JSON, or a number is too large or has a fraction where a whole number is expected"
    case .dataCorrupted(let context): return "\(context.debugDescription)\(place(context))"
    @unknown default: return "\(error)"
    }
  }
}
