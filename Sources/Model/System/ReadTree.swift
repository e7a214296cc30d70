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
    /// The labels that look at nothing else, with their leaves.
    var end = absentHandle
    /// The labels that were not asked yet, in their order.
    var unknown = absentHandle
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
    /// Its labels, the last one first.
    var member = absentHandle
    var next: UInt32
  }

  /// A label in a list.
  private struct Link: BitwiseCopyable {
    var label: UInt32
    var leaf = absentHandle
    var next: UInt32
  }

  private let functions: ComponentFunctions
  /// The number of one that goes apart, after those of all labels, and is not found with them: what
  /// is asked of states alone.
  let apart: UInt32
  private let nodes = LargeArray<Node>()
  private let branches = LargeArray<Branch>()
  private let links = LargeArray<Link>()
  private var freeLink = absentHandle
  /// The branch that a label takes at a node, and, told apart by a 1, that of a function.
  private let ways = HandleTable()
  private let children = LargeArray<UInt32>()
  private let distant = HandleTable()
  /// The nodes that are still to be visited.
  private let pending = LargeArray<UInt32>()
  private static let roomMax: UInt32 = 256
  private static let root: UInt32 = 0
  private static let rootApart: UInt32 = 1

  /// The leaf of labels of which nothing follows: to find them takes no time.
  static let nothing = absentHandle - 1

  /// - Parameter labelCount: the labels are numbered from 0.
  init(labelCount: Int, _ functions: ComponentFunctions) {
    self.functions = functions
    apart = UInt32(labelCount)
    for _ in 0..<2 { nodes.append(Node()) }
    nodes[Int(Self.rootApart)].unknown = addLink(apart, before: absentHandle)
    for label in (0..<apart).reversed() {
      let first = nodes[Int(Self.root)].unknown
      nodes[Int(Self.root)].unknown = addLink(label, before: first)
    }
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
    func put(_ leaf: UInt32, of label: UInt32) {
      leaves.start[Int(label)] = leaf
      known.start[Int(label >> 6)] |= 1 << UInt64(label & 63)
    }

    @inline(__always)
    fileprivate func miss(_ label: UInt32) {
      unknown.start[Int(label >> 6)] |= 1 << UInt64(label & 63)
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
    for word in 0..<found.known.count {
      found.known.start[word] = 0
      found.unknown.start[word] = 0
    }
    func miss(from first: UInt32) {
      var number = first
      while number != absentHandle {
        found.miss(links.start[Int(number)].label)
        number = links.start[Int(number)].next
      }
      isComplete = false
    }
    pending.removeAll()
    pending.append(Self.root)
    while pending.count > 0 {
      let node = nodes.start[Int(pending.removeLast())]
      if node.unknown != absentHandle { miss(from: node.unknown) }
      var number = node.end
      while number != absentHandle {
        let link = links.start[Int(number)]
        found.put(link.leaf, of: link.label)
        number = link.next
      }
      number = node.branch
      while number != absentHandle {
        let branch = branches.start[Int(number)]
        let child = child(of: number, branch, functions(branch.function, words))
        if child == absentHandle { miss(from: branch.member) } else { pending.append(child) }
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
    var node = root(of: label)
    while node != absentHandle {
      guard let number = branch(of: label, at: node) else { return leaf(of: label, at: node) }
      let branch = branches.start[Int(number)]
      let value = functions(branch.function, words)
      note(Read(function: branch.function, value: value))
      node = child(of: number, branch, value)
    }
    return absentHandle
  }

  @inline(__always)
  private func root(of label: UInt32) -> UInt32 { label == apart ? Self.rootApart : Self.root }

  /// The branch that a label takes at a node, nil where it takes none.
  @inline(__always)
  private func branch(of label: UInt32, at node: UInt32) -> UInt32? {
    if label != apart { return ways.find(HandleTable.Key(node, label)) }
    let only = nodes.start[Int(node)].branch
    return only == absentHandle ? nil : only
  }

  /// The leaf of a label that takes no branch at a node.
  @inline(__always)
  private func leaf(of label: UInt32, at node: UInt32) -> UInt32 {
    let node = nodes.start[Int(node)]
    return leaf(of: label, from: node.unknown) ?? leaf(of: label, from: node.end) ?? Self.nothing
  }

  @inline(__always)
  private func leaf(of label: UInt32, from first: UInt32) -> UInt32? {
    var number = first
    while number != absentHandle {
      let link = links.start[Int(number)]
      if link.label == label { return link.leaf }
      number = link.next
    }
    return nil
  }

  // MARK: Growth

  /// Puts a leaf where reads lead.
  ///
  /// - Returns: false where something else was read there before, or other things followed.
  func put(_ leaf: UInt32, label: UInt32, after reads: [Read]) -> Bool {
    var node = root(of: label)
    for read in reads {
      if let number = branch(of: label, at: node) {
        if branches[Int(number)].function != read.function { return false }
      } else if takeUnknown(label, at: node) {
        join(label, read.function, at: node)
      }
      guard let number = branch(of: label, at: node) else { return false }
      let known = child(of: number, branches[Int(number)], read.value)
      node = known == absentHandle ? addChild(of: number, read.value) : known
    }
    if branch(of: label, at: node) != nil { return false }
    if !takeUnknown(label, at: node) { return self.leaf(of: label, at: node) == leaf }
    if leaf != Self.nothing {
      nodes[Int(node)].end = addLink(label, leaf, before: nodes[Int(node)].end)
    }
    return true
  }

  private func addLink(
    _ label: UInt32, _ leaf: UInt32 = absentHandle, before next: UInt32
  ) -> UInt32 {
    let link = Link(label: label, leaf: leaf, next: next)
    if freeLink == absentHandle {
      links.append(link)
      return UInt32(links.count - 1)
    }
    let number = freeLink
    freeLink = links[Int(number)].next
    links[Int(number)] = link
    return number
  }

  /// Takes a label out of those that were not asked at a node; false where it was asked there.
  ///
  /// - Complexity: O(1) where labels are asked in their order.
  private func takeUnknown(_ label: UInt32, at node: UInt32) -> Bool {
    var (previous, number) = (absentHandle, nodes[Int(node)].unknown)
    while number != absentHandle && links[Int(number)].label != label {
      (previous, number) = (number, links[Int(number)].next)
    }
    if number == absentHandle { return false }
    if previous == absentHandle {
      nodes[Int(node)].unknown = links[Int(number)].next
    } else {
      links[Int(previous)].next = links[Int(number)].next
    }
    links[Int(number)].next = freeLink
    freeLink = number
    return true
  }

  /// Lets a label look at a function next: of what others saw there it was not asked yet.
  private func join(_ label: UInt32, _ function: UInt32, at node: UInt32) {
    let key = HandleTable.Key(node, function, 1)
    let known = ways.find(key)
    let number = known ?? UInt32(branches.count)
    if known == nil {
      branches.append(Branch(function: function, next: nodes[Int(node)].branch))
      nodes[Int(node)].branch = number
      ways.insert(key, number)
    }
    branches[Int(number)].member = addLink(label, before: branches[Int(number)].member)
    if label != apart { ways.insert(HandleTable.Key(node, label), number) }
    var child = branches[Int(number)].child
    while child != absentHandle {
      nodes[Int(child)].unknown = addLink(label, before: nodes[Int(child)].unknown)
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
    var member = branches[Int(number)].member
    while member != absentHandle {
      nodes[Int(node)].unknown = addLink(links[Int(member)].label, before: nodes[Int(node)].unknown)
      member = links[Int(member)].next
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
    [nodes.memory, branches.memory, links.memory, ways.memory, children.memory, distant.memory].sum
  }
}
