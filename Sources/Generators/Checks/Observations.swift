/// What a property notes about the values that it sees, for statistics and for the failure text.
///
/// ```swift
/// let report = check(values: Generator.integers(in: 0...9).array()) { array, observations in
///   observations.classify(array.isEmpty, as: "empty")
///   observations.collect(array.count / 5 * 5, in: "count, by fives")
///   return array.reversed().reversed() == array
/// }
/// ```
public struct Observations: Sendable {
  private(set) var labels: [String: Set<String>] = [:]
  private(set) var remarks: [String] = []

  /// Notes a label when a condition holds; a table tells the share of values that have it.
  public mutating func classify(_ condition: Bool, as label: String) {
    if condition { labels["", default: []].insert(label) }
  }

  /// Notes a word about the value in a table of its own.
  public mutating func collect(_ word: some CustomStringConvertible, in table: String) {
    labels[table, default: []].insert(word.description)
  }

  /// Adds a line to the failure text of the value.
  public mutating func remark(_ line: String) { remarks.append(line) }
}

/// Passes over a value that a property does not speak about; the value counts neither as kept nor
/// as broken.
///
/// ```swift
/// let report = check(values: .integers(in: 0...9)) { number, _ in
///   try assume(number > 0)
///   return 9 / number >= 1
/// }
/// ```
///
/// - Throws: a `Rejection` when the condition does not hold.
public func assume(_ condition: Bool) throws(Rejection) {
  if !condition { throw Rejection() }
}
