/// An app as it is: its real reducer, store, listener and session, run under a scheduler.
///
/// Nothing of it is written down a second time: the running app itself takes every step of a search
/// (`DerivedProduct`), whatever its listeners, tasks and timers do.
public protocol App: Sendable {
  /// What the store owns.
  associatedtype State: Hashable & Sendable
  /// What is dispatched.
  associatedtype Action: Hashable & Sendable
  /// What the database or the server holds, as a value.
  associatedtype Rows: Hashable & Sendable
  /// The app's store.
  associatedtype Store: AnyObject & Sendable

  /// The state at launch.
  var initialState: State { get }
  /// What the database or the server holds before the first launch.
  var initialRows: Rows { get }
  /// What people can do in a state, simplest first.
  func interactions(in state: State) -> [Interaction<Action>]
  /// The former name of `interactions(in:)`.
  @available(*, deprecated, renamed: "interactions(in:)")
  func deeds(in state: State) -> [Interaction<Action>]
  /// The app's own reducer.
  ///
  /// - Throws: a reducer error, which leaves the state as it was.
  func reduce(_ state: State, _ action: Action) throws -> State
  /// Launches the app: makes store and listener with what the launch gives, and nothing that
  /// outlives them.
  @MainActor func launch(_ launch: Launch<State, Action, Rows>) -> RunningApp<Store>
  /// Dispatches an action to the store.
  ///
  /// - Throws: the reducer's error.
  @MainActor func dispatch(_ action: Action, to store: Store) throws
  /// The store's state.
  @MainActor func state(of store: Store) -> State
  /// What the app promises of itself, asked whenever it rests; nothing by default.
  @MainActor func promises(of store: Store) -> [LivePromise]
  /// A state that shows these rows, or why there is none yet; nil, as by default, where nothing is
  /// promised about these rows and any state.
  ///
  /// Statuses in it do not count.
  func showing(_ rows: Rows) -> StoredRows<State>?
  /// A state as far as rows are compared with it: what is stored nowhere, such as what is open or
  /// half typed, as it is in what `showing(_:)` gives; all of the state by default.
  func stored(in state: State) -> State
  /// The statuses in a state, where they are not enumerations that say so by their cases; nil, as
  /// by default, has them found by reflection.
  func statuses(of state: State) -> [AppSubject: Status]?
  /// What people have typed and not sent, each under the name of what it is about, such as an id;
  /// nothing by default.
  func drafts(in state: State) -> [String: String]
  /// What a state holds of the user who is signed in; nil, as by default, where no user is.
  func owned(in state: State) -> OwnedData?
  /// What components subscribe to, with filters and selectors; nothing by default.
  var subscriptions: [AppSubscription<Self>] { get }
}

extension App {
  @MainActor public func promises(of store: Store) -> [LivePromise] { [] }
  public func showing(_ rows: Rows) -> StoredRows<State>? { nil }
  public func stored(in state: State) -> State { state }
  public func statuses(of state: State) -> [AppSubject: Status]? { nil }
  public func drafts(in state: State) -> [String: String] { [:] }
  public func owned(in state: State) -> OwnedData? { nil }
  public var subscriptions: [AppSubscription<Self>] { [] }
}

/// Something that a person does with an app: the words for it, and the action that it dispatches.
public struct Interaction<Action: Hashable & Sendable>: Hashable, Sendable, CaseNamed {
  /// What an interaction is to the promises about recovery and additions.
  public enum Kind: Hashable, Sendable {
    /// It changes or removes what is stored.
    case destroys
    /// A component appears, which no person decides to do.
    case appears
    /// It leads to so many fresh rows.
    case adds(Int)
    case other
  }

  /// The words after "the user", such as "taps Delete on Milk"; no two interactions of a state have
  /// the same.
  public let words: String
  /// What it dispatches.
  public let action: Action
  /// What it is to the promises.
  public let kind: Kind

  /// Makes an interaction.
  ///
  /// - Parameters:
  ///   - words: what comes after "the user".
  ///   - action: what it dispatches.
  ///   - kind: what it is to the promises.
  public init(_ words: String, _ action: Action, _ kind: Kind = .other) {
    self.words = words
    self.action = action
    self.kind = kind
  }
}

extension Interaction: ToldByDescription {
  public var description: String { words }

  /// The innermost case of the action: `didTapDelete` of `.ui(.didTapDelete(id))`.
  public var caseName: String { innermostCaseName(of: action) ?? words }
}

/// A value that says itself what kind of step it makes.
public protocol CaseNamed {
  /// A stable word, without values.
  var caseName: String { get }
}

/// What an app is launched with.
public struct Launch<
  State: Hashable & Sendable, Action: Hashable & Sendable, Rows: Hashable & Sendable
>:
  Sendable
{
  /// The state with which its store begins.
  public let state: State
  /// The reducer, observed: hand it to the store in place of the bare one.
  public let reducer: @Sendable (State, Action) throws -> State
  /// What is stored at this launch, for an app that restores its state from it.
  public let rows: Rows
  /// What its database or server waits at.
  public let gates: Gates<Rows>
}

/// A launched app: its store, and what else lives as long as it does.
@MainActor public final class RunningApp<Store: AnyObject & Sendable> {
  let store: Store
  let others: [any AnyObject & Sendable]

  /// Takes in what was made; all of it has to be gone when the app is.
  ///
  /// - Parameters:
  ///   - store: the app's store.
  ///   - others: what nothing else keeps alive, such as the listener.
  public init(_ store: Store, keeping others: any AnyObject & Sendable...) {
    self.store = store
    self.others = others
  }
}
