import Model

/// Whether some allowed continuation of a state reaches a goal, asked about one state after the
/// other.
///
/// A walk meets few of the states that a search would visit, so it asks only about those that it
/// meets: a look ahead from each, first by what moves by itself, then by gestures in the order of
/// their distance. What a look ahead learns is remembered. When it finds the goal, every state on
/// the way reaches it; when it finds nothing more to visit, no state that it visited does.
///
/// A look ahead past the limit is given up, and with it the goal: all that was learned is
/// forgotten, and no state is said to have lost it from then on. What was found before stays true.
///
/// - Complexity: all answers together O(states ahead · steps of a state) where no goal is reached;
///   where one is, a look ahead may visit again what another one did. About 50 bytes a state looked
///   at.
final class GoalLookahead {
  /// What is known of a state, in the low bits of its note; above them is the look ahead that met
  /// it last.
  private enum Known {
    static let reaching: UInt32 = 1
    static let lost: UInt32 = 2
    static let mask: UInt32 = 3
    static let lookBits: UInt32 = 2
  }

  /// A state that a look ahead met, and the place of the one that led to it; below 0 for none.
  private struct Visit {
    var index: Int
    var parent: Int
  }

  private let avoided: StepTraits
  private let isGoal: (Row) -> Bool
  private let stateCountMax: Int
  /// The most memory that values may come to, in bytes.
  private let contentByteCountMax = Limits.lookahead.byteCountMax ?? .max
  private let shouldStop: () -> Bool
  /// Whether a look ahead met more states than the limit.
  private(set) var isGivenUp = false
  private var graph: StateGraph
  /// The violations that states show, plus one; 0 where they are not known.
  private var judged = LargeArray<UInt32>()
  private var visits: ContiguousArray<Visit> = []
  /// The places of visits whose steps come next: the last one of `inside`, then the first of
  /// `gestures`.
  private var inside: ContiguousArray<Int> = []
  private var gestures: ContiguousArray<Int> = []
  private var look: UInt32 = 0

  /// Makes the means to ask.
  ///
  /// - Parameters:
  ///   - avoided: the traits of steps that no continuation takes.
  ///   - stateCountMax: how many states one look ahead may meet.
  ///   - shouldStop: asked for every state that a look ahead meets; a look that is stopped learns
  ///     nothing.
  ///   - isGoal: whether a state is the goal.
  init(
    rows: any RowExpander, avoiding avoided: StepTraits,
    stateCountMax: Int? = Limits.lookahead.stateCountMax,
    shouldStop: @escaping () -> Bool = { false }, isGoal: @escaping (Row) -> Bool
  ) {
    self.stateCountMax = stateCountMax ?? .max
    self.shouldStop = shouldStop
    self.avoided = avoided
    self.isGoal = isGoal
    graph = StateGraph(rows)
  }

  /// The memory of what is known.
  var memory: MemoryUse {
    graph.visited.memory + judged.memory
      + MemoryUse(
        visits.capacity * MemoryLayout<Visit>.stride
          + (inside.capacity + gestures.capacity) * MemoryLayout<Int>.stride)
  }

  /// Whether the goal cannot be reached from a state any more, as far as that is known.
  func isLost(from row: Row) -> Bool {
    if isGivenUp { return false }
    let index = graph.insert(row).index
    let known = graph.visited.note(index) & Known.mask
    return known == 0 ? !lookAhead(from: index) : known == Known.lost
  }

  /// The violations that a state shows, judged once: a walk comes back to most states again and
  /// again.
  ///
  /// - Complexity: O(1) for a state that was judged.
  func violations(in row: Row, judge: () -> UInt32) -> UInt32 {
    let index = graph.insert(row).index
    if index < judged.count, judged[index] != 0 { return judged[index] - 1 }
    let wasGivenUp = isGivenUp
    let violations = judge()
    // A search that gives up forgets the states too, and their numbers.
    if isGivenUp == wasGivenUp {
      judged.extend(to: graph.count, with: 0)
      judged[index] = violations + 1
    }
    return violations
  }

  private func giveUp() {
    isGivenUp = true
    graph = StateGraph(graph.rows)
    judged = LargeArray()
    visits = []
    inside = []
    gestures = []
  }

  /// Looks for the goal; true when it was found or the look ahead was stopped or given up.
  private func lookAhead(from index: Int) -> Bool {
    look += 1
    let isSmall = visits.count < 1 << 16
    visits.removeAll(keepingCapacity: isSmall)
    inside.removeAll(keepingCapacity: isSmall)
    gestures.removeAll(keepingCapacity: isSmall)
    meet(index, from: -1, isGesture: false)
    var next = 0
    while true {
      let place: Int
      if let last = inside.popLast() {
        place = last
      } else if next < gestures.count {
        place = gestures[next]
        next += 1
      } else {
        for visit in visits { graph.visited.setNote(visit.index, Known.lost) }
        return false
      }
      if expand(place) || shouldStop() { return true }
      if visits.count > stateCountMax || graph.rows.contents.byteCount > contentByteCountMax {
        giveUp()
        return true
      }
    }
  }

  /// Looks at the successors of a visited state.
  ///
  /// - Returns: whether the goal turned out to be reached.
  private func expand(_ place: Int) -> Bool {
    let row = graph.row(visits[place].index)
    if graph.rows.isSettled(row) && isGoal(row) {
      remember(reaching: place)
      return true
    }
    graph.expand(row)
    graph.prepareTargets()
    for number in 0..<graph.steps.count
    where graph.steps.steps[number].traits.isDisjoint(with: avoided) {
      let index = graph.visited.insert(step: number).index
      let note = graph.visited.note(index)
      if note & Known.mask == Known.reaching {
        remember(reaching: place)
        return true
      }
      if note & Known.mask == Known.lost || note >> Known.lookBits == look { continue }
      meet(index, from: place, isGesture: graph.steps.steps[number].traits.contains(.gesture))
    }
    return false
  }

  private func meet(_ index: Int, from parent: Int, isGesture: Bool) {
    graph.visited.setNote(index, look << Known.lookBits)
    if isGesture { gestures.append(visits.count) } else { inside.append(visits.count) }
    visits.append(Visit(index: index, parent: parent))
  }

  private func remember(reaching place: Int) {
    var place = place
    while place >= 0 {
      graph.visited.setNote(visits[place].index, Known.reaching)
      place = visits[place].parent
    }
  }
}
