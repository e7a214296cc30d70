import Model

/// An app of two stores, one for who is signed in and one for that user's notes: each has a part of
/// the state, and hears of the other's actions.
struct TwoStoresApp: App {
  /// What only an app of several stores and users can get wrong.
  enum Defect: Sendable {
    /// The store of notes does not hear that somebody signs out.
    case keepsNotes
    /// It takes notes for those of whoever is signed in when they come.
    case takesLateReplies
  }

  enum Status: Hashable, Sendable { case waiting, success, failure(String) }
  struct Notes: Hashable, Sendable {
    var load: Status?
    var rows: [String] = []
  }
  struct State: Hashable, Sendable {
    var user: String?
    var notes = Notes()
  }
  enum Action: Hashable, Sendable {
    case signIn(String), signOut, open
    case loaded([String], of: String), failed(String, of: String)
  }
  typealias Rows = [String: [String]]

  /// One store of the two: it keeps a part of the state.
  @MainActor final class PartStore<Part: Sendable> {
    var part: Part

    init(_ part: Part) { self.part = part }
  }

  /// What the app is launched as.
  @MainActor final class Stores {
    let users: PartStore<String?>
    let notes: PartStore<Notes>
    var tasks: [Task<Void, Never>] = []
    private let launch: Launch<State, Action, Rows>
    private let defect: Defect?

    init(_ launch: Launch<State, Action, Rows>, _ defect: Defect?) {
      (users, notes) = (PartStore(launch.state.user), PartStore(launch.state.notes))
      (self.launch, self.defect) = (launch, defect)
    }

    deinit { for task in tasks { task.cancel() } }

    var state: State { State(user: users.part, notes: notes.part) }

    func dispatch(_ action: Action) throws {
      let old = state
      let new = try launch.reducer(old, action)
      users.part = new.user
      notes.part = new.notes
      guard action == .open, old.notes.load != .waiting, let user = new.user else { return }
      let gate = launch.gates
      tasks.append(
        Task { [weak self] in
          do {
            let rows = try await gate(user, function: "fetch") { $0[user] ?? [] }
            try? self?.dispatch(.loaded(rows, of: user))
          } catch {
            try? self?.dispatch(.failed("\(error)", of: user))
          }
        })
    }
  }

  var defect: Defect?
  let initialState = State()
  let initialRows = ["ann": ["milk"], "bob": ["tea"]]

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.user == nil {
      return ["ann", "bob"].map { Interaction("signs in as \($0)", .signIn($0)) }
    }
    let open =
      state.notes.load == .waiting ? [] : [Interaction("opens the notes", Action.open, .appears)]
    return open + [Interaction("signs out", .signOut)]
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .signIn(let user): state.user = user
    case .signOut:
      state.user = nil
      if defect == .keepsNotes { state.notes.load = nil } else { state.notes = Notes() }
    case .open: state.notes.load = .waiting
    case .loaded(let rows, let user):
      if user == state.user && state.notes.load == .waiting || defect == .takesLateReplies {
        state.notes = Notes(load: .success, rows: rows)
      }
    case .failed(let why, let user):
      if user == state.user && state.notes.load == .waiting { state.notes.load = .failure(why) }
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Rows>) -> RunningApp<Stores> {
    let stores = Stores(launch, defect)
    return RunningApp(stores, keeping: stores.users, stores.notes)
  }
  func dispatch(_ action: Action, to stores: Stores) throws { try stores.dispatch(action) }
  func state(of stores: Stores) -> State { stores.state }
  func owned(in state: State) -> OwnedData? {
    state.user.map { OwnedData(of: $0, state.notes.rows) }
  }
}
