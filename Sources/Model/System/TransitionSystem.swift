/// What can happen: states, and labels that lead from one to the next.
///
/// A label decides its successor, so a path is its first state and its labels. Most systems written by hand
/// give `initialStates` and `steps(from:)` and take the default expansion:
///
/// ```swift
/// struct TrafficLight: ExplicitSystem {
///   enum State: Hashable, Sendable { case red, green }
///   enum Label: Hashable, Comparable, Sendable { case change }
///   let initialStates = [State.red]
///   func steps(from state: State) -> [Step<State, Label>] {
///     [Step(.change, to: state == .red ? .green : .red)]
///   }
/// }
/// ```
public protocol TransitionSystem: Sendable {
  /// All that is true at one moment.
  associatedtype State: Hashable & Sendable
  /// What a step did; ordered by content, never by a handle or a dictionary's order.
  associatedtype Label: Hashable & Comparable & Sendable
  /// A state as a property looks at it: one that records what is looked at, where a state has parts.
  associatedtype View = State

  /// The states in which the system can start, in a fixed order without repetition.
  var initialStates: [State] { get }

  /// Makes the means to compute steps; each worker has its own.
  func makeExpansion() -> any Expander<Self>

  /// Makes the means to compute steps among representatives of states that are alike, for a search; a
  /// replay takes `makeExpansion()`.
  func makeReducedExpansion() -> any Expander<Self>
  /// The labels of a path among representatives, as the system itself takes them.
  func unreduced(_ labels: [Label], from state: State) -> [Label]
}

extension TransitionSystem {
  /// Every state represents itself.
  public func makeReducedExpansion() -> any Expander<Self> { makeExpansion() }
  /// The labels as they are.
  public func unreduced(_ labels: [Label], from state: State) -> [Label] { labels }
}

/// The means of one worker to compute the steps of a system.
///
/// The search works on rows alone; states and labels are made when a person or a property asks for them.
public protocol Expander<System>: AnyObject {
  /// The system.
  associatedtype System: TransitionSystem
  /// The part that works on rows.
  var rows: any RowExpander { get }
  /// The row of a state.
  func row(of state: System.State) -> Row
  /// The state of a row.
  func state(of row: Row) -> System.State
  /// The state of a row as a property looks at it.
  ///
  /// - Parameter recorder: takes down what is looked at; nil when nobody asks.
  func view(of row: Row, at moment: Moment, recording recorder: ReadRecorder?) -> System.View
  /// The label of a step out of any state.
  func label(of transition: UInt32) -> System.Label
  /// A stable word for the kind of step, without its values.
  func kind(of transition: UInt32) -> String
  /// Means of the same system that have asked nothing yet, and take the states of these.
  func makeFresh() -> any Expander<System>
}

/// The part of an expander that a search calls for every state; it knows handles only, so it needs no
/// generics.
public protocol RowExpander: AnyObject {
  /// How many words of a row the system uses.
  var width: Int { get }
  /// How many of them say what the system's state is; what properties remember of the way stands after them.
  var stateWidth: Int { get }
  /// Adds every step out of a state that is selected, in label order.
  func expand(_ row: Row, into steps: inout StepBuffer, selecting selection: StepSelection)
  /// Told which states will be expanded next, so that their answers can be brought near.
  func foresee(_ rows: UnsafeBufferPointer<Row>)
  /// Whether nothing is pending: no mail, no thunk under way, no subscription behind.
  func isSettled(_ row: Row) -> Bool
  /// The handle of a transition's label: different handles for different labels.
  func labelHandle(of transition: UInt32) -> UInt32
  /// What a counterexample is charged for the step of a transition out of a state.
  func cost(of transition: UInt32, from row: Row) -> StepCost
  /// The handles of what every facet shows of a state: equal handles for equal content.
  func facets(of row: Row) -> FacetValues
  /// The same for several states at once.
  func facets(of rows: UnsafeBufferPointer<Row>, into values: UnsafeMutablePointer<FacetValues>)
  /// The positions in the row that decide a facet.
  func sources(of facet: Facet) -> [Int]
  /// What a transition decides by itself, in every step that it makes.
  func decided(by transition: UInt32) -> Reads
  /// The handle of the action that a transition dispatches; `absentHandle` when it dispatches none.
  func actionHandle(of transition: UInt32) -> UInt32
  /// Asks questions again that were asked of a reducer, as many as given, spread evenly over all; tells which
  /// it answers otherwise now: by the handles of the action and of the first component of the state.
  func dispatchesThatDiffer(askedMax: Int) -> [(action: UInt32, state: UInt32)]
  /// Whether a transition's label names the place of a window.
  func namesPlace(of transition: UInt32) -> Bool
  /// Whether steps of a transition that lead back to where they start need no second look; asked once for
  /// each such transition, whose judgement is final.
  func mayBeSkipped(loop transition: UInt32) -> Bool
  /// The handle of the circumstances in a state: what waits and what is under way, by kind.
  func circumstance(of row: Row) -> UInt32
  /// Circumstances in words; empty for none.
  func words(ofCircumstance handle: UInt32) -> String
  /// Who takes a step, as a scheduler sees it: different handles for different agents.
  func agent(of transition: UInt32) -> UInt32
  /// A digest of what a component holds: the same for the same content, on every machine.
  func digest(ofComponent position: Int, handle: UInt32) -> UInt64
  /// The largest collection of a component's value, nil when it holds none.
  func largestCollection(ofComponent position: Int, handle: UInt32) -> LargestCollection?
  /// Whether some states stand for others that are alike.
  var isReduced: Bool { get }
  /// How many states the representative of a row stands for; 1 where every state represents itself.
  func symmetricCount(of row: Row) -> Int
  /// How many product functions were asked for, and how many of those answers were remembered.
  var cacheStatistics: CacheStatistics { get }
  /// The memory of interned values, of what they hold, and of remembered answers, as far as it can be told.
  var memory: MemoryUse { get }
  /// What interned values hold.
  var contents: ContentMeter { get }
  /// The largest collections among interned values, one for each kind of value that holds any.
  var largestCollections: [LargestCollection] { get }
}

