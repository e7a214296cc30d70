import Model

extension ContractProperties {
  /// Of all that may happen around the app in a state, also where nothing comes of it.
  func occurrences(
    _ fault: @escaping @Sendable (P.Occurrence, Surroundings<P>, Surroundings<P>) -> String?
  ) -> ContractProperty {
    let (product, occurrences) = (product, product.occurrences(values: system.scope.values))
    return ContractProperty(
      "contract(occurrences)",
      "What happens around the app does to state and database what its definition says, and no more.",
      witness: "something can happen around the app",
      consequence: "The app goes by another day, zone or row than there is.",
      system.scope.occurrencesMax == 0 || occurrences.isEmpty
        ? .inapplicable("nothing happens around the app in this scope")
        : .invariant { view in
          guard let state = view.state else { return .idle }
          let old = Surroundings<P>(state: state, database: view.database)
          return .judge(
            occurrences.compactMap { occurrence in
              var new = old
              product.take(occurrence, in: &new.state, &new.database)
              return fault(occurrence, old, new).map {
                Violation(
                  culprit: innermostCaseName(of: occurrence) ?? "occurrence", detail: "\(occurrence): \($0)")
              }
            })
        })
  }
}
