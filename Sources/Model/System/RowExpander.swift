/// The part of an expander that a search calls for every state; it knows handles only, so it needs
/// no generics.
package protocol RowExpander: AnyObject {
  /// How many words of a row the system uses.
  var width: Int { get }
  /// How many of them say what the system's state is; what properties remember of the way stands
  /// after them.
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
  /// Asks questions again that were asked of a reducer, as many as given, spread evenly over all;
  /// tells which it answers otherwise now: by the handles of the action and of the first component
  /// of the state.
  func dispatchesThatDiffer(
    askedMax: Int, shouldStop: () -> Bool
  ) -> [(action: UInt32, state: UInt32)]
  /// What the system says of its own answers when a search has asked for all of them.
  ///
  /// - Parameter shouldStop: asked now and then; when it is true, what is said is worth nothing.
  func review(shouldStop: () -> Bool) -> SystemReview
  /// Shows states from now on by other values that are equal, where some were met.
  func turnToTwins(_ reordering: inout Reordering)
  /// Whether a transition's label names the place of a window.
  func namesPlace(of transition: UInt32) -> Bool
  /// Whether steps of a transition that lead back to where they start need no second look; asked
  /// once for each such transition, whose judgement is final.
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
  func largestCollection(ofComponent position: Int, handle: UInt32) -> LargePart?
  /// Whether running code takes each step: to ask once more costs as much as all that led there.
  var isAnsweredByRunningCode: Bool { get }
  /// Whether few transitions stand for many steps, so that an audit compares more than one step of
  /// each.
  var hasFewTransitions: Bool { get }
  /// Whether some states stand for others that are alike.
  var isReduced: Bool { get }
  /// What exchanges of things that are alike make of rows; nil where steps lead to representatives.
  var renaming: StateRenaming? { get }
  /// Why states that stand for others have to be told apart, as far as the system itself knows.
  var objection: String? { get }
  /// How many states the representative of a row stands for; 1 where every state represents itself.
  func symmetricCount(of row: Row) -> Int
  /// How many product functions were asked for, and how many of those answers were remembered.
  var cacheStatistics: CacheStatistics { get }
  /// The memory of interned values, of what they hold, and of remembered answers, as far as it can
  /// be told.
  var memory: MemoryUse { get }
  /// What interned values hold.
  var contents: ContentMeter { get }
  /// What grew most from the first interned values to the last, of each kind of value at most one
  /// part.
  var growingParts: [LargePart] { get }
  /// What the steps of a search that was exhausted did, and what else could have happened; nil when
  /// stopped.
  ///
  /// - Parameters:
  ///   - asksReducer: whether the reducer is asked what else it could do.
  ///   - taken: whether the search took a step of a transition.
  ///   - shouldStop: asked now and then.
  func reach(asksReducer: Bool, taken: (UInt32) -> Bool, shouldStop: () -> Bool) -> Reach?
}

extension RowExpander {
  /// All of them.
  package var stateWidth: Int { width }

  /// Whether two rows stand for one state of the system, whatever properties remember.
  package func isSameState(_ first: Row, _ second: Row) -> Bool {
    (0..<stateWidth).allSatisfy { first[$0] == second[$0] }
  }

  /// Nothing to bring near.
  package func foresee(_ rows: UnsafeBufferPointer<Row>) {}

  /// One after the other.
  package func facets(
    of rows: UnsafeBufferPointer<Row>, into values: UnsafeMutablePointer<FacetValues>
  ) {
    for number in rows.indices { values[number] = facets(of: rows[number]) }
  }

  /// No action.
  package func actionHandle(of transition: UInt32) -> UInt32 { absentHandle }
  /// No reducer.
  package func dispatchesThatDiffer(
    askedMax: Int, shouldStop: () -> Bool
  ) -> [(action: UInt32, state: UInt32)] { [] }
  /// None were kept.
  package func turnToTwins(_: inout Reordering) {}
  /// They stand.
  package func review(shouldStop: () -> Bool) -> SystemReview { .stands }
  /// Nothing is known of what could happen.
  package func reach(asksReducer: Bool, taken: (UInt32) -> Bool, shouldStop: () -> Bool) -> Reach? {
    nil
  }
  /// None.
  package func circumstance(of row: Row) -> UInt32 { 0 }
  /// None.
  package func words(ofCircumstance handle: UInt32) -> String { "" }
  /// No windows.
  package func namesPlace(of transition: UInt32) -> Bool { false }
  /// Yes: the step changes nothing.
  package func mayBeSkipped(loop transition: UInt32) -> Bool { true }

  /// Most states have transitions of their own.
  package var hasFewTransitions: Bool { false }
  /// Only functions are asked.
  package var isAnsweredByRunningCode: Bool { false }
  /// Every state represents itself.
  package var isReduced: Bool { false }
  /// None.
  package var renaming: StateRenaming? { nil }
  /// None.
  package var objection: String? { nil }
  /// Only itself.
  package func symmetricCount(of row: Row) -> Int { 1 }
}

/// What a system says of its own answers when all were asked for.
package enum SystemReview: Equatable {
  case stands
  /// Nothing can be said of it.
  case worthless(String)
  /// They are true of what happened, and say nothing of what did not: something was left behind.
  case doubtful(String)
}
