import Model

/// The properties of every product on the runtime; an adopter gets these without writing one.
public struct RuntimeProperties<P: Product>: Sendable {
  /// A property of the product's runtime.
  public typealias RuntimeProperty = Property<RuntimeSystem<P>>
  typealias State = RuntimeState<P>
  typealias View = StepView<RuntimeSystem<P>>

  let system: RuntimeSystem<P>
  /// What is known of the windows apart from the product; nothing by default.
  private var facts: WindowFacts<P>?
  /// What each mount has to show, by its name.
  var views: [String: @Sendable (P.Window, P.State) -> Output?] { facts?.views ?? [:] }
  /// The gestures that come by themselves, with a component that comes up; nil where it is not said.
  var appearances: [P.WindowGesture]? { facts?.appearances.map(\.gesture) }
  var product: P { system.product }

  /// Makes the properties of a system.
  public init(system: RuntimeSystem<P>) { self.system = system }

  /// Makes the properties of a system whose windows are known apart from the product.
  public init(system: RuntimeSystem<P>, facts: WindowFacts<P>) {
    self.init(system: system)
    self.facts = facts
  }

  /// All of them, in the order in which reports list them.
  public var all: [RuntimeProperty] {
    if system.isExplored { return appProperties }
    return reducerProperties + subscriptionProperties + requestProperties + listenerProperties
      + memoryProperties
      + windowProperties
  }

  /// A property with clauses, or the reason why it has nothing to speak about.
  func property(
    _ name: String, _ sentence: String, witness: String, consequence: String, unless reason: String?,
    _ clauses: RuntimeProperty.Clause...
  ) -> RuntimeProperty {
    RuntimeProperty(
      name: name, sentence: sentence, witness: witness, consequence: consequence,
      clauses: reason.map { [.inapplicable($0)] } ?? clauses)
  }

  /// A status is a collection's, or that of a single item in a queue.
  var hasNoStatus: String? {
    if !product.collections.isEmpty { return nil }
    return product.hasQueue && hasNoOperation == nil ? nil : "no request has a status"
  }
  var hasNoQueue: String? { hasNoStatus ?? (product.hasQueue ? nil : "no single item has a status") }
  /// Where the product does not say which items a state holds, no step shows whether an entry outlives its.
  var tellsNoItems: String? {
    product.holdsItem == nil ? "the product does not say which items a state holds: write holdsItem" : nil
  }
  /// Without contents, state and database are not compared.
  var hasNoContents: String? {
    if product.hasContents { return nil }
    return system.isExplored
      ? "the app does not say what its rows show: write showing(_:), which returns StoredRows<State>?"
      : "the product does not say what state and database hold alike: write contents and rows"
  }
  var hasNoOperation: String? { P.Operation.self == Never.self ? "no operations" : nil }
  var hasNoRelaunch: String? {
    hasNoOperation ?? (system.scope.relaunchesMax == 0 ? "the scope has no kill" : nil)
  }

  // MARK: Reducer

  /// The name of the property that a trap of the app breaks.
  package static var crashName: String { "runtime.crash" }

  var reducerProperties: [RuntimeProperty] {
    [
      RuntimeProperty(
        Self.crashName, "No product function crashes.", witness: "the app runs",
        consequence: "The app closes by itself.",
        .invariant { state in
          if state.statuses != nil { return .holds }
          guard case .crashed(let crash) = state.store else { return .holds }
          return .violated([Violation(culprit: "crash", detail: crash.reason)])
        }),
      reducerPure,
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

  private var reducerPure: RuntimeProperty {
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
