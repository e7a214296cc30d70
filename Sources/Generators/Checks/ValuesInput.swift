import Foundation
import Model

/// One case for the properties of values of a product: parameters, a state, and an action.
public struct ValuesInput<P: Product>: Sendable {
  /// The parameters of selectors, as a scope offers them.
  public var values: P.Values
  /// The state, reachable or not.
  public var state: P.State
  /// The action that is dispatched in it.
  public var action: P.Action

  /// Makes a case.
  public init(values: P.Values, state: P.State, action: P.Action) {
    self.values = values
    self.state = state
    self.action = action
  }
}

extension Generator<String> {
  /// Names as products show them: short ones of every sort, and now and then a very long one.
  ///
  /// The empty name is the simplest.
  public static var names: Generator { shownNames }

  /// What failures say: an app may know some of them, and take them for something else.
  public static var failures: Generator {
    element(
      of: [
        "failed", "cancelled", "offline", "timed out", "",
        "the answer did not come in time, and nobody knows what became of what was asked",
      ])
  }

  /// Ids of things: few of them, so that they repeat, some close to one another, and the empty one.
  public static var nearIds: Generator { repeatingIds }

  /// The same, or ids of two letters, which seldom repeat.
  public static func nearIds(areMany: Bool) -> Generator {
    let letters = identifiers(count: 26)
    return frequency([
      (areMany ? 1 : 20, nearIds), (areMany ? 20 : 1, letters.pair(with: letters).map { $0 + $1 }),
    ])
  }

  /// Texts that somebody may take for another one: in letters of another case, beside a space,
  /// spelled otherwise, with a part left out, or with signs that mean something to patterns.
  public static func near(_ text: String) -> Generator {
    Generator<@Sendable (String) -> String>.element(of: lookAlikes).map { $0(text) }
  }
}

private let shownNames = {
  let words = Generator<String>.strings(pieces: .ascii, count: 0...4)
  return Generator<String>.frequency([
    (12, words), (6, .strings(pieces: .accents, count: 0...3)),
    (6, .strings(pieces: .any, count: 0...4)), (5, .strings(pieces: .marks, count: 2...3)),
    (1, .strings(countMax: 6)),
    (4, words.pair(with: words).map { "\($0) \($1)" }),
    // The end of a line is one character and two signs.
    (1, words.map { "\($0)\r\n" }),
    (3, words.map { String(repeating: "a", count: 300) + $0 }),
  ])
}()

private let repeatingIds = Generator<String>.element(of: [
  "a", "b", "c", "A", " a", "a ", "ab", "d", "", "\(String(repeating: "a", count: 300))b",
  "\(String(repeating: "a", count: 300))c",
])

/// What makes a text into one that looks like it; some take long, and one is drawn.
private let lookAlikes: [@Sendable (String) -> String] = [
  { $0.uppercased() }, { $0.lowercased() }, { $0 + " " }, { " " + $0 },
  { $0.decomposedStringWithCanonicalMapping },
  { $0.precomposedStringWithCanonicalMapping },
  { $0.folding(options: .diacriticInsensitive, locale: nil) },
  { "\($0.prefix($0.count / 2)).\($0.dropFirst($0.count / 2 + 1))" },
  { String($0.dropFirst()) }, { String($0.dropLast()) }, { String($0.reversed()) }, { $0 + "*" },
  { $0.split(separator: " ").reversed().joined(separator: " ") }, { $0.filter { $0 != " " } },
  { $0 + "\n" }, { $0 + "," },
  { "\($0.prefix($0.count / 2))-\($0.dropFirst($0.count / 2))" },
  { $0.applyingTransform(.fullwidthToHalfwidth, reverse: true) ?? $0 },
  { $0 + String(repeating: "a", count: 64) },
]

extension Generator {
  /// Arrays of few values, of some more, and now and then of more than a batch or a page holds.
  ///
  /// - Parameters:
  ///   - few: how many are few.
  ///   - values: those of few, and of many. Both make the same choices, so that many can shrink.
  public static func lists(
    few: ClosedRange<Int>, of values: @escaping @Sendable (_ areMany: Bool) -> Generator
  ) -> Generator<[Value]> {
    let weights = Elements.weights(few: few)
    return Generator<[Value]> { source throws(Rejection) in
      source.beginGroup(.collection)
      let count = few.lowerBound + source.choose(below: weights.count, spread: .weighted(weights))
      let list = try Elements.draw(count, of: values(count > few.upperBound), from: &source)
      source.endGroup()
      return list
    }
  }

  /// The same arrays, in one of four of which the last value is like the first, but for what tells
  /// them apart.
  public func withTwins<Element>(
    _ twin: @escaping @Sendable (_ first: Element, _ last: Element) -> Element
  ) -> Generator where Value == [Element] {
    pair(with: Generator<Int>.integers(in: 0...3)).map { values, number in
      guard number == 3, let first = values.first, let last = values.last else { return values }
      return values.dropLast() + [twin(first, last)]
    }
  }
}

extension Generator<Status?> {
  /// None, or any status.
  public static var statuses: Generator {
    element(of: [nil, .waiting, .success, .failure(text: "failed"), .empty])
  }
}

extension Generator {
  /// What a completion carries: a failure, or a payload.
  public static func outcomes<Payload>(of payloads: Generator<Payload>) -> Generator
  where Value == Outcome<Payload> {
    frequency([
      (1, Generator<String>.failures.map { .failure(text: $0) }),
      (4, payloads.map { .success(payload: $0) }),
    ])
  }
}
