import Foundation

/// What a value is made of, as reflection sees it: for types that say nothing of their order, their
/// words or how they are written.
///
/// Two values that differ in nothing that reflection sees have one tree.
package indirect enum ContentTree: Hashable, Sendable {
  case nothing
  case truth(Bool)
  case number(Double)
  case integer(Int)
  case text(String)
  case date(Date)
  /// The elements of an array, or of a set in the order of their content.
  case list([ContentTree], Arrangement = .array)
  /// The entries of a dictionary, in the order of their keys.
  case entries([Entry])
  /// The fields of a structure, a class or a tuple.
  case record([Field])
  /// A case of an enumeration, with its payload.
  case choice(String, ContentTree?)

  /// Where the elements of a list come from.
  ///
  /// Lists of the same elements are equal whatever that is.
  package enum Arrangement: Hashable, Sendable {
    case array, set

    package static func == (first: Self, second: Self) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
  }

  package struct Entry: Hashable, Sendable {
    package let key, value: ContentTree
  }

  package struct Field: Hashable, Sendable {
    /// Nil for a field without a name.
    package let label: String?
    package let value: ContentTree
  }

  /// Looks at a value.
  ///
  /// - Complexity: O(size), some microseconds for each part.
  package init(_ value: Any) {
    switch value {
    case let truth as Bool: self = .truth(truth)
    case let text as String: self = .text(text)
    case let number as Int: self = .integer(number)
    case let number as any BinaryInteger:
      self = Int(exactly: number).map(Self.integer) ?? .text("\(number)")
    case let number as Double: self = .number(number)
    case let number as any BinaryFloatingPoint: self = .number(Double(number))
    case let date as Date: self = .date(date)
    case let envelope as any Enveloping: self.init(envelope.enveloped)
    case let told as any ToldByDescription: self = .text("\(told)")
    default: self.init(reflecting: value)
    }
  }

  private init(reflecting value: Any) {
    let mirror = Mirror(reflecting: value)
    var children: [ContentTree] { mirror.children.map { Self($0.value) } }
    switch mirror.displayStyle {
    case .optional:
      let value = mirror.children.first.map { Self($0.value) }
      // What may be nil inside is there all the same.
      self = value == .nothing ? .choice("some", .nothing) : value ?? .nothing
    case .collection: self = .list(children)
    case .set: self = .list(children.sorted { $0.precedes($1) }, .set)
    case .dictionary:
      let entries = mirror.children.map { pair -> Entry in
        let parts = Mirror(reflecting: pair.value).children.map { Self($0.value) }
        return Entry(key: parts[0], value: parts[1])
      }
      self = .entries(entries.sorted { $0.key.precedes($1.key) })
    case .enum:
      guard let payload = mirror.children.first else {
        self = .choice(Self.caseName(of: value), nil)
        return
      }
      self = .choice(payload.label ?? Self.caseName(of: value), Self(payload: payload.value))
    default:
      let isPlain = mirror.children.isEmpty && !(value is Void) && mirror.displayStyle != .struct
      if isPlain || Self.isOpaque(value, mirror) {
        self = .text("\(value)")
      } else {
        self = Self.unwrapped(Self.fields(of: mirror))
      }
    }
  }

  /// Whether a mirror shows nothing of what a value of the library holds; its names are looked at
  /// first, as conformances are slow to look up.
  private static func isOpaque(_ value: Any, _ mirror: Mirror) -> Bool {
    switch mirror.children.first?.label {
    case "_storage": value is any SIMD
    case "_value": value is ObjectIdentifier
    default: false
    }
  }

  /// A payload of one value without a label is that value.
  private init(payload: Any) {
    let mirror = Mirror(reflecting: payload)
    guard mirror.displayStyle == .tuple else {
      self.init(payload)
      return
    }
    self = .record(Self.fields(of: mirror))
  }

  /// A property wrapper is what it wraps.
  private static func unwrapped(_ fields: [Field]) -> ContentTree {
    fields.count == 1 && fields[0].label == "wrappedValue" ? fields[0].value : .record(fields)
  }

  private static func fields(of mirror: Mirror) -> [Field] {
    let inherited = mirror.superclassMirror.map(fields) ?? []
    return inherited
      + mirror.children.map { child in
        let label = child.label.flatMap { $0.hasPrefix(".") ? nil : String($0.drop { $0 == "_" }) }
        return Field(label: label, value: Self(child.value))
      }
  }

  /// The name of a case without a payload, whatever words its type has for it.
  static func caseName(of value: Any) -> String {
    func name<Value>(_ value: Value) -> String? { nameOfCase(value).map(String.init(cString:)) }
    return name(value) ?? "\(value)"
  }
}

/// What the runtime calls the case of an enumeration; nil for anything else.
@_silgen_name("swift_EnumCaseName")
private func nameOfCase<Value>(_ value: Value) -> UnsafePointer<CChar>?

