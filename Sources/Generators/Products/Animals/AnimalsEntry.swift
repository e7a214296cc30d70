import Generators
import Model
import Spec

extension RegisteredProduct {
  /// The published Animals with its mutants.
  static let animals = RegisteredProduct(
    "animals", scopes: try AnimalsScopes.all(),
    defaultScopes: [
      "standard", "retries", "concurrent", "remote", "forms", "alerts", "saves", "pair", "adding",
      "many", "shared", "lag", "closing", "fields", "seven", "killed",
    ],
    quickScopes: ["retries", "alerts", "closing", "fields"], vastScopes: ["wide"],
    controls: AnimalsMutants.table.gestures.map(\.kind),
    mutants: AnimalsMutants.written + AnimalsMutants.table.mutants, repairs: AnimalsRepairs.all,
    properties: { AnimalsProperties.all($0) },
    valuesClauses: { AnimalsProperties.valuesClauses($0) },
    inputs: AnimalsInputs.all
  ) { Animals($0) }
}
