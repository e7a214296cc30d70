import Foundation

/// Where two values differ although `==` may call them equal, as reflection sees it.
///
/// Sets and dictionaries may list what they hold in any order. Numbers, and what Foundation keeps
/// to itself, are compared by their own `==`, texts by their bytes. A field that does not count is
/// left out of a type's `customMirror`.
struct ContentDifference {
  /// The field, after the type that has it: "Item.name".
  let place: String
  /// What stands there in either, in words.
  let words: String
}

/// Looks for differences; it remembers what it learned of types, as conformances are slow to look
/// up.
struct ContentComparison {
  /// How values of a type are compared.
  private enum Kind { case text, float, whole, told, envelope, reflected }

  /// Where a value stands: the type that has it, and the name that it has there.
  private struct Place {
    let type: Any.Type
    var label: String?

    var words: String { label.map { "\(type).\($0)" } ?? "\(type)" }
  }

  /// How many parts were looked at.
  private(set) var partCount = 0
  private var kinds: [ObjectIdentifier: Kind] = [:]

  /// Where two values differ; nil where reflection sees nothing.
  mutating func difference(between first: Any, _ second: Any) -> ContentDifference? {
    difference(first, second, at: Place(type: type(of: Self.unwrapped(first))))
  }

  /// The field of a value that is not equal to itself, as not-a-number is.
  mutating func selfUnequal(in value: Any) -> String? {
    selfUnequal(value, at: Place(type: type(of: Self.unwrapped(value))))
  }

  private mutating func selfUnequal(_ value: Any, at place: Place) -> String? {
    partCount += 1
    let value = Self.unwrapped(value)
    switch kind(of: value) {
    case .float:
      return (value as? any BinaryFloatingPoint)?.isNotANumber ?? false ? place.words : nil
    case .whole, .told: return (value as? any Equatable)?.isSelfUnequal ?? false ? place.words : nil
    case .text: return nil
    case .envelope, .reflected: break
    }
    let mirror = Mirror(reflecting: value)
    for child in mirror.children {
      if let found = selfUnequal(child.value, at: Self.place(of: child, of: mirror, in: place)) {
        return found
      }
    }
    return nil
  }

  /// What a value is that has its own type only inside, as keys of mixed types have.
  private static func unwrapped(_ value: Any) -> Any {
    let type = type(of: value)
    if type == AnyHashable.self, let erased = value as? AnyHashable { return erased.base }
    if type == Output.self, let output = value as? Output { return output.value }
    return value
  }

  /// The type alone decides it: of an optional, a value would be looked at that is not always
  /// there.
  private mutating func kind(of value: Any) -> Kind {
    let type = type(of: value)
    if let known = kinds[ObjectIdentifier(type)] { return known }
    let kind = Self.kind(of: type, named: _typeName(type))
    kinds[ObjectIdentifier(type)] = kind
    return kind
  }

  /// Asks for few conformances: that a type has none takes long to find out.
  private static func kind(of type: Any.Type, named name: String) -> Kind {
    if name.hasPrefix("Swift.") {
      return switch type {
      case is any StringProtocol.Type: .text
      case is any BinaryFloatingPoint.Type: .float
      case is Character.Type, is any SIMD.Type: .told
      // A place in a text also keeps how it was come by.
      case is any BinaryInteger.Type, is Bool.Type, is String.Index.Type: .whole
      default: .reflected
      }
    }
    // Reflection sees how values of a library are kept, which differs where they are equal.
    // Measures are equal in other units, and points in zeros of other signs.
    if name.hasPrefix("Foundation") && !name.hasPrefix("Foundation.CG") {
      if !(type is any Equatable.Type) { return .reflected }
      return name.hasPrefix("Foundation.Measurement") ? .told : .whole
    }
    return switch type {
    case is any AdditiveArithmetic.Type:
      type is any BinaryFloatingPoint.Type
        ? .float : type is any BinaryInteger.Type ? .whole : .reflected
    case is any Enveloping.Type: .envelope
    default: .reflected
    }
  }

  /// Whether two values are the same bytes, so that they share all that they hold.
  static func isSame<Value, Other>(_ first: Value, _ second: Other) -> Bool {
    withUnsafeBytes(of: first) { one in
      withUnsafeBytes(of: second) { other in
        guard one.count == other.count else { return false }
        guard let start = one.baseAddress, let otherStart = other.baseAddress else { return true }
        return memcmp(start, otherStart, one.count) == 0
      }
    }
  }

  /// Fields stand under the type that has them, elements of collections where those do.
  private static func place(of child: Mirror.Child, of mirror: Mirror, in place: Place) -> Place {
    switch mirror.displayStyle {
    case .struct, .class, .enum: return Place(type: mirror.subjectType, label: child.label)
    case .tuple:
      guard let label = child.label, !label.hasPrefix(".") else { return place }
      return Place(
        type: place.type, label: [place.label, label].compactMap(\.self).joined(separator: "."))
    default: return place
    }
  }

