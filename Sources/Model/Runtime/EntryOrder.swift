/// An order for the entries of dictionaries, whose own order is unspecified and differs between
/// equal ones.
///
/// A dictionary's entries are taken in key order and then permuted, so that every order can be
/// tried: rebuilding dictionaries in other insertion orders does not reach them all.
public struct EntryOrder: Hashable, Sendable {
  /// Picks a permutation of n entries: its number, taken modulo n factorial, in lexicographic
  /// order; -1 picks the last one, which is the reverse.
  package let number: Int

  package init(number: Int) { self.number = number }

  /// The order of the keys.
  public static let ascending = EntryOrder(number: 0)

  /// The reverse.
  public static let reverse = EntryOrder(number: -1)

  /// An order in which the last entries, some eighteen, stand neither as in the first nor as in the
  /// reverse.
  private static let mixed = EntryOrder(number: 0x1_5555_5555_5555)

  /// Orders that tell whether something depends on the order of so many entries: all of up to six;
  /// of more the reverse, in which any two have changed places, and a mixed one.
  public static func telling(entryCount: Int) -> [EntryOrder] {
    if entryCount > 6 { return [ascending, reverse, mixed] }
    return (0..<(1...max(1, entryCount)).reduce(1, *)).map(EntryOrder.init)
  }

  /// The entries of a dictionary in this order.
  public func entries<Key: Comparable, Value>(
    of dictionary: [Key: Value]
  ) -> [(key: Key, value: Value)] {
    var remaining = dictionary.sorted { $0.key < $1.key }
    if number == 0 { return remaining }
    if number < 0 { remaining.reverse() }
    var result: [(key: Key, value: Value)] = []
    // What comes last in one direction comes first in the other.
    let distance = number < 0 ? -1 - number : number
    var rest = Self.factorial(remaining.count).map { distance % $0 } ?? distance
    while !remaining.isEmpty {
      let (place, others) =
        Self.factorial(remaining.count - 1).map(rest.quotientAndRemainder) ?? (0, rest)
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
