/// The functions and cases of a product in which defects can be planted one at a time.
///
/// Mutation operators (DeMillo, Lipton and Sayward, "Hints on test data selection", 1978) turn each line into
/// mutants; no mutant takes code of its own.
package struct MutationTable<P: DesignedProduct>: Sendable {
  /// A part of the state that can be carried from one state to another.
  package struct Part: Sendable {
    let name: String
    let copy: @Sendable (_ from: P.State, _ to: inout P.State) -> Void

    package init<Value>(_ name: String, _ path: WritableKeyPath<P.State, Value> & Sendable) {
      self.name = name
      copy = { $1[keyPath: path] = $0[keyPath: path] }
    }
  }

  /// A kind of action, as `actionKind` tells it, and the parts that it changes.
  package struct ActionCase: Sendable {
    let kind: String
    let changes: [String]
    /// Whether the reducer throws in some states.
    let isRefused: Bool

    package init(_ kind: String, changes: [String], isRefused: Bool = false) {
      self.kind = kind
      self.changes = changes
      self.isRefused = isRefused
    }
  }

  /// A kind of operation.
  package struct OperationCase: Sendable {
    let kind: String
    let isReported: Bool
    /// Whether the listener asks for it only in some states.
    let isGuarded: Bool
    /// Whether it changes the database.
    let changes: Bool
    /// Whether carrying it out twice makes a difference.
    let addsUp: Bool

    package init(
      _ kind: String, isReported: Bool = true, isGuarded: Bool = true, changes: Bool = true,
      addsUp: Bool = false
    ) {
      self.kind = kind
      self.isGuarded = isGuarded
      self.isReported = isReported
      self.changes = changes
      self.addsUp = addsUp
    }
  }

  /// A family of subscriptions.
  package struct Family: Sendable {
    let name: String
    let hasId: Bool
    let hasDependencies: Bool
    /// The kinds of actions that its filter lets through, and those of which it lets some; both empty where
    /// it has none.
    let passes: [String]
    let passesSome: [String]

    package init(
      _ name: String, hasId: Bool = false, hasDependencies: Bool = false, passes: [String] = [],
      passesSome: [String] = []
    ) {
      self.name = name
      self.hasId = hasId
      self.hasDependencies = hasDependencies
      self.passes = passes
      self.passesSome = passesSome
    }

    var hasFilter: Bool { !passes.isEmpty || !passesSome.isEmpty }
  }

  package var parts: [Part] = []
  package var actions: [ActionCase] = []
  /// The kinds of actions that the listener may react to, and whether it looks at the state before them.
  package var requests: [(kind: String, isGuarded: Bool)] = []
  package var operations: [OperationCase] = []
  /// The operation that an element is about, whatever the current state; nil where that decides.
  package var unguarded: @Sendable (P.Notice) -> P.Operation? = { _ in nil }
  package var families: [Family] = []
  /// The kinds of gestures in windows, and whether they dispatch and change their window.
  package var gestures: [(kind: String, dispatches: Bool, changes: Bool)] = []

  package init() {}

  /// Every operator, at every place where it can make a difference.
  package var mutants: [Mutant<P>] {
    actions.flatMap(mutants) + listenerMutants + operations.flatMap(mutants) + families.flatMap(mutants)
      + gestures.flatMap { mutants(ofGesture: $0.kind, dispatches: $0.dispatches, changes: $0.changes) }
  }

  // MARK: Reducer

  private typealias Reducer = Design<P>.Reducer

  private func reducing(
    _ name: String, _ kind: String,
    _ change: @escaping @Sendable (P.State, P.Action, Reducer, P) throws -> P.State
  ) -> Mutant<P> {
    Mutant("\(name)-\(kind)") { product in
      let (reducer, published) = (product.design.reducer, product)
      product.design.reducer = { state, action in
        guard actionKind(of: action) == kind else { return try reducer(state, action) }
        return try change(state, action, reducer, published)
      }
    }
  }

  private func mutants(of action: ActionCase) -> [Mutant<P>] {
    let kind = action.kind
    let kept = parts.filter { action.changes.contains($0.name) }
    let unchanged = parts.first { !action.changes.contains($0.name) }
    return [
      reducing("ignores", kind) { state, _, _, _ in state },
      reducing("refuses", kind) { _, _, _, _ in throw OperationFailure("refused") },
      reducing("starts-over-on", kind) { _, action, reducer, product in
        try reducer(product.initialState, action)
      },
    ]
      + (action.isRefused
        ? [reducing("swallows", kind) { state, action, reducer, _ in (try? reducer(state, action)) ?? state }]
        : [])
      + (kept.count < 2 ? [] : kept).map { part in
        reducing("keeps-\(part.name)-on", kind) { state, action, reducer, _ in
          var next = try reducer(state, action)
          part.copy(state, &next)
          return next
        }
      }
      + [unchanged].compactMap(\.self).map { part in
        reducing("clears-\(part.name)-on", kind) { state, action, reducer, product in
          var next = try reducer(state, action)
          part.copy(product.initialState, &next)
          return next
        }
      }
  }

  // MARK: Listener

  private var listenerMutants: [Mutant<P>] {
    let unguarded = unguarded
    return requests.flatMap { kind, isGuarded in
      [
        noticing("deaf-to", kind) { _, _, _, _ in nil },
        isGuarded
          ? noticing("hears-again", kind) { _, action, noticing, product in
            noticing(product.initialState, action)
          } : nil,
        isGuarded
          ? noticing("hears-late", kind) { state, action, noticing, product in
            noticing((try? product.reduce(state, action)) ?? state, action)
          } : nil,
      ].compactMap(\.self)
    }
      + operations.flatMap { operation in
        [
          listening("forgets", operation.kind) { _, _ in nil },
          operation.isGuarded
            ? listening("asks-at-once-for", operation.kind) { asked, notice in asked ?? unguarded(notice) }
            : nil,
        ].compactMap(\.self)
      }
  }

  private func noticing(
    _ name: String, _ kind: String,
    _ change: @escaping @Sendable (P.State, P.Action, Design<P>.Noticing, P) -> P.Notice?
  ) -> Mutant<P> {
    Mutant("\(name)-\(kind)") { product in
      let (noticing, published) = (product.design.noticing, product)
      product.design.noticing = { old, action in
        actionKind(of: action) == kind ? change(old, action, noticing, published) : noticing(old, action)
      }
    }
  }

  private func listening(
    _ name: String, _ kind: String, _ change: @escaping @Sendable (P.Operation?, P.Notice) -> P.Operation?
  ) -> Mutant<P> {
    let unguarded = unguarded
    return Mutant("\(name)-\(kind)") { product in
      let listener = product.design.listener
      product.design.listener = { notice, current in
        let asked = try listener(notice, current)
        let isMeant = (asked ?? unguarded(notice)).map { innermostCaseName(of: $0) == kind } ?? false
        return isMeant ? change(asked, notice) : asked
      }
    }
  }

  // MARK: Store

  private func storing(
    _ name: String, _ kind: String,
    _ change: @escaping @Sendable (P.Operation, inout P.Database, Design<P>.Store) throws -> P.Reply
  ) -> Mutant<P> {
    Mutant("\(kind)-\(name)") { product in
      let store = product.design.store
      product.design.store = { operation, database in
        innermostCaseName(of: operation) == kind
          ? try change(operation, &database, store) : try store(operation, &database)
      }
    }
  }

  private func completing(
    _ name: String, _ kind: String, isFailure: Bool,
    _ change:
      @escaping @Sendable (
        P.Operation, Result<P.Reply, OperationFailure>, Design<P>.Completing
      ) -> P.Action?
  ) -> Mutant<P> {
    Mutant("\(kind)-\(name)") { product in
      let completing = product.design.completing
      product.design.completing = { operation, result in
        let failed = if case .failure = result { true } else { false }
        return innermostCaseName(of: operation) == kind && failed == isFailure
          ? change(operation, result, completing) : completing(operation, result)
      }
    }
  }

  private func mutants(of operation: OperationCase) -> [Mutant<P>] {
    let kind = operation.kind
    let failure = OperationFailure("something else")
    return [storing("fails", kind) { _, _, _ in throw failure }]
      + (operation.changes
        ? [
          storing("does-nothing", kind) { operation, database, store in
            var unchanged = database
            return try store(operation, &unchanged)
          },
          storing("fails-half-way", kind) { operation, database, store in
            _ = try store(operation, &database)
            throw failure
          },
        ] : [])
      + (operation.addsUp
        ? [
          storing("is-done-twice", kind) { operation, database, store in
            let reply = try store(operation, &database)
            _ = try? store(operation, &database)
            return reply
          }
        ] : [])
      + (operation.isReported
        ? [
          completing("is-not-reported", kind, isFailure: false) { _, _, _ in nil },
          completing("failure-is-not-reported", kind, isFailure: true) { _, _, _ in nil },
          completing("is-reported-as-failure", kind, isFailure: false) { $2($0, .failure(failure)) },
          completing("failure-is-reported-otherwise", kind, isFailure: true) { $2($0, .failure(failure)) },
        ] : [])
  }
}
