/// A system that may find out that its answers are worth nothing.
protocol ComplainingSystem {
  /// Why; nil as long as they stand.
  var complaint: String? { get }
}

/// The expansion of a system written by hand: one handle a state.
final class ExplicitExpansion<System: ExplicitSystem>: Expander, RowExpander {
  private let system: System
  private let states = Interner<System.State>(of: "states")
  private let labels: WrittenLabels<System>
  private let likeness = LikenessWatch()
  private let transitions = ListedTransitions()
  private let digests = ComponentDigests()
  /// The labels that were listed last, and where each stands in the list.
  private var order: ContiguousArray<(label: UInt32, place: Int)> = []
  private var expansionCount = 0
  /// The steps out of the states that an audit looks at, as they were listed first.
  private var listed: [UInt32: ContiguousArray<RowStep>] = [:]
  private var listedCount = 0
  /// Which label was listed twice; steps that are remembered are told with it, too.
  private var ambiguity: String?
  /// What the system said of states, by their handles; asked once, so that all of a search has one
  /// answer.
  private let settled = LargeArray<UInt8>()

  init(_ system: System) {
    self.system = system
    labels = WrittenLabels(system, meter: contents, likeness: likeness)
    states.meter = contents
    states.likeness = likeness
    states.keepsTwins = true
  }

  var rows: any RowExpander { self }
  var width: Int { 1 }

  func row(of state: System.State) -> Row {
    var row = Row()
    row[0] = states.handle(of: state)
    return row
  }

  func state(of row: Row) -> System.State { states[row[0]] }
  func view(of row: Row, at moment: Moment, recording recorder: ReadRecorder?) -> System.State {
    recorder?.record(Facet(number: 0), at: moment)
    return states[row[0]]
  }
  /// The label of a transition; a transition is a label out of one state.
  func label(of transition: UInt32) -> System.Label { labels[transitions[transition]] }

  func kind(of transition: UInt32) -> String { labels.kind(of: transitions[transition]) }

  /// Adds the steps that the system lists, in label order; complains of a label that is listed
  /// twice.
  func expand(_ row: Row, into steps: inout StepBuffer, selecting selection: StepSelection) {
    defer { if let ambiguity { steps.complaint = ambiguity } }
    if let known = listed[row[0]] {
      for step in known { steps.append(step.row, transition: step.transition, traits: step.traits) }
      return
    }
    let start = steps.count
    list(row, into: &steps)
    if AuditSample.contains(Int(row[0])) {
      listed[row[0]] = ContiguousArray(steps.steps[start...])
      listedCount += steps.count - start
    }
  }

  private func list(_ row: Row, into steps: inout StepBuffer) {
    expansionCount += 1
    let found = system.steps(from: states[row[0]])
    // States stay where they are: what is put in order are their places.
    found.withUnsafeBufferPointer { found in
      order.removeAll(keepingCapacity: true)
      for place in found.indices { order.append((labels.handle(of: found[place].label), place)) }
      order.sort { labels.precedes($0.label, $1.label) }
      labels.rankIfWorthwhile()
      confirmOrder(of: row)
      let listing = transitions.listing(of: row[0], count: order.count)
      for (number, (label, place)) in order.enumerated() {
        steps.append(
          self.row(of: found[place].state),
          transition: transitions.number(of: label, at: number, in: listing),
          traits: labels.traits(of: label))
      }
    }
    if let complaint = complaint { steps.complaint = complaint }
  }

  /// Looks whether the labels that were listed last can be told apart.
  private func confirmOrder(of row: Row) {
    for (one, other) in zip(order, order.dropFirst()) {
      if one.label != other.label {
        labels.compare(one.label, other.label)
        continue
      }
      let (label, words) = (ContentTree(labels[one.label]).line, ContentTree(states[row[0]]).line)
      ambiguity =
        ambiguity ?? "a label decides its step, and \(label) is listed twice in \(words)"
    }
  }

  func makeFresh() -> any Expander<System> { ExplicitExpansion(system) }

  func review(shouldStop: () -> Bool) -> SystemReview {
    (complaint ?? likeness.lastComplaint).map(SystemReview.worthless) ?? .stands
  }

  func turnToTwins(_ reordering: inout Reordering) { states.turnToTwins(&reordering) }

  private var complaint: String? {
    likeness.complaint ?? labels.complaint ?? (system as? any ComplainingSystem)?.complaint
  }

  func isSettled(_ row: Row) -> Bool {
    let state = Int(row[0])
    settled.extend(to: state + 1, with: .max)
    if settled[state] == .max { settled[state] = system.isSettled(states[row[0]]) ? 1 : 0 }
    return settled[state] == 1
  }

  /// Everything: a transition is a label out of one state.
  func decided(by transition: UInt32) -> Reads {
    var reads = Reads()
    reads.decide(1)
    reads.action = true
    reads.transition = true
    return reads
  }

  func labelHandle(of transition: UInt32) -> UInt32 { transitions[transition] }

  func cost(of transition: UInt32, from row: Row) -> StepCost {
    labels.cost(of: transitions[transition], isSettled: isSettled(row))
  }

  func facets(of row: Row) -> FacetValues {
    var values = FacetValues.zero
    values[0] = row[0]
    return values
  }
  func sources(of facet: Facet) -> [Int] { [0] }
  /// The label's handle: every label is an agent of its own.
  func agent(of transition: UInt32) -> UInt32 { transitions[transition] }
  func digest(ofComponent position: Int, handle: UInt32) -> UInt64 {
    digests.digest(ofComponent: position, handle: handle) {
      ContentDigest.digest(of: states[handle])
    }
  }
  func largestCollection(ofComponent position: Int, handle: UInt32) -> LargePart? {
    LargePart.collection(in: states[handle], named: "state")
  }
  /// Expansions are not remembered.
  var cacheStatistics: CacheStatistics {
    CacheStatistics(lookupCount: expansionCount, missCount: expansionCount)
  }
  var memory: MemoryUse {
    [
      states.memory, labels.memory, transitions.memory, contents.memory, settled.memory,
      MemoryUse(listedCount * MemoryLayout<RowStep>.stride),
    ].sum
  }
  let contents = ContentMeter()
  var growingParts: [LargePart] {
    [states.growingPart(named: "state", tellsNumbers: true)].compactMap(\.self)
  }
}
