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
/// A system whose `State` or `Label` is a type of the standard library says so: `typealias State = Int`.
public protocol ExplicitSystem: TransitionSystem where View == State {
  /// The steps out of a state, in any order, each label once; the search takes them in the order of their
  /// content.
  func steps(from state: State) -> [Step<State, Label>]
  /// Whether nothing is pending in a state; true by default.
  func isSettled(_ state: State) -> Bool
  /// What kind of step a label stands for; none by default.
  func traits(of label: Label) -> StepTraits
  /// A stable word for the kind of step, without its values; by default the case of an enumeration, a text as
  /// it is, and "step" for other labels.
  func kind(of label: Label) -> String
}

extension ExplicitSystem {
  public func isSettled(_ state: State) -> Bool { true }
  public func traits(of label: Label) -> StepTraits { [] }
  public func kind(of label: Label) -> String { stepKind(of: label) }
  public var expansion: Expansion<Self> { Expansion { _ in ExplicitExpansion(self) } }
}
