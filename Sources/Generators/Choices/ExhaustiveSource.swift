import Model

/// Every sequence of choices of a small tree, one after the other in lexicographic order.
///
/// ```swift
/// var source = ExhaustiveSource()
/// var pairs: [[Int]] = []
/// repeat {
///   pairs.append([source.choose(below: 2), source.choose(below: 3)])
/// } while source.advance()
/// // six pairs, from [0, 0] to [1, 2]
/// ```
package struct ExhaustiveSource: ChoiceSource, Sendable {
  private var path: [(choice: Int, count: Int)] = []
  private var position = 0

  package init() {}

  /// The current sequence's next choice.
  package mutating func choose(below count: Int) -> Int {
    if position == path.count { path.append((0, max(1, count))) }
    defer { position += 1 }
    return path[position].choice
  }

  /// Goes on to the next sequence.
  ///
  /// - Returns: false when there is none.
  /// - Complexity: O(length of the sequence).
  package mutating func advance() -> Bool {
    path.removeLast(path.count - position)
    position = 0
    while let last = path.popLast() {
      if last.choice + 1 < last.count {
        path.append((last.choice + 1, last.count))
        return true
      }
    }
    return false
  }
}

extension ExhaustiveSource {
  /// The first values of a generator.
  static func values<Value>(of generator: Generator<Value>, countMax: Int) -> [Value] {
    var source = ExhaustiveSource()
    var values: [Value] = []
    repeat {
      var erased: any ChoiceSource = source
      if let value = try? generator.draw(from: &erased) { values.append(value) }
      guard let read = erased as? ExhaustiveSource else { break }
      source = read
    } while source.advance() && values.count < countMax
    return values
  }
}
