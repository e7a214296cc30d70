/// A selector subscription of a component, for one value of its parameter.
public struct Subscription<P: Product>: Sendable {
  /// A selector; the order in which it meets the entries of dictionaries is an argument.
  public typealias Selector = @Sendable (P.State, EntryOrder) -> any Hashable & Sendable

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
  /// The facet of a runtime state that decides the output, and with an action the filter's answer.
  public let reads: Facet
  /// How many entries of a dictionary the output is worked out from, one after the other; nil when it meets
  /// none.
  public let countsEntries: (@Sendable (P.State) -> Int)?
  /// Selectors that have to change before the output is computed.
  public let dependencies: [@Sendable (P.State, EntryOrder) -> Output]
  /// The output.
  public let output: @Sendable (P.State, EntryOrder) -> Output

  /// Makes a subscription.
  public init(
    name: String, parameter: String = "", id: String? = nil,
    filter: (@Sendable (P.State, P.Action) -> Bool)? = nil, reads: Facet = .store,
    countsEntries: (@Sendable (P.State) -> Int)? = nil,
    dependencies: [Selector] = [], output: @escaping Selector
  ) {
    self.name = name
    self.parameter = parameter
    self.id = id
    self.filter = filter
    self.reads = reads
    self.countsEntries = countsEntries
    self.dependencies = dependencies.map { selector in { Output(selector($0, $1)) } }
    self.output = { Output(output($0, $1)) }
  }
}

extension Subscription {
  /// The subscription with another id.
  public func with(id: String?) -> Subscription {
    Subscription(
      name: name, parameter: parameter, id: id, filter: filter, reads: reads, countsEntries: countsEntries,
      dependencies: dependencies.map { selector in { selector($0, $1) } }, output: { output($0, $1) })
  }

  /// The subscription with other dependencies.
  public func with(dependencies: [Selector]) -> Subscription {
    Subscription(
      name: name, parameter: parameter, id: id, filter: filter, reads: reads, countsEntries: countsEntries,
      dependencies: dependencies, output: { output($0, $1) })
  }
}

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
    var factorial = remaining.isEmpty ? 1 : (1...remaining.count).reduce(1, *)
    var rest = number % factorial
    while !remaining.isEmpty {
      factorial /= remaining.count
      result.append(remaining.remove(at: rest / factorial))
      rest %= factorial
    }
    return result
  }
}