extension RowExpander {
  /// All of them.
  public var stateWidth: Int { width }

  /// Whether two rows stand for one state of the system, whatever properties remember.
  package func isSameState(_ first: Row, _ second: Row) -> Bool {
    (0..<stateWidth).allSatisfy { first[$0] == second[$0] }
  }

  /// Nothing to bring near.
  public func foresee(_ rows: UnsafeBufferPointer<Row>) {}

  /// One after the other.
  public func facets(of rows: UnsafeBufferPointer<Row>, into values: UnsafeMutablePointer<FacetValues>) {
    for number in rows.indices { values[number] = facets(of: rows[number]) }
  }

  /// No action.
  public func actionHandle(of transition: UInt32) -> UInt32 { absentHandle }
  /// No reducer.
  public func dispatchesThatDiffer(askedMax: Int) -> [(action: UInt32, state: UInt32)] { [] }
  /// None.
  public func circumstance(of row: Row) -> UInt32 { 0 }
  /// None.
  public func words(ofCircumstance handle: UInt32) -> String { "" }
  /// No windows.
  public func namesPlace(of transition: UInt32) -> Bool { false }
  /// Yes: the step changes nothing.
  public func mayBeSkipped(loop transition: UInt32) -> Bool { true }

  /// Every state represents itself.
  public var isReduced: Bool { false }
  /// Only itself.
  public func symmetricCount(of row: Row) -> Int { 1 }
}

/// Which steps of a state are wanted.
public struct StepSelection {
  /// The transitions whose steps may be counted instead of added where they lead back to the state; nil for
  /// none.
  package var skippable: TransitionFlags?

  /// Every step.
  public static var all: StepSelection { StepSelection(skippable: nil) }

  package init(skippable: TransitionFlags?) { self.skippable = skippable }
}

/// A set of transitions.
package final class TransitionFlags {
  private let flags = LargeArray<UInt8>()

  package init() {}

  /// Adds a transition.
  package func insert(_ transition: UInt32) {
    flags.extend(to: Int(transition) + 1, with: 0)
    flags[Int(transition)] = 1
  }

  /// Whether a transition was added.
  package func contains(_ transition: UInt32) -> Bool {
    Int(transition) < flags.count && flags[Int(transition)] == 1
  }
}

/// The handles of every facet of a state, by facet number.
///
/// Facets from `Facet.observerStart` on belong to observers.
public typealias FacetValues = SIMD16<UInt32>

/// What of a state a property reads: a component, or a value that a system derives from one.
public struct Facet: Hashable, Sendable {
  /// The number by which the system's expander knows it, below 16; below `Row.widthMax` it is a position in
  /// the row.
  public let number: Int

  /// Makes a facet from its number.
  public init(number: Int) { self.number = number }

  /// The position in the row that it shows, nil where it is derived.
  package var component: Int? { number < Row.widthMax ? number : nil }
}

/// How well answers were remembered.
public struct CacheStatistics: Hashable, Sendable {
  /// How often an answer was asked for.
  public var lookupCount: Int
  /// How often it had to be computed.
  public var missCount: Int

  /// Makes statistics.
  public init(lookupCount: Int = 0, missCount: Int = 0) {
    self.lookupCount = lookupCount
    self.missCount = missCount
  }

  /// The share of lookups that were answered from memory, from 0 to 1.
  public var hitRate: Double {
    lookupCount == 0 ? 0 : Double(lookupCount - missCount) / Double(lookupCount)
  }
}
