@testable import Model

/// Everything reachable, breadth first: nodes by number, and the steps out of each.
struct Reach<Node: Hashable, Name> {
  /// A wrong transition relation need not be finite, so that no more nodes than these are looked at.
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
  /// All rows of an expansion; steps bear their causes.
  init<P: Product>(_ expansion: any Expander<RuntimeSystem<P>>, of system: RuntimeSystem<P>) {
    var buffer = StepBuffer()
    self.init(from: system.initialStates.map { expansion.row(of: $0) }) { row in
      buffer.removeAll()
      expansion.rows.expand(row, into: &buffer, selecting: .all)
      return buffer.steps.map { ($0.cause, $0.row) }
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
  var stateCount: Int
  var stepCount: Int
  var differences = Differences()

  init(stateCount: Int, stepCount: Int) {
    self.stateCount = stateCount
    self.stepCount = stepCount
  }

  /// Explores a system twice; the counts are the naive ones.
  init<P: Product>(_ system: RuntimeSystem<P>) {
    let runtime = NaiveRuntime(system: system)
    let naive = Reach(from: system.initialStates) { runtime.steps(from: $0) }
    let expansion = system.makeExpansion()
    let fast = Reach(expansion, of: system)
    self.init(stateCount: naive.nodes.count, stepCount: naive.stepCount)
    compare(naive, with: fast, through: expansion)
  }

  private mutating func compare<P: Product>(
    _ naive: Reach<RuntimeState<P>, RuntimeLabel<P>>, with fast: Reach<Row, UInt32>,
    through expansion: any Expander<RuntimeSystem<P>>
  ) {
    guard naive.steps.count == naive.nodes.count else {
      differences.add("the scope is too large to compare")
      return
    }
    let states = fast.nodes.map { expansion.state(of: $0) }
    let numbers = states.map { naive.numbers[$0] }
    let met = Set(numbers.compactMap { $0 })
    if met.count < states.count - numbers.count(where: { $0 == nil }) {
      differences.add("two rows stand for one state")
    }
    for number in naive.nodes.indices where !met.contains(number) {
      differences.add("only the naive runtime reaches \(naive.nodes[number])")
    }
    for (row, number) in zip(fast.steps.indices, numbers) {
      guard let number else {
        differences.add("only the expansion reaches \(states[row])")
        continue
      }
      let labels = naive.steps[number].map(\.name)
      let fastLabels = fast.steps[row].map { expansion.label(ofCause: $0.name) }
      if labels != fastLabels {
        let naiveOnly = labels.filter { !fastLabels.contains($0) }
        let fastOnly = fastLabels.filter { !labels.contains($0) }
        differences.add("naive only: \(naiveOnly), expansion only: \(fastOnly), out of \(states[row])")
      } else if naive.steps[number].map({ $0.target }) != fast.steps[row].map({ numbers[$0.target] }) {
        differences.add("successors differ out of \(states[row])")
      }
      if !zip(labels, labels.dropFirst()).allSatisfy({ $0 < $1 }) {
        differences.add("labels do not ascend: \(labels) out of \(states[row])")
      }
    }
  }
}

/// The reachable states that do not come back from their rows, or whose rows do not come back from them.
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
struct LoopAudit: Equatable {
  /// The steps added and the loops skipped.
  var stepCount: Int
  /// The loops skipped.
  var skippedCount: Int
  /// Where steps and loops do not add up, or a step is missing that is no loop.
  var differences = Differences()

  init(stepCount: Int, skippedCount: Int) {
    self.stepCount = stepCount
    self.skippedCount = skippedCount
  }

  /// Expands every reachable state twice.
  init<P: Product>(_ system: RuntimeSystem<P>) {
    self.init(stepCount: 0, skippedCount: 0)
    let full = system.makeExpansion()
    let skipping = system.makeExpansion()
    let selection = StepSelection(skipsKnownLoops: true)
    let reach = Reach(full, of: system)
    var buffer = StepBuffer()
    for (row, steps) in zip(reach.nodes, reach.steps) {
      let state = full.state(of: row)
      buffer.removeAll()
      skipping.rows.expand(skipping.row(of: state), into: &buffer, selecting: selection)
      stepCount += buffer.count + buffer.skippedLoopCount
      skippedCount += buffer.skippedLoopCount
      let added = buffer.steps.map { (skipping.label(ofCause: $0.cause), skipping.state(of: $0.row)) }
      let all = steps.map { (full.label(ofCause: $0.name), full.state(of: reach.nodes[$0.target])) }
      let labels = Set(added.map { $0.0 })
      let kept = all.filter { labels.contains($0.0) }
      let skipped = all.filter { !labels.contains($0.0) }
      let keepsAll = added.elementsEqual(kept) { $0 == $1 }
      if !keepsAll || skipped.count != buffer.skippedLoopCount || !skipped.allSatisfy({ $0.1 == state }) {
        differences.add("skipped \(skipped.map { $0.0 }) out of \(state)")
      }
    }
  }
}
