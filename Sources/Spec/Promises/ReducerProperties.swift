import Model

/// What the reducer answers: that it does, always the same, and all or nothing.
struct ReducerProperties<P: Product>: PropertyGroup {
  /// The name of the property that a trap of the app breaks.
  static var crashName: String { "runtime.crash" }

  let system: RuntimeSystem<P>

  /// What every run is asked; `total` is asked beside these where values are.
  var all: [RuntimeProperty] {
    [
      RuntimeProperty(
        Self.crashName, "No product function crashes.", witness: "the app runs",
        consequence: "The app closes by itself.",
        .invariant { state in
          if state.statuses != nil { return .holds }
          guard case .crashed(let crash) = state.store else { return .holds }
          return .violated(culprit: "crash", detail: crash.reason)
        }),
      pure,
      RuntimeProperty(
        "reducer.throw.rollback",
        "When the reducer throws, the state stays as it was and nothing is streamed.",
        witness: "the reducer throws",
        consequence: "A tap that fails leaves the app half changed.",
        .step { step in
          guard step.traits.contains(.throwing) else { return .idle }
          return .require(
            !step.changes(.store) && !step.traits.contains(.heard), culprit: step.kind,
            "the reducer threw, and yet something changed")
        }),
    ]
  }

  private var pure: RuntimeProperty {
    var property = RuntimeProperty(
      "reducer.pure", "The reducer, asked again with the same input, gives the same answer.",
      witness: "an action is dispatched",
      consequence: "The same tap does now one thing and now another.",
      .step { step in
        guard !step.traits.isDisjoint(with: [.gesture, .completion]) else { return .idle }
        let kind = step.kind
        return .require(
          !step.traits.contains(.impure), culprit: kind, "two answers to one question at \(kind)")
      })
    property.asksDispatchesAgain = true
    return property
  }

  // MARK: Total

  var totalClause: ValuesClause<P> {
    ValuesClause<P>(
      "reducer.total",
      "The reducer answers every action in every state: a new state or a thrown error.",
      witness: "the reducer is asked",
      consequence: "Some input closes the app.", readsAction: true
    ) { view in
      if view.action == nil { return .idle }
      guard case .failure(let error) = view.reduced, let crash = error as? Crash else {
        return .holds
      }
      return .violated(culprit: view.actionName, detail: crash.reason)
    }
  }

  /// Every action that the scope's values make, in every state that a run reaches.
  var total: RuntimeProperty {
    let (product, clause) = (product, totalClause)
    let vocabulary = product.vocabulary(values: system.scope.values)
    @Sendable func violations(_ view: ValuesView<P>) -> [Violation] {
      clause.judgement(of: view).violations
    }
    return RuntimeProperty(
      clause.property, clause.sentence, witness: clause.witness, consequence: clause.consequence,
      .values(
        judge: { state in
          guard let data = state.state else { return .idle }
          var found: [Violation] = []
          for action in vocabulary {
            do { _ = try product.reduce(data, action) } catch {
              found += violations(ValuesView(product, state: data, action: action))
            }
          }
          return .judge(found)
        },
        example: { state, culprit in
          guard let data = state.state else { return nil }
          return vocabulary.lazy.map { ValuesView(product, state: data, action: $0) }
            .first { violations($0).contains { $0.culprit == culprit } }
            .flatMap { clause.written($0, culprit: culprit) }
        }))
  }
}

extension Status {
  var word: String {
    switch self {
    case .empty: "empty"
    case .waiting: "waiting"
    case .success: "success"
    case .failure: "failure"
    }
  }
}
