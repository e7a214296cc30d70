import Model

/// Apps that differ in when they load what they show: only some do it when people come to a screen.
struct LoadingApp: App {
  enum Kind: Sendable, CaseIterable {
    /// A list behind a sign-in; the defect loses the last item of what was loaded.
    case signIn
    /// Two tabs behind a sign-in; the defect tells nobody that a tab could not be loaded.
    case tabs
    /// A list that people load themselves; the defect shows an item that could not be saved as if
    /// it were.
    case refreshes
    /// The same behind a sign-in, which ends and takes all away; the defect shows what comes later.
    case signsOut
    /// A form that is sent once, and says no more then; the defect says so before it was sent.
    case endScreen
    /// A switch that is stored and shown at the launch, without a status; the defect stores the
    /// opposite.
    case restores
    /// A list that is loaded when its screen comes up, without a status; the defect does not load
    /// it once more when something could not be saved.
    case plain
    /// Two screens, each with a state that is made anew when one goes there; the defect loses the
    /// last item.
    case screens
    /// A number that is saved whenever it is set, and how many saves are under way; the defect sets
    /// what was saved.
    case counts
  }

  enum Call: Hashable, Sendable { case signIn, list, notes, save }
  enum Interactions: Hashable, Sendable {
    case signIn, signOut, openList, openNotes, refresh, save, flip, leave, set(Int)
  }

  enum Action: Hashable, Sendable {
    case does(Interactions)
    case signedIn, loaded([Int]), noted([String]), saved(Int), failed(Call)
  }

  struct State: Hashable, Sendable {
    enum Status: Hashable, Sendable { case waiting, success, failure }
    var session: Status?
    var list: Status?
    var notes: Status?
    var save: Status?
    var items: [Int] = []
    var texts: [String] = []
    var isOn = false
    var saveCount = 0
  }

  struct Rows: Hashable, Sendable {
    var items = [1]
    var texts = ["a"]
    var isOn = true
  }

  let kind: Kind
  var isMended = true
  /// How many rows a save is said to add.
  var additionCount = 1
  let initialState = State()
  let initialRows = Rows()

  func interactions(in state: State) -> [Interaction<Action>] {
    let appears = Interaction("opens the list", Action.does(.openList), .appears)
    let refreshes = Interaction("refreshes", Action.does(.refresh))
    let saves = Interaction("saves", Action.does(.save), .adds(additionCount))
    let signIn = state.session == .waiting ? [] : [Interaction("signs in", Action.does(.signIn))]
    let isIn = state.session == .success
    return switch kind {
    case .signIn: isIn ? [appears] : signIn
    case .tabs:
      isIn ? [appears, Interaction("opens notes", Action.does(.openNotes), .appears)] : signIn
    case .refreshes:
      state.list == .waiting || state.save == .waiting
        ? [] : [refreshes] + (state.list == .success ? [saves] : [])
    case .signsOut: isIn ? [refreshes, Interaction("signs out", Action.does(.signOut))] : signIn
    case .endScreen:
      state.save == .success || state.save == .waiting
        ? []
        : [saves] + (state.list == .waiting ? [] : [Interaction("looks up", Action.does(.refresh))])
    case .restores:
      state.save == .waiting ? [] : [Interaction("flips the switch", Action.does(.flip))]
    case .screens:
      // The same words mean another action on each screen.
      [
        Interaction("opens the screen", Action.does(state.isOn ? .openNotes : .openList), .appears),
        Interaction("goes to the other screen", Action.does(.leave)),
      ]
    case .counts: (1...2).map { Interaction("sets \($0)", Action.does(.set($0))) }
    case .plain: state.save == .waiting ? [] : state.items.isEmpty ? [appears] : [appears, saves]
    }
  }

