/// Makes values that equal others and list the entries of their sets and dictionaries in another
/// order.
///
/// Such values differ in that order alone, so a function that answers otherwise goes by it. What
/// payloads of enumerations, instances of classes, keys, tuples and existentials hold stays as
/// it is, but for optionals, results and what the runtime keeps.
package struct Reordering {
  /// A stored property of a structure.
  private struct Field {
    let type: Any.Type
    let offset: Int
  }

  private var fields: [ObjectIdentifier: [Field]] = [:]
  private var holders: [ObjectIdentifier: Bool] = [:]

  package init() {}

  /// A value that equals another one and lists what it holds in another order; nil where it holds
  /// nothing that has one.
  package mutating func reordered<Value>(_ value: Value) -> Value? {
    if !mayHold(Value.self) { return nil }
    guard let type = Value.self as? any EntryHolder.Type else { return structure(value) }
    // By its type: a cast of the value would look into optionals.
    func reordered<Holder: EntryHolder>(_: Holder.Type) -> Value? {
      let holder = (value as? Holder)?.reordered(by: &self)
      return if let holder { holder as? Value } else { nil }
    }
    return reordered(type)
  }

  /// Elements of a collection, each in another order inside; nil where none has one.
  fileprivate mutating func elements<Elements: Collection>(of collection: Elements)
    -> [Elements.Element]?
  {
    if !mayHold(Elements.Element.self) { return nil }
    var isOther = false
    let others = collection.map { element in
      guard let other = reordered(element) else { return element }
      isOther = true
      return other
    }
    return isOther ? others : nil
  }

  /// A structure with other values in its stored properties.
  private mutating func structure<Value>(_ value: Value) -> Value? {
    var (other, isOther) = (value, false)
    for field in fields(of: Value.self) where mayHold(field.type) {
      func replace<Part>(_: Part.Type) {
        withUnsafeMutablePointer(to: &other) { pointer in
          let place = UnsafeMutableRawPointer(pointer).advanced(by: field.offset)
            .assumingMemoryBound(to: Part.self)
          guard let part = reordered(place.pointee) else { return }
          place.pointee = part
          isOther = true
        }
      }
      _openExistential(field.type, do: replace)
    }
    return isOther ? other : nil
  }

  // MARK: Types

  /// Whether values of a type may hold something that has an order, as far as the type tells.
  private mutating func mayHold(_ type: Any.Type) -> Bool {
    if let known = holders[ObjectIdentifier(type)] { return known }
    var path: Set<ObjectIdentifier> = []
    let answer = mayHold(type, within: &path)
    holders[ObjectIdentifier(type)] = answer
    return answer
  }

  /// - Parameter path: the types that are looked at already, as a tree has trees in it.
  private mutating func mayHold(_ type: Any.Type, within path: inout Set<ObjectIdentifier>) -> Bool
  {
    guard path.insert(ObjectIdentifier(type)).inserted else { return false }
    // All of them are generic; that others do not conform takes long to find out.
    if _typeName(type).hasSuffix(">"), let holder = type as? any EntryHolder.Type {
      return holder.holdsOrder || holder.parts.contains { mayHold($0, within: &path) }
    }
    return fields(of: type).contains { mayHold($0.type, within: &path) }
  }

  /// The stored properties of a structure that is not the library's own; none of other types.
  private mutating func fields(of type: Any.Type) -> [Field] {
    if let known = fields[ObjectIdentifier(type)] { return known }
    let found = Self.storedProperties(of: type)
    fields[ObjectIdentifier(type)] = found
    return found
  }

  private static func storedProperties(of type: Any.Type) -> [Field] {
    guard isStructure(type), case let name = _typeName(type), !name.hasPrefix("Swift."),
      !name.hasPrefix("Foundation")
    else { return [] }
    var found: [Field] = []
    for number in 0..<fieldCount(of: type) {
      var words = FieldWords()
      let fieldType = fieldType(of: type, number, &words)
      words.free?(words.name)
      // What is held weakly is kept otherwise than its type says.
      guard words.isStrong else { continue }
      // A place in a set is none in another one.
      if _typeName(fieldType).contains(">.Index") { return [] }
      found.append(Field(type: fieldType, offset: fieldOffset(of: type, number)))
    }
    return found
  }

  /// Goes by the word by which the runtime knows structures.
  private static func isStructure(_ type: Any.Type) -> Bool {
    unsafeBitCast(type, to: UnsafePointer<Int>.self).pointee == 0x200
  }
}

