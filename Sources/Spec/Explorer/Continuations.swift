import Model

/// From which states some allowed continuation reaches a goal: three bits a state, no edges stored.
///
/// States are decided depth first: a state with a successor that reaches the goal reaches it too, and one
/// whose successors are all lost is lost, so most states are expanded once. What a cycle leaves open is
/// swept again until nothing changes; what is open then lies on cycles without a way out, and is lost.
///
/// - Complexity: O(steps) without cycles; each sweep over what they leave open costs O(its steps).
struct Continuations {
  /// A state whose successors are being decided: its number, and where its successors start among all of
  /// the stack's.
  private struct Frame {
    var index: UInt32
    var start: UInt32
    var isOpen = false
  }

  private let reached: UInt32
  private let lost: UInt32
  private let undecided: UInt32
  private let visiting: UInt32
  private let bits: UInt32
  private let selection: StepSelection
  private var frames: ContiguousArray<Frame> = []
  private var pending: ContiguousArray<UInt32> = []
  private var open: ContiguousArray<UInt32> = []

  private init(goal number: Int, avoiding traits: StepTraits) {
    reached = Notes.goal(number)
    lost = Notes.lost(number)
    undecided = Notes.open(number)
    visiting = reached | lost
    bits = visiting | undecided
    selection = StepSelection(skipsKnownLoops: true, avoids: traits)
  }

  /// Marks every state from which a goal can be reached by steps without the traits given.
  ///
  /// - Returns: false when `shouldStop` answered true before all states were decided.
  static func decide(
    _ search: inout Search, goal number: Int, avoiding traits: StepTraits, shouldStop: () -> Bool
  ) -> Bool {
    var continuations = Continuations(goal: number, avoiding: traits)
    for index in 0..<search.visited.count {
      if index & 0xffff == 0 && shouldStop() { return false }
      continuations.descend(from: index, &search)
    }
    return continuations.sweep(&search, shouldStop: shouldStop)
  }

  private mutating func descend(from index: Int, _ search: inout Search) {
    if search.visited.notes(index) & bits != 0 { return }
    enter(UInt32(index), &search)
    while let frame = frames.last {
      if pending.count > frame.start {
        visit(pending.removeLast(), &search)
      } else {
        frames.removeLast()
        if frame.isOpen {
          mark(frame.index, undecided, &search)
          open.append(frame.index)
          if !frames.isEmpty { frames[frames.count - 1].isOpen = true }
        } else {
          mark(frame.index, lost, &search)
        }
      }
    }
  }

  /// Looks at a successor of the state on top; goes down into it when it is undecided.
  private mutating func visit(_ successor: UInt32, _ search: inout Search) {
    let notes = search.visited.notes(Int(successor)) & bits
    if notes == reached {
      markTopReached(&search)
    } else if notes == visiting || notes == undecided {
      frames[frames.count - 1].isOpen = true
    } else if notes == 0 {
      enter(successor, &search)
    }
  }

  /// The state on top reaches the goal, and so do all below it, whose successor it is.
  private mutating func markTopReached(_ search: inout Search) {
    for frame in frames { mark(frame.index, reached, &search) }
    pending.removeAll(keepingCapacity: true)
    frames.removeAll(keepingCapacity: true)
  }

  private mutating func enter(_ index: UInt32, _ search: inout Search) {
    mark(index, visiting, &search)
    frames.append(Frame(index: index, start: UInt32(pending.count)))
    search.findTargets(of: CollectionOfOne(Int(index)), selecting: selection)
    for target in search.targets {
      if search.visited.notes(target.index) & bits == reached { return markTopReached(&search) }
    }
    for target in search.targets { pending.append(UInt32(target.index)) }
  }

  private func mark(_ index: UInt32, _ bits: UInt32, _ search: inout Search) {
    search.visited.setNotes(Int(index), search.visited.notes(Int(index)) & ~self.bits | bits)
  }

  private mutating func sweep(_ search: inout Search, shouldStop: () -> Bool) -> Bool {
    var hasChanged = true
    while hasChanged {
      if shouldStop() { return false }
      hasChanged = false
      for index in open where search.visited.notes(Int(index)) & reached == 0 {
        search.findTargets(of: CollectionOfOne(Int(index)), selecting: selection)
        if search.targets.contains(where: { search.visited.notes($0.index) & bits == reached }) {
          mark(index, reached, &search)
          hasChanged = true
        }
      }
    }
    return true
  }
}

extension Search {
  /// Reports the steps that lead from a state that can reach a goal to one that cannot, by kind of step.
  mutating func reportLosses(ofGoal number: Int, property: Int, oracle: Oracle) {
    let bit = Notes.goal(number)
    for index in 0..<initialCount where visited.notes(index) & bit == 0 {
      oracle.report([FindingKey(property: property, culprit: oracle.kind(ofCause: absentHandle))], length: 0)
    }
    var reportedLabels: Set<UInt32> = []
    var indices: [Int] = []
    for layer in 0...depth {
      for index in self.layer(layer) {
        if visited.notes(index) & bit != 0 { indices.append(index) }
        guard indices.count == 16 || index + 1 == self.layer(layer).upperBound else { continue }
        findTargets(of: indices, selecting: StepSelection(skipsKnownLoops: true))
        indices.removeAll(keepingCapacity: true)
        for (target, cause) in targets where visited.notes(target) & bit == 0 {
          let label = expander.labelHandle(ofCause: cause)
          guard reportedLabels.insert(label).inserted else { continue }
          let key = FindingKey(property: property, culprit: oracle.kind(ofCause: cause))
          oracle.report([key], length: layer + 1)
        }
      }
    }
  }
}
