@testable import Model

/// Everything reachable, breadth first: nodes by number, and the steps out of each.
struct Reach<Node: Hashable, Name> {
  /// A wrong transition relation need not be finite, so that no more nodes than these are looked
  /// at.
  static var nodeCountMax: Int { 8_000 }

  var nodes: [Node] = []
  var numbers: [Node: Int] = [:]
  var steps: [[(name: Name, target: Int)]] = []

  var stepCount: Int { steps.reduce(0) { $0 + $1.count } }

  init(from initial: [Node], steps stepsOut: (Node) -> [(Name, Node)]) {
    initial.forEach { _ = number(of: $0) }
    while steps.count < nodes.count && nodes.count <= Self.nodeCountMax {
      steps.append(stepsOut(nodes[steps.count]).map { (name: $0, target: number(of: $1)) })
    }
  }

  private mutating func number(of node: Node) -> Int {
    if let number = numbers[node] { return number }
    numbers[node] = nodes.count
    nodes.append(node)
    return nodes.count - 1
  }
}

extension Reach where Node == Row, Name == UInt32 {
  /// All rows of an expansion; steps bear their transitions.
  init<P: Product>(_ expansion: any Expander<RuntimeSystem<P>>, of system: RuntimeSystem<P>) {
    var buffer = StepBuffer()
    self.init(from: system.initialStates.map { expansion.row(of: $0) }) { row in
      buffer.removeAll()
      expansion.rows.expand(row, into: &buffer, selecting: .all)
      return buffer.steps.map { ($0.transition, $0.row) }
    }
  }
}

/// The first few differences in words: they say enough, and thousands are slow to write.
struct Differences: Equatable, CustomStringConvertible {
  private var texts: [String] = []

  var description: String { texts.isEmpty ? "none" : texts.joined(separator: "\n") }

  mutating func add(_ text: @autoclosure () -> String) {
    if texts.count < 4 { texts.append(text()) }
  }
}

/// What the naive exploration and the one through handles found, and where they differ.
struct RuntimeComparison: Equatable {
  /// The states of the naive runtime.
  var stateCount: Int
  /// Its steps.
  var stepCount: Int
  var differences = Differences()

  init(stateCount: Int, stepCount: Int) {
    self.stateCount = stateCount
    self.stepCount = stepCount
  }

  /// Explores a system with the naive runtime, with the expansion, and with the one in which
  /// windows that only their order tells apart count as one.
  init<P: Product>(_ system: RuntimeSystem<P>) {
    let runtime = NaiveRuntime(system: system)
    let naive = Reach(from: [runtime.initialState]) { runtime.steps(from: $0) }
    self.init(stateCount: naive.nodes.count, stepCount: naive.stepCount)
    guard naive.steps.count == naive.nodes.count else {
      differences.add("the scope is too large to compare")
      return
    }
    compare(naive, with: system.makeExpansion(), of: system)
    let reduced = system.makeExpansion(isReduced: true)
    if reduced.rows.isReduced { compareUpToOrder(naive, with: reduced, of: system) }
  }

  /// Every row stands for a state of the naive runtime, out of which the same steps lead, in label
  /// order.
  private mutating func compare<P: Product>(
    _ naive: Reach<NaiveState<P>, RuntimeLabel<P>>, with expansion: any Expander<RuntimeSystem<P>>,
    of system: RuntimeSystem<P>
  ) {
    let fast = Reach(expansion, of: system)
    let states = fast.nodes.map { NaiveState(expansion.state(of: $0)) }
    let numbers = states.map { naive.numbers[$0] }
    let met = Set(numbers)
    for number in naive.nodes.indices where !met.contains(number) {
      differences.add("only the naive runtime reaches \(naive.nodes[number])")
    }
    for (row, number) in zip(fast.steps.indices, numbers) {
      guard let number else {
        differences.add("only the expansion reaches \(states[row])")
        continue
      }
      let labels = naive.steps[number].map(\.name)
      let fastLabels = fast.steps[row].map { expansion.label(of: $0.name) }
      if labels != fastLabels {
        tell(naive: Set(labels), expansion: Set(fastLabels), outOf: states[row])
      } else if naive.steps[number].map({ $0.target })
        != fast.steps[row].map({ numbers[$0.target] })
      {
        differences.add("successors differ out of \(states[row])")
      }
      if !zip(labels, labels.dropFirst()).allSatisfy({ $0 < $1 }) {
        differences.add("labels do not ascend: \(labels) out of \(states[row])")
      }
    }
  }

