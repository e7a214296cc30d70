/// What a selector answers, as a value that can be kept and compared.
public struct Output: Hashable, Sendable {
  /// The answer.
  public let value: any Hashable & Sendable

  /// Keeps an answer; an output keeps what it holds.
  public init(_ value: any Hashable & Sendable) { self.value = (value as? Output)?.value ?? value }

  /// Whether two answers are equal; answers of different types never are.
  public static func == (first: Output, second: Output) -> Bool {
    func isEqual<Value: Hashable>(_ value: Value) -> Bool {
      type(of: first.value) == type(of: second.value) && second.value as? Value == value
    }
    return isEqual(first.value)
  }

  /// Feeds the answer.
  public func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
