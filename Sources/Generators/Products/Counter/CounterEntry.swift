import Model
import Spec

extension CatalogueProduct {
  package static let counter = CatalogueProduct(
    name: "counter", scopes: counterScopes, defaultScopes: ["zero", "top", "bottom"],
    mutants: Counter.mutants,
    product: { Mutant.design($0, of: Counter(initial: $1.initial), among: Counter.mutants) },
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
