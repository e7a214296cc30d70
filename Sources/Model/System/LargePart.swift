/// A large part of the values that were met: where it stands, and how large it is.
package struct LargePart: Hashable, Codable, Sendable {
  /// The component, and the names of the properties that lead to the part: "database.rows".
  package var path: String
  /// How many elements a collection has; of a string, bytes; of a number, its magnitude.
  package var count: Int
  /// Whether it is a number; nil for no.
  package private(set) var isNumber: Bool?

  package init(path: String, count: Int) {
    self.path = path
    self.count = count
  }

  fileprivate init(path: String, number: some BinaryInteger) {
    self.init(path: path, count: Int(clamping: number.magnitude))
    isNumber = true
  }

  /// "database.rows: 4,096 elements in one value", "store.generation: up to 12".
  package var words: String {
    isNumber == true ? "\(path): up to \(count.grouped)" : "\(path): \(elements)"
  }

  private var elements: String { "\(count.grouped) elements in one value" }

  /// The larger of two, where every collection is larger than any number.
  package static func larger(_ first: LargePart?, _ second: LargePart?) -> LargePart? {
    guard let first, let second else { return first ?? second }
    if first.isNumber != second.isNumber { return first.isNumber == true ? second : first }
    return second.count > first.count ? second : first
  }

  /// Finds the largest collection of a value by reflection; nil when it has none.
  ///
  /// - Complexity: O(size of the value); a hundred elements of each collection are looked at.
  static func collection(in value: Any, named name: String) -> LargePart? {
    var largest: LargePart?
    forEach(in: value, named: name, tellsNumbers: false) { largest = larger(largest, $0) }
    return largest
  }

  /// Finds the part that grew most among values in the order in which they were met; nil where none
  /// did.
  ///
  /// A part grows when it comes to eight elements, or a number to four, at least, to twice what it
  /// was among the first values, and to more than among the first quarter. The first values are as
  /// many as the root of all: a tree is half as deep there. A few values all over are looked at.
  ///
  /// - Parameters:
  ///   - place: a value that is looked at besides.
  ///   - tellsNumbers: whether numbers count, too: those of handles say nothing.
  static func growing(
    among count: Int, and place: Int, named name: String, tellsNumbers: Bool, value: (Int) -> Any
  ) -> LargePart? {
    // A handful says nothing.
    if count < 8 { return nil }
    let firstCount = Int(Double(count).squareRoot())
    let spread = { (count: Int) in (0..<32).map { $0 * (count - 1) / 31 } }
    var (first, early, all): ([LargePart: Int], [LargePart: Int], [LargePart: Int]) = (
      [:], [:], [:]
    )
    for place in Set(spread(count) + spread(max(firstCount, 1)) + [place]) {
      forEach(in: value(place), named: name, tellsNumbers: tellsNumbers) { part in
        var key = part
        key.count = 0
        all[key] = max(all[key] ?? 0, part.count)
        if place * 4 < count { early[key] = max(early[key] ?? 0, part.count) }
        if place < firstCount { first[key] = max(first[key] ?? 0, part.count) }
      }
    }
    return all.sorted { $0.key.path < $1.key.path }.reduce(nil) { largest, entry in
      var (part, count) = entry
      part.count = count
      let isGrowing =
        count >= (part.isNumber == true ? 4 : 8) && count / 2 >= first[entry.key] ?? 0
        && count > early[entry.key] ?? 0
      return isGrowing ? larger(largest, part) : largest
    }
  }

  /// Tells the collections and numbers of a value.
  ///
  /// Cases of enumerations and places of tuples are no part of the path.
  private static func forEach(
    in value: Any, named name: String, depth: Int = 12, tellsNumbers: Bool,
    _ tell: (LargePart) -> Void
  ) {
    func isPlain<Value>(_ value: Value) -> Bool { _isPOD(Value.self) }
    // What refers to nothing holds no collection; most parts of values are of that kind.
    if depth == 0 || !tellsNumbers && _openExistential(value, do: isPlain) { return }
    if let text = value as? String {
      if text.utf8.count >= 256 { tell(LargePart(path: name, count: text.utf8.count)) }
      return
    }
    if tellsNumbers, let number = value as? any BinaryInteger {
      return tell(LargePart(path: name, number: number))
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection, .set, .dictionary:
      tell(LargePart(path: name, count: mirror.children.count))
    default: break
    }
    let hasNames = mirror.displayStyle == .struct || mirror.displayStyle == .class
    // A prefix of children is slow to make.
    for (number, child) in mirror.children.enumerated() {
      if number == 100 { break }
      let inner = hasNames ? child.label.map { "\(name).\($0)" } ?? name : name
      forEach(in: child.value, named: inner, depth: depth - 1, tellsNumbers: tellsNumbers, tell)
    }
  }
}
