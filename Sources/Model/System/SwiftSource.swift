import Foundation

/// Values as the Swift source that makes them, as far as reflection can tell.
///
/// A structure is made by an initializer that takes its stored properties in their order. What is
/// closed to reflection, such as a class, a closure, or a type with a mirror of its own, has no
/// source.
package struct SwiftSource {
  /// The modules of the types that the source speaks of.
  package private(set) var modules: Set<String> = []

  package init() {}

  /// Takes note of the module of a type, whatever its parameters.
  package mutating func note(moduleOf type: Any.Type) {
    modules.insert(String(String(reflecting: type).prefix { $0 != "." }))
  }

  /// Takes note of modules by their names.
  package mutating func note(_ names: [String]) { modules.formUnion(names) }

  /// The expression for a value where the context knows its type, as an argument's; nil where none
  /// is known.
  package mutating func expression(of value: Any) -> String? {
    switch value {
    case let truth as Bool: return "\(truth)"
    case let number as any BinaryInteger: return "\(number)"
    case let number as any BinaryFloatingPoint: return Self.literal(Double(number), "\(number)")
    case let text as any StringProtocol: return String(text).swiftLiteral
    case let character as Character: return String(character).swiftLiteral
    default: return known(value) ?? reflected(value)
    }
  }

  /// The name of a type, as code says it that imports its module; nil where code cannot name it.
  package mutating func name(of type: Any.Type) -> String? {
    let words = String(reflecting: type)
    guard words.wholeMatch(of: /[\p{L}_][\p{L}\p{N}_]*(\.[\p{L}_][\p{L}\p{N}_]*)+/) != nil else {
      return nil
    }
    let parts = words.split(separator: ".", maxSplits: 1).map(String.init)
    if parts[0] != "Swift" {
      modules.insert(parts[0].hasPrefix("Foundation") ? "Foundation" : parts[0])
    }
    return parts[1]
  }

  private static func literal(_ number: Double, _ text: String) -> String {
    if number.isNaN { return ".nan" }
    return number.isInfinite ? (number < 0 ? "-.infinity" : ".infinity") : text
  }

  /// Values of the libraries whose mirrors do not tell how they are made.
  private mutating func known(_ value: Any) -> String? {
    let text: String
    switch value {
    case let date as Date:
      let seconds = date.timeIntervalSinceReferenceDate
      text = "Date(timeIntervalSinceReferenceDate: \(Self.literal(seconds, "\(seconds)")))"
    case let id as UUID: text = "UUID(uuidString: \"\(id.uuidString)\")!"
    case let url as URL where url.baseURL == nil:
      text = "URL(string: \(url.absoluteString.swiftLiteral))!"
    case let number as Decimal: text = "Decimal(string: \"\(number)\")!"
    case let data as Data: text = "Data([\(data.map { "\($0)" }.joined(separator: ", "))])"
    case let zone as TimeZone: text = "TimeZone(identifier: \(zone.identifier.swiftLiteral))!"
    case let locale as Locale: text = "Locale(identifier: \(locale.identifier.swiftLiteral))"
    case let duration as Duration:
      let parts = duration.components
      return
        "Duration(secondsComponent: \(parts.seconds), attosecondsComponent: \(parts.attoseconds))"
    default: return nil
    }
    modules.insert("Foundation")
    return text
  }

  private mutating func reflected(_ value: Any) -> String? {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      guard let child = mirror.children.first else { return "nil" }
      let text = expression(of: child.value)
      // Bare, they would say that there is nothing.
      return text.map { [".none", "nil"].contains($0) ? ".some(\($0))" : $0 }
    case .collection where value is any ExpressibleByArrayLiteral:
      return list(mirror.children.map(\.value))
    case .set where value is any ExpressibleByArrayLiteral:
      return list(mirror.children.map(\.value).sorted { ContentTree($0).precedes(ContentTree($1)) })
    case .dictionary where value is any ExpressibleByDictionaryLiteral:
      return entries(
        of: mirror, isOrdered: !String(reflecting: type(of: value)).hasPrefix("Swift.Dictionary<"))
    case .enum where !(value is any CustomReflectable): return choice(value, mirror)
    case .struct where !(value is any CustomReflectable):
      let fields = mirror.children.map { Self.unwrapped($0.label, $0.value) }
      guard let arguments = arguments(fields) else { return nil }
      let type = type(of: value)
      if let name = name(of: type) { return "\(name)(\(arguments))" }
      // A type with parameters is known from the context; one that is private cannot be named
      // elsewhere.
      return String(reflecting: type).contains("(unknown context") ? nil : ".init(\(arguments))"
    default: return nil
    }
  }

  private mutating func list(_ values: [Any]) -> String? {
    var elements: [String] = []
    for value in values {
      guard let text = expression(of: value) else { return nil }
      elements.append(text)
    }
    return "[\(elements.joined(separator: ", "))]"
  }

  private mutating func entries(of mirror: Mirror, isOrdered: Bool) -> String? {
    var pairs = mirror.children.map { Array(Mirror(reflecting: $0.value).children.map(\.value)) }
    if !isOrdered { pairs.sort { ContentTree($0[0]).precedes(ContentTree($1[0])) } }
    var entries: [String] = []
    for pair in pairs {
      guard let key = expression(of: pair[0]), let value = expression(of: pair[1]) else {
        return nil
      }
      entries.append("\(key): \(value)")
    }
    return entries.isEmpty ? "[:]" : "[\(entries.joined(separator: ", "))]"
  }

  private mutating func choice(_ value: Any, _ mirror: Mirror) -> String? {
    _ = name(of: type(of: value))
    guard let payload = mirror.children.first else {
      // A type that describes itself does not say which case it is.
      if value is any CustomStringConvertible || value is any CustomDebugStringConvertible {
        return nil
      }
      return Self.identifier("\(value)").map { ".\($0)" }
    }
    guard let label = payload.label, let name = Self.identifier(label) else { return nil }
    let inner = Mirror(reflecting: payload.value)
    if payload.value is Void { return ".\(name)(())" }
    let fields =
      inner.displayStyle == .tuple
      ? inner.children.map { ($0.label, $0.value) } : [(nil, payload.value)]
    return arguments(fields).map { ".\(name)(\($0))" }
  }

  private mutating func arguments(_ fields: [(label: String?, value: Any)]) -> String? {
    var arguments: [String] = []
    for field in fields {
      guard let text = expression(of: field.value) else { return nil }
      guard let label = field.label, !label.hasPrefix(".") else {
        arguments.append(text)
        continue
      }
      guard let label = Self.identifier(label) else { return nil }
      arguments.append("\(label): \(text)")
    }
    return arguments.joined(separator: ", ")
  }

  /// A property wrapper is what it wraps, under the name of the property.
  private static func unwrapped(_ label: String?, _ value: Any) -> (label: String?, value: Any) {
    guard let label, label.hasPrefix("_"),
      let wrapped = Mirror(reflecting: value).children.first(where: { $0.label == "wrappedValue" })
    else { return (label, value) }
    return (String(label.dropFirst()), wrapped.value)
  }

  /// A name as code writes it after a full stop or before a colon.
  private static func identifier(_ name: String) -> String? {
    if name.wholeMatch(of: /[\p{L}_][\p{L}\p{N}_]*/) == nil { return nil }
    return ["init", "self", "Type", "inout", "var", "let"].contains(name) ? "`\(name)`" : name
  }
}

extension String {
  /// A literal of Swift in which nothing has to be escaped.
  package var rawSwiftLiteral: String {
    let marks = String(repeating: "#", count: matches(of: /["\\]#*/).map(\.output.count).max() ?? 1)
    return "\(marks)\"\(self)\"\(marks)"
  }

  /// The text as a literal of Swift, in which nothing steers a terminal.
  package var swiftLiteral: String {
    debugDescription.unicodeScalars.map { scalar in
      scalar.steersTerminals ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }.joined()
  }
}
