import Model
import Spec

extension CatalogueProduct {
  /// The published Counter with its mutants.
  public static let counter = CatalogueProduct(
    name: "counter", scopes: counterScopes, defaultScopes: ["zero", "top", "bottom"],
    mutantNames: Counter.mutantNames,
    product: { Counter(design: $0, initial: $1.initial.value) },
    properties: { CounterProperties.all($0) },
    valuesClauses: { RuntimeProperties(system: $0).valuesClauses },
    inputs: .counterInputs)

  private static func counterScopes() throws(ScopeError) -> [Scope<Counter.Values>] {
    try [
      Scope(name: "zero", values: Counter.Values(initial: 0, reach: 5)),
      Scope(name: "top", values: Counter.Values(initial: Int.max, reach: 5)),
      Scope(name: "bottom", values: Counter.Values(initial: Int.min, reach: 5)),
      Scope(
        name: "windows", environment: .windows, windows: WindowBounds(countMax: 2, opensAndCloses: true),
        values: Counter.Values(initial: 0, reach: 5)),
    ]
  }
}
