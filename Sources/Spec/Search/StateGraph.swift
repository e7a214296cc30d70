import Model

/// States by number, each once, in the order in which they were met, and the steps out of them.
///
/// Search, look-ahead, shrinking and conformance all stand on it. Each keeps what else it wants to
/// know of a state under the state's number; steps are worked out again rather than kept, unless
/// somebody keeps them.
package struct StateGraph: ~Copyable {
  /// A state that was expanded: its row and number, and where its steps end.
  struct Expanded {
    var row: Row
    var index: Int
    var end: Int
    /// Whether there is no step out of it, not even one that was counted only.
    var isTerminal: Bool
  }

  /// The means to take steps.
  package let rows: any RowExpander
  var visited: VisitedSet
  /// The steps that were worked out last.
  package private(set) var steps = StepBuffer()
  /// The states whose steps these are, where they are those of several.
  private(set) var batch: ContiguousArray<Expanded> = []
  private let foreseen = LargeArray<Row>()
  /// What exchanges make of states; nil where steps lead to the very states that are visited.
  private let renaming: StateRenaming?
  /// The steps that were worked out last as they lead to representatives, where those differ.
  private let represented = LargeArray<RowStep>()

  /// How many states are expanded at once.
  static let batchCount = 64

  /// Makes a graph without states.
  ///
  /// - Parameter spill: where rows stand beside the memory; nil for all in memory.
  package init(_ rows: any RowExpander, spillingTo spill: SpillFile? = nil) {
    self.rows = rows
    renaming = rows.renaming
    visited = VisitedSet(width: rows.width, spillingTo: spill)
  }

  /// How many states there are.
  package var count: Int { visited.count }

  /// The row of a state.
  func row(_ index: Int) -> Row { visited.row(index) }

  /// The number of a state, which is added when it is new.
  package mutating func insert(_ row: Row) -> (index: Int, isNew: Bool) {
    withUnsafePointer(to: RowStep(row: row, transition: absentHandle, traits: [])) {
      visited.prepare(UnsafeBufferPointer(start: $0, count: 1))
    }
    return visited.insert(step: 0)
  }

  /// Works out the steps of a state.
  package mutating func expand(_ row: Row, selecting selection: StepSelection = .all) {
    steps.removeAll()
    rows.expand(row, into: &steps, selecting: selection)
  }

  /// Looks at the likely places of all states that the steps lead to: `visited` then answers for
  /// each step.
  mutating func prepareTargets() {
    guard let renaming else { return steps.steps.withUnsafeBufferPointer { visited.prepare($0) } }
    represented.removeAll()
    for step in steps.steps {
      represented.append(step)
      represented[represented.count - 1].row = renaming.representative(of: step.row)
    }
    visited.prepare(UnsafeBufferPointer(start: represented.start, count: represented.count))
  }

  /// The state that a step leads to, or the one that represents it, once targets are prepared.
  @inline(__always)
  func representative(ofStep number: Int) -> Row {
    renaming == nil ? steps.steps[number].row : represented[number].row
  }

  /// Whether a step leads to a state, or to one that it represents.
  func leads(_ step: RowStep, to row: Row) -> Bool {
    step.row == row || renaming?.representative(of: step.row) == row
  }

  /// Works out the steps of several states at once, and prepares their targets.
  ///
  /// - Parameter isDue: asked after each state; when it is true, the states after it are left for
  ///   another batch.
  mutating func expand(
    _ indices: Range<Int>, selecting selection: StepSelection, until isDue: () -> Bool
  ) {
    steps.removeAll()
    batch.removeAll(keepingCapacity: true)
    foreseen.removeAll()
    for index in indices { foreseen.append(visited.row(index)) }
    rows.foresee(UnsafeBufferPointer(start: foreseen.start, count: foreseen.count))
    for (number, index) in indices.enumerated() {
      let row = foreseen[number]
      let count = steps.count + steps.skippedLoopCount
      rows.expand(row, into: &steps, selecting: selection)
      batch.append(
        Expanded(
          row: row, index: index, end: steps.count,
          isTerminal: steps.count + steps.skippedLoopCount == count))
      if isDue() || steps.trapLimit != nil { break }
    }
    prepareTargets()
  }
}
