import Model

/// Chooses, among all shortest counterexamples of each finding, the one that a person should read.
///
/// The search knows how long each shortest counterexample is. This pass goes over the layers up to the
/// longest of them once more and works out, state by state, the best of the shortest paths: fewest
/// departures, then fewest faults, then simplest values, then label order. Costs add up and label order
/// compares paths of one length from their start, so the best path to a state goes through the best path to
/// its predecessor (dynamic programming over layers).
///
/// - Complexity: O(steps · log) over the layers looked at.
struct Refinement {
  /// The end of a counterexample: its last step, or an initial state when there is no step.
  struct Ending: Hashable {
    var source: Int
    var transition: UInt32
  }

  /// A way to arrive somewhere, compared by cost and then by label order; small, as a layer has millions.
  private struct Arrival: Comparable {
    /// No way yet: dearer than any other.
    static let none = Arrival(
      cost: .max, sourceRank: .max, stepNumber: .max, source: .max, transition: absentHandle)

    var cost: UInt64
    var sourceRank: UInt32
    var stepNumber: UInt32
    var source: UInt32
    var transition: UInt32

    static func < (first: Arrival, second: Arrival) -> Bool {
      if first.cost != second.cost { return first.cost < second.cost }
      return (first.sourceRank, first.stepNumber) < (second.sourceRank, second.stepNumber)
    }
  }

  private let oracle: Oracle
  private let decidesGoals: Bool
  private let mustEnd: () -> Bool
  private var best: [FindingKey: Arrival] = [:]
  /// From which state the best path arrives at each state of the layers looked at.
  private var parents: ContiguousArray<UInt32> = []

  /// Goes over the layers of a search.
  ///
  /// - Parameter mustEnd: asked after every state; when it is true, the findings that were not come to have
  ///   no ending.
  init(of search: inout Search, oracle: Oracle, decidesGoals: Bool, mustEnd: @escaping () -> Bool) {
    self.oracle = oracle
    self.mustEnd = mustEnd
    self.decidesGoals = decidesGoals
    run(&search)
  }

  /// The endings of the best shortest counterexamples of all findings; parents lead on from there.
  var endings: [FindingKey: Ending] {
    best.mapValues { Ending(source: Int($0.source), transition: $0.transition) }
  }

  /// The state before a state on its best path; itself for an initial state.
  func parent(of index: Int) -> Int { Int(parents[index]) }

  private mutating func run(_ search: inout Search) {
    let lengths = oracle.findings.lengths
    guard let lengthMax = lengths.values.max() else { return }
    for index in search.layer(0) {
      for key in initialKeys(index, search) where lengths[key] == 0 {
        let arrival = Arrival(
          cost: 0, sourceRank: UInt32(index), stepNumber: 0, source: UInt32(index), transition: absentHandle)
        offer(arrival, for: key)
      }
    }
    var costs = search.layer(0).map { _ in UInt64(0) }
    var ranks = search.layer(0).indices.map(UInt32.init)
    parents = ContiguousArray(ranks)
    for depth in 0..<lengthMax {
      let arrivals = arrivals(from: depth, costs: costs, ranks: ranks, lengths: lengths, &search)
      if depth + 1 == lengthMax || mustEnd() { return }
      parents.append(contentsOf: arrivals.lazy.map(\.source))
      costs = arrivals.map(\.cost)
      ranks = Self.ranks(of: arrivals)
    }
  }

  /// Places of the best paths to the states of a layer in label order.
  private static func ranks(of arrivals: ContiguousArray<Arrival>) -> [UInt32] {
    let order = arrivals.indices.map(UInt32.init).sorted { first, second in
      let (one, other) = (arrivals[Int(first)], arrivals[Int(second)])
      return (one.sourceRank, one.stepNumber) < (other.sourceRank, other.stepNumber)
    }
    var ranks: [UInt32] = Array(repeating: 0, count: order.count)
    for (rank, place) in order.enumerated() { ranks[Int(place)] = UInt32(rank) }
    return ranks
  }

