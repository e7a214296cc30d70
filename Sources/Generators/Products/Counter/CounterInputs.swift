import Model

extension Generator<ValuesInput<Counter>> {
  /// Cases of Counter: every integer, each order of magnitude as likely, and both ends now and then.
  static let counterInputs = Generator<Int>.frequency([(9, .integers()), (1, .element(of: [.max, .min]))])
    .pair(with: Generator<Counter.Action>.element(of: Counter.Action.allCases))
    .map { value, action in
      ValuesInput<Counter>(
        values: Counter.Values(initial: 0, reach: 1), state: Counter.State(value: value), action: action)
    }
}
