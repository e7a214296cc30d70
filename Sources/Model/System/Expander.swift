/// The means of one worker to compute the steps of a system.
///
/// The search works on rows alone; states and labels are made when a person or a property asks for
/// them.
package protocol Expander<System>: AnyObject {
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
  /// - Parameter recorder: takes down what is looked at; nil when that is not wanted.
  func view(of row: Row, at moment: Moment, recording recorder: ReadRecorder?) -> System.View
  /// The label of a step out of any state.
  func label(of transition: UInt32) -> System.Label
  /// The labels of a path from an initial state, as the system itself takes them.
  ///
  /// - Parameter transitions: those of a path among states that may represent others.
  func labels(along transitions: [UInt32], from row: Row) -> [System.Label]
  /// A stable word for the kind of step, without its values.
  func kind(of transition: UInt32) -> String
  /// Means of the same system that have asked nothing yet, and take the states of these.
  func makeFresh() -> any Expander<System>
}

extension Expander {
  /// Those of the transitions: every state represents itself.
  package func labels(along transitions: [UInt32], from row: Row) -> [System.Label] {
    transitions.map(label(of:))
  }
}