  /// The best arrivals at the states of the next layer; findings that end in between are offered on the
  /// way.
  private mutating func arrivals(
    from depth: Int, costs: [UInt64], ranks: [UInt32], lengths: [FindingKey: Int], _ search: inout Search
  ) -> ContiguousArray<Arrival> {
    let layer = search.layer(depth)
    let next = search.layer(depth + 1)
    var arrivals = ContiguousArray(repeating: Arrival.none, count: next.count)
    let endsHere = lengths.values.contains(depth + 1)
    // A loop arrives nowhere, but may show something itself.
    let selection = endsHere ? .all : search.knownLoopsSkipped
    for start in stride(from: layer.lowerBound, to: layer.upperBound, by: Search.batchCount) {
      if mustEnd() { return arrivals }
      search.workOut(
        start..<min(start + Search.batchCount, layer.upperBound), selecting: selection, until: mustEnd)
      var number = 0
      for state in search.batch {
        let place = state.index - layer.lowerBound
        while number < state.end {
          let step = search.steps.steps[number]
          let arrival = Arrival(
            cost: costs[place] + search.expander.cost(of: step.transition, from: state.row).packed,
            sourceRank: ranks[place], stepNumber: UInt32(number), source: UInt32(state.index),
            transition: step.transition)
          let target = search.visited.index(step: number)
          if let target, next.contains(target), arrival < arrivals[target - next.lowerBound] {
            arrivals[target - next.lowerBound] = arrival
          }
          if endsHere {
            offer(arrival, step, from: state, to: target, length: depth + 1, lengths, search)
          }
          number += 1
        }
      }
    }
    return arrivals
  }

  /// Offers an arrival for all findings of its step whose shortest counterexamples are as long.
  private mutating func offer(
    _ arrival: Arrival, _ step: RowStep, from state: Search.Expanded, to target: Int?, length: Int,
    _ lengths: [FindingKey: Int], _ search: borrowing Search
  ) {
    let violations = search.violations(ofStep: step, from: state.row)
    for key in keys(of: step, violations, from: state.index, to: target, length: length, search)
    where lengths[key] == length {
      offer(arrival, for: key)
    }
  }

  private mutating func offer(_ arrival: Arrival, for key: FindingKey) {
    if best[key].map({ arrival < $0 }) ?? true { best[key] = arrival }
  }

  private func initialKeys(_ index: Int, _ search: borrowing Search) -> [FindingKey] {
    let notes = Notes(word: search.visited.notes(index))
    let sighting = Sighting(step: 0, source: 0, target: notes.violations, transition: absentHandle, length: 0)
    return oracle.keys(of: sighting)
      + lostGoals(before: UInt32.max, after: notes.word, transition: absentHandle)
  }

  private func keys(
    of step: RowStep, _ violations: UInt32, from source: Int, to target: Int?, length: Int,
    _ search: borrowing Search
  ) -> [FindingKey] {
    let before = Notes(word: search.visited.notes(source))
    let after = Notes(word: target.map { search.visited.notes($0) } ?? before.word)
    let lost = lostGoals(before: before.word, after: after.word, transition: step.transition)
    if violations == 0 && (after.violations == 0 || after.violations == before.violations) { return lost }
    return lost
      + oracle.keys(
        of: Sighting(
          step: violations, source: before.violations, target: after.violations, transition: step.transition,
          length: length))
  }

  private func lostGoals(before: UInt32, after: UInt32, transition: UInt32) -> [FindingKey] {
    guard decidesGoals else { return [] }
    return oracle.goals.indices.compactMap { number in
      let bit = Notes.goal(number)
      guard before & bit != 0 && after & bit == 0 else { return nil }
      return FindingKey(property: oracle.property(ofGoal: number), culprit: oracle.kind(of: transition))
    }
  }
}
