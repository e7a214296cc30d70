/// A product on the ImmutableData runtime, as pure values and functions.
///
/// `reduce` has the signature of ImmutableData's reducers, so the real one can be passed. Any function may
/// throw a `Crash`, which stands for a trap of the real code. A product never knows the bounds under which
/// it is explored: what people may choose from comes in as `values`.
public protocol Product: Sendable {
  /// What the store owns.
  associatedtype State: Hashable & Sendable
  /// The Redux value that the reducer answers.
  associatedtype Action: Hashable & Sendable
  /// What a person does; in the open environment it dispatches one ui action.
  associatedtype Gesture: Hashable & Comparable & Codable & Sendable
  /// What a thunk asks of the persistent store.
  associatedtype Operation: Hashable & Comparable & Codable & Sendable = Never
  /// What the persistent store answers.
  associatedtype Reply: Hashable & Sendable = Never
  /// The persistent store's content.
  associatedtype Database: Hashable & Sendable = Nothing
  /// What the listener can still learn from a stream element.
  associatedtype Notice: Hashable & Sendable = Element<State, Action>
  /// What a status is about: a collection, or one entry of a queue.
  associatedtype Subject: Hashable & Comparable & Sendable = Never
  /// What state and database hold alike, keyed by id.
  associatedtype Contents: Hashable & Sendable = Nothing
  /// One window's component state; ordered by content, so that windows can be told apart by it.
  associatedtype Window: Hashable & Comparable & Sendable = Never
  /// What a person does in a window; most of it dispatches nothing.
  associatedtype WindowGesture: Hashable & Comparable & Codable & Sendable = Never
  /// What a scope offers people to choose from.
  associatedtype Values: Hashable & Codable & Sendable

  /// The state at launch.
  var initialState: State { get }
  /// The persistent store before the first launch.
  var initialDatabase: Database { get }

  /// The reducer.
  ///
  /// - Throws: a reducer error, which leaves the state as it was, or a `Crash`.
  func reduce(_ state: State, _ action: Action) throws -> State
  /// What the listener can still learn from an element; nil when it never reacts to it.
  func notice(old: State, action: Action) -> Notice?
  /// The listener's decision: the operation that it asks for.
  ///
  /// - Throws: a `Crash`.
  func react(to notice: Notice, current: State) throws -> Operation?
  /// Carries an operation out.
  ///
  /// - Throws: an error, which leaves in the database what was done before it, or a `Crash`.
  func perform(_ operation: Operation, on database: inout Database) throws -> Reply
  /// The operation with each answer that the world outside may give it, so that labels tell which it gave;
  /// none when the database alone decides.
  func answers(to operation: Operation, values: Values) -> [Operation]
  /// The action that reports an operation's result; nil for operations that report nothing back.
  func completion(of operation: Operation, result: Result<Reply, OperationFailure>) -> Action?

  /// What people can do in the open environment, simplest first.
  func gestures(in state: State, values: Values) -> [Gesture]
  /// The action that a gesture dispatches.
  func action(of gesture: Gesture) -> Action
  /// A window as it opens; nil when the product has none.
  var initialWindow: Window? { get }
  /// The selector subscriptions of a window's components.
  func mounts(in window: Window) -> [Mount<Self>]
  /// What a window enables, simplest first.
  ///
  /// - Parameters:
  ///   - window: the component state now.
  ///   - display: what the last render showed.
  ///   - values: what forms are filled in with, and what can be picked.
  func gestures(in window: Window, showing display: Display, values: Values) -> [WindowGesture]
  /// What a gesture does to its window.
  ///
  /// - Parameter state: the store's state, for nothing but ids that nobody uses yet.
  /// - Returns: the ui action's gesture that it dispatches, or nil.
  func handle(
    _ gesture: WindowGesture, in window: inout Window, showing display: Display, state: State
  ) -> Gesture?
  /// What a window does by itself when two consecutive renders differ.
  func refresh(_ window: inout Window, from old: Rendering<Window>, to new: Rendering<Window>)
  /// Whether some component of a window shows the failure of a subject.
  func showsFailure(of subject: Subject, in window: Window) -> Bool
  /// Whether windows have forms at all.
  var hasForms: Bool { get }
  /// The forms that a window has open.
  func forms(in window: Window) -> [Form]
  /// The fields that a form of an item shows, as the state holds them; nil when it holds no such item.
  func fields(ofItem id: String, in state: State) -> [String: String]?
  /// How many fresh rows, or answers from outside, a gesture leads to when its request is accepted.
  func additionCount(of gesture: Gesture) -> Int
  /// How many fresh rows an operation inserts, or answers from outside it brings.
  func additionCount(of operation: Operation) -> Int
  /// Whether the budget of additions bounds what recovery may need, so that such a scope cannot tell whether
  /// it is possible.
  var boundsRecovery: Bool { get }
  /// Whether a gesture is only the appearing of a component.
  func isAppearing(_ gesture: Gesture) -> Bool
  /// Whether a gesture changes or removes what is stored.
  func isDestructive(_ gesture: Gesture) -> Bool

  /// The subjects that are collections, in a fixed order.
  var collections: [Subject] { get }
  /// Whether single items have statuses too, in a queue.
  var hasQueue: Bool { get }
  /// The word for what kind of subject a subject is: "lists", "item".
  func kind(of subject: Subject) -> String
  /// The words for one subject among those of its kind, such as an id; empty for a collection.
  func name(of subject: Subject) -> String
  /// Every status that is not nil.
  func statuses(of state: State) -> [Subject: Status]
  /// The subjects whose statuses an operation's completion is to end.
  func subjects(of operation: Operation) -> [Subject]
  /// The subjects whose request a notice stands for; empty when it is no accepted request of one with a
  /// status.
  func subjects(askedForBy notice: Notice) -> [Subject]
  /// Whether a notice stands for an accepted request.
  func isAcceptedRequest(_ notice: Notice) -> Bool
  /// Whether the subject of a queue entry is an item that the state holds; nil where the product does not
  /// say, so that nobody can judge whether an entry outlives its item.
  var holdsItem: (@Sendable (_ subject: Subject, _ state: State) -> Bool)? { get }
  /// What the state holds.
  func contents(of state: State) -> Contents
  /// What the database holds.
  func rows(of database: Database) -> StoredRows<Contents>

  /// The selector subscriptions of the product's components, one for each parameter that the values offer.
  func subscriptions(values: Values) -> [Subscription<Self>]
  /// Every (ui and data) action of the values, for checks that ask the reducer about each.
  func vocabulary(values: Values) -> [Action]
  /// The words in which a story tells values of this product.
  var narrator: Narrator<Self> { get }
}

/// The rows of a persistent store, as properties compare them with a state.
public enum StoredRows<Contents: Hashable & Sendable>: Hashable, Sendable {
  /// No operation has opened the store yet: it has no rows to speak of.
  case unopened
  /// Two rows have one id, so that no dictionary agrees with them.
  case repeated(id: String)
  /// The rows by id.
  case rows(Contents)
}
