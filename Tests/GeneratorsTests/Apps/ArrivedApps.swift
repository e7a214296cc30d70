import Model

/// A chat in which a receipt may come before the reply to what was sent.
struct ReceiptChat: TaskApp {
  enum Tick: Int, Hashable, Sendable { case sending, notSent, sent, read }
  struct Message: Hashable, Sendable, Identifiable {
    let id: String
    var tick: Tick
  }
  struct State: Hashable, Sendable {
    var messages: [Message] = []
    var load: LoadStatus?
    /// Receipts of messages that may be on their way.
    var receipts: [String: Tick] = [:]
  }
  enum Action: Hashable, Sendable {
    case open, send, sendAgain, loaded([Message]), loadFailed(String), sent(String), notSent(String)
    case receipt(String)
  }
  enum Defect { case marksAll, marksNotSent, replaces }

  var defect: Defect?
  let initialState = State()
  let initialRows = [Message(id: "a", tick: .read)]

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.load == .waiting { return [] }
    let open = Interaction("opens the chat", Action.open, .appears)
    guard state.load == .success, let last = state.messages.last else { return [open] }
    switch last.tick {
    case .sending: return [open]
    case .notSent: return [open, Interaction("sends it again", .sendAgain)]
    case .sent, .read: return [open, Interaction("sends a message", .send, .adds(1))]
    }
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.load = .waiting
    case .send: state.messages.append(Message(id: "\(state.messages.count)", tick: .sending))
    case .sendAgain: state.messages[state.messages.count - 1].tick = .sending
    case .loaded(let rows):
      let own = defect == .replaces ? [] : state.messages.filter { !rows.map(\.id).contains($0.id) }
      state.messages = rows.map { Message(id: $0.id, tick: state.receipts[$0.id] ?? $0.tick) } + own
      (state.load, state.receipts) = (.success, [:])
    case .loadFailed(let why): state.load = .failure(why)
    case .sent(let id): state.mark(id, .sent)
    case .notSent(let id):
      for place in state.messages.indices where state.messages[place].id == id {
        if defect != .marksNotSent && state.messages[place].tick != .sending { continue }
        state.messages[place].tick = .notSent
      }
    case .receipt(let id):
      for message in state.messages where message.id == id || defect == .marksAll {
        state.mark(message.id, .read)
      }
      if state.load == .waiting { state.receipts[id] = .read }
    }
    return state
  }
  func statuses(of state: State) -> [AppSubject: Status]? {
    var all: [AppSubject: Status] = [:]
    switch state.load {
    case .waiting: all[AppSubject("load")] = .waiting
    case .success: all[AppSubject("load")] = .success
    case .failure(let why): all[AppSubject("load")] = .failure(text: why)
    case nil: break
    }
    for message in state.messages {
      all[AppSubject("messages", item: message.id)] =
        switch message.tick {
        case .sending: .waiting
        case .notSent: .failure(text: "not sent")
        case .sent, .read: .success
        }
    }
    return all
  }
  func showing(_ rows: [Message]) -> StoredRows<State>? { .rows(State(messages: rows)) }
  func stored(in state: State) -> State { State(messages: state.messages) }

  func launch(_ launch: Launch<State, Action, [Message]>) -> RunningApp<Store> {
    let (store, gate) = (TaskStore<State, Action>(launch), launch.gates)
    Task { [weak store] in
      while let id = try? await gate.pushed(
        [true], function: "receipt",
        { rows, _ in
          rows[rows.count - 1].tick = .read
          return rows[rows.count - 1].id
        })
      { try? store?.dispatch(.receipt(id)) }
    }
    store.handle = { _, action, store in
      switch action {
      case .open: store.load(gate, Action.loaded, Action.loadFailed)
      case .send, .sendAgain:
        guard let id = store.state.messages.last?.id else { return }
        store.request(
          {
            try await gate(id, function: "send") { rows in
              if !rows.map(\.id).contains(id) { rows.append(Message(id: id, tick: .sent)) }
            }
          }, { .sent(id) }, { _ in .notSent(id) })
      default: break
      }
    }
    return RunningApp(store)
  }
}

extension ReceiptChat.State {
  /// A tick is never taken back.
  mutating func mark(_ id: String, _ tick: ReceiptChat.Tick) {
    for place in messages.indices where messages[place].id == id {
      if messages[place].tick.rawValue < tick.rawValue { messages[place].tick = tick }
    }
  }
}

/// An album from which a picked photo goes once its Undo has gone.
struct UndoneAlbum: TaskApp {
  struct State: Hashable, Sendable {
    var photos: [String] = []
    var picked: String?
    /// What a person can still bring back, and what is being deleted.
    var hidden: [String] = []
    var going: [String] = []
    var load: LoadStatus?
    var error: String?
  }
  enum Action: Hashable, Sendable {
    case open, pick(String), delete, undo, close, timeIsOver, deleted([String])
    case failed([String], String), loaded([String]), loadFailed(String)
  }
  enum Defect { case isQuiet, bringsBack }

  @MainActor final class Work {
    var timer: Task<Void, Never>?
    var load: Task<Void, Never>?
  }

