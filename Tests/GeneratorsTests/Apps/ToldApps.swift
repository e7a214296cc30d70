import Model

/// A feed whose banner says that it could not be loaded again; what was loaded stays.
struct BannerFeed: ViewModelApp {
  struct State: Hashable, Sendable {
    var isLoading = false
    var hasLoaded = false
    var entry = ""
    var banner: String?
  }
  enum Tap: Hashable, Sendable { case open }

  var isSilent = false
  let initialState = State()
  let initialRows = "news"

  func interactions(in state: State) -> [Interaction<Action>] {
    state.isLoading ? [] : [Interaction("opens the feed", .tap(.open), .appears)]
  }
  func statuses(of state: State) -> [AppSubject: Status]? {
    if state.isLoading { return [AppSubject("feed"): .waiting] }
    return state.hasLoaded ? [AppSubject("feed"): .success] : [:]
  }
  func showing(_ rows: String) -> StoredRows<State>? { .rows(State(entry: rows)) }
  func stored(in state: State) -> State { State(entry: state.entry) }

  func launch(_ launch: Launch<State, Action, String>) -> RunningApp<Store> {
    let (store, gate, isSilent) = (ViewModel<State, Tap>(launch), launch.gates, isSilent)
    store.handle = { _, store in
      var state = store.state
      (state.isLoading, state.banner) = (true, nil)
      store.set(\.self, state)
      Task { [weak store] in
        let entry = try? await gate(function: "load") { $0 }
        guard var state = store?.state else { return }
        state.isLoading = false
        if let entry {
          (state.entry, state.hasLoaded) = (entry, true)
        } else if !isSilent {
          state.banner = "Offline"
        }
        store?.set(\.self, state)
      }
    }
    return RunningApp(store)
  }
}

/// Comments that stand in the list while they are sent, and when they could not be.
struct CommentThread: TaskApp {
  struct Comment: Hashable, Sendable, Identifiable {
    enum Sending: Hashable, Sendable { case sending, sent, notSent(String) }
    let id: String
    var sending = Sending.sent
  }
  struct State: Hashable, Sendable {
    var comments: [Comment] = []
    var load: LoadStatus?
  }
  enum Action: Hashable, Sendable {
    case open, send, loaded([String]), loadFailed(String), sent(String), notSent(String, String)
  }

  /// Whether all counts as sent once the thread is loaded again.
  var isHopeful = false
  let initialState = State()
  let initialRows: [String] = ["a"]

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.load == .waiting || state.comments.contains(where: { $0.sending == .sending }) {
      return []
    }
    let open = Interaction("opens the thread", Action.open, .appears)
    if state.load != .success || state.comments.count > 1 { return [open] }
    return [open, Interaction("sends b", .send, .adds(1))]
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    func mark(_ id: String, _ sending: Comment.Sending) {
      if let place = state.comments.firstIndex(where: { $0.id == id }) {
        state.comments[place].sending = sending
      }
    }
    switch action {
    case .open: state.load = .waiting
    case .send: state.comments.append(Comment(id: "b", sending: .sending))
    case .loaded(let ids):
      let left = state.comments.filter { !ids.contains($0.id) }
      state.comments = ids.map { Comment(id: $0) }
      state.comments += isHopeful ? left.map { Comment(id: $0.id) } : left
      state.load = .success
    case .loadFailed(let why): state.load = .failure(why)
    case .sent(let id): mark(id, .sent)
    case .notSent(let id, let why): mark(id, .notSent(why))
    }
    return state
  }
  func statuses(of state: State) -> [AppSubject: Status]? {
    var all: [AppSubject: Status] = [:]
    switch state.load {
    case nil: break
    case .waiting: all[AppSubject("load")] = .waiting
    case .success: all[AppSubject("load")] = .success
    case .failure(let why): all[AppSubject("load")] = .failure(text: why)
    }
    for comment in state.comments {
      let subject = AppSubject("comments", item: comment.id)
      switch comment.sending {
      case .sending: all[subject] = .waiting
      case .sent: break
      case .notSent(let why): all[subject] = .failure(text: why)
      }
    }
    return all
  }

  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<Store> {
    let (store, gate) = (TaskStore<State, Action>(launch), launch.gates)
    store.handle = { _, action, store in
      switch action {
      case .open:
        store.load(gate, Action.loaded, Action.loadFailed)
      case .send:
        store.request(
          { try await gate("b", function: "send") { if !$0.contains("b") { $0.append("b") } } },
          { .sent("b") }, { .notSent("b", $0) })
      default: break
      }
    }
    return RunningApp(store)
  }
}