  /// The rows are the naive states with windows sorted, and the steps out of each are those of
  /// every naive state that sorts to it, each done in the first of equal windows.
  private mutating func compareUpToOrder<P: Product>(
    _ naive: Reach<NaiveState<P>, RuntimeLabel<P>>, with expansion: any Expander<RuntimeSystem<P>>,
    of system: RuntimeSystem<P>
  ) {
    let reduced = Reach(expansion, of: system)
    let states = reduced.nodes.map { NaiveState(expansion.state(of: $0)) }
    let sorted = naive.nodes.map(\.sorted)
    let rows = Dictionary(grouping: states.indices) { states[$0] }
    for state in states where state != state.sorted { differences.add("not in order: \(state)") }
    for state in Set(states).subtracting(sorted) {
      differences.add("only the reduction reaches \(state)")
    }
    for (number, state) in naive.nodes.enumerated() {
      if rows[sorted[number]] == nil { differences.add("the reduction does not reach \(state)") }
      let expected = Set(
        naive.steps[number].map { step in
          NaiveStep(
            label: step.name.sorted(in: state, as: sorted[number]), state: sorted[step.target])
        })
      for row in rows[sorted[number]] ?? [] {
        let found = reduced.steps[row].map {
          NaiveStep(label: expansion.label(of: $0.name), state: states[$0.target])
        }
        if Set(found) != expected {
          differences.add("reduced steps differ out of \(state)")
          tell(naive: Set(expected.map(\.label)), expansion: Set(found.map(\.label)), outOf: state)
        }
        if !zip(found, found.dropFirst()).allSatisfy({ $0.label < $1.label }) {
          differences.add("reduced labels do not ascend: \(found.map(\.label)) out of \(state)")
        }
      }
    }
  }

  private mutating func tell<P: Product>(
    naive: Set<RuntimeLabel<P>>, expansion: Set<RuntimeLabel<P>>, outOf state: NaiveState<P>
  ) {
    let (naiveOnly, fastOnly) = (
      naive.subtracting(expansion).sorted(), expansion.subtracting(naive).sorted()
    )
    differences.add("naive only: \(naiveOnly), expansion only: \(fastOnly), out of \(state)")
  }
}

/// A step out of some state.
private struct NaiveStep<P: Product>: Hashable {
  var label: RuntimeLabel<P>
  var state: NaiveState<P>
}

extension RuntimeLabel {
  /// The label with its window where sorting puts it, or puts the first window equal to it.
  fileprivate func sorted(in state: NaiveState<P>, as sorted: NaiveState<P>) -> RuntimeLabel {
    func moved(_ place: Int) -> Int { sorted.windows.firstIndex(of: state.windows[place]) ?? place }
    return switch self {
    case .windowGesture(let gesture, let place): .windowGesture(gesture, window: moved(place))
    case .closeWindow(let place): .closeWindow(moved(place))
    default: self
    }
  }
}

/// The reachable states that do not come back from their rows, or whose rows do not come back from
/// them.
func changedByRoundTrip<P: Product>(_ system: RuntimeSystem<P>) -> [RuntimeState<P>] {
  let expansion = system.makeExpansion()
  let other = system.makeExpansion()
  return Reach(expansion, of: system).nodes.compactMap { row in
    let state = expansion.state(of: row)
    let returns = expansion.row(of: state) == row && other.state(of: other.row(of: state)) == state
    return returns ? nil : state
  }
}

/// What an expansion that may skip known loops says of the states that one that may not reaches.
struct LoopAudit {
  /// The loops skipped.
  var skippedCount = 0
  /// Where steps and loops do not add up, or a step is missing that is no loop.
  var differences = Differences()

  /// Expands every reachable state with each; the loops of a state are known from then on.
  init<P: Product>(_ system: RuntimeSystem<P>) {
    let full = system.makeExpansion()
    let skipping = system.makeExpansion()
    let known = TransitionFlags()
    let reach = Reach(full, of: system)
    var buffer = StepBuffer()
    for (row, steps) in zip(reach.nodes, reach.steps) {
      let state = full.state(of: row)
      buffer.removeAll()
      let ownRow = skipping.row(of: state)
      skipping.rows.expand(ownRow, into: &buffer, selecting: StepSelection(skippable: known))
      skippedCount += buffer.skippedLoopCount
      if buffer.count + buffer.skippedLoopCount != steps.count {
        differences.add("steps are lost out of \(state)")
      }
      let added = buffer.steps.map {
        (skipping.label(of: $0.transition), skipping.state(of: $0.row))
      }
      let all = steps.map { (full.label(of: $0.name), full.state(of: reach.nodes[$0.target])) }
      let labels = Set(added.map { $0.0 })
      let kept = all.filter { labels.contains($0.0) }
      let skipped = all.filter { !labels.contains($0.0) }
      let keepsAll = added.elementsEqual(kept) { $0 == $1 }
      if !keepsAll || skipped.count != buffer.skippedLoopCount
        || !skipped.allSatisfy({ $0.1 == state })
      {
        differences.add("skipped \(skipped.map { $0.0 }) out of \(state)")
      }
      buffer.removeAll()
      skipping.rows.expand(ownRow, into: &buffer, selecting: .all)
      for step in buffer.steps where step.row == ownRow { known.insert(step.transition) }
    }
  }
}
