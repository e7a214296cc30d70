/// What labels do, by what they look at: a tree whose nodes ask functions of components, and whose
/// ends say what follows.
///
/// A label that looked at the same so far looks at the same next, so its way is a path. Labels that
/// looked at the same so far share a node: what they look at next is worked out once for all of
/// them, and those of which nothing follows stand there no more. (A decision diagram that grows
/// where a search comes to, with many functions in one.)
final class ReadTree {
  /// Something that was looked at, and the handle of what was seen.
  struct Read: Equatable {
    var function: UInt32
    var value: UInt32
  }

  /// What labels do that saw the same: lists by number, absent where they end.
  private struct Node: BitwiseCopyable {
    var branch = absentHandle
    var end = absentHandle
    /// The next child of the same branch.
    var sibling = absentHandle
  }

  /// A function that some labels look at next.
  private struct Branch: BitwiseCopyable {
    var function: UInt32
    /// Where its children by small handles begin; the others stand in `distant`.
    var start: UInt32 = 0
    var room: UInt32 = 0
    var child = absentHandle
    var next: UInt32
  }

  /// The leaf of a label that looks at nothing else; absent where it was not asked yet.
  private struct End: BitwiseCopyable {
    var label: UInt32
    var leaf = absentHandle
    var next: UInt32
  }

  private let functions: ComponentFunctions
  private let labelCount: Int
  private let nodes = LargeArray<Node>()
  private let branches = LargeArray<Branch>()
  private let ends = LargeArray<End>()
  /// The labels of each branch, as bits.
  private let members = LargeArray<UInt64>()
  private let children = LargeArray<UInt32>()
  private let distant = HandleTable()
  private var freeEnd = absentHandle
  /// The nodes that are still to be visited.
  private let pending = LargeArray<UInt32>()
  private let wordCount: Int
  private static let roomMax: UInt32 = 256
  private static let root: UInt32 = 0

  /// The leaf of labels of which nothing follows: to find them takes no time.
  static let nothing = absentHandle - 1

  /// - Parameter labelCount: the labels are numbered from 0.
  init(labelCount: Int, _ functions: ComponentFunctions) {
    self.functions = functions
    self.labelCount = labelCount
    wordCount = (labelCount + 63) / 64
    nodes.append(Node())
    for label in 0..<UInt32(labelCount) { addEnd(label, at: Self.root) }
  }

  // MARK: Ways

  /// The leaves of all labels in a state, but for those of which nothing follows.
  struct Found {
    /// By label, where its bit is set.
    let leaves: LargeArray<UInt32>
    let known: LargeArray<UInt64>
    /// The labels that were not asked of a state like this.
    let unknown: LargeArray<UInt64>

    init(labelCount: Int) {
      leaves = LargeArray(repeating: absentHandle, count: labelCount)
      let wordCount = (labelCount + 63) / 64
      (known, unknown) = (
        LargeArray(repeating: 0, count: wordCount), LargeArray(repeating: 0, count: wordCount)
      )
    }

    @inline(__always)
    func put(_ leaf: UInt32, of label: Int) {
      leaves.start[label] = leaf
      known.start[label >> 6] |= 1 << UInt64(label & 63)
    }

    /// Calls for each label whose bit is set, in their order.
    @inline(__always)
    static func forEach(_ bits: LargeArray<UInt64>, _ body: (_ label: Int) -> Void) {
      for word in 0..<bits.count {
        var rest = bits.start[word]
        while rest != 0 {
          body(word << 6 + rest.trailingZeroBitCount)
          rest &= rest - 1
        }
      }
    }
  }

  /// Finds what follows of all labels in a state.
  ///
  /// - Parameter words: the handles of the state's components.
  /// - Returns: whether all of them were asked of a state like this.
  func find(_ words: UnsafePointer<UInt32>, into found: Found) -> Bool {
    var isComplete = true
    for word in 0..<wordCount {
      found.known.start[word] = 0
      found.unknown.start[word] = 0
    }
    pending.removeAll()
    pending.append(Self.root)
    while pending.count > 0 {
      let node = nodes.start[Int(pending.removeLast())]
      var number = node.end
      while number != absentHandle {
        let end = ends.start[Int(number)]
        if end.leaf == absentHandle {
          found.unknown.start[Int(end.label >> 6)] |= 1 << UInt64(end.label & 63)
          isComplete = false
        } else {
          found.put(end.leaf, of: Int(end.label))
        }
        number = end.next
      }
      number = node.branch
      while number != absentHandle {
        let branch = branches.start[Int(number)]
        let child = child(of: number, branch, functions(branch.function, words))
        if child != absentHandle {
          pending.append(child)
        } else {
          let start = Int(number) * wordCount
          for word in 0..<wordCount { found.unknown.start[word] |= members.start[start + word] }
          isComplete = false
        }
        number = branch.next
      }
    }
    return isComplete
  }

  @inline(__always)
  private func child(of number: UInt32, _ branch: Branch, _ value: UInt32) -> UInt32 {
    if value < branch.room { return children.start[Int(branch.start + value)] }
    return value < Self.roomMax
      ? absentHandle : distant.find(HandleTable.Key(number, value)) ?? absentHandle
  }

  /// The leaf that a label leads to in a state, absent where none was put yet.
  @inline(__always)
  func leaf(of label: UInt32, _ words: UnsafePointer<UInt32>) -> UInt32 {
    follow(label, words) { _ in }
  }

  /// What a label looks at in a state until a leaf is come to.
  func reads(of label: UInt32, _ words: UnsafePointer<UInt32>) -> [Read] {
    var reads: [Read] = []
    _ = follow(label, words) { reads.append($0) }
    return reads
  }