  var defect: Defect?
  let initialState = State()
  let initialRows = ["1"]

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.error != nil { return [Interaction("closes the alert", .close, .appears)] }
    var all: [Interaction<Action>] = []
    if state.load != .waiting { all.append(Interaction("opens the album", .open, .appears)) }
    if state.load == nil { return all }
    if state.picked != nil && state.hidden.isEmpty && state.going.isEmpty {
      all.append(Interaction("taps Delete", .delete, .destroys))
    }
    if state.picked == nil { all += state.photos.prefix(1).map { Interaction("picks", .pick($0)) } }
    if !state.hidden.isEmpty { all.append(Interaction("taps Undo", .undo)) }
    return all
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open, .close: (state.load, state.error) = (.waiting, nil)
    case .pick(let photo): state.picked = photo
    case .delete:
      state.hidden = state.photos.filter { $0 == state.picked }
      state.photos.removeAll { $0 == state.picked }
      state.picked = nil
    case .undo: (state.photos, state.hidden) = ((state.photos + state.hidden).sorted(), [])
    case .timeIsOver: (state.going, state.hidden) = (state.hidden, [])
    case .deleted: state.going = []
    case .failed(let photos, let why):
      (state.photos, state.going) = ((state.photos + photos).sorted(), [])
      if defect != .isQuiet { state.error = why }
    case .loaded(let photos):
      state.load = .success
      if defect == .bringsBack { state.hidden = [] }
      state.photos = photos.filter { !(state.hidden + state.going).contains($0) }
      state.hidden.removeAll { !photos.contains($0) }
      if !state.photos.contains(where: { $0 == state.picked }) { state.picked = nil }
    case .loadFailed(let why): state.load = .failure(why)
    }
    return state
  }
  func showing(_ rows: [String]) -> StoredRows<State>? { .rows(State(photos: rows)) }
  func stored(in state: State) -> State { State(photos: (state.photos + state.hidden).sorted()) }

  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<Store> {
    let (store, gate, work) = (TaskStore<State, Action>(launch), launch.gates, Work())
    store.handle = { old, action, store in
      switch action {
      case .open, .close, .deleted:
        // What is loaded may still have what has just gone.
        if case .deleted = action, old.load != .waiting { return }
        work.load?.cancel()
        work.load = Task { [weak store] in
          do {
            let photos = try await gate(function: "load") { $0 }
            if !Task.isCancelled { try? store?.dispatch(.loaded(photos)) }
          } catch { if !Task.isCancelled { try? store?.dispatch(.loadFailed("\(error)")) } }
        }
      case .loaded: if store.state.hidden.isEmpty { work.timer?.cancel() }
      case .delete: work.timer = store.dispatch(.timeIsOver, after: .seconds(5))
      case .undo: work.timer?.cancel()
      case .timeIsOver:
        let photos = old.hidden
        if photos.isEmpty { return }
        store.request(
          { try await gate(photos, function: "delete") { $0.removeAll(where: photos.contains) } },
          { .deleted(photos) }, { .failed(photos, $0) })
      default: break
      }
    }
    return RunningApp(store, keeping: work)
  }
}

/// A router whose name is saved, and that is then waited for until it is up again.
struct RestartedRouter: TaskApp {
  struct State: Hashable, Sendable {
    var name = ""
    var field: String?
    var load: LoadStatus?
    var restart: LoadStatus?
  }
  enum Action: Hashable, Sendable {
    case open, type, save, loaded(String), loadFailed(String), saved, isUp(String), failed(String)
  }
  enum Defect { case clearsEarly, clearsAlways }

  var defect: Defect?
  let initialState = State()
  let initialRows = "home"

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.load == .waiting || state.restart == .waiting { return [] }
    var all = [Interaction("opens the settings", Action.open, .appears)]
    if state.load != .success { return all }
    if state.field == nil { all.append(Interaction("types away", .type)) }
    if state.field != nil { all.append(Interaction("saves", .save, .destroys)) }
    return all
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: (state.load, state.restart) = (.waiting, nil)
    case .type: state.field = "away"
    case .save:
      state.restart = .waiting
    case .loaded(let name): (state.name, state.load) = (name, .success)
    case .loadFailed(let why): state.load = .failure(why)
    case .saved: break
    case .isUp(let name): (state.name, state.field, state.restart) = (name, nil, .success)
    case .failed(let why):
      state.restart = .failure(why)
      if defect == .clearsAlways { state.field = nil }
    }
    return state
  }
  func drafts(in state: State) -> [String: String] { state.field.map { ["name": $0] } ?? [:] }
  func showing(_ rows: String) -> StoredRows<State>? { .rows(State(name: rows)) }
  func stored(in state: State) -> State { State(name: state.name) }

  func launch(_ launch: Launch<State, Action, String>) -> RunningApp<Store> {
    let (store, gate, defect) = (TaskStore<State, Action>(launch), launch.gates, defect)
    store.handle = { old, action, store in
      switch action {
      case .open: store.load(gate, Action.loaded, Action.loadFailed)
      case .save:
        guard let name = old.field else { return }
        store.request(
          {
            do { try await gate(name, function: "save") { $0 = name } } catch {
              if defect != .clearsEarly { throw error }
            }
            return try await gate(function: "ping") { $0 }
          }, { .isUp($0) }, { .failed($0) })
      default: break
      }
    }
    return RunningApp(store)
  }
}
