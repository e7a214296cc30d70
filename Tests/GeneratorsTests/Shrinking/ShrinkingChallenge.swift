import Generators
import Model

/// The challenges of Johannes Link's shrinking challenge: generators and properties that break.
///
/// A challenge's property gets every value, also those of which it says nothing: such a value
/// counts as an evaluation like any other.
struct ShrinkingChallenge: Sendable, CustomStringConvertible {
  /// What a challenge's shrinking came to.
  struct Result: Hashable, Sendable {
    /// The shrunk value as text.
    var text: String
    /// How often the property was judged from the first broken value on.
    var evaluationCount: Int
    var isOneMinimal: Bool
  }

  let name: String
  /// The simplest value that breaks the property, as text.
  let expected: String
  /// The mean of evaluations below which ours has to stay; nil where no peer ends at one result.
  let evaluationBound: Double?
  /// Finds and shrinks from a seed; nil when nothing was found.
  let run: @Sendable (UInt64) -> Result?

  var description: String { name }

  init<Value>(
    _ name: String, expected: String, below evaluationBound: Double?, _ generator: Generator<Value>,
    text: @escaping @Sendable (Value) -> String = { "\($0)" },
    keeps: @escaping @Sendable (Value) -> Bool
  ) {
    self.name = name
    self.expected = expected
    self.evaluationBound = evaluationBound
    run = { seed in
      let plan = ValuePlan(seed: seed &* 1_000_000_007, runCount: 200_000)
      let report = check(values: generator, plan.reading([:])) { value, _ in keeps(value) }
      return report.counterexample.map {
        Result(
          text: text($0.value), evaluationCount: $0.evaluationCount, isOneMinimal: $0.isOneMinimal)
      }
    }
  }

  static let all: [ShrinkingChallenge] = [
    bound5, largeUnionList, reverse, calculator, lengthList, differenceZero, differenceSmall,
    differenceOne, binaryHeap, coupling, deletion, distinct, nestedLists,
  ]

  // MARK: Lists

  private static let bound5 = ShrinkingChallenge(
    "bound5", expected: "[[], [], [], [-1], [-32768]]", below: nil,
    Generator<Int16>.integers().array(count: 0...10).array(count: 5)
  ) { lists in
    if lists.contains(where: { $0.reduce(0, &+) >= 256 }) { return true }
    return lists.joined().reduce(Int16(0), &+) < 5 * 256
  }

  private static let largeUnionList = ShrinkingChallenge(
    "large union list", expected: "[[0, 1, -1, 2, -2]]", below: 341,
    Generator<Int>.integers().array().array()
  ) { lists in Set(lists.joined()).count < 5 }

  private static let reverse = ShrinkingChallenge(
    "reverse", expected: "[0, 1]", below: 1.5 * 18, Generator<Int>.integers().array()
  ) { list in list.reversed() == list }

  private static let lengthList = ShrinkingChallenge(
    "length list", expected: "[900]", below: 85,
    Generator<Int>.integers(in: 1...100).flatMap { count in
      Generator<Int>.integers(in: 0...1000).array(count: count)
    }
  ) { list in list.allSatisfy { $0 < 900 } }

  private static let coupling = ShrinkingChallenge(
    "coupling", expected: "[1, 0]", below: 140, Generator<Int>.integers(in: 0...10).array()
  ) { list in
    guard list.allSatisfy(list.indices.contains) else { return true }
    return list.indices.allSatisfy { list[$0] == $0 || list[list[$0]] != $0 }
  }

  private static let deletion = ShrinkingChallenge(
    "deletion", expected: "([0, 0], 0)", below: 133,
    Generator<Int>.integers().array(count: 1...20).flatMap { list in
      Generator<Int>.element(of: list).map { (list, $0) }
    }
  ) { list, element in
    var rest = list
    if let place = rest.firstIndex(of: element) { rest.remove(at: place) }
    return !rest.contains(element)
  }

  private static let distinct = ShrinkingChallenge(
    "distinct", expected: "[0, 1, -1]", below: nil, Generator<Int>.integers().array()
  ) { list in Set(list).count < 3 }

  private static let nestedLists = ShrinkingChallenge(
    "nested lists", expected: "[[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]", below: 1.5 * 21,
    Generator<Int>.integers().array().array()
  ) { lists in lists.map(\.count).reduce(0, +) <= 10 }

  // MARK: Numbers

  private static let positives = Generator<Int32>.integers(in: 1...Int32.max)
  private static let positivePairs = positives.pair(with: positives)

