import Model

/// The best of the shortest paths to every state, worked out layer by layer.
///
/// Best is: fewest departures, then fewest faults, then simplest values, then label order. Costs
/// add up, and label order compares paths of one length from their start, so the best path to a
/// state goes through the best path to its predecessor (dynamic programming over layers). States
/// are numbered in the order of their layers.
///
/// - Complexity: O(steps · log) over the layers; 4 bytes a state, and 36 a state of the two latest
///   layers.
package struct BestPaths {
  /// A way to arrive somewhere, compared by cost and then by label order; small, as a layer has
  /// millions.
  package struct Arrival: Comparable {
    fileprivate var cost: UInt64
    fileprivate var sourceRank: UInt32
    fileprivate var stepNumber: UInt32
    fileprivate var sourceNumber: UInt32
    /// The transition of the last step; `absentHandle` where there is no step.
    package fileprivate(set) var transition: UInt32

    /// The state before.
    package var source: Int { Int(sourceNumber) }

    package static func < (first: Arrival, second: Arrival) -> Bool {
      if first.cost != second.cost { return first.cost < second.cost }
      return (first.sourceRank, first.stepNumber) < (second.sourceRank, second.stepNumber)
    }

    /// No way yet: dearer than any other.
    fileprivate static let none = Arrival(
      cost: .max, sourceRank: .max, stepNumber: .max, sourceNumber: .max, transition: absentHandle)
  }

  /// From which state the best path arrives at each state up to the present layer.
  private var parents: ContiguousArray<UInt32>
  /// Where the present layer starts, and the costs and places in label order of its states.
  private var layerStart = 0
  private var costs: [UInt64]
  private var ranks: [UInt32]
  /// The best arrivals at the states of the next layer.
  private var arrivals: ContiguousArray<Arrival> = []

  /// Begins with a layer of initial states.
  package init(startCount: Int) {
    costs = Array(repeating: 0, count: startCount)
    ranks = (0..<startCount).map(UInt32.init)
    parents = ContiguousArray(ranks)
  }

  /// The state before a state on its best path; itself for an initial state, nil where no way was
  /// offered.
  package func parent(of state: Int) -> Int? {
    parents.indices.contains(state) && parents[state] != .max ? Int(parents[state]) : nil
  }

  /// The way that begins and ends at an initial state.
  func start(at state: Int) -> Arrival {
    let number = UInt32(state)
    return Arrival(
      cost: 0, sourceRank: number, stepNumber: 0, sourceNumber: number, transition: absentHandle)
  }

  /// The best path to a state of the present layer, and one step more.
  ///
  /// - Parameter number: tells the steps of a state apart, in label order.
  @inline(__always)
  package func arrival(from source: Int, step number: Int, cost: UInt64, transition: UInt32)
    -> Arrival
  {
    let place = source - layerStart
    let (sum, isTooMuch) = costs[place].addingReportingOverflow(cost)
    return Arrival(
      cost: isTooMuch ? .max : sum, sourceRank: ranks[place], stepNumber: UInt32(number),
      sourceNumber: UInt32(source), transition: transition)
  }

  /// Takes a way to a state into account; one that is in no layer before the next.
  @inline(__always)
  package mutating func offer(_ arrival: Arrival, at target: Int) {
    let place = target - parents.count
    if place < 0 { return }
    while place >= arrivals.count { arrivals.append(.none) }
    if arrival < arrivals[place] { arrivals[place] = arrival }
  }

  /// Goes on to the next layer.
  ///
  /// - Parameter count: how many states it has; a way is offered to each, unless a system leads
  ///   elsewhere when it is asked again.
  package mutating func endLayer(count: Int) {
    layerStart = parents.count
    while arrivals.count < count { arrivals.append(.none) }
    arrivals.removeLast(arrivals.count - count)
    parents.append(contentsOf: arrivals.lazy.map(\.sourceNumber))
    costs = arrivals.map(\.cost)
    let order = arrivals.indices.map(UInt32.init).sorted { first, second in
      let (one, other) = (arrivals[Int(first)], arrivals[Int(second)])
      return (one.sourceRank, one.stepNumber) < (other.sourceRank, other.stepNumber)
    }
    ranks = Array(repeating: 0, count: order.count)
    for (rank, place) in order.enumerated() { ranks[Int(place)] = UInt32(rank) }
    arrivals.removeAll(keepingCapacity: true)
  }
}
