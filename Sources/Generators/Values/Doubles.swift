import Model

extension Generator<Double> {
  /// Floating-point numbers where products break: whole numbers, the edges given and their
  /// neighbours, fractions, −0, the least and the greatest, infinities, not a number, any bits.
  ///
  /// 0 is the simplest, then small whole numbers, edges, fractions, and the special ones last.
  ///
  /// ```swift
  /// let magnitudes = Generator<Double>.doubles(edges: [1, 2, 3, 5, 7])
  /// ```
  ///
  /// - Parameters:
  ///   - edges: numbers at which something changes; their two neighbours are drawn as well.
  ///   - isFinite: whether infinities and not a number are left out.
  public static func doubles(edges: [Double] = [1, 2, 3, 5, 7], isFinite: Bool = false) -> Generator
  {
    let neighbors = edges.flatMap { [$0, $0.nextDown, $0.nextUp, -$0] }
    let bits = Generator<UInt64>.integers().map { Double(bitPattern: $0) }
    return frequency([
      (4, Generator<Int>.integers(in: -10...10).map { Double($0) }),
      (neighbors.isEmpty ? 1 : 4, element(of: [0] + neighbors)),
      (3, fractions),
      (2, Generator<Int>.integers(in: -1_000_000_000...1_000_000_000).map { Double($0) }),
      (4, element(of: finiteSpecials + (isFinite ? [] : [.infinity, -.infinity, .nan]))),
      (1, isFinite ? bits.filter { $0.isFinite } : bits),
    ])
  }

  /// Numbers of a closed range: its whole numbers, then its ends, then parts of a thousand, then
  /// the neighbours of its ends.
  ///
  /// The whole number nearest to 0 is the simplest; a range without one has its end that is nearest
  /// to 0.
  ///
  /// ```swift
  /// let longitudes = Generator<Double>.doubles(in: -180...180)
  /// ```
  public static func doubles(in range: ClosedRange<Double>) -> Generator {
    DoubleRange(range).numbers
  }
}

/// The numbers of a closed range.
private struct DoubleRange {
  let low, high: Double

  init(_ range: ClosedRange<Double>) { (low, high) = (range.lowerBound, range.upperBound) }

  var numbers: Generator<Double> {
    let nearest = min(max(0, low), high)
    // Of a range that holds one number, the neighbours are outside.
    let neighbors = [low.nextUp, high.nextDown].filter((low...high).contains)
    let ends: [(Int, Generator<Double>)] = [(1, .element(of: [nearest, low, high]))]
    let inside: [(Int, Generator<Double>)] = neighbors.isEmpty ? [] : [(1, .element(of: neighbors))]
    let greatest = Double.greatestFiniteMagnitude
    let (start, end) = (min(max(low, -greatest), greatest), min(max(high, -greatest), greatest))
    let parts = Generator<Int>.integers(in: 0...1000).map { [low, high] part in
      let share = Double(part) / 1000
      // The ends may be farther from each other than any number tells.
      let number =
        (end - start).isFinite ? start + (end - start) * share : start * (1 - share) + end * share
      return min(max(number, low), high)
    }
    let (first, last) = (low.rounded(.up), high.rounded(.down))
    guard first <= last, let from = Int(exactly: first), let through = Int(exactly: last) else {
      return .frequency(ends + [(3, parts)] + inside)
    }
    let whole = Generator<Int>.integers(in: from...through).map { Double($0) }
    return .frequency([(3, whole)] + ends + [(3, parts)] + inside)
  }
}

private let finiteSpecials: [Double] = [
  -0.0, .leastNonzeroMagnitude, .leastNormalMagnitude, .ulpOfOne, .greatestFiniteMagnitude,
  -.leastNonzeroMagnitude, -.greatestFiniteMagnitude,
]

/// Halves, quarters, tenths and hundredths, such as 0.5, 0.25 and 0.1.
private let fractions = Generator<Double> { source throws(Rejection) in
  let denominator = [2.0, 4, 10, 100][source.choose(below: 4)]
  return Double(try Generator<Int>.integers(in: -1000...1000).draw(from: &source)) / denominator
}
