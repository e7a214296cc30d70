import Model

extension Trace {
  /// A finding about values as data.
  ///
  /// - Parameters:
  ///   - identity: whose finding it is.
  ///   - scope: the bounds with the parameters of the case among their values.
  ///   - property: the property's name.
  ///   - culprit: what went wrong.
  ///   - seed: the seed of the value that showed it first.
  ///   - values: the case.
  public init(
    identity: Identity, scope: JSONValue, property: String, culprit: String, seed: UInt64?,
    values: ValuesCase
  ) {
    self.init(
      format: Self.currentFormat, product: identity.product, design: identity.design,
      environment: identity.environment, scope: scope, property: property, culprit: culprit,
      expected: .violated, form: .values, wideSeed: seed.map(WideInteger.init), initial: nil, labels: nil,
      values: values)
  }
}
