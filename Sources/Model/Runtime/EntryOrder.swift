/// An order for the entries of dictionaries, whose own order is unspecified and differs between equal ones.
///
/// A dictionary's entries are taken in key order and then permuted, so that every order can be tried:
/// rebuilding dictionaries in other insertion orders does not reach them all.
public struct EntryOrder: Hashable, Sendable {
  /// Picks a permutation of n entries: its number, taken modulo n factorial, in lexicographic order.
  package let number: Int

  package init(number: Int) { self.number = number }

  package static let ascending = EntryOrder(number: 0)

  /// Every order of up to `entryCount` entries.
  ///
  /// - Complexity: `entryCount` factorial.
  package static func all(entryCount: Int) -> [EntryOrder] {
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
