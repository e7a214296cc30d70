/// What a selector answers, as a value that can be kept and compared.
public struct Output: Hashable, Sendable, CustomReflectable {
  private let held: any Held

  /// The answer.
  public var value: any Hashable & Sendable { held.value }

  /// Keeps an answer; an output keeps what it holds.
  public init<Value: Hashable & Sendable>(_ value: Value) {
    held = (value as? Output)?.held ?? HeldValue(value: value)
  }

  /// Whether two answers are equal; answers of different types never are.
  public static func == (first: Output, second: Output) -> Bool {
    first.held.isEqual(to: second.held)
  }

  /// Feeds the answer.
  public func hash(into hasher: inout Hasher) { held.hash(into: &hasher) }

  /// A structure of the answer alone.
  public var customMirror: Mirror {
    Mirror(self, children: ["value": value], displayStyle: .struct)
  }
}

/// An answer whose type is not known: copied by reference, and compared without a cast.
private protocol Held: AnyObject, Sendable {
  var value: any Hashable & Sendable { get }
  func isEqual(to other: any Held) -> Bool
  func hash(into hasher: inout Hasher)
}

private final class HeldValue<Value: Hashable & Sendable>: Held {
  private let content: Value

  init(value: Value) { content = value }

  var value: any Hashable & Sendable { content }

  func isEqual(to other: any Held) -> Bool {
    if type(of: other) != HeldValue.self { return isEqual(toValue: other.value) }
    let other = unsafeDowncast(other, to: HeldValue.self)
    // Instances of a class and of a subclass may both be held as those of the class.
    return type(of: content) == type(of: other.content) && content == other.content
  }

  /// An instance may be held as one of its class, or of what that inherits from.
  private func isEqual(toValue other: any Hashable & Sendable) -> Bool {
    guard Value.self is AnyObject.Type else { return false }
    return (type(of: content) as Any.Type) == type(of: other) && other as? Value == content
  }

  func hash(into hasher: inout Hasher) { content.hash(into: &hasher) }
}