  private static let differenceZero = ShrinkingChallenge(
    "difference must not be zero", expected: "(10, 10)", below: 386, positivePairs
  ) { first, second in first < 10 || first != second }

  private static let differenceSmall = ShrinkingChallenge(
    "difference must not be small", expected: "(10, 6)", below: 296, positivePairs
  ) { first, second in first < 10 || !(1...4).contains(abs(first - second)) }

  private static let differenceOne = ShrinkingChallenge(
    "difference must not be one", expected: "(10, 9)", below: nil, positivePairs
  ) { first, second in first < 10 || abs(first - second) != 1 }

  // MARK: Trees

  private static let calculator = ShrinkingChallenge(
    "calculator", expected: "0 / (0 + 0)", below: 341, Expression.generator,
    text: { $0.text(isInside: false) }
  ) { expression in
    !expression.dividesByLiteralZero && expression.value != nil || expression.dividesByLiteralZero
  }

  private static let binaryHeap = ShrinkingChallenge(
    "binary heap", expected: "(0, None, (0, (0, None, None), (1, None, None)))", below: nil,
    Heap.generator, text: \.text
  ) { heap in
    let sorted = heap.wronglySorted
    return sorted == sorted.sorted() && heap.list.sorted() == sorted
  }
}

/// A term of the calculator.
private indirect enum Expression: Sendable {
  case number(Int)
  case sum(Expression, Expression)
  case quotient(Expression, Expression)

  static let generator = Generator<Expression>.recursive(
    base: Generator<Int>.integers().map { .number($0) },
    branch: { part in
      .oneOf([
        part.pair(with: part).map { .sum($0, $1) }, part.pair(with: part).map { .quotient($0, $1) },
      ])
    })

  /// Whether a part divides by a 0 that stands there.
  var dividesByLiteralZero: Bool {
    switch self {
    case .number: false
    case .quotient(_, .number(0)): true
    case .sum(let one, let other), .quotient(let one, let other):
      one.dividesByLiteralZero || other.dividesByLiteralZero
    }
  }

  /// The value, in numbers that wrap around; nil when a part divides by 0.
  var value: Int? {
    switch self {
    case .number(let number): return number
    case .sum(let one, let other):
      guard let first = one.value, let second = other.value else { return nil }
      return first &+ second
    case .quotient(let one, let other):
      guard let first = one.value, let second = other.value, second != 0 else { return nil }
      return first.dividedReportingOverflow(by: second).partialValue
    }
  }

  func text(isInside: Bool) -> String {
    let text: String
    switch self {
    case .number(let number): return "\(number)"
    case .sum(let one, let other):
      text = "\(one.text(isInside: true)) + \(other.text(isInside: true))"
    case .quotient(let one, let other):
      text = "\(one.text(isInside: true)) / \(other.text(isInside: true))"
    }
    return isInside ? "(\(text))" : text
  }
}

/// A binary heap and a function that sorts it wrongly.
private indirect enum Heap: Sendable {
  case none
  case node(Int, Heap, Heap)

  static let generator = Generator<Int>.integers(in: 0...20).flatMap { size in
    heaps(from: 0, size: size)
  }

  /// Heaps whose keys are at least so great.
  private static func heaps(from low: Int, size: Int) -> Generator<Heap> {
    Generator { source throws(Rejection) in
      source.beginGroup(.recursion)
      var heap = Heap.none
      if source.choose(below: size > 0 ? 2 : 1, spread: .weighted([1, 7])) == 1 {
        let key = low + (try Generator<Int>.integers(in: 0...1_000_000).draw(from: &source))
        let parts = heaps(from: key, size: size / 2)
        heap = .node(key, try parts.draw(from: &source), try parts.draw(from: &source))
      }
      source.endGroup()
      return heap
    }
  }

  var text: String {
    switch self {
    case .none: "None"
    case .node(let key, let left, let right): "(\(key), \(left.text), \(right.text))"
    }
  }

  /// The keys, in an order that the heap does not promise.
  var list: [Int] {
    switch self {
    case .none: []
    case .node(let key, let left, let right): [key] + right.list + left.list
    }
  }

  var wronglySorted: [Int] {
    switch self {
    case .none: []
    case .node(let key, let left, let right): [key] + Self.merged(left, right).list
    }
  }

  private static func merged(_ one: Heap, _ other: Heap) -> Heap {
    switch (one, other) {
    case (.none, _): other
    case (_, .none): one
    case (.node(let key, let left, let right), .node(let otherKey, let otherLeft, let otherRight)):
      key <= otherKey
        ? .node(key, merged(right, other), left)
        : .node(otherKey, merged(otherRight, one), otherLeft)
    }
  }
}