  private mutating func difference(_ first: Any, _ second: Any, at place: Place)
    -> ContentDifference?
  {
    partCount += 1
    let (first, second) = (Self.unwrapped(first), Self.unwrapped(second))
    func found(_ isEqual: Bool) -> ContentDifference? {
      isEqual ? nil : ContentDifference(place: place.words, words: "\(first) and \(second)")
    }
    if type(of: first) == type(of: second) && Self.isSame(first, second) { return nil }
    switch kind(of: first) {
    case .text:
      guard let one = first as? any StringProtocol, let other = second as? any StringProtocol else {
        return found(false)
      }
      return Self.difference(between: String(one), String(other), at: place)
    case .told: return Self.difference(between: "\(first)", "\(second)", at: place)
    case .float: return found((first as? any BinaryFloatingPoint)?.hasBits(of: second) ?? false)
    case .whole: return found((first as? any Equatable)?.isEqual(to: second) ?? false)
    case .envelope:
      guard let one = first as? any Enveloping, let other = second as? any Enveloping else {
        return found(false)
      }
      return difference(one.enveloped, other.enveloped, at: place)
    case .reflected:
      return difference(
        Mirror(reflecting: first), Mirror(reflecting: second), first, second, at: place)
    }
  }

  private static func difference(between one: String, _ other: String, at place: Place)
    -> ContentDifference?
  {
    if one.utf8.elementsEqual(other.utf8) { return nil }
    let words = one == other ? "'\(one)' in two normal forms" : "'\(one)' and '\(other)'"
    return ContentDifference(place: place.words, words: words)
  }

  private mutating func difference(
    _ one: Mirror, _ other: Mirror, _ first: Any, _ second: Any, at place: Place
  ) -> ContentDifference? {
    func whole() -> ContentDifference {
      ContentDifference(
        place: place.words, words: "\(ContentTree(first).words) and \(ContentTree(second).words)")
    }
    if one.subjectType != other.subjectType { return whole() }
    switch one.displayStyle {
    case .set: return difference(inAnyOrder: one, other, at: place) { $0 }
    case .dictionary:
      return difference(inAnyOrder: one, other, at: place) {
        Mirror(reflecting: $0).children.first?.value ?? $0
      }
    case .class where (first as AnyObject) === (second as AnyObject): return nil
    case .enum where one.children.isEmpty && other.children.isEmpty:
      return ContentTree(first) == ContentTree(second) ? nil : whole()
    default: break
    }
    let (children, twins) = (Array(one.children), Array(other.children))
    if children.count != twins.count { return whole() }
    for (child, twin) in zip(children, twins) {
      if one.displayStyle == .enum && child.label != twin.label { return whole() }
      let inner = Self.place(of: child, of: one, in: place)
      if let found = difference(child.value, twin.value, at: inner) { return found }
    }
    if one.displayStyle != .class { return nil }
    guard let base = one.superclassMirror, let otherBase = other.superclassMirror else {
      return nil
    }
    return base.children.isEmpty ? nil : difference(base, otherBase, first, second, at: place)
  }

  /// Compares what sets and dictionaries hold, each element with the one that equals it, or has an
  /// equal key.
  private mutating func difference(
    inAnyOrder one: Mirror, _ other: Mirror, at place: Place, by key: (Any) -> Any
  ) -> ContentDifference? {
    let (elements, others) = (one.children.map(\.value), other.children.map(\.value))
    if elements.count != others.count {
      return ContentDifference(
        place: place.words, words: "\(elements.count) and \(others.count) elements")
    }
    var twins: [AnyHashable: Any] = [:]
    for twin in others { if let key = key(twin) as? AnyHashable { twins[key] = twin } }
    var found: [(element: Any, difference: ContentDifference)] = []
    for element in elements {
      let difference: ContentDifference? =
        if let key = key(element) as? AnyHashable, let twin = twins[key] {
          self.difference(element, twin, at: place)
        } else {
          ContentDifference(
            place: place.words, words: "\(ContentTree(element).words) in one of them")
        }
      if let difference { found.append((element, difference)) }
    }
    // The order of the elements is another one in each run; that of what is told is not.
    let first =
      found.count < 2
      ? found
      : found.sorted {
        ContentTree(key($0.element)).precedes(ContentTree(key($1.element)))
      }
    return first.first?.difference
  }
}

extension BinaryFloatingPoint {
  fileprivate var isNotANumber: Bool { isNaN }

  /// Whether it is the same number with the same sign; all that is no number is one.
  fileprivate func hasBits(of other: Any) -> Bool {
    guard let other = other as? Self else { return false }
    return self == other ? sign == other.sign : isNaN && other.isNaN
  }
}

extension Equatable {
  /// As a date that is no number is.
  fileprivate var isSelfUnequal: Bool { self != self }

  fileprivate func isEqual(to other: Any) -> Bool {
    (other as? Self).map { $0 == self || isSelfUnequal && $0.isSelfUnequal } ?? false
  }
}