  @inline(__always)
  private func follow(
    _ label: UInt32, _ words: UnsafePointer<UInt32>, _ note: (Read) -> Void
  ) -> UInt32 {
    var node = Self.root
    while node != absentHandle {
      guard let number = branch(of: label, at: node) else { return leaf(of: label, at: node) }
      let branch = branches.start[Int(number)]
      let value = functions(branch.function, words)
      note(Read(function: branch.function, value: value))
      node = child(of: number, branch, value)
    }
    return absentHandle
  }

  /// The branch that a label takes at a node, nil where it takes none.
  @inline(__always)
  private func branch(of label: UInt32, at node: UInt32) -> UInt32? {
    var number = nodes.start[Int(node)].branch
    while number != absentHandle {
      let word = members.start[Int(number) * wordCount + Int(label >> 6)]
      if word >> UInt64(label & 63) & 1 != 0 { return number }
      number = branches.start[Int(number)].next
    }
    return nil
  }

  /// The leaf of a label that takes no branch at a node.
  @inline(__always)
  private func leaf(of label: UInt32, at node: UInt32) -> UInt32 {
    var number = nodes.start[Int(node)].end
    while number != absentHandle {
      let end = ends.start[Int(number)]
      if end.label == label { return end.leaf }
      number = end.next
    }
    return Self.nothing
  }

  // MARK: Growth

  /// Puts a leaf where reads lead.
  ///
  /// - Returns: false where something else was read there before, or other things followed.
  func put(_ leaf: UInt32, label: UInt32, after reads: [Read]) -> Bool {
    var node = Self.root
    for read in reads {
      if let number = branch(of: label, at: node) {
        if branches[Int(number)].function != read.function { return false }
      } else if self.leaf(of: label, at: node) != absentHandle {
        return false
      } else {
        removeEnd(of: label, at: node)
        join(label, read.function, at: node)
      }
      guard let number = branch(of: label, at: node) else { return false }
      let known = child(of: number, branches[Int(number)], read.value)
      node = known == absentHandle ? addChild(of: number, read.value) : known
    }
    if branch(of: label, at: node) != nil { return false }
    let known = self.leaf(of: label, at: node)
    if known != absentHandle { return known == leaf }
    removeEnd(of: label, at: node)
    if leaf != Self.nothing { addEnd(label, leaf, at: node) }
    return true
  }

  private func addEnd(_ label: UInt32, _ leaf: UInt32 = absentHandle, at node: UInt32) {
    let end = End(label: label, leaf: leaf, next: nodes[Int(node)].end)
    if freeEnd != absentHandle {
      nodes[Int(node)].end = freeEnd
      freeEnd = ends[Int(freeEnd)].next
      ends[Int(nodes[Int(node)].end)] = end
    } else {
      nodes[Int(node)].end = UInt32(ends.count)
      ends.append(end)
    }
  }

  private func removeEnd(of label: UInt32, at node: UInt32) {
    var (previous, number) = (absentHandle, nodes[Int(node)].end)
    while number != absentHandle && ends[Int(number)].label != label {
      (previous, number) = (number, ends[Int(number)].next)
    }
    if number == absentHandle { return }
    if previous == absentHandle {
      nodes[Int(node)].end = ends[Int(number)].next
    } else {
      ends[Int(previous)].next = ends[Int(number)].next
    }
    ends[Int(number)].next = freeEnd
    freeEnd = number
  }

  /// Lets a label look at a function next: of what others saw there it was not asked yet.
  private func join(_ label: UInt32, _ function: UInt32, at node: UInt32) {
    var number = nodes[Int(node)].branch
    while number != absentHandle && branches[Int(number)].function != function {
      number = branches[Int(number)].next
    }
    if number == absentHandle {
      number = UInt32(branches.count)
      branches.append(Branch(function: function, next: nodes[Int(node)].branch))
      nodes[Int(node)].branch = number
      for _ in 0..<wordCount { members.append(0) }
    }
    members[Int(number) * wordCount + Int(label >> 6)] |= 1 << UInt64(label & 63)
    var child = branches[Int(number)].child
    while child != absentHandle {
      addEnd(label, at: child)
      child = nodes[Int(child)].sibling
    }
  }

  /// A node for what a branch saw for the first time: none of its labels was asked there.
  private func addChild(of number: UInt32, _ value: UInt32) -> UInt32 {
    let node = UInt32(nodes.count)
    nodes.append(Node(sibling: branches[Int(number)].child))
    branches[Int(number)].child = node
    if value >= Self.roomMax {
      distant.insert(HandleTable.Key(number, value), node)
    } else {
      makeRoom(in: number, for: value)
      children[Int(branches[Int(number)].start + value)] = node
    }
    for label in 0..<UInt32(labelCount)
    where members[Int(number) * wordCount + Int(label >> 6)] >> UInt64(label & 63) & 1 != 0 {
      addEnd(label, at: node)
    }
    return node
  }

  private func makeRoom(in number: UInt32, for value: UInt32) {
    let branch = branches[Int(number)]
    if value < branch.room { return }
    var room = max(4, branch.room * 2)
    while room <= value { room *= 2 }
    let start = UInt32(children.count)
    for place in 0..<room {
      children.append(place < branch.room ? children[Int(branch.start + place)] : absentHandle)
    }
    branches[Int(number)].start = start
    branches[Int(number)].room = room
  }

  var memory: MemoryUse {
    [nodes.memory, branches.memory, ends.memory, members.memory, children.memory, distant.memory]
      .sum
  }
}
