import Generators
import Model
import Spec

extension RegisteredProduct {
  /// The published Quakes with its mutants.
  static let quakes = RegisteredProduct(
    "quakes", scopes: try QuakesScopes.all(),
    defaultScopes: [
      "standard", "refreshes", "malformed", "forms", "opening", "sorts", "calendar", "lag", "moved",
      "seven",
    ],
    quickScopes: ["standard", "malformed", "moved", "seven"],
    controls: QuakesMutants.table.gestures.map(\.kind),
    mutants: QuakesMutants.written + QuakesMutants.table.mutants, repairs: QuakesRepairs.all,
    properties: { QuakesProperties.all($0) },
    valuesClauses: { QuakesProperties.valuesClauses($0) },
    inputs: QuakesInputs.all
  ) { Quakes(published: $0) }
}
