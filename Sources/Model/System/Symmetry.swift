/// Things of which any two can change places, such as the identifiers of servers that are alike.
///
/// Of all states that differ in nothing but who is who, a search visits one (symmetry reduction,
/// Ip and Dill 1996). Nothing declared here can make a verdict wrong: each answer of the system and
/// of a clause is compared with what it answers after an exchange, and where one differs, the
/// search goes over all states. Where there are more than 5,040 arrangements, as of eight things,
/// only the first things change places.
public struct Symmetry<State: Hashable & Sendable, Label: Hashable & Sendable>: Sendable {
  /// How many things there are.
  let count: Int
  let exchangeInState: @Sendable (State, _ first: Int, _ second: Int) -> State
  let exchangeInLabel: @Sendable (Label, _ first: Int, _ second: Int) -> Label

  /// Makes a symmetry.
  ///
  /// - Parameters:
  ///   - things: each once.
  ///   - state: gives a state in which each thing has the place of the one that the function names;
  ///     components are exchanged one by one, so it finds each as it was or as it is at launch.
  ///   - label: gives the label with such things.
  public init<Thing: Hashable & Sendable>(
    of things: [Thing], inStates state: @escaping @Sendable (State, (Thing) -> Thing) -> State,
    inLabels label: @escaping @Sendable (Label, (Thing) -> Thing) -> Label
  ) {
    let things = things.uniqued()
    count = things.count
    @Sendable func exchange(_ first: Int, _ second: Int) -> (Thing) -> Thing {
      { $0 == things[first] ? things[second] : $0 == things[second] ? things[first] : $0 }
    }
    exchangeInState = { state($0, exchange($1, $2)) }
    exchangeInLabel = { label($0, exchange($1, $2)) }
  }
}

/// The arrangements of things, and the exchanges of neighbours that lead to each.
struct ExchangeGroup {
  /// The exchange of a thing with its neighbour.
  struct Exchange {
    var symmetry: Int
    var first: Int
    var second: Int { first + 1 }
  }

  private(set) var exchanges: [Exchange] = []
  /// For each arrangement the exchanges that lead to it, the first one first; none for the first.
  private(set) var ways: [[Int]] = [[]]
  /// For each arrangement the one before the last of its exchanges; the first is before itself.
  private(set) var parents = [0]

  static var arrangementCountMax: Int { 5040 }

  /// - Parameter sizes: how many things each symmetry has.
  init(of sizes: [Int]) {
    var sizes = sizes
    while Self.arrangementCount(sizes) > Self.arrangementCountMax,
      let largest = sizes.indices.max(by: { sizes[$0] < sizes[$1] })
    {
      sizes[largest] -= 1
    }
    for (symmetry, size) in sizes.enumerated() {
      for first in 0..<max(0, size - 1) {
        exchanges.append(Exchange(symmetry: symmetry, first: first))
      }
    }
    var arrangements = [sizes.map { Array(0..<$0) }]
    var known = Set(arrangements)
    var next = 0
    while next < arrangements.count {
      for (number, exchange) in exchanges.enumerated() {
        var arrangement = arrangements[next]
        arrangement[exchange.symmetry].swapAt(exchange.first, exchange.second)
        guard known.insert(arrangement).inserted else { continue }
        arrangements.append(arrangement)
        ways.append(ways[next] + [number])
        parents.append(next)
      }
      next += 1
    }
  }

  private static func arrangementCount(_ sizes: [Int]) -> Int {
    var count = 1
    for size in sizes where size > 1 {
      for factor in 2...size {
        count *= factor
        if count > arrangementCountMax { return count }
      }
    }
    return count
  }

  /// How often two exchanges after each other have to be made until all is as it was.
  func order(_ first: Int, _ second: Int) -> Int {
    let (one, other) = (exchanges[first], exchanges[second])
    if one.symmetry != other.symmetry { return 2 }
    return first == second ? 1 : abs(one.first - other.first) == 1 ? 3 : 2
  }
}
