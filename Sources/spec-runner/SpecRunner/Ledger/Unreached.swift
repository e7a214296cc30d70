import Spec

extension Ledger {
  /// What the open environment shows and windows do not.
  struct Unreached: Sendable {
    /// The scopes of windows that say so, all of them exhausted.
    let scopes: [String]
    /// The findings, in order.
    let findings: [FindingName]
  }

  /// The known findings of the open environment that no exhausted scope of windows shows.
  ///
  /// Only properties that some of these scopes decided count.
  ///
  /// - Parameter reports: of one product in one design; none but windows scopes matter.
  func unreached(throughWindowsOf reports: [CheckReport]) -> Unreached {
    let exhausted = reports.filter {
      $0.identity.environment == "windows" && $0.reason.isExhaustive
    }
    guard let identity = exhausted.first?.identity else {
      return Unreached(scopes: [], findings: [])
    }
    let decided = Set(exhausted.flatMap(\.results).filter(\.isDecided).map(\.property.name))
    let shown = Set(exhausted.flatMap(\.findings).map(\.name))
    let unreached = entries.map(\.trace).filter { trace in
      trace.product == identity.product && trace.design == identity.design
        && trace.setting == "open" && trace.isFinding && decided.contains(trace.property)
        && !shown.contains(trace.findingName)
    }
    return Unreached(
      scopes: exhausted.map(\.identity.scope), findings: unreached.map(\.findingName).sorted())
  }
}

extension CheckReport.Result {
  /// Whether the property was decided for all states of the scope.
  var isDecided: Bool {
    switch verdict {
    case .holds, .violated, .vacuous: true
    case .holdsWithin, .holdsForSample, .notApplicable, .measured, .undecided: false
    }
  }
}
