import Model

/// Files of which one cannot be deleted: an alert says what failed, and who closes it loads the
/// list anew.
struct FilesWithAlert: TaskApp {
  struct State: Hashable, Sendable {
    var list: LoadStatus?
    var names: Set<String> = []
    var chosen: String?
    var isDeleting: LoadStatus?
    var alert: String?
  }
  enum Action: Hashable, Sendable {
    case open, choose(String?), delete(String), close
    case loaded(Set<String>), loadFailed(String), deleted(String), failed(String, chosen: String?)
  }
  enum Defect { case keepsList, chooses }
  struct Locked: Error {}

  var defect: Defect?
  let initialState = State()
  let initialRows: Set = ["a", "locked"]

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.list == .waiting { return [] }
    guard state.list == .success else { return [Interaction("opens the list", .open, .appears)] }
    let choice = state.chosen == nil ? "a" : nil
    var all = [Interaction("chooses \(choice ?? "nothing")", Action.choose(choice))]
    if state.isDeleting == nil {
      all += state.names.sorted().map { Interaction("deletes \($0)", .delete($0), .destroys) }
    }
    if state.alert != nil { all.append(Interaction("closes the alert", .close)) }
    return all
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.list = .waiting
    case .choose(let name): state.chosen = name
    case .delete: state.isDeleting = .waiting
    case .close:
      state.alert = nil
      if state.isDeleting == nil && defect != .keepsList { state.list = .waiting }
    case .loaded(let names): (state.list, state.names) = (.success, names)
    case .loadFailed(let why): state.list = .failure(why)
    case .deleted(let name):
      state.names.remove(name)
      state.isDeleting = nil
    case .failed(let why, let chosen):
      (state.isDeleting, state.alert) = (nil, why)
      if defect == .chooses { state.chosen = chosen }
    }
    return state
  }

  func launch(
    _ launch: Launch<State, Action, Set<String>>
  ) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { old, action, store in
      if case .delete(let name) = action {
        store.request(
          {
            try await gate(name, function: "delete") {
              if name == "locked" { throw Locked() }
              $0.remove(name)
            }
          }, { _ in .deleted(name) }, { .failed($0, chosen: old.chosen) })
      } else if old.list != .waiting && store.state.list == .waiting {
        store.load(gate, Action.loaded, Action.loadFailed)
      }
    }
    return RunningApp(store)
  }

  func showing(_ rows: Set<String>) -> StoredRows<State>? { .rows(State(names: rows)) }
  func stored(in state: State) -> State { State(names: state.names) }
}

/// A name whose save first ends its spinner and then tells of a failure.
struct SpinnerThenAlert: ViewModelApp {
  struct State: Hashable, Sendable {
    var save: LoadStatus?
    var alert: String?
  }
  enum Tap: Hashable, Sendable { case save, close }

  var isSilent = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    (state.save == .waiting ? [] : [Interaction("saves", .tap(.save))])
      + (state.alert == nil ? [] : [Interaction("closes the alert", .tap(.close))])
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, isSilent) = (ViewModel<State, Tap>(launch), launch.gates, isSilent)
    store.handle = { tap, store in
      if tap == .close { return store.set(\.alert, nil) }
      store.set(\.save, .waiting)
      Task { [weak store] in
        do {
          try await gate(function: "save") { $0 = 1 }
          store?.set(\.save, .success)
        } catch {
          store?.set(\.save, nil)
          if !isSilent { store?.set(\.alert, "\(error)") }
        }
      }
    }
    return RunningApp(store)
  }
}

/// Lines that are added one after the other, each with a status; one has no name.
struct ImportedLines: ViewModelApp {
  struct State: Hashable, Sendable {
    var isRunning = false
    var lines: [String: LoadStatus] = [:]
    var contacts: [String] = []
  }
  enum Tap: Hashable, Sendable { case add }
  struct NoName: Error {}

  /// Whether the interaction says that it adds rows.
  var tellsAdditions = true
  let initialState = State()
  let initialRows: [String] = []

  func interactions(in state: State) -> [Interaction<Action>] {
    state.isRunning
      ? [] : [Interaction("adds the lines", .tap(.add), tellsAdditions ? .adds(1) : .other)]
  }

  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<Store> {
    let (store, gate) = (ViewModel<State, Tap>(launch), launch.gates)
    store.handle = { _, store in
      store.set(\.isRunning, true)
      Task { [weak store] in
        for line in ["Ann", "-"] {
          store?.set(\.lines[line], .waiting)
          do {
            try await gate(line, function: "add") {
              if line == "-" { throw NoName() }
              if !$0.contains(line) { $0.append(line) }
            }
            if let store, !store.state.contacts.contains(line) {
              store.set(\.contacts, store.state.contacts + [line])
            }
            store?.set(\.lines[line], .success)
          } catch { store?.set(\.lines[line], .failure("\(error)")) }
        }
        store?.set(\.isRunning, false)
      }
    }
    return RunningApp(store)
  }
}

