/// The heart of a product: a state, actions, a reducer, and what people do.
///
/// `reduce` has the signature of ImmutableData's reducers, so the real one can be passed. Any
/// function may throw a `Crash`, which stands for a trap of the real code. A product never knows
/// the bounds under which it is explored: what people may choose from comes in as `values`.
public protocol ReducingProduct: Sendable {
  /// What the store owns.
  associatedtype State: Hashable & Sendable
  /// The Redux value that the reducer answers.
  associatedtype Action: Hashable & Sendable
  /// What a person does; in the open environment it dispatches one ui action. Actions themselves by
  /// default.
  associatedtype Gesture: Hashable & Sendable = Action
  /// What a scope offers people to choose from; nothing by default.
  associatedtype Values: Hashable & Sendable = NoValues

  /// The state at launch.
  var initialState: State { get }
  /// The reducer.
  ///
  /// - Throws: a reducer error, which leaves the state as it was, or a `Crash`.
  func reduce(_ state: State, _ action: Action) throws -> State
  /// What people can do in the open environment, simplest first.
  func gestures(in state: State, values: Values) -> [Gesture]
  /// The action that a gesture dispatches.
  func action(of gesture: Gesture) -> Action
  /// Whether a gesture is only the appearing of a component.
  func isAppearing(_ gesture: Gesture) -> Bool
  /// Whether a gesture changes or removes what is stored.
  func isDestructive(_ gesture: Gesture) -> Bool
  /// How many fresh rows, or answers from outside, a gesture leads to when its request is accepted.
  func additionCount(of gesture: Gesture) -> Int
  /// Every (ui and data) action of the values, for checks that ask the reducer about each.
  func vocabulary(values: Values) -> [Action]
}

extension ReducingProduct {
  public func isAppearing(_ gesture: Gesture) -> Bool { false }
  public func isDestructive(_ gesture: Gesture) -> Bool { false }
  public func additionCount(of gesture: Gesture) -> Int { 0 }
  public func vocabulary(values: Values) -> [Action] {
    gestures(in: initialState, values: values).map { action(of: $0) }
  }
}

extension ReducingProduct where Gesture == Action {
  public func action(of gesture: Gesture) -> Action { gesture }
}

extension ReducingProduct where Action: CaseIterable {
  public func vocabulary(values: Values) -> [Action] { Array(Action.allCases) }
}

extension ReducingProduct where Gesture: CaseIterable {
  /// Everything, always.
  public func gestures(in state: State, values: Values) -> [Gesture] { Array(Gesture.allCases) }
}
