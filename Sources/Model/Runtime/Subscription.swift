/// A selector subscription of a component, for one value of its parameter.
public struct Subscription<P: Product>: Sendable {
  /// A selector; the order in which it meets the entries of dictionaries is an argument.
  public typealias Selector = @Sendable (P.State, EntryOrder) -> any Hashable & Sendable
  /// A selector of what the state holds, whatever its statuses.
  public typealias ContentsSelector = @Sendable (P.Contents, EntryOrder) -> any Hashable & Sendable

  /// What the selectors of a subscription are given, so that they can look at nothing else.
  enum Input: Sendable {
    /// The whole state.
    case state(
      output: @Sendable (P.State, EntryOrder) -> Output,
      dependencies: [@Sendable (P.State, EntryOrder) -> Output],
      entryCount: (@Sendable (P.State) -> Int)?)
    /// The contents of a state, which are worked out by the first function.
    case contents(
      @Sendable (P.State) -> P.Contents, output: @Sendable (P.Contents, EntryOrder) -> Output,
      dependencies: [@Sendable (P.Contents, EntryOrder) -> Output],
      entryCount: (@Sendable (P.Contents) -> Int)?)
  }

  /// The family: the same for all parameter values.
  public let name: String
  /// The parameter in words; empty when there is none.
  ///
  /// Where there is no id, it alone tells which filter and selectors a subscription started over with.
  public let parameter: String
  /// What the subscription is told apart by; nil when it has no id.
  public let id: String?
  /// Lets steps through by old state and action; nil lets all through.
  public let filter: (@Sendable (P.State, P.Action) -> Bool)?
  let input: Input
  /// Tells it apart from every other: what its selectors answer is remembered under it.
  let identity = SubscriptionIdentity()

  /// Makes a subscription.
  ///
  /// - Parameters:
  ///   - countsEntries: how many entries of a dictionary the output is worked out from, one after the
  ///     other; nil when it meets none.
  ///   - dependencies: selectors that have to change before the output is computed.
  public init(
    name: String, parameter: String = "", id: String? = nil,
    filter: (@Sendable (P.State, P.Action) -> Bool)? = nil,
    countsEntries: (@Sendable (P.State) -> Int)? = nil,
    dependencies: [Selector] = [], output: @escaping Selector
  ) {
    self.init(
      name: name, parameter: parameter, id: id, filter: filter,
      input: .state(
        output: { Output(output($0, $1)) },
        dependencies: dependencies.map { selector in { Output(selector($0, $1)) } },
        entryCount: countsEntries))
  }

  /// Makes a subscription whose selectors are given the contents of the state alone: judgements about it are
  /// then remembered for all states of the same contents.
  ///
  /// - Parameter product: says what the contents of a state are.
  public init(
    ofContentsIn product: P, name: String, parameter: String = "", id: String? = nil,
    filter: (@Sendable (P.State, P.Action) -> Bool)? = nil,
    countsEntries: (@Sendable (P.Contents) -> Int)? = nil,
    dependencies: [ContentsSelector] = [], output: @escaping ContentsSelector
  ) {
    self.init(
      name: name, parameter: parameter, id: id, filter: filter,
      input: .contents(
        { product.contents(of: $0) }, output: { Output(output($0, $1)) },
        dependencies: dependencies.map { selector in { Output(selector($0, $1)) } },
        entryCount: countsEntries))
  }

  private init(
    name: String, parameter: String, id: String?, filter: (@Sendable (P.State, P.Action) -> Bool)?,
    input: Input
  ) {
    self.name = name
    self.parameter = parameter
    self.id = id
    self.filter = filter
    self.input = input
  }
}

extension Subscription {
  /// The output of a state.
  public func output(_ state: P.State, _ order: EntryOrder) -> Output {
    switch input {
    case .state(let output, _, _): output(state, order)
    case .contents(let contents, let output, _, _): output(contents(state), order)
    }
  }

  /// What the dependencies say of a state, one after the other; none when none is declared.
  public func dependencyOutputs(_ state: P.State, _ order: EntryOrder = .ascending) -> [Output] {
    switch input {
    case .state(_, let dependencies, _): return dependencies.map { $0(state, order) }
    case .contents(let contents, _, let dependencies, _):
      if dependencies.isEmpty { return [] }
      let contents = contents(state)
      return dependencies.map { $0(contents, order) }
    }
  }

  /// How many entries of a dictionary the output is worked out from; nil when it meets none.
  public func entryCount(_ state: P.State) -> Int? {
    switch input {
    case .state(_, _, let count): count?(state)
    case .contents(let contents, _, _, let count): count?(contents(state))
    }
  }

  /// Whether the output is worked out from the entries of a dictionary.
  public var meetsEntries: Bool {
    switch input {
    case .state(_, _, let count): count != nil
    case .contents(_, _, _, let count): count != nil
    }
  }

  /// Whether the selectors are given the contents of a state alone.
  public var looksAtContents: Bool { if case .contents = input { true } else { false } }

  /// Whether some selector has to change before the output is computed.
  public var hasDependencies: Bool {
    switch input {
    case .state(_, let dependencies, _): !dependencies.isEmpty
    case .contents(_, _, let dependencies, _): !dependencies.isEmpty
    }
  }

  /// The subscription with another id.
  public func with(id: String?) -> Subscription {
    Subscription(name: name, parameter: parameter, id: id, filter: filter, input: input)
  }

  /// The subscription with other dependencies.
  public func with(dependencies: [Selector]) -> Subscription {
    let count: @Sendable (P.State) -> Int = { entryCount($0) ?? 0 }
    return Subscription(
      name: name, parameter: parameter, id: id, filter: filter,
      input: .state(
        output: { output($0, $1) },
        dependencies: dependencies.map { selector in { Output(selector($0, $1)) } },
        entryCount: meetsEntries ? count : nil))
  }
}

/// The identity of a subscription.
final class SubscriptionIdentity: Sendable {}

/// An order for the entries of dictionaries, whose own order is unspecified and differs between equal ones.
///
/// A dictionary's entries are taken in key order and then permuted, so that every order can be tried:
/// rebuilding dictionaries in other insertion orders does not reach them all.
public struct EntryOrder: Hashable, Sendable {
  /// Picks a permutation of n entries: its number, taken modulo n factorial, in lexicographic order.
  public let number: Int

  /// Makes the order of a permutation's number.
  public init(number: Int) { self.number = number }

  /// Key order.
  public static let ascending = EntryOrder(number: 0)

  /// Every order of up to `entryCount` entries.
  ///
  /// - Complexity: `entryCount` factorial.
  public static func all(entryCount: Int) -> [EntryOrder] {
    (0..<(1...max(1, entryCount)).reduce(1, *)).map(EntryOrder.init)
  }

  /// The entries of a dictionary in this order.
  public func entries<Key: Comparable, Value>(of dictionary: [Key: Value]) -> [(key: Key, value: Value)] {
    var remaining = dictionary.sorted { $0.key < $1.key }
    guard number > 0 else { return remaining }
    var result: [(key: Key, value: Value)] = []
    var rest = Self.factorial(remaining.count).map { number % $0 } ?? number
    while !remaining.isEmpty {
      let (place, others) = Self.factorial(remaining.count - 1).map(rest.quotientAndRemainder) ?? (0, rest)
      result.append(remaining.remove(at: place))
      rest = others
    }
    return result
  }

  /// The number of orders of so many entries; nil when it is greater than any number of an order.
  private static func factorial(_ count: Int) -> Int? {
    count > 20 ? nil : (1...max(1, count)).reduce(1, *)
  }
}