  func reduce(_ old: State, _ action: Action) throws -> State {
    var state = old
    let showsStatus = kind != .plain
    switch action {
    case .does(.signIn): state.session = .waiting
    case .does(.signOut): state = State()
    case .does(.openList), .does(.refresh): if showsStatus { state.list = .waiting }
    case .does(.openNotes): state.notes = .waiting
    case .does(.save):
      state.save = kind == .plain ? nil : kind == .endScreen && !isMended ? .success : .waiting
    case .does(.flip): (state.isOn, state.save) = (!state.isOn, .waiting)
    case .does(.leave):
      state = State()
      state.isOn = !old.isOn
    case .does(.set(let number)): (state.items, state.saveCount) = ([number], old.saveCount + 1)
    case .signedIn: state.session = .success
    case .loaded(let items):
      if showsStatus && state.list != .waiting && !(kind == .signsOut && !isMended) { break }
      if showsStatus { state.list = .success }
      state.items =
        [.signIn, .screens].contains(kind) && !isMended ? Array(items.dropLast()) : items
      // Replies may come in another order than they were given.
      if kind == .plain { state.items = Set(old.items + items).sorted() }
    case .noted(let texts):
      if state.notes == .waiting { (state.notes, state.texts) = (.success, texts) }
    case .saved(let number) where kind == .counts:
      state.saveCount -= 1
      if !isMended { state.items = [number] }
    case .failed(.save) where kind == .counts:
      (state.saveCount, state.save) = (old.saveCount - 1, .failure)
    case .saved(let count):
      state.save = kind == .plain ? nil : .success
      if kind == .refreshes { state.items.append(count) }
      if kind == .plain { state.items = Set(old.items + [count]).sorted() }
    case .failed(.signIn): state.session = .failure
    case .failed(.list): if state.list == .waiting { state.list = .failure }
    case .failed(.notes):
      if state.notes == .waiting { state.notes = isMended || kind != .tabs ? .failure : .success }
    case .failed(.save):
      state.save = kind == .plain ? nil : .failure
      if kind == .refreshes && !isMended {
        (state.save, state.items) = (.success, state.items + [9])
      }
    }
    return state
  }

  func showing(_ rows: Rows) -> StoredRows<State>? {
    var state = State()
    switch kind {
    case .endScreen, .counts: return nil
    case .restores: state.isOn = rows.isOn
    case .tabs: (state.items, state.texts) = (rows.items, rows.texts)
    default: state.items = rows.items
    }
    return .rows(state)
  }

  func stored(in state: State) -> State {
    var stored = state
    if kind == .screens { (stored.texts, stored.isOn) = ([], false) }
    return stored
  }

  func launch(_ launch: Launch<State, Action, Rows>) -> RunningApp<Store> {
    RunningApp(Store(launch, self))
  }
  func dispatch(_ action: Action, to store: Store) throws { try store.dispatch(action) }
  func state(of store: Store) -> State { store.state }

  @MainActor final class Store {
    private(set) var state: State
    private let launch: Launch<State, Action, Rows>
    private let app: LoadingApp
    private let tasks = KindTasks()

    init(_ launch: Launch<State, Action, Rows>, _ app: LoadingApp) {
      (self.launch, self.app, state) = (launch, app, launch.state)
      if app.kind == .restores { state.isOn = launch.rows.isOn }
    }

    func dispatch(_ action: Action) throws {
      let old = state
      state = try launch.reducer(state, action)
      if case .does(let interaction) = action, state != old || app.kind == .plain {
        take(interaction)
      }
    }

    private func take(_ interaction: Interactions) {
      let (gates, app, isOn) = (launch.gates, app, state.isOn)
      switch interaction {
      case .signIn: run(.signIn) { try await gates("sign in") { _ in .signedIn } }
      case .openList, .refresh: run(.list) { .loaded(try await gates("list") { $0.items }) }
      case .openNotes: run(.notes) { .noted(try await gates("notes") { $0.texts }) }
      case .save:
        run(.save) {
          .saved(
            try await gates("save") {
              $0.items.append($0.items.count + 1)
              return $0.items.count
            })
        }
      case .flip:
        run(.save) {
          .saved(
            try await gates(isOn) {
              $0.isOn = isOn == app.isMended
              return 0
            })
        }
      case .set(let number):
        run(.save) {
          .saved(
            try await gates(number) {
              $0.items = [number]
              return number
            })
        }
      case .signOut, .leave: break
      }
    }

    /// What has no status is loaded once more, if it was not to be saved.
    private func fail(_ call: Call) {
      try? dispatch(.failed(call))
      if app.kind == .plain && app.isMended { take(.openList) }
    }

    private func run(_ call: Call, _ body: @escaping @Sendable () async throws -> Action) {
      tasks.tasks.append(
        Task { [weak self] in
          do { try self?.dispatch(try await body()) } catch { self?.fail(call) }
        })
    }
  }
}
