import Generators
import Model
import Spec

extension RegisteredProduct {
  /// The published Quakes with its mutants.
  static let quakes = RegisteredProduct(
    "quakes", scopes: try QuakesScopes.all(),
    defaultScopes: [
      "standard", "refreshes", "malformed", "forms", "opening", "sorts", "calendar", "lag", "moved", "seven",
    ],
    quickScopes: ["standard", "malformed", "moved", "seven"],
    controls: Quakes.mutationTable.gestures.map(\.kind),
    mutants: Quakes.mutants + Quakes.mutationTable.mutants, repairs: Quakes.repairs,
    properties: { QuakesProperties.all($0) },
    valuesClauses: { QuakesProperties.valuesClauses($0) },
    inputs: .quakesInputs
  ) { Quakes(published: $0) }
}