/// A value that is told as the one that it holds.
protocol Enveloping {
  var enveloped: Any { get }
}

/// A value that is one thing to a reader, whatever it is made of.
protocol ToldByDescription: CustomStringConvertible {}

extension Character: ToldByDescription {}
extension UUID: ToldByDescription {}
extension URL: ToldByDescription {}
extension Decimal: ToldByDescription {}
extension Duration: ToldByDescription {}
extension TimeZone: ToldByDescription {}
extension Locale: ToldByDescription {}

// MARK: Order

extension ContentTree {
  /// Whether it comes before another: by kind, then by content, parts from the first on, fewer
  /// parts first.
  package func precedes(_ other: ContentTree) -> Bool { order(other) < 0 }

  private var rank: Int {
    switch self {
    case .nothing: 0
    case .truth: 1
    case .integer, .number: 2
    case .date: 3
    case .text: 4
    case .list: 5
    case .entries: 6
    case .record: 7
    case .choice: 8
    }
  }

  /// Below 0 when it comes first, above 0 when the other does, 0 for neither.
  private func order(_ other: ContentTree) -> Int {
    switch (self, other) {
    case (.truth(let one), .truth(let two)): one == two ? 0 : two ? -1 : 1
    case (.integer(let one), .integer(let two)): one == two ? 0 : one < two ? -1 : 1
    case (.number(let one), .number(let two)): one == two ? 0 : one < two ? -1 : 1
    case (.integer(let one), .number(let two)): Double(one) <= two ? -1 : 1
    case (.number(let one), .integer(let two)): one < Double(two) ? -1 : 1
    case (.date(let one), .date(let two)): one == two ? 0 : one < two ? -1 : 1
    case (.text(let one), .text(let two)): one == two ? 0 : one < two ? -1 : 1
    case (.list(let one, _), .list(let two, _)): Self.order(one, two)
    case (.entries(let one), .entries(let two)):
      Self.order(one.flatMap { [$0.key, $0.value] }, two.flatMap { [$0.key, $0.value] })
    case (.record(let one), .record(let two)): Self.order(one.map(\.value), two.map(\.value))
    case (.choice(let one, let payload), .choice(let two, let otherPayload)):
      if one == two {
        Self.order([payload].compactMap(\.self), [otherPayload].compactMap(\.self))
      } else {
        one < two ? -1 : 1
      }
    default: rank - other.rank
    }
  }

  private static func order(_ one: [ContentTree], _ two: [ContentTree]) -> Int {
    for (first, second) in zip(one, two) {
      let order = first.order(second)
      if order != 0 { return order }
    }
    return one.count - two.count
  }
}

// MARK: Text

extension ContentTree {
  /// The tree as code would write it; a text alone without quotes.
  package var line: String { if case .text(let text) = self { text } else { text } }

  /// The tree as code would write it: `add(name: "Ada", diet: omnivore)`.
  package var text: String {
    switch self {
    case .nothing: "nil"
    case .truth(let truth): "\(truth)"
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .date(let date): Self.text(of: date)
    case .text(let text): text.debugDescription
    case .list(let elements, _): "[\(elements.map(\.text).joined(separator: ", "))]"
    case .entries(let entries):
      entries.isEmpty
        ? "[:]" : "[\(entries.map { "\($0.key.text): \($0.value.text)" }.joined(separator: ", "))]"
    case .record(let fields): "(\(Self.text(of: fields)))"
    case .choice(let name, nil): name
    case .choice(let name, .record(let fields)?): "\(name)(\(Self.text(of: fields)))"
    case .choice(let name, let payload?): "\(name)(\(payload.text))"
    }
  }

  /// A date as ISO 8601 writes it, with the part of a second that is left; no two dates have the
  /// same.
  private static func text(of date: Date) -> String {
    let seconds = date.timeIntervalSinceReferenceDate
    // Beyond some thousand years a calendar tells no more than the number.
    guard seconds.magnitude < 1e11 else { return "\(seconds) s after 2001-01-01T00:00:00Z" }
    let whole = seconds.rounded(.down)
    let text = Date(timeIntervalSinceReferenceDate: whole).formatted(.iso8601)
    return whole == seconds ? text : "\(text) + \(seconds - whole) s"
  }

  private static func text(of fields: [Field]) -> String {
    fields.map { ($0.label.map { "\($0): " } ?? "") + $0.value.text }.joined(separator: ", ")
  }
}

extension ContentTree {
  /// Whether a value holds something that is listed in another order in each run: a set, or a
  /// dictionary whose keys are not written as text.
  package static func listsInAnyOrder(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .set: return mirror.children.count > 1
    case .dictionary where !(value is [String: Any] || value is [Int: Any]):
      if mirror.children.count > 1 { return true }
    default: break
    }
    return mirror.children.contains { listsInAnyOrder($0.value) }
  }
}
