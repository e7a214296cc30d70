/// A label and the state that it leads to.
public struct Step<State: Hashable & Sendable, Label: Hashable & Sendable>: Hashable, Sendable {
  /// What the step does.
  package let label: Label
  /// The successor.
  package let state: State

  /// Makes a step.
  public init(_ label: Label, to state: State) {
    self.label = label
    self.state = state
  }
}

/// A transition system written by hand as a list of steps for each state.
///
/// A system whose `State` or `Label` does not stand inside it, such as a type of the standard
/// library, says so: `typealias State = Int`.
public protocol ExplicitSystem: WrittenSystem where View == State {
  /// The steps out of a state, in any order, each label once; the search takes them in the order of
  /// their content.
  func steps(from state: State) -> [Step<State, Label>]
}

extension ExplicitSystem {
  public var expansion: Expansion<Self> { Expansion { _ in ExplicitExpansion(self) } }
}
