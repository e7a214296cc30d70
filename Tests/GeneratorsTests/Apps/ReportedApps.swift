import Model

/// Rows that are ticked in quick succession: one spinner for all saves under way, by their ids.
struct TickedRows: TaskApp {
  struct State: Hashable, Sendable {
    var isDone = ["milk": false, "tea": false]
    var list: LoadStatus?
    var saving: Set<String> = []
    var errors: [String: String] = [:]
    var banner: String?
  }
  enum Action: Hashable, Sendable {
    case open, tick(String), loaded([String: Bool]), failed(String), saved(String)
    case unsaved(String, String)
  }
  /// Where it is told that a save failed: for all, at its row, or nowhere.
  enum Telling { case banner, row, nothing }

  var telling = Telling.banner
  /// Whether each row that is saved says so, too.
  var marksRows = false
  /// Whether saves are made one after the other.
  var isSerial = false
  /// Whether a save that fails stays under way, or one that succeeds ends all.
  var isForgetful = false
  var endsEarly = false
  let initialState = State()
  let initialRows = ["milk": false, "tea": false]

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.list == .waiting { return [] }
    if state.list != .success || state.banner != nil || !state.errors.isEmpty {
      return state.saving.isEmpty ? [Interaction("opens the list", .open, .appears)] : []
    }
    return state.isDone.filter { !$0.value }.keys.sorted().map {
      Interaction("ticks \($0)", .tick($0), .destroys)
    }
  }
  func statuses(of state: State) -> [AppSubject: Status]? {
    var all: [AppSubject: Status] = [:]
    switch state.list {
    case nil: break
    case .waiting: all[AppSubject("list")] = .waiting
    case .success: all[AppSubject("list")] = .success
    case .failure(let why): all[AppSubject("list")] = .failure(text: why)
    }
    if !state.saving.isEmpty { all[AppSubject("saving")] = .waiting }
    for (id, why) in state.errors { all[AppSubject("rows", item: id)] = .failure(text: why) }
    for id in state.saving where marksRows { all[AppSubject("rows", item: id)] = .waiting }
    if let why = state.banner { all[AppSubject("banner")] = .failure(text: why) }
    return all
  }
  func showing(_ rows: [String: Bool]) -> StoredRows<State>? { .rows(State(isDone: rows)) }
  func stored(in state: State) -> State { State(isDone: state.isDone) }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: (state.list, state.errors, state.banner) = (.waiting, [:], nil)
    case .tick(let id):
      state.isDone[id] = true
      state.saving.insert(id)
    case .loaded(let isDone): (state.isDone, state.list) = (isDone, .success)
    case .failed(let why): state.list = .failure(why)
    case .saved(let id): state.saving.subtract(endsEarly ? ["milk", "tea"] : [id])
    case .unsaved(let id, let why):
      if !isForgetful { state.saving.remove(id) }
      state.isDone[id] = false
      switch telling {
      case .banner: state.banner = why
      case .row: state.errors[id] = why
      case .nothing: break
      }
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, [String: Bool]>) -> RunningApp<Store> {
    let (store, gate, isSerial) = (TaskStore(launch), launch.gates, isSerial)
    let work = Work()
    store.handle = { _, action, store in
      switch action {
      case .open: store.load(gate, Action.loaded, Action.failed)
      case .tick(let id):
        let before = isSerial ? work.task : nil
        work.task = Task { [weak store] in
          await before?.value
          do {
            try await gate(id, function: "tick") { $0[id] = true }
            try? store?.dispatch(.saved(id))
          } catch { try? store?.dispatch(.unsaved(id, "\(error)")) }
        }
      default: break
      }
    }
    return RunningApp(store, keeping: work)
  }
}

/// What a person chose is shown over what the server has until all of it is saved.
struct ChosenScope: TaskApp {
  struct State: Hashable, Sendable {
    var scope = "private"
    var wish: String?
    var load: LoadStatus?
    var underWay = 0
    var toast: String?
  }
  enum Action: Hashable, Sendable {
    case open, choose(String), loaded(String), failed(String), saved(String), unsaved(String)
  }