/// Photos that are deleted side by side; a message says at the end how many could not be.
struct BulkDelete: ViewModelApp {
  struct State: Hashable, Sendable {
    var photos: [String] = []
    var load: LoadStatus?
    var isDeleting: LoadStatus?
    var message: String?
  }
  enum Tap: Hashable, Sendable { case open, deleteAll }

  /// Whether it says that all is done, and goes on to show what was deleted.
  var isForgetful = false
  let initialState = State()
  let initialRows: Set = ["p", "q"]

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.load == .waiting || state.isDeleting == .waiting { return [] }
    let open = Interaction("opens the photos", Action.tap(.open), .appears)
    if state.load != .success || state.photos.count < 2 { return [open] }
    return [open, Interaction("deletes all", .tap(.deleteAll), .destroys)]
  }
  func showing(_ rows: Set<String>) -> StoredRows<State>? { .rows(State(photos: rows.sorted())) }
  func stored(in state: State) -> State { State(photos: state.photos) }

  func launch(_ launch: Launch<State, Action, Set<String>>) -> RunningApp<Store> {
    let (store, gate, isForgetful) = (ViewModel<State, Tap>(launch), launch.gates, isForgetful)
    store.handle = { tap, store in
      store.set(\.message, nil)
      store.set(tap == .open ? \.load : \.isDeleting, .waiting)
      let ids = store.state.photos
      Task { [weak store] in
        switch tap {
        case .open:
          do {
            let photos = try await gate(function: "list") { $0.sorted() }
            store?.set(\.photos, photos)
            store?.set(\.load, .success)
          } catch { store?.set(\.load, .failure("\(error)")) }
        case .deleteAll:
          let gone = await withTaskGroup(of: String?.self) { group in
            for id in ids {
              group.addTask {
                (try? await gate(id, function: "remove") { $0.remove(id) }).map { _ in id }
              }
            }
            var gone: Set<String> = []
            for await id in group { gone.formUnion([id].compactMap(\.self)) }
            return gone
          }
          guard var state = store?.state else { return }
          if !isForgetful { state.photos.removeAll { gone.contains($0) } }
          state.message = "\(gone.count) of \(ids.count) deleted"
          if !isForgetful && gone.count == ids.count { state.message = nil }
          state.isDeleting = nil
          store?.set(\.self, state)
        }
      }
    }
    return RunningApp(store)
  }
}

/// A field that is saved where it stands, and a page that is loaded again where that fails.
struct InlineField: ViewModelApp {
  struct Editor: Hashable, Sendable {
    var text = "Max"
    var isSaving = false
    var error: String?
  }
  struct State: Hashable, Sendable {
    var editor: Editor?
    var load: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case edit, save }

  var isSilent = false
  let initialState = State()
  let initialRows = "Kim"

  func interactions(in state: State) -> [Interaction<Action>] {
    guard let editor = state.editor else { return [Interaction("edits", .tap(.edit))] }
    return editor.isSaving || state.load == .waiting
      ? [] : [Interaction("saves", .tap(.save), .destroys)]
  }
  func statuses(of state: State) -> [AppSubject: Status]? {
    var all: [AppSubject: Status] = [:]
    if state.editor?.isSaving == true { all[AppSubject("name")] = .waiting }
    if let error = state.editor?.error { all[AppSubject("name")] = .failure(text: error) }
    switch state.load {
    case nil: break
    case .waiting: all[AppSubject("page")] = .waiting
    case .success: all[AppSubject("page")] = .success
    case .failure(let why): all[AppSubject("page")] = .failure(text: why)
    }
    return all
  }

  func launch(_ launch: Launch<State, Action, String>) -> RunningApp<Store> {
    let (store, gate, isSilent) = (ViewModel<State, Tap>(launch), launch.gates, isSilent)
    store.handle = { tap, store in
      if tap == .edit { return store.set(\.editor, Editor()) }
      store.set(\.editor, Editor(isSaving: true))
      Task { [weak store] in
        do {
          try await gate("Max", function: "save") { $0 = "Max" }
          store?.set(\.editor, Editor())
        } catch {
          store?.set(\.editor, Editor(error: isSilent ? nil : "\(error)"))
          store?.set(\.load, .waiting)
          do {
            _ = try await gate(function: "load") { $0 }
            store?.set(\.load, .success)
          } catch { store?.set(\.load, .failure("\(error)")) }
        }
      }
    }
    return RunningApp(store)
  }
}
