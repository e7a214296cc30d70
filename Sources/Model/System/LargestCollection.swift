/// The largest collection among the values that were met: where it stands, and how many elements it
/// has.
package struct LargestCollection: Hashable, Codable, Sendable {
  /// The component, and the names of the properties that lead to the collection: "database.rows".
  package var path: String
  /// How many elements it has; of a string, bytes.
  package var count: Int
  /// Whether it has many more elements than those of the first values; it may be bounded all the
  /// same.
  package var isGrowing: Bool

  package init(path: String, count: Int, isGrowing: Bool = false) {
    self.path = path
    self.count = count
    self.isGrowing = isGrowing
  }

  /// "database.rows: 4,096 elements in one value".
  package var words: String { "\(path): \(count.grouped) elements in one value" }

  package static func larger(_ first: LargestCollection?, _ second: LargestCollection?)
    -> LargestCollection?
  {
    guard let first, let second else { return first ?? second }
    return second.count > first.count ? second : first
  }

  /// Finds the largest collection of a value by reflection; nil when it has none.
  ///
  /// Cases of enumerations and places of tuples are no part of the path.
  ///
  /// - Complexity: O(size of the value); a hundred elements of each collection are looked at.
  static func find(in value: Any, named name: String, depth: Int = 12) -> LargestCollection? {
    func isPlain<Value>(_ value: Value) -> Bool { _isPOD(Value.self) }
    // What refers to nothing holds no collection; most parts of values are of that kind.
    if depth == 0 || _openExistential(value, do: isPlain) { return nil }
    if let text = value as? String {
      return text.utf8.count < 256 ? nil : LargestCollection(path: name, count: text.utf8.count)
    }
    let mirror = Mirror(reflecting: value)
    var largest: LargestCollection?
    let isCollection =
      switch mirror.displayStyle {
      case .collection, .set, .dictionary: true
      default: false
      }
    if isCollection { largest = LargestCollection(path: name, count: mirror.children.count) }
    let hasNames = mirror.displayStyle == .struct || mirror.displayStyle == .class
    for child in mirror.children.prefix(100) {
      let inner = hasNames ? child.label.map { "\(name).\($0)" } ?? name : name
      let found = find(in: child.value, named: inner, depth: depth - 1)
      if let found, found.count > largest?.count ?? 0 { largest = found }
    }
    return largest
  }
}
