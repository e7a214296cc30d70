import Model

/// The words for what the model expected at a moment, and for what live code did then.
struct DivergenceWords<P: Product> {
  /// Both sides of one moment: "expected …; the app …".
  typealias Sides = (expected: String, observed: String)

  private let narrator: Narrator<P>
  private let teller: Teller<RuntimeSystem<P>>

  init(_ system: some ProductSystem<P>) {
    narrator = system.product.narrator
    teller = .runtime(system.runtime)
  }

  func operation(_ operation: P.Operation) -> String { narrator.operation(operation) }

  /// An action as code would write it: actions have no words.
  func action(_ action: P.Action) -> String { ContentTree(action).text }

  /// A step as a story tells it.
  func sentence(_ old: RuntimeState<P>, _ label: RuntimeLabel<P>, _ new: RuntimeState<P>) -> String
  {
    teller.sentence(old, label, new)
  }

  /// What each of two states has that the other has not; nil when nothing can be told.
  func difference(expected model: RuntimeState<P>, observed live: RuntimeState<P>) -> Sides? {
    switch (model.store, live.store) {
    case (.running, .crashed(let crash)): return ("no crash", "crashes (\(crash.reason))")
    case (.crashed(let crash), .running): return ("a crash (\(crash.reason))", "goes on")
    default: break
    }
    var parts = differences(teller.facts(model), teller.facts(live))
    if parts.isEmpty && (model.store != live.store || model.database != live.database) {
      // The narrator leaves out what differs.
      parts = differences(content(of: model), content(of: live))
    }
    for isAsked in [true, false] {
      let (here, there) = (operations(in: model, isAsked), operations(in: live, isAsked))
      if here != there { parts.append((here, there)) }
    }
    if parts.isEmpty { return nil }
    return (
      parts.map(\.expected).joined(separator: " and "),
      "has " + parts.map(\.observed).joined(separator: " and ")
    )
  }

  private func differences(_ here: [String: String], _ there: [String: String]) -> [Sides] {
    Set(here.keys).union(there.keys).sorted().filter { here[$0] != there[$0] }.map { name in
      ("\(name): \(here[name] ?? "none")", "\(name): \(there[name] ?? "none")")
    }
  }

  private func content(of state: RuntimeState<P>) -> [String: String] {
    let facts = state.state.map { ContentTree($0).facts(named: "") } ?? [:]
    return facts.merging(ContentTree(state.database).facts(named: "database")) { first, _ in first }
  }

  /// The operations that wait to be carried out, or whose replies wait.
  private func operations(in state: RuntimeState<P>, _ isAsked: Bool) -> String {
    let waiting = state.underWay.filter { ($0.result == nil) == isAsked }.map(\.operation)
      .contentSorted()
    if waiting.isEmpty { return isAsked ? "nothing asked for" : "no reply on its way" }
    let words = waiting.map(narrator.operation).joined(separator: ", ")
    return isAsked ? "\(words) asked for" : "the reply to \(words) on its way"
  }
}

extension ModelFollower {
  var words: DivergenceWords<P> { DivergenceWords(graph.system) }
  /// For states in which no difference can be told.
  static var untold: DivergenceWords<P>.Sides {
    ("another state", "is in one that looks like it")
  }

  /// A step in the words of a story.
  func sentence(_ move: ModelMove) -> String {
    words.sentence(
      graph.detail(of: move.source).state, label(move), graph.detail(of: move.target).state)
  }

  /// What the model enables where the witness is, in label order.
  var enabled: [String] { graph.moves(of: place).all.map(sentence) }
}
