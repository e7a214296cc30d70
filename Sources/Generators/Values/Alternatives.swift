import Model

extension Generator {
  /// A value of one of several generators, each as likely; the first is the simplest.
  ///
  /// ```swift
  /// let words = Generator<String>.oneOf([.always(""), .strings(), .strings(pieces: .emoji)])
  /// ```
  ///
  /// - Parameter generators: at least one; none turns every draw down.
  public static func oneOf(_ generators: [Generator]) -> Generator {
    frequency(generators.map { (1, $0) })
  }

  /// A value of one of several generators, drawn by weight; the first is the simplest.
  ///
  /// ```swift
  /// let magnitudes = Generator<Double>.frequency([(9, .doubles(in: 0...9)), (1, .doubles())])
  /// ```
  ///
  /// - Parameter generators: generators with weights of 1 or more; a weight below counts as 1.
  public static func frequency(_ generators: [(weight: Int, generator: Generator)]) -> Generator {
    let alternatives = Alternatives(generators)
    return Generator { source throws(Rejection) in try alternatives.draw(from: &source) }
  }

  /// One of the values given, each as likely; the first is the simplest.
  ///
  /// ```swift
  /// let diets = Generator.element(of: ["Herbivore", "Carnivore", "Omnivore"])
  /// ```
  ///
  /// - Parameter values: at least one; none turns every draw down.
  public static func element(of values: [Value]) -> Generator where Value: Sendable {
    Generator { source throws(Rejection) in
      guard !values.isEmpty else { throw Rejection() }
      return values[source.choose(below: values.count)]
    }
  }

  /// Nothing, or a value; nothing is simpler.
  public func optional() -> Generator<Value?> {
    Generator<Value?> { source throws(Rejection) in
      source.beginGroup(.alternative)
      let value: Value? = source.choose(below: 2) == 0 ? nil : try draw(from: &source)
      source.endGroup()
      return value
    }
  }

  /// Values that may hold values of their own kind.
  ///
  /// ```swift
  /// indirect enum Expression { case number(Int), sum(Expression, Expression) }
  /// let expressions = Generator<Expression>.recursive(
  ///   base: Generator<Int>.integers(in: 0...9).map { .number($0) },
  ///   branch: { part in part.pair(with: part).map { .sum($0, $1) } })
  /// ```
  ///
  /// - Parameters:
  ///   - depthMax: how many branches may stand inside each other.
  ///   - base: values without parts; they are simpler.
  ///   - branch: values with parts, given the generator of the parts.
  public static func recursive(
    depthMax: Int = 5, base: Generator, branch: @escaping @Sendable (Generator) -> Generator
  ) -> Generator {
    Recursion(base: base, branch: branch).values(depthMax: depthMax)
  }
}

/// Generators of which one makes the value.
private struct Alternatives<Value>: Sendable {
  // A wheel of slots would leave several choices that mean the same, which a shrinker tries in
  // vain. So the choice is the alternative's number, and the weights are a hint to a source that
  // draws at random.
  private let weights: [Int]
  private let members: [Generator<Value>]

  init(_ generators: [(weight: Int, generator: Generator<Value>)]) {
    weights = generators.map { max(1, $0.weight) }
    members = generators.map(\.generator)
  }

  func draw(from source: inout any ChoiceSource) throws(Rejection) -> Value {
    guard !members.isEmpty else { throw Rejection() }
    source.beginGroup(.alternative)
    let number = source.choose(below: members.count, spread: .weighted(weights))
    let value = try members[number].draw(from: &source)
    source.endGroup()
    return value
  }
}

/// Values with parts of their own kind, and those without.
private struct Recursion<Value>: Sendable {
  let base: Generator<Value>
  let branch: @Sendable (Generator<Value>) -> Generator<Value>

  func values(depthMax: Int) -> Generator<Value> {
    Generator { source throws(Rejection) in
      source.beginGroup(.recursion)
      // The bottom asks too, so that every depth reads its choices alike and a part can take the
      // place of its whole.
      let isBranch = source.choose(below: depthMax > 0 ? 2 : 1) == 1
      let value =
        isBranch
        ? try branch(values(depthMax: depthMax - 1)).draw(from: &source)
        : try base.draw(from: &source)
      source.endGroup()
      return value
    }
  }
}

extension Generator<Bool> {
  /// False, the simpler, or true.
  public static var booleans: Generator { element(of: [false, true]) }
}