  /// Whether the first answer ends the wish that was made after it was asked for.
  var isHasty = false
  let initialState = State()
  let initialRows = "private"

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.load == .waiting { return [] }
    if state.load != .success || state.toast != nil {
      return state.underWay > 0 ? [] : [Interaction("opens the sheet", .open, .appears)]
    }
    return state.underWay > 1
      ? []
      : ["team", "public"].filter { $0 != state.wish ?? state.scope }.map {
        Interaction("chooses \($0)", .choose($0), .destroys)
      }
  }
  func showing(_ rows: String) -> StoredRows<State>? { .rows(State(scope: rows)) }
  func stored(in state: State) -> State { State(scope: state.wish ?? state.scope) }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: (state.load, state.toast) = (.waiting, nil)
    case .choose(let scope): (state.wish, state.underWay) = (scope, state.underWay + 1)
    case .loaded(let scope): (state.scope, state.load) = (scope, .success)
    case .failed(let why): state.load = .failure(why)
    case .saved(let scope): (state.scope, state.underWay) = (scope, state.underWay - 1)
    case .unsaved(let why): (state.toast, state.underWay) = (why, state.underWay - 1)
    }
    switch action {
    case .saved, .unsaved: if isHasty || state.underWay == 0 { state.wish = nil }
    default: break
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, String>) -> RunningApp<Store> {
    let (store, gate, work) = (TaskStore(launch), launch.gates, Work())
    store.handle = { _, action, store in
      switch action {
      case .open: store.load(gate, Action.loaded, Action.failed)
      case .choose(let scope):
        let before = work.task
        work.task = Task { [weak store] in
          await before?.value
          do {
            try await gate(scope, function: "save") { $0 = scope }
            try? store?.dispatch(.saved(scope))
          } catch { try? store?.dispatch(.unsaved("\(error)")) }
        }
      default: break
      }
    }
    return RunningApp(store, keeping: work)
  }
}

/// Messages that each say how they fared, those among them that are loaded.
struct DeliveredMessages: TaskApp {
  struct Message: Hashable, Sendable, Identifiable {
    let id: String
    var delivery: LoadStatus?
  }
  struct State: Hashable, Sendable {
    var messages: [Message] = []
    var history: LoadStatus?
  }
  enum Action: Hashable, Sendable {
    case open, send, loaded([String]), failed(String), sent, unsent(String)
  }

  /// What a message has that was loaded.
  var loaded: LoadStatus? = .success
  /// Whether one that was sent says so of all.
  var isForgetful = false
  let initialState = State()
  let initialRows = ["m0"]

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.history == .waiting { return [] }
    if state.history != .success { return [Interaction("opens the chat", .open, .appears)] }
    return switch state.messages.first(where: { $0.id == "m1" })?.delivery {
    case .waiting, .success: []
    default: [Interaction("sends m1", .send, .adds(1))]
    }
  }
  func showing(_ rows: [String]) -> StoredRows<State>? {
    .rows(State(messages: rows.map { Message(id: $0) }))
  }
  func stored(in state: State) -> State {
    State(messages: state.messages.map { Message(id: $0.id) })
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    func set(_ status: LoadStatus) {
      for place in state.messages.indices
      where isForgetful || state.messages[place].id == "m1" {
        state.messages[place].delivery = status
      }
    }
    switch action {
    case .open: state.history = .waiting
    case .send:
      state.messages.removeAll { $0.id == "m1" }
      state.messages.append(Message(id: "m1", delivery: .waiting))
    case .loaded(let ids):
      (state.messages, state.history) = (ids.map { Message(id: $0, delivery: loaded) }, .success)
    case .failed(let why): state.history = .failure(why)
    case .sent: set(.success)
    case .unsent(let why): set(.failure(why))
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<Store> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      switch action {
      case .open: store.load(gate, Action.loaded, Action.failed)
      case .send:
        store.request(
          { try await gate("m1", function: "send") { if !$0.contains("m1") { $0.append("m1") } } },
          { .sent }, Action.unsent)
      default: break
      }
    }
    return RunningApp(store)
  }
}

