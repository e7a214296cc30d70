/// What can happen: states, and labels that lead from one to the next.
///
/// A label decides its successor, so a path is its first state and its labels. Most systems written
/// by hand give `initialStates` and `steps(from:)` and take the default expansion:
///
/// ```swift
/// struct TrafficLight: ExplicitSystem {
///   enum State: Hashable, Sendable { case red, green }
///   enum Label: Hashable, Sendable { case change }
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
  associatedtype Label: Hashable & Sendable
  /// A state as a property looks at it: one that records what is looked at, where a state has
  /// parts.
  associatedtype View = State

  /// The states in which the system can start, in a fixed order without repetition.
  var initialStates: [State] { get }

  /// How steps are computed; `ExplicitSystem` gives it.
  var expansion: Expansion<Self> { get }
}

/// How the steps of a system are computed; a system written by hand is given it by
/// `ExplicitSystem`.
public struct Expansion<System: TransitionSystem>: Sendable {
  /// Makes an expander; each worker has its own.
  fileprivate let make: @Sendable (_ isReduced: Bool) -> any Expander<System>
  fileprivate let edition: @Sendable () -> Int
  fileprivate let leads: (@Sendable ([System.Label], [System.State], Bool) -> Bool)?

  package init(
    make: @escaping @Sendable (_ isReduced: Bool) -> any Expander<System>,
    edition: @escaping @Sendable () -> Int = { 0 },
    leads: (@Sendable ([System.Label], [System.State], Bool) -> Bool)? = nil
  ) {
    self.make = make
    self.edition = edition
    self.leads = leads
  }
}

extension TransitionSystem {
  /// The means of one worker to compute steps.
  ///
  /// - Parameter isReduced: whether states that are alike are represented by one, as a search may
  ///   have it; a replay may not.
  package func makeExpansion(isReduced: Bool = false) -> any Expander<Self> {
    expansion.make(isReduced)
  }

  /// Another number as soon as the system tells states apart that were one before.
  ///
  /// What is remembered of its answers has to be forgotten then.
  package var edition: Int { expansion.edition() }

  /// Whether something that runs goes through these states when it is led along a path from its
  /// start.
  ///
  /// What such a path shows is true, whatever else is unknown.
  ///
  /// - Parameters:
  ///   - states: the first one, and that after each label.
  ///   - tellsApart: whether states are told apart from then on that look alike, where it goes
  ///     through others.
  package func leads(
    along labels: [Label], through states: [State], tellingApart tellsApart: Bool = false
  ) -> Bool {
    expansion.leads?(labels, states, tellsApart) ?? false
  }

  /// Whether its steps are taken by something that runs, and not worked out of functions.
  package var isLed: Bool { expansion.leads != nil }
}
