import Model

/// A book that another device may have read further: it is asked where, and told after the status.
///
/// The defect goes there, also where a person has turned the page meanwhile.
struct SyncedBook: ViewModelApp {
  struct State: Hashable, Sendable {
    var page = 0
    var sync: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case open, turn }
  var isHasty = false
  let initialState = State()
  let initialRows = 7
  func interactions(in state: State) -> [Interaction<Action>] {
    (state.sync == .waiting ? [] : [Interaction("opens the book", .tap(.open), .appears)])
      + (state.page == 1 ? [] : [Interaction("turns to page 1", .tap(.turn))])
  }
  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, isHasty) = (ViewModel<State, Tap>(launch), launch.gates, isHasty)
    var turnCount = 0
    store.handle = { tap, store in
      if tap == .turn {
        turnCount += 1
        store.set(\.page, 1)
        return
      }
      store.set(\.sync, .waiting)
      let before = turnCount
      Task { [weak store] in
        do {
          let page = try await gate(function: "position") { $0 }
          store?.set(\.sync, .success)
          if isHasty || turnCount == before { store?.set(\.page, page) }
        } catch { store?.set(\.sync, .failure("\(error)")) }
      }
    }
    return RunningApp(store)
  }
}

/// Scanned pages whose texts are read one by one: a page is removed, and then how its text fared.
///
/// The defect keeps the latter.
struct ScannedPages: ViewModelApp {
  struct Page: Hashable, Sendable, Identifiable {
    var id: Int
    var text: String?
  }
  struct State: Hashable, Sendable {
    var pages = [Page(id: 1), Page(id: 2)]
    var texts: [Int: LoadStatus] = [:]
  }
  enum Tap: Hashable, Sendable { case read(Int), remove(Int) }
  var isForgetful = false
  let initialState = State()
  let initialRows = [1: "one", 2: "two"]
  func interactions(in state: State) -> [Interaction<Action>] {
    state.pages.flatMap { page in
      [Interaction("removes page \(page.id)", Action.tap(.remove(page.id)))]
        + (page.text != nil || state.texts[page.id] == .waiting
          ? [] : [Interaction("reads page \(page.id)", .tap(.read(page.id)))])
    }
  }
  func launch(_ launch: Launch<State, Action, [Int: String]>) -> RunningApp<Store> {
    let (store, gate, isForgetful) = (ViewModel<State, Tap>(launch), launch.gates, isForgetful)
    store.handle = { tap, store in
      switch tap {
      case .remove(let id):
        store.set(\.pages, store.state.pages.filter { $0.id != id })
        if !isForgetful { store.set(\.texts[id], nil) }
      case .read(let id):
        store.set(\.texts[id], .waiting)
        Task { [weak store] in
          do {
            let text = try await gate(id, function: "read") { $0[id] ?? "" }
            guard let store, let place = store.state.pages.firstIndex(where: { $0.id == id })
            else { return }
            store.set(\.pages[place].text, text)
            store.set(\.texts[id], .success)
          } catch {
            guard let store, store.state.pages.contains(where: { $0.id == id }) else { return }
            store.set(\.texts[id], .failure("\(error)"))
          }
        }
      }
    }
    return RunningApp(store)
  }
}

/// A field in which a person types while it hears what is said: each word is put behind the text.
///
/// The defect puts it behind the text that was there as the dictation began.
struct DictatedField: ViewModelApp {
  struct State: Hashable, Sendable {
    var text = ""
    var isListening = false
    var level = 0
  }
  enum Tap: Hashable, Sendable { case listen, type }
  var isForgetful = false
  let initialState = State()
  let initialRows = 0
  func interactions(in state: State) -> [Interaction<Action>] {
    (state.isListening ? [] : [Interaction("dictates", .tap(.listen))])
      + (state.text.contains("typed") ? [] : [Interaction("types", .tap(.type))])
  }
  func drafts(in state: State) -> [String: String] { ["text": state.text] }
  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, isForgetful) = (ViewModel<State, Tap>(launch), launch.gates, isForgetful)
    store.handle = { tap, store in
      if tap == .type { return store.set(\.text, store.state.text + " typed") }
      store.set(\.isListening, true)
      let first = store.state.text
      Task { [weak store] in
        let word = try? await gate.pushed(["hello"]) { $1 }
        guard let word, let store else { return }
        store.set(\.level, 1)
        store.set(\.text, "\(isForgetful ? first : store.state.text) \(word)")
        store.set(\.isListening, false)
      }
    }
    return RunningApp(store)
  }
}

/// Notes of two people who sign in one after the other: the screen is emptied once the other is in.
///
/// The defects leave it as it is, or do not look who has asked for what comes.
struct NotesOfTwo: ViewModelApp {
  struct State: Hashable, Sendable {
    var user = "Ann"
    var notes: [String] = []
    var load: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case open, change(String) }
  enum Defect { case leaves, isLate }
  var defect: Defect?
  let initialState = State()
  let initialRows = ["Ann": ["a"], "Ben": ["b"]]
  func interactions(in state: State) -> [Interaction<Action>] {
    (state.user == "Ben" ? [] : [Interaction("signs in as Ben", .tap(.change("Ben")))])
      + (state.load == .waiting ? [] : [Interaction("opens the notes", .tap(.open), .appears)])
  }
  func owned(in state: State) -> OwnedData? { OwnedData(of: state.user, state.notes) }
  func launch(_ launch: Launch<State, Action, [String: [String]]>) -> RunningApp<Store> {
    let (store, gate, defect) = (ViewModel<State, Tap>(launch), launch.gates, defect)
    var loading: Task<Void, Never>?
    store.handle = { tap, store in
      if case .change(let user) = tap {
        if defect != .isLate { loading?.cancel() }
        store.set(\.user, user)
        store.set(\.load, nil)
        if defect != .leaves { store.set(\.notes, []) }
        return
      }
      store.set(\.load, .waiting)
      let user = store.state.user
      loading = Task { [weak store] in
        do {
          let notes = try await gate(user, function: "notes") { $0[user] ?? [] }
          if defect != .isLate && Task.isCancelled { return }
          store?.set(\.load, .success)
          store?.set(\.notes, notes)
        } catch {
          if Task.isCancelled { return }
          store?.set(\.load, .failure("\(error)"))
        }
      }
    }
    return RunningApp(store)
  }
}
