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
  public static var names: Generator {
    frequency([
      (12, strings(pieces: .ascii, count: 0...4)), (6, strings(pieces: .accents, count: 0...3)),
      (6, strings(pieces: .any, count: 0...4)), (1, strings(countMax: 6)),
    ])
  }
}

extension Generator<Status?> {
  static var statuses: Generator {
    element(of: [nil, .waiting, .success, .failure(text: "failed"), .empty])
  }
}

extension Generator {
  /// What a completion carries: a failure, or a payload.
  static func outcomes<Payload>(of payloads: Generator<Payload>) -> Generator
  where Value == Outcome<Payload> {
    frequency([
      (1, .always(.failure(text: "failed"))), (4, payloads.map { .success(payload: $0) }),
    ])
  }
}
