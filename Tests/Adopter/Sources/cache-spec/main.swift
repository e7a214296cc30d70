import SpecRunner

/// A cache before a database: who misses reads the row and stores it, who writes changes the row
/// and drops what is stored.
struct Cache: ExplicitSystem {
  struct State: Hashable, Sendable {
    var row = 1
    var cached: Int?
    /// What was read and is not stored yet.
    var read: Int?
    /// Whether a row was written and the cache not told yet.
    var mustDrop = false
    var writesLeft: Int
  }
  enum Label: Hashable, Sendable { case read, store, write, drop }

  let writesMax: Int
  var initialStates: [State] { [State(writesLeft: writesMax)] }

  func steps(from state: State) -> [Step<State, Label>] {
    var steps: [Step<State, Label>] = []
    func take(_ label: Label, _ change: (inout State) -> Void) {
      var next = state
      change(&next)
      steps.append(Step(label, to: next))
    }
    if state.cached == nil && state.read == nil { take(.read) { $0.read = $0.row } }
    if let read = state.read {
      take(.store) { ($0.cached, $0.read) = (read, nil) }
    }
    if state.writesLeft > 0 && !state.mustDrop {
      take(.write) { ($0.row, $0.mustDrop, $0.writesLeft) = ($0.row + 1, true, $0.writesLeft - 1) }
    }
    if state.mustDrop { take(.drop) { ($0.cached, $0.mustDrop) = (nil, false) } }
    return steps
  }

  /// Whether nothing is under way.
  func isSettled(_ state: State) -> Bool { state.read == nil && !state.mustDrop }
}

let fresh = Property<Cache>(
  "cache.fresh", "When nothing is under way, the cache has what the database has.",
  witness: "something is cached",
  .settled { state in
    guard let cached = state.cached else { return .idle }
    return .require(
      cached == state.row, culprit: "old row", "\(cached) is cached, and the row is \(state.row)")
  })

main([
  RegisteredProduct(
    "cache", systems: ["one write": Cache(writesMax: 1), "three writes": Cache(writesMax: 3)],
    properties: [fresh])
])