/// A page that a link from outside opens, and a heart on it.
struct LinkedPage: TaskApp {
  struct State: Hashable, Sendable {
    var isLiked = false
    var save: LoadStatus?
    var open: String?
  }
  enum Action: Hashable, Sendable { case like, liked, failed(String), link, back }

  /// Whether a link also shows the heart as it was.
  var isForgetful = false
  let initialState = State(open: "page")
  let initialRows = false

  func interactions(in state: State) -> [Interaction<Action>] {
    (state.open == nil ? [] : [Interaction("goes back", .back)])
      + (state.isLiked || state.save == .waiting ? [] : [Interaction("taps the heart", .like)])
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .like: (state.isLiked, state.save) = (true, .waiting)
    case .liked: state.save = .success
    case .failed(let why): (state.isLiked, state.save) = (false, .failure(why))
    case .link:
      state.open = "page"
      if isForgetful { state.isLiked = false }
    case .back: state.open = nil
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Bool>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      guard action == .like else { return }
      store.request({ try await gate(function: "like") { $0 = true } }, { .liked }, { .failed($0) })
    }
    let links = Task { [weak store] in
      while (try? await gate.pushed([0], function: "link", { $1 })) != nil {
        try? store?.dispatch(.link)
      }
    }
    return RunningApp(store, keeping: Ending(links))
  }

  /// Ends a task when it goes.
  final class Ending: Sendable {
    let task: Task<Void, Never>
    init(_ task: Task<Void, Never>) { self.task = task }
    deinit { task.cancel() }
  }

  func showing(_ rows: Bool) -> StoredRows<State>? { .rows(State(isLiked: rows)) }
  func stored(in state: State) -> State { State(isLiked: state.isLiked) }
}

/// A letter that is laid into an outbox and sent by another tap; what fails lies on the desk again.
struct OutboxLetter: TaskApp {
  struct State: Hashable, Sendable {
    var desk = ""
    var outbox: String?
    var send: LoadStatus?
  }
  enum Action: Hashable, Sendable { case write, post, send, sent, failed(String) }

  var isForgetful = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.send == .waiting { return [] }
    if state.outbox != nil { return [Interaction("sends the letter", .send)] }
    return [
      state.desk.isEmpty
        ? Interaction("writes Hi", .write) : Interaction("posts the letter", .post)
    ]
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .write: state.desk = "Hi"
    case .post: (state.desk, state.outbox) = ("", state.desk)
    case .send: state.send = .waiting
    case .sent: (state.outbox, state.send) = (nil, .success)
    case .failed(let why):
      if !isForgetful { state.desk = state.outbox ?? "" }
      (state.outbox, state.send) = (nil, .failure(why))
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      guard action == .send, let text = store.state.outbox else { return }
      store.request({ try await gate(text, function: "send") { $0 = 1 } }, { .sent }) {
        .failed($0)
      }
    }
    return RunningApp(store)
  }

  func drafts(in state: State) -> [String: String] {
    var drafts = state.desk.isEmpty ? [:] : ["desk": state.desk]
    drafts["outbox"] = state.outbox
    return drafts
  }
}

/// A title that is edited in a sheet, which closes as soon as somebody saves.
struct HastySheet: ViewModelApp {
  struct State: Hashable, Sendable {
    var editor: String?
    var title = "A"
    var alert: String?
  }
  enum Tap: Hashable, Sendable { case edit, save, close }

  var isSilent = false
  let initialState = State()
  let initialRows = "A"

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.alert != nil { return [Interaction("closes the alert", .tap(.close))] }
    return [
      state.editor == nil
        ? Interaction("edits the title", .tap(.edit)) : Interaction("saves", .tap(.save))
    ]
  }

  func launch(_ launch: Launch<State, Action, String>) -> RunningApp<Store> {
    let (store, gate, isSilent) = (ViewModel<State, Tap>(launch), launch.gates, isSilent)
    store.handle = { tap, store in
      switch tap {
      case .edit: store.set(\.editor, store.state.title)
      case .close: store.set(\.alert, nil)
      case .save:
        store.set(\.editor, nil)
        Task { [weak store] in
          do {
            try await gate(function: "rename") { $0 = "B" }
            store?.set(\.title, "B")
          } catch {
            if let title = store?.state.title { store?.set(\.title, title) }
            if !isSilent { store?.set(\.alert, "\(error)") }
          }
        }
      }
    }
    return RunningApp(store)
  }
}
