/// The functions and cases of a product in which defects can be planted one at a time.
///
/// Mutation operators (DeMillo, Lipton and Sayward, "Hints on test data selection", 1978) turn each
/// line into mutants; no mutant takes code of its own.
public struct MutationTable<P: DesignedProduct>: Sendable {
  /// A part of the state that can be carried from one state to another.
  public struct Part: Sendable {
    let name: String
    let copy: @Sendable (_ from: P.State, _ to: inout P.State) -> Void

    public init<Value>(_ name: String, _ path: WritableKeyPath<P.State, Value> & Sendable) {
      self.name = name
      copy = { $1[keyPath: path] = $0[keyPath: path] }
    }
  }

  /// A kind of action, as `actionKind` tells it, and the parts that it changes.
  public struct ActionCase: Sendable {
    let kind: String
    let changes: [String]
    let isRefused: Bool

    /// Describes a kind of action.
    ///
    /// - Parameters:
    ///   - kind: its name.
    ///   - changes: the names of the parts that it changes.
    ///   - isRefused: whether the reducer throws in some states.
    public init(kind: String, changes: [String], isRefused: Bool = false) {
      self.kind = kind
      self.changes = changes
      self.isRefused = isRefused
    }
  }

  /// A kind of operation.
  public struct OperationCase: Sendable {
    let kind: String
    let isReported: Bool
    let isGuarded: Bool
    let changes: Bool
    let addsUp: Bool

    /// Describes a kind of operation.
    ///
    /// - Parameters:
    ///   - kind: its name.
    ///   - isReported: whether a completion tells how it ended.
    ///   - isGuarded: whether the listener asks for it only in some states.
    ///   - changes: whether it changes the database.
    ///   - addsUp: whether carrying it out twice makes a difference.
    public init(
      kind: String, isReported: Bool = true, isGuarded: Bool = true, changes: Bool = true,
      addsUp: Bool = false
    ) {
      self.kind = kind
      self.isReported = isReported
      self.isGuarded = isGuarded
      self.changes = changes
      self.addsUp = addsUp
    }
  }

  /// A family of subscriptions.
  public struct Family: Sendable {
    let name: String
    let hasId: Bool
    let hasDependencies: Bool
    let passes: [String]
    let passesSome: [String]

    /// Describes a family of subscriptions.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - hasId: whether a component makes another one for each id.
    ///   - hasDependencies: whether selectors have to change before its output is computed.
    ///   - passes: the kinds of actions that its filter lets through.
    ///   - passesSome: those of which it lets some; both are empty where it has no filter.
    public init(
      name: String, hasId: Bool = false, hasDependencies: Bool = false, passes: [String] = [],
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

  public var parts: [Part] = []
  public var actions: [ActionCase] = []
  /// The kinds of actions that the listener may react to, and whether it looks at the state before
  /// them.
  public var requests: [(kind: String, isGuarded: Bool)] = []
  public var operations: [OperationCase] = []
  /// The operation that an element is about, whatever the current state; nil where that decides.
  public var unguarded: @Sendable (P.Notice) -> P.Operation? = { _ in nil }
  public var families: [Family] = []
  /// The kinds of gestures in windows, and whether they dispatch and change their window.
  public var gestures: [(kind: String, dispatches: Bool, changes: Bool)] = []

  public init() {}

  /// Every operator, at every place where it can make a difference.
  public var mutants: [Mutant<P>] {
    actions.flatMap(mutants) + listenerMutants + operations.flatMap(mutants)
      + families.flatMap(mutants)
      + gestures.flatMap {
        mutants(ofGesture: $0.kind, dispatches: $0.dispatches, changes: $0.changes)
      }
  }

  // MARK: Reducer

  private typealias Reducer = Design<P>.Reducer

  private func reducing(
    _ name: String, _ kind: String,
    _ change: @escaping @Sendable (P.State, P.Action, Reducer, P) throws -> P.State
  ) -> Mutant<P> {
    Mutant("\(name)-\(kind)") { design, published in
      let reducer = design.reducer
      design.reducer = { state, action in
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
        ? [
          reducing("swallows", kind) { state, action, reducer, _ in
            (try? reducer(state, action)) ?? state
          }
        ]
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
            ? listening("asks-at-once-for", operation.kind) { asked, notice in
              asked ?? unguarded(notice)
            }
            : nil,
        ].compactMap(\.self)
      }
  }

  private func noticing(
    _ name: String, _ kind: String,
    _ change: @escaping @Sendable (P.State, P.Action, Design<P>.Noticing, P) -> P.Notice?
  ) -> Mutant<P> {
    Mutant("\(name)-\(kind)") { design, published in
      let noticing = design.noticing
      design.noticing = { old, action in
        actionKind(of: action) == kind
          ? change(old, action, noticing, published) : noticing(old, action)
      }
    }
  }

  private func listening(
    _ name: String, _ kind: String,
    _ change: @escaping @Sendable (P.Operation?, P.Notice) -> P.Operation?
  ) -> Mutant<P> {
    let unguarded = unguarded
    return Mutant("\(name)-\(kind)") { design, _ in
      let listener = design.listener
      design.listener = { notice, current in
        let asked = try listener(notice, current)
        let isMeant =
          (asked ?? unguarded(notice)).map { innermostCaseName(of: $0) == kind } ?? false
        return isMeant ? change(asked, notice) : asked
      }
    }
  }

  // MARK: Store

  private func storing(
    _ name: String, _ kind: String,
    _ change: @escaping @Sendable (P.Operation, inout P.Database, Design<P>.Store) throws -> P.Reply
  ) -> Mutant<P> {
    Mutant("\(kind)-\(name)") { design, _ in
      design.aroundStore { operation, database, store in
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
    Mutant("\(kind)-\(name)") { design, _ in
      let completing = design.completing
      design.completing = { operation, result in
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
          completing("is-reported-as-failure", kind, isFailure: false) {
            $2($0, .failure(failure))
          },
          completing("failure-is-reported-otherwise", kind, isFailure: true) {
            $2($0, .failure(failure))
          },
        ] : [])
  }
}
