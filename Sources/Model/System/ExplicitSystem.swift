/// A label and the state that it leads to.
public struct Step<State: Hashable & Sendable, Label: Hashable & Sendable>: Hashable, Sendable {
  /// What the step does.
  public let label: Label
  /// The successor.
  public let state: State

  /// Makes a step.
  public init(_ label: Label, to state: State) {
    self.label = label
    self.state = state
  }
}

/// A transition system written by hand as a list of steps for each state.
///
/// A system whose `State` or `Label` is a type of the standard library says so: `typealias State = Int`.
public protocol ExplicitSystem: TransitionSystem where View == State {
  /// The steps out of a state, labels strictly ascending; the search reports any other order.
  func steps(from state: State) -> [Step<State, Label>]
  /// Whether nothing is pending in a state; true by default.
  func isSettled(_ state: State) -> Bool
  /// What kind of step a label stands for; none by default.
  func traits(of label: Label) -> StepTraits
  /// A stable word for the kind of step, without its values; the label's description by default.
  func kind(of label: Label) -> String
}

extension ExplicitSystem {
  /// True: a system without pending work.
  public func isSettled(_ state: State) -> Bool { true }
  /// No traits.
  public func traits(of label: Label) -> StepTraits { [] }
  /// The label's description.
  public func kind(of label: Label) -> String { String(describing: label) }
  /// The expansion that interns whole states.
  public func makeExpansion() -> any Expander<Self> { ExplicitExpansion(self) }
}

/// The expansion of a system written by hand: one handle a state.
public final class ExplicitExpansion<System: ExplicitSystem>: Expander, RowExpander {
  /// A label and the state that it leaves: what decides a step.
  private struct Transition: Hashable {
    var state: UInt32
    var label: UInt32
  }

  private let system: System
  private let states = Interner<System.State>()
  private let labels = Interner<System.Label>()
  private let transitions = Interner<Transition>()
  private let digests = ComponentDigests()
  private var expansionCount = 0

  init(_ system: System) {
    self.system = system
    states.meter = contents
    labels.meter = contents
  }

  /// Itself: it works on rows and on states.
  public var rows: any RowExpander { self }
  /// One handle: the state's.
  public var width: Int { 1 }

  /// The row that holds the state's handle.
  public func row(of state: System.State) -> Row {
    var row = Row()
    row[0] = states.handle(of: state)
    return row
  }

  /// The state of a row.
  public func state(of row: Row) -> System.State { states[row[0]] }
  /// The state itself, which has no parts.
  public func view(of row: Row, at moment: Moment, recording recorder: ReadRecorder?) -> System.State {
    recorder?.record(Facet(number: 0), at: moment)
    return states[row[0]]
  }
  /// The label of a transition; a transition is a label out of one state.
  public func label(of transition: UInt32) -> System.Label { labels[transitions[transition].label] }
  /// The system's word for the label.
  public func kind(of transition: UInt32) -> String { system.kind(of: label(of: transition)) }

  /// Adds the steps that the system lists; complains of labels out of order.
  public func expand(_ row: Row, into steps: inout StepBuffer, selecting selection: StepSelection) {
    expansionCount += 1
    let state = states[row[0]]
    var previous: System.Label?
    for step in system.steps(from: state) {
      if let previous, previous >= step.label {
        steps.complaint = "labels must strictly ascend: \(step.label) follows \(previous) in \(state)"
      }
      previous = step.label
      let transition = Transition(state: row[0], label: labels.handle(of: step.label))
      steps.append(
        self.row(of: step.state), transition: transitions.handle(of: transition),
        traits: system.traits(of: step.label))
    }
  }

  /// An expansion without handles.
  public func makeFresh() -> any Expander<System> { ExplicitExpansion(system) }
  /// What the system says of the state.
  public func isSettled(_ row: Row) -> Bool { system.isSettled(states[row[0]]) }

  /// Everything: a transition is a label out of one state.
  public func decided(by transition: UInt32) -> Reads {
    var reads = Reads()
    reads.decide(1)
    reads.action = true
    reads.transition = true
    return reads
  }

  /// The handle of the transition's label.
  public func labelHandle(of transition: UInt32) -> UInt32 { transitions[transition].label }

  /// A gesture out of an unsettled state is a departure; faults and kills count as faults.
  public func cost(of transition: UInt32, from row: Row) -> StepCost {
    let traits = system.traits(of: label(of: transition))
    let departs = traits.contains(.gesture) && !isSettled(row) || traits.contains(.overtaking)
    let faults = !traits.isDisjoint(with: [.fault, .relaunch])
    return StepCost(departureCount: departs ? 1 : 0, faultCount: faults ? 1 : 0)
  }

  /// The handle of the state: the only facet.
  public func facets(of row: Row) -> FacetValues {
    var values = FacetValues.zero
    values[0] = row[0]
    return values
  }
  /// The only position.
  public func sources(of facet: Facet) -> [Int] { [0] }
  /// The label's handle: every label is an agent of its own.
  public func agent(of transition: UInt32) -> UInt32 { transitions[transition].label }
  /// The digest of the state.
  public func digest(ofComponent position: Int, handle: UInt32) -> UInt64 {
    digests.digest(ofComponent: position, handle: handle) { ContentDigest.digest(of: states[handle]) }
  }
  /// The largest collection of the state.
  public func largestCollection(ofComponent position: Int, handle: UInt32) -> LargestCollection? {
    LargestCollection.find(in: states[handle], named: "state")
  }
  /// Expansions are not remembered.
  public var cacheStatistics: CacheStatistics {
    CacheStatistics(lookupCount: expansionCount, missCount: expansionCount)
  }
  /// The interned states, labels and transitions.
  public var memory: MemoryUse {
    [states.memory, labels.memory, transitions.memory, contents.memory].sum
  }
  /// What states and labels hold.
  public let contents = ContentMeter()
  /// The largest collection of a state.
  public var largestCollections: [LargestCollection] {
    states.largestCollection(named: "state").map { [$0] } ?? []
  }
}
