/// The remembered steps of a system whose states have components: what each label does under each
/// reading.
///
/// It knows handles only, so that a search runs at full speed for every system.
final class ComponentSteps {
  /// What a label does under some reading: a transition.
  struct Leaf: BitwiseCopyable {
    var label: UInt32
    /// Where its changes begin, and how many there are.
    fileprivate var start: UInt32 = 0
    fileprivate var count: UInt32 = 0
    /// The components that it looked at whole, as bits.
    var wholes: UInt16
    /// Those that it changes, and those that it leaves the same whatever they were.
    fileprivate(set) var changed: UInt16 = 0
    fileprivate(set) var fixed: UInt16 = 0

    init(label: UInt32, wholes: UInt16) {
      self.label = label
      self.wholes = wholes
    }
  }

  let functions: ComponentFunctions
  /// What labels do, by their places in the order of their content.
  private let tree: ReadTree
  private let found: ReadTree.Found
  private let places: LargeArray<UInt32>
  private let leaves = LargeArray<Leaf>()
  private let changes = LargeArray<UInt32>()
  /// The labels in the order of their content, and what kind of step each stands for.
  private let order: LargeArray<UInt32>
  private let traits: LargeArray<StepTraits>
  // Unchecked, as nothing else looks while it is changed: a check would take longer than a step.
  @exclusivity(unchecked) private(set) var statistics = CacheStatistics()
  /// Stands for what decides whether states are settled: after all labels.
  var settling: UInt32 { tree.apart }
  /// The leaf of labels that are not enabled.
  static var disabled: UInt32 { ReadTree.nothing }

  /// - Parameters:
  ///   - order: the handles of all labels.
  ///   - traits: by handle.
  init(order: [UInt32], traits: [StepTraits], _ functions: ComponentFunctions) {
    self.functions = functions
    self.order = LargeArray()
    self.traits = LargeArray()
    for label in order { self.order.append(label) }
    for kind in traits { self.traits.append(kind) }
    places = LargeArray(repeating: absentHandle, count: traits.count)
    for (place, label) in order.enumerated() { places[Int(label)] = UInt32(place) }
    tree = ReadTree(labelCount: order.count, functions)
    found = ReadTree.Found(labelCount: order.count)
  }

  subscript(transition: UInt32) -> Leaf { leaves[Int(transition)] }

  /// Adds the steps out of a state in the order of their labels.
  ///
  /// - Parameter learn: works out what a label does where nothing is remembered of it for a state
  ///   like this; gives the leaf that says it.
  func expand(
    _ row: Row, into steps: inout StepBuffer, selecting selection: StepSelection,
    learn: (_ label: UInt32) -> UInt32
  ) {
    statistics.lookupCount += order.count
    row.withWords { words in
      if !tree.find(words, into: found) {
        ReadTree.Found.forEach(found.unknown) { place in
          statistics.missCount += 1
          let leaf = learn(order.start[place])
          if leaf != Self.disabled { found.put(leaf, of: UInt32(place)) }
        }
      }
    }
    ReadTree.Found.forEach(found.known) { place in
      let (label, leaf) = (order.start[place], found.leaves.start[place])
      let successor = successor(of: row, by: leaf)
      if let skippable = selection.skippable, successor == row, skippable.contains(leaf) {
        steps.skippedLoopCount += 1
      } else {
        steps.append(successor, transition: leaf, traits: traits.start[Int(label)])
      }
    }
  }

  /// Where a transition leads from a state.
  @inline(__always)
  func successor(of row: Row, by transition: UInt32) -> Row {
    let leaf = leaves.start[Int(transition)]
    var successor = row
    withUnsafeMutableBytes(of: &successor.words) { bytes in
      let words = bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt32.self)
      for place in Int(leaf.start)..<Int(leaf.start + leaf.count) {
        let change = changes.start[place]
        words[functions.position(change)] = functions(change, words)
      }
    }
    return successor
  }

  /// A leaf with changes in their order.
  func add(_ leaf: Leaf, changes added: [UInt32]) -> UInt32 {
    var leaf = leaf
    (leaf.start, leaf.count) = (UInt32(changes.count), UInt32(added.count))
    for change in added {
      let bit = Facet(number: functions.position(change)).bit
      leaf.changed |= bit
      if functions.isConstant(change) { leaf.fixed |= bit }
      changes.append(change)
    }
    leaves.append(leaf)
    return UInt32(leaves.count - 1)
  }

  /// Remembers which leaf a label leads to after reads; false where they contradict what is
  /// remembered.
  func put(_ leaf: UInt32, label: UInt32, after reads: [ReadTree.Read]) -> Bool {
    tree.put(leaf, label: places[Int(label)], after: reads)
  }

  /// The leaf that a label leads to in a state, absent where it was not asked of a state like this.
  func leaf(of label: UInt32, _ row: Row) -> UInt32 {
    row.withWords { tree.leaf(of: places[Int(label)], $0) }
  }

  /// What a label looks at in a state; of the number after the last label, what decides whether the
  /// state is settled.
  func reads(of label: UInt32, _ row: Row) -> [ReadTree.Read] {
    row.withWords { tree.reads(of: label == settling ? label : places[Int(label)], $0) }
  }

  /// What a transition makes of components, in that order.
  func changes(by transition: UInt32) -> [UInt32] {
    let leaf = leaves[Int(transition)]
    return (leaf.start..<leaf.start + leaf.count).map { changes[Int($0)] }
  }

  /// Whether a state is settled, nil where nothing was asked yet of a state like this.
  func isSettled(_ row: Row) -> Bool? {
    let known = row.withWords { tree.leaf(of: settling, $0) }
    return known == absentHandle ? nil : known == 1
  }

  /// Remembers whether states are settled that show the same.
  func put(isSettled: Bool, after reads: [ReadTree.Read]) -> Bool {
    tree.put(isSettled ? 1 : 0, label: settling, after: reads)
  }

  var memory: MemoryUse { functions.memory + tree.memory + leaves.memory + changes.memory }
}
