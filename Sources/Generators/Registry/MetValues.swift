import Model
import Spec

extension Checkable {
  /// Makes the state known that a trace of values tells of, where its type cannot be read back from
  /// a text.
  ///
  /// A search met it: one state after the other is written, until one reads so.
  func learn(_ values: ValuesCase) { (specification.system as? any ProductSystem)?.learn(values) }
}

extension ProductSystem where State == RuntimeState<P> {
  /// Ten times as many states are looked at as a search asks about values: of those in which the
  /// product's state is one that it knows, it asks nothing.
  fileprivate func learnStates(_ values: ValuesCase) {
    for action in product.vocabulary(values: scope.values) { _ = try? JSONValue(writing: action) }
    let expander = makeExpansion()
    var rows = initialStates.map(expander.row(of:))
    var known = Set(rows)
    var next = 0
    while next < min(rows.count, 20_000) {
      let state = expander.state(of: rows[next]).state
      if let state, (try? JSONValue(writing: state)) == values.state { return }
      var buffer = StepBuffer()
      expander.rows.expand(rows[next], into: &buffer, selecting: .all)
      for step in buffer.steps where known.insert(step.row).inserted { rows.append(step.row) }
      next += 1
    }
  }
}

extension ProductSystem {
  fileprivate func learn(_ values: ValuesCase) {
    if P.State.self is any Codable.Type && P.Action.self is any Codable.Type { return }
    (self as? RuntimeSystem<P>)?.learnStates(values)
  }
}
