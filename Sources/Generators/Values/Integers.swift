import Model

extension Generator where Value: FixedWidthInteger & Sendable, Value.Magnitude: Sendable {
  /// Every integer of the type, each order of magnitude as likely.
  ///
  /// 0 is the simplest, then 1, −1, 2, −2 and so on.
  ///
  /// ```swift
  /// let bytes = Generator<UInt8>.integers()
  /// let numbers = Generator<Int>.integers()
  /// ```
  public static func integers() -> Generator { integers(in: Value.min...Value.max) }

  /// Where numbers of 8, 16, 32 and 64 bits end, with a sign and without: each end that the type
  /// holds, and its two neighbours.
  ///
  /// The least is the simplest, those below 0 come after those above; the ends of the type are
  /// among them.
  ///
  /// ```swift
  /// let counts = Generator<Int>.frequency([(3, .integers(in: 0...99)), (1, .machineBoundaries)])
  /// ```
  public static var machineBoundaries: Generator { element(of: Value.machineBoundaries) }

  /// The integers of a range.
  ///
  /// The one nearest to 0 is the simplest, then by distance from it, the greater of two as near
  /// first. Of up to 65,536 each is as likely, but of more than 16 the simplest and the two that
  /// are farthest from it are met more often; of more every order of magnitude is as likely.
  ///
  /// ```swift
  /// let hours = Generator.integers(in: 0...23)
  /// ```
  ///
  /// - Complexity: one choice for almost every integer; the remotest of 64 bits take a few.
  public static func integers(in range: ClosedRange<Value>) -> Generator {
    let order = IntegerOrder(range)
    return Generator { source throws(Rejection) in
      order.value(rank: Rank.draw(order.rankMax, &source))
    }
  }
}

extension FixedWidthInteger {
  /// The ends of all integers of a machine that the type holds, and their neighbours, nearest to 0
  /// first.
  fileprivate static var machineBoundaries: [Self] {
    func beside<End: FixedWidthInteger>(_ type: End.Type) -> [Self] {
      [End.min, End.max].compactMap { Self(exactly: $0) }.flatMap { end in
        [end.subtractingReportingOverflow(1), (end, false), end.addingReportingOverflow(1)]
          .filter { !$0.overflow }.map(\.partialValue)
      }
    }
    let all =
      beside(Int8.self) + beside(UInt8.self) + beside(Int16.self) + beside(UInt16.self)
      + beside(Int32.self) + beside(UInt32.self) + beside(Int64.self) + beside(UInt64.self)
    return Set(all).sorted { ($0.magnitude, $1) < ($1.magnitude, $0) }
  }
}

/// The integers of a range from the simplest on: nearest to 0 first, of two as near the greater
/// first.
struct IntegerOrder<Value: FixedWidthInteger & Sendable>: Sendable where Value.Magnitude: Sendable {
  private let center: Value
  private let countBelow: Value.Magnitude
  private let countAbove: Value.Magnitude

  init(_ range: ClosedRange<Value>) {
    center = min(max(0, range.lowerBound), range.upperBound)
    countBelow = Value.Magnitude(truncatingIfNeeded: center &- range.lowerBound)
    countAbove = Value.Magnitude(truncatingIfNeeded: range.upperBound &- center)
  }

  /// The rank of the last integer; the first has rank 0.
  var rankMax: Value.Magnitude { countBelow + countAbove }

  func value(rank: Value.Magnitude) -> Value {
    let both = min(countBelow, countAbove)
    // Twice `both` is at most the greatest rank, so it does not overflow.
    if rank > 2 * both {
      let distance = Value(truncatingIfNeeded: rank - both)
      return countAbove > countBelow ? center &+ distance : center &- distance
    }
    let distance = Value(truncatingIfNeeded: rank / 2 + rank % 2)
    return rank % 2 == 1 ? center &+ distance : center &- distance
  }
}

/// Numbers that may be greater than one choice can tell.
enum Rank {
  /// What one choice tells; its last answer says that more follow.
  private static let digitCount = 1 << 62

  /// Draws a number from 0 through `greatest`; the order of the numbers is that of their choices.
  ///
  /// - Parameter spread: how likely each is; by default that goes by how many there are.
  static func draw<Number: FixedWidthInteger & UnsignedInteger>(
    _ greatest: Number, _ source: inout any ChoiceSource, _ spread: ChoiceSpread? = nil
  ) -> Number {
    let usual = greatest < 16 ? ChoiceSpread.even : .ends(oneIn: 16)
    let spread = spread ?? (greatest < 65_536 ? usual : .bySize)
    if let greatest = Int(exactly: greatest), greatest < digitCount - 1 {
      return Number(truncatingIfNeeded: source.choose(below: greatest + 1, spread: spread))
    }
    let first = source.choose(below: digitCount, spread: spread)
    if first < digitCount - 1 { return Number(truncatingIfNeeded: first) }
    let base = Number(digitCount - 1)
    let (count, rest) = (greatest - base).quotientAndRemainder(dividingBy: Number(digitCount))
    // Whatever is as remote is no likelier than the ends.
    let high = count == 0 ? 0 : draw(count, &source, .ends(oneIn: 2))
    let low = source.choose(
      below: high == count ? Int(rest) + 1 : digitCount, spread: .ends(oneIn: 2))
    return base + high * Number(digitCount) + Number(truncatingIfNeeded: low)
  }
}
