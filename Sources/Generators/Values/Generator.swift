import Model

/// A way to draw values of a type out of choices.
///
/// A generator asks a choice source and makes a value of the answers. The answer 0 everywhere gives
/// the simplest value, so that whatever a generator composes of generators shrinks by itself: the
/// shrinker makes the choices simpler and draws again (MacIver and Donaldson, "Test-case reduction
/// via test-case generation", ECOOP 2020).
///
/// ```swift
/// struct Point: Equatable { var x: Int, y: Int }
/// let points = Generator { source throws(Rejection) in
///   Point(
///     x: try Generator.integers(in: -9...9).draw(from: &source),
///     y: try Generator.integers(in: 0...9).draw(from: &source))
/// }
/// let paths = points.array(count: 0...5)
/// let path = paths.value(seed: 7)
/// ```
public struct Generator<Value>: Sendable {
  private let make: @Sendable (inout any ChoiceSource) throws(Rejection) -> Value

  /// Makes a generator from a function that draws.
  ///
  /// - Parameter make: draws by `try other.draw(from: &source)` or by `source.choose(below:)`; it
  ///   asks nothing but the source, so that the same choices give the same value.
  public init(_ make: @escaping @Sendable (inout any ChoiceSource) throws(Rejection) -> Value) {
    self.make = make
  }

  /// Draws a value.
  ///
  /// - Throws: a `Rejection` when a filter turned every attempt down.
  public func draw(from source: inout any ChoiceSource) throws(Rejection) -> Value {
    try make(&source)
  }

  /// Draws a value from a seed; nil when a filter turned every attempt down.
  public func value(seed: UInt64) -> Value? {
    var source: any ChoiceSource = RandomSource(seed: seed)
    return try? make(&source)
  }

  /// The simplest value; nil when a filter turns it down.
  package var simplest: Value? { value(choices: []) }

  /// The value that recorded choices stand for; what they leave open is answered with 0.
  package func value(choices: [Int]) -> Value? {
    var source: any ChoiceSource = ReplayedSource(choices: choices)
    return try? make(&source)
  }

  /// Every value in the order of its choices, the simplest first; for generators with few.
  ///
  /// ```swift
  /// let pairs = Generator.integers(in: 0...2).pair(with: .booleans).allValues()
  /// // six pairs, from (0, false) to (2, true)
  /// ```
  ///
  /// - Parameter countMax: how many are wanted at most.
  /// - Complexity: O(choices), which grow with every draw that a value takes.
  public func allValues(countMax: Int = 10_000) -> [Value] {
    ExhaustiveSource.values(of: self, countMax: countMax)
  }
}

/// A generator could not make a value of the choices that it got: a filter turned every attempt
/// down.
public struct Rejection: Error, Hashable, Sendable {
  /// Makes a rejection.
  public init() {}
}

extension Generator {
  /// Always the same value.
  public static func always(_ value: Value) -> Generator where Value: Sendable {
    Generator { _ throws(Rejection) in value }
  }

  /// Another value made of each.
  ///
  /// ```swift
  /// let evens = Generator.integers(in: 0...50).map { 2 * $0 }
  /// ```
  public func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> Generator<Other> {
    Generator<Other> { source throws(Rejection) in transform(try make(&source)) }
  }

  /// A value of a generator that the first value decides.
  ///
  /// ```swift
  /// let squares = Generator.integers(in: 1...4).flatMap { side in
  ///   Generator.booleans.array(count: side * side)
  /// }
  /// ```
  public func flatMap<Other>(
    _ transform: @escaping @Sendable (Value) -> Generator<Other>
  ) -> Generator<Other> {
    Generator<Other> { source throws(Rejection) in
      let value = try make(&source)
      return try transform(value).draw(from: &source)
    }
  }

  /// Only values that fulfil a condition.
  ///
  /// Prefer to build what fulfils it: a filter that turns most values down makes a check slow.
  ///
  /// - Parameters:
  ///   - attemptCountMax: how many values may be turned down before the whole draw is given up.
  ///   - isIncluded: the condition.
  public func filter(
    attemptCountMax: Int = 20, _ isIncluded: @escaping @Sendable (Value) -> Bool
  ) -> Generator {
    Generator { source throws(Rejection) in
      for _ in 0..<max(1, attemptCountMax) {
        let value = try grouped(.attempt).draw(from: &source)
        if isIncluded(value) { return value }
      }
      throw Rejection()
    }
  }

  /// A value of this generator and one of another.
  public func pair<Other>(with other: Generator<Other>) -> Generator<(Value, Other)> {
    Generator<(Value, Other)> { source throws(Rejection) in
      let first = try make(&source)
      return (first, try other.draw(from: &source))
    }
  }

  /// The same values, their choices told as one part of a whole.
  package func grouped(_ kind: ChoiceGroup = .element) -> Generator {
    Generator { source throws(Rejection) in
      source.beginGroup(kind)
      let value = try make(&source)
      source.endGroup()
      return value
    }
  }
}
