/// What steps do, by what they look at: a tree whose every node asks one function of a component,
/// and whose leaves say what follows.
///
/// A step that looked at the same so far looks at the same next, so each label has one tree. (A
/// decision diagram that grows where a search comes to.)
final class ReadTree {
  /// Something that was looked at, and the handle of what was seen.
  struct Read: Equatable {
    var function: UInt32
    var value: UInt32
  }

  private struct Node: BitwiseCopyable {
    /// What it asks; absent for a leaf.
    var function: UInt32
    /// A leaf's number, or where its children by small handles begin; the others stand in
    /// `distant`.
    var start: UInt32
    var room: UInt32
  }

  private let functions: ComponentFunctions
  private let nodes = LargeArray<Node>()
  private let children = LargeArray<UInt32>()
  private let distant = HandleTable()
  private let roots: LargeArray<UInt32>
  private static let roomMax: UInt32 = 256

  init(rootCount: Int, _ functions: ComponentFunctions) {
    self.functions = functions
    roots = LargeArray(repeating: absentHandle, count: rootCount)
  }

  /// The leaf that a state leads to, absent where none was put yet.
  ///
  /// - Parameter words: the handles of the state's components.
  @inline(__always)
  func leaf(of root: Int, _ words: UnsafePointer<UInt32>) -> UInt32 {
    var number = roots.start[root]
    while number != absentHandle {
      let node = nodes.start[Int(number)]
      if node.function == absentHandle { return node.start }
      number = child(of: number, node, functions(node.function, words))
    }
    return absentHandle
  }

  @inline(__always)
  private func child(of number: UInt32, _ node: Node, _ value: UInt32) -> UInt32 {
    if value < node.room { return children.start[Int(node.start + value)] }
    return value < Self.roomMax
      ? absentHandle : distant.find(HandleTable.Key(number, value)) ?? absentHandle
  }

  /// What is looked at in a state until a leaf is come to.
  func reads(of root: Int, _ words: UnsafePointer<UInt32>) -> [Read] {
    var (number, reads): (UInt32, [Read]) = (roots[root], [])
    while number != absentHandle {
      let node = nodes[Int(number)]
      if node.function == absentHandle { break }
      reads.append(Read(function: node.function, value: functions(node.function, words)))
      number = child(of: number, node, reads[reads.count - 1].value)
    }
    return reads
  }

  /// Puts a leaf where reads lead.
  ///
  /// - Returns: false where something else was read there before, or other things followed.
  func put(_ leaf: UInt32, root: Int, after reads: [Read]) -> Bool {
    var above: (number: UInt32, value: UInt32)?
    var number = roots[root]
    for read in reads {
      if number == absentHandle {
        number = add(Node(function: read.function, start: 0, room: 0), root, above)
      }
      if nodes[Int(number)].function != read.function { return false }
      above = (number, read.value)
      number = child(of: number, nodes[Int(number)], read.value)
    }
    if number == absentHandle {
      _ = add(Node(function: absentHandle, start: leaf, room: 0), root, above)
      return true
    }
    return nodes[Int(number)].function == absentHandle && nodes[Int(number)].start == leaf
  }

  private func add(_ node: Node, _ root: Int, _ above: (number: UInt32, value: UInt32)?) -> UInt32 {
    let number = UInt32(nodes.count)
    nodes.append(node)
    guard let above else {
      roots[root] = number
      return number
    }
    if above.value >= Self.roomMax {
      distant.insert(HandleTable.Key(above.number, above.value), number)
    } else {
      makeRoom(in: above.number, for: above.value)
      children[Int(nodes[Int(above.number)].start + above.value)] = number
    }
    return number
  }

  private func makeRoom(in number: UInt32, for value: UInt32) {
    let node = nodes[Int(number)]
    if value < node.room { return }
    var room = max(4, node.room * 2)
    while room <= value { room *= 2 }
    let start = UInt32(children.count)
    for place in 0..<room {
      children.append(place < node.room ? children[Int(node.start + place)] : absentHandle)
    }
    nodes[Int(number)].start = start
    nodes[Int(number)].room = room
  }

  var memory: MemoryUse { nodes.memory + children.memory + distant.memory + roots.memory }
}