/// A note that may be edited while it is pushed: what was changed since then is pushed later.
struct PushedNote: TaskApp {
  struct State: Hashable, Sendable {
    var text = ""
    var isDirty = false
    var changed: String?
    var note: LoadStatus?
  }
  enum Action: Hashable, Sendable {
    case open, edit(String), push, loaded(String), failed(String), pushed(String), unpushed(String)
  }

  /// Whether the note is what was pushed, whatever it became meanwhile.
  var isHasty = false
  let initialState = State()
  let initialRows = "a"

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.text.isEmpty {
      return state.note == .waiting ? [] : [Interaction("opens the note", .open, .appears)]
    }
    return ["b", "c"].filter { $0 != state.text }.map { Interaction("edits to \($0)", .edit($0)) }
      + (state.isDirty && state.note != .waiting ? [Interaction("pushes", .push)] : [])
  }
  func showing(_ rows: String) -> StoredRows<State>? { .rows(State(text: rows)) }
  func stored(in state: State) -> State { State(text: state.text) }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.note = .waiting
    case .push: (state.note, state.changed) = (.waiting, nil)
    case .edit(let text):
      (state.text, state.isDirty) = (text, true)
      if state.note == .waiting { state.changed = text } else { state.note = nil }
    case .loaded(let text): (state.text, state.note) = (text, .success)
    case .failed(let why): state.note = .failure(why)
    case .pushed(let text):
      if isHasty { state.text = text }
      state.isDirty = state.changed != nil
      (state.note, state.changed) = (state.isDirty ? nil : .success, nil)
    case .unpushed(let why): (state.note, state.changed) = (.failure(why), nil)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, String>) -> RunningApp<Store> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      switch action {
      case .open: store.load(gate, Action.loaded, Action.failed)
      case .push:
        let text = store.state.text
        store.request(
          { try await gate(text, function: "push") { $0 = text } }, { .pushed(text) },
          Action.unpushed)
      default: break
      }
    }
    return RunningApp(store)
  }
}

/// Points that count at once, and that the server tells as a whole.
struct ScoredTasks: TaskApp {
  struct State: Hashable, Sendable {
    var points = 0
    var tasks: Set<String> = []
    var list: LoadStatus?
    var underWay: Set<String> = []
    var banner: LoadStatus?
  }
  enum Action: Hashable, Sendable {
    case open, score(String), loaded(Set<String>), failed(String), scored(String, Int)
    case unscored(String, String)
  }

  /// Whether each answer counts, whatever is still under way.
  var isHasty = false
  let initialState = State()
  let initialRows: Set<String> = []

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.list == .waiting { return [] }
    if state.list != .success || state.banner != nil {
      return state.underWay.isEmpty ? [Interaction("opens the list", .open, .appears)] : []
    }
    return ["floss", "walk"].filter { !state.tasks.contains($0) }.map {
      Interaction("scores \($0)", .score($0), .destroys)
    }
  }
  func showing(_ rows: Set<String>) -> StoredRows<State>? {
    .rows(State(points: rows.count, tasks: rows))
  }
  func stored(in state: State) -> State { State(points: state.points, tasks: state.tasks) }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: (state.list, state.banner) = (.waiting, nil)
    case .score(let task):
      state.points += 1
      state.tasks.insert(task)
      state.underWay.insert(task)
    case .loaded(let tasks):
      (state.points, state.tasks, state.list) = (tasks.count, tasks, .success)
    case .failed(let why): state.list = .failure(why)
    case .scored(let task, let points):
      state.underWay.remove(task)
      state.points = isHasty ? points : max(points, state.points)
    case .unscored(let task, let why):
      state.underWay.remove(task)
      state.tasks.remove(task)
      (state.points, state.banner) = (state.points - 1, .failure(why))
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Set<String>>) -> RunningApp<Store> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      switch action {
      case .open: store.load(gate, Action.loaded, Action.failed)
      case .score(let task):
        store.request(
          {
            try await gate(task, function: "score") { tasks in
              tasks.insert(task)
              return tasks.count
            }
          }, { .scored(task, $0) }, { .unscored(task, $0) })
      default: break
      }
    }
    return RunningApp(store)
  }
}