/// What the runtime says of a stored property, as it lays that out.
private struct FieldWords {
  var name: UnsafePointer<CChar>?
  var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVariable = false
}

/// How many stored properties a structure has.
@_silgen_name("swift_reflectionMirror_recursiveCount")
private func fieldCount(of type: Any.Type) -> Int

/// The type of a stored property.
@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func fieldType(
  of type: Any.Type, _ number: Int, _ words: UnsafeMutablePointer<FieldWords>
) -> Any.Type

/// Where a stored property stands.
@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func fieldOffset(of type: Any.Type, _ number: Int) -> Int

/// A value that may hold sets and dictionaries, and says how it is made anew with others.
protocol EntryHolder {
  /// Whether it lists entries in an order of its own.
  static var holdsOrder: Bool { get }
  /// The types of what it holds.
  static var parts: [Any.Type] { get }
  /// The value with what it holds in another order; nil where nothing has one.
  func reordered(by reordering: inout Reordering) -> Self?
}

extension EntryHolder {
  static var holdsOrder: Bool { false }
}

/// How often entries are put in anew until the first is another one: of two entries, one of two
/// orders may come again and again.
private func reorderingsMax(count: Int) -> Int { count < 8 ? 64 : 8 }

extension Set: EntryHolder {
  static var holdsOrder: Bool { true }
  static var parts: [Any.Type] { [] }

  func reordered(by reordering: inout Reordering) -> Set? {
    let elements = reordering.elements(of: self)
    if count < 2 {
      guard let elements else { return nil }
      return Set(elements)
    }
    var other = Set(elements ?? Array(self))
    // Each set has an order of its own, by where it stands and how large it is.
    var tried: [Set] = []
    while other.first == first && tried.count < reorderingsMax(count: count) {
      tried.append(other)
      other = Set(minimumCapacity: count << (tried.count & 3))
      for element in elements ?? Array(self) { other.insert(element) }
    }
    return other
  }
}

extension Dictionary: EntryHolder {
  static var holdsOrder: Bool { true }
  static var parts: [Any.Type] { [] }

  func reordered(by reordering: inout Reordering) -> Dictionary? {
    let inner = reordering.elements(of: values)
    let entries = zip(keys, inner ?? Array(values))
    if count < 2 { return inner.map { _ in Dictionary(uniqueKeysWithValues: entries) } }
    var other = Dictionary(uniqueKeysWithValues: entries)
    var tried: [Dictionary] = []
    while other.keys.first == keys.first && tried.count < reorderingsMax(count: count) {
      tried.append(other)
      other = Dictionary(minimumCapacity: count << (tried.count & 3))
      for (key, value) in entries { other[key] = value }
    }
    return other
  }
}

extension Optional: EntryHolder {
  static var parts: [Any.Type] { [Wrapped.self] }

  func reordered(by reordering: inout Reordering) -> Wrapped?? {
    guard let value = self, let other = reordering.reordered(value) else { return .none }
    return .some(.some(other))
  }
}

extension Array: EntryHolder {
  static var parts: [Any.Type] { [Element.self] }

  func reordered(by reordering: inout Reordering) -> [Element]? { reordering.elements(of: self) }
}

extension Result: EntryHolder {
  static var parts: [Any.Type] { [Success.self] }

  func reordered(by reordering: inout Reordering) -> Result? {
    guard case .success(let value) = self else { return nil }
    return reordering.reordered(value).map { .success($0) }
  }
}
