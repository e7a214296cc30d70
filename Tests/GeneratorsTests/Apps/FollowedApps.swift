import Model

/// A job of the server that a page follows by asking again and again, also one that it finds.
struct FollowedJob: ViewModelApp {
  enum Job: Hashable, Sendable { case none, running, done }
  struct State: Hashable, Sendable {
    var page: LoadStatus?
    var job = Job.none
    var work: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case open }
  /// Whether a failure ends the asking, and nothing else.
  var isStuck = false
  let initialState = State()
  let initialRows = Job.running
  func interactions(in state: State) -> [Interaction<Action>] {
    state.page == .waiting || state.work == .waiting
      ? [] : [Interaction("opens the page", .tap(.open), .appears)]
  }
  func launch(_ launch: Launch<State, Action, Job>) -> RunningApp<Store> {
    let (store, gate, isStuck) = (ViewModel<State, Tap>(launch), launch.gates, isStuck)
    store.handle = { _, store in
      store.set(\.page, .waiting)
      Task { [weak store] in
        do {
          let job = try await gate(function: "job") { $0 }
          let work: LoadStatus? = job == .running ? .waiting : nil
          store?.set(\.self, State(page: .success, job: job, work: work))
          if job != .running { return }
        } catch {
          store?.set(\.page, .failure("\(error)"))
          return
        }
        Task { [weak store] in
          do {
            while true {
              try await Task.sleep(for: .seconds(1))
              let job = try await gate(answers: [true, false], function: "progress") {
                if $1 { $0 = .done }
                return $0
              }
              if job == .running { continue }
              store?.set(\.self, State(page: .success, job: job, work: .success))
              return
            }
          } catch {
            if !isStuck { store?.set(\.work, .failure("\(error)")) }
          }
        }
      }
    }
    return RunningApp(store)
  }
  func showing(_ rows: Job) -> StoredRows<State>? { .rows(State(job: rows)) }
}

/// A device whose commands are over after a while, which a person is told and may close.
struct TimedDevice: ViewModelApp {
  struct State: Hashable, Sendable {
    var page: LoadStatus?
    var isOn = false
    var command: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case open, toggle, close }
  /// Whether what takes too long is taken for done.
  var isHopeful = false
  let initialState = State()
  let initialRows = true
  func interactions(in state: State) -> [Interaction<Action>] {
    if state.page == .waiting || state.command == .waiting { return [] }
    let opening = [Interaction("opens the page", Action.tap(.open), .appears)]
    guard state.page == .success else { return opening }
    return opening + [Interaction("switches it", .tap(.toggle), .destroys)]
      + (state.command == nil ? [] : [Interaction("closes the message", .tap(.close))])
  }
  func launch(_ launch: Launch<State, Action, Bool>) -> RunningApp<Store> {
    let (store, gate, isHopeful) = (ViewModel<State, Tap>(launch), launch.gates, isHopeful)
    @MainActor func load(_ store: Store) {
      store.set(\.page, .waiting)
      Task { [weak store] in
        do {
          let isOn = try await gate(function: "device") { $0 }
          store?.set(\.isOn, isOn)
          store?.set(\.page, .success)
        } catch { store?.set(\.page, .failure("\(error)")) }
      }
    }
    @MainActor func toggle(_ store: Store) {
      let isOn = !store.state.isOn
      store.set(\.command, .waiting)
      var timeout: Task<Void, Never>?
      let command = Task { [weak store] in
        do {
          try await gate(isOn, function: "command") { $0 = isOn }
          if Task.isCancelled { return }
          timeout?.cancel()
          store?.set(\.isOn, isOn)
          store?.set(\.command, nil)
        } catch {
          if Task.isCancelled { return }
          timeout?.cancel()
          store?.set(\.command, .failure("\(error)"))
          store.map { load($0) }
        }
      }
      timeout = Task { [weak store] in
        do { try await Task.sleep(for: .seconds(5)) } catch { return }
        command.cancel()
        store?.set(\.command, isHopeful ? .success : .failure("no answer"))
        store.map { load($0) }
      }
    }
    store.handle = { tap, store in
      switch tap {
      case .open: load(store)
      case .toggle: toggle(store)
      case .close: store.set(\.command, nil)
      }
    }
    return RunningApp(store)
  }
  func showing(_ rows: Bool) -> StoredRows<State>? { .rows(State(isOn: rows)) }
}

/// Cells that are saved one after the other; a number says how many are to be saved.
struct CountedCells: ViewModelApp {
  struct State: Hashable, Sendable {
    var page: LoadStatus?
    var cells = Cells()
    var pending = 0
    var error: String?
  }
  struct Cells: Hashable, Sendable { var first = 0, second = 0 }
  enum Tap: Hashable, Sendable { case open, change(isFirst: Bool) }
  @MainActor final class Saves { var last: Task<Void, Never>? }
  /// Whether a reply brings back all that was saved, whatever is to be saved.
  var isHasty = false
  let initialState = State()
  let initialRows = Cells(first: 1, second: 1)
  func interactions(in state: State) -> [Interaction<Action>] {
    let opening =
      state.page == .waiting || state.pending > 0
      ? [] : [Interaction("opens the sheet", Action.tap(.open), .appears)]
    if state.page != .success { return opening }
    return opening + [
      Interaction("changes the first", .tap(.change(isFirst: true)), .destroys),
      Interaction("changes the second", .tap(.change(isFirst: false)), .destroys),
    ]
  }
  func launch(_ launch: Launch<State, Action, Cells>) -> RunningApp<Store> {
    let (store, gate, saves, isHasty) = (
      ViewModel<State, Tap>(launch), launch.gates, Saves(), isHasty
    )
    @MainActor func load(_ store: Store) {
      store.set(\.page, .waiting)
      Task { [weak store] in
        do {
          let cells = try await gate(function: "cells") { $0 }
          store?.set(\.cells, cells)
          store?.set(\.page, .success)
        } catch { store?.set(\.page, .failure("\(error)")) }
      }
    }
    @MainActor func change(_ place: WritableKeyPath<Cells, Int> & Sendable, _ store: Store) {
      var changed = store.state
      changed.cells[keyPath: place] = 3 - changed.cells[keyPath: place]
      changed.pending += 1
      store.set(\.self, changed)
      let (before, value) = (saves.last, changed.cells[keyPath: place])
      saves.last = Task { [weak store] in
        await before?.value
        do {
          let cells = try await gate(place == \.first, value, function: "save") { cells in
            cells[keyPath: place] = value
            return cells
          }
          guard var saved = store?.state else { return }
          saved.pending -= 1
          if saved.pending == 0 || isHasty { saved.cells = cells }
          store?.set(\.self, saved)
        } catch {
          guard let store else { return }
          var failed = store.state
          failed.pending -= 1
          failed.error = "\(error)"
          store.set(\.self, failed)
          if failed.pending == 0 { load(store) }
        }
      }
    }
    store.handle = { tap, store in
      switch tap {
      case .open: load(store)
      case .change(let isFirst): change(isFirst ? \.first : \.second, store)
      }
    }
    return RunningApp(store, keeping: saves)
  }
  func showing(_ rows: Cells) -> StoredRows<State>? { .rows(State(cells: rows)) }
  func stored(in state: State) -> State { State(cells: state.cells) }
}

/// Tags of notes, each pair of both with a status of its own, whether the note has the tag or not.
struct TaggedNotes: TaskApp {
  struct Pair: Hashable, Sendable { let note, tag: String }
  struct Content: Hashable, Sendable {
    var tags: Set<String> = []
    var pairs: Set<Pair> = []
  }
  struct State: Hashable, Sendable {
    var page: LoadStatus?
    var content = Content()
    var taps: [Pair: LoadStatus] = [:]
    var deletes: [String: LoadStatus] = [:]
  }
  enum Action: Hashable, Sendable {
    case open, opened(Content), missed(String), tap(Pair), tapped(Pair), refused(Pair, String)
    case delete(String), deleted(String), kept(String, String)
  }
  /// Whether the failures of a tag's pairs stay when the tag goes.
  var isForgetful = false
  let initialState = State()
  let initialRows = Content(tags: ["t"])
  func interactions(in state: State) -> [Interaction<Action>] {
    let isBusy = (state.taps.map(\.value) + state.deletes.map(\.value)).contains(.waiting)
    if state.page == .waiting || isBusy { return [] }
    let opening = [Interaction("opens the notes", Action.open, .appears)]
    if state.page != .success { return opening }
    return opening
      + state.content.tags.sorted().flatMap {
        [
          Interaction("taps \($0) on n", .tap(Pair(note: "n", tag: $0)), .destroys),
          Interaction("deletes \($0)", .delete($0), .destroys),
        ]
      }
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.page = .waiting
    case .opened(let content):
      (state.page, state.content) = (.success, content)
      state.taps = state.taps.filter { content.tags.contains($0.key.tag) }
      state.deletes = state.deletes.filter { content.tags.contains($0.key) }
    case .missed(let why): state.page = .failure(why)
    case .tap(let pair): state.taps[pair] = .waiting
    case .tapped(let pair):
      state.taps[pair] = nil
      state.content.pairs.formSymmetricDifference([pair])
    case .refused(let pair, let why): state.taps[pair] = .failure(why)
    case .delete(let tag): state.deletes[tag] = .waiting
    case .deleted(let tag):
      state.deletes[tag] = nil
      state.content.tags.remove(tag)
      state.content.pairs = state.content.pairs.filter { $0.tag != tag }
      if !isForgetful { state.taps = state.taps.filter { $0.key.tag != tag } }
    case .kept(let tag, let why): state.deletes[tag] = .failure(why)
    }
    return state
  }
  func launch(_ launch: Launch<State, Action, Content>) -> RunningApp<Store> {
    let (store, gate) = (TaskStore<State, Action>(launch), launch.gates)
    store.handle = { old, action, store in
      switch action {
      case .open:
        store.request(
          { try await gate(function: "content") { $0 } }, { .opened($0) }, { .missed($0) })
      case .tap(let pair):
        let isOn = !old.content.pairs.contains(pair)
        store.request(
          {
            try await gate(pair.note, pair.tag, isOn, function: "set") {
              if isOn { $0.pairs.insert(pair) } else { $0.pairs.remove(pair) }
            }
          }, { _ in .tapped(pair) }, { .refused(pair, $0) })
      case .delete(let tag):
        store.request(
          {
            try await gate(tag, function: "delete") {
              $0.tags.remove(tag)
              $0.pairs = $0.pairs.filter { $0.tag != tag }
            }
          }, { _ in .deleted(tag) }, { .kept(tag, $0) })
      default: break
      }
    }
    return RunningApp(store)
  }
  func showing(_ rows: Content) -> StoredRows<State>? { .rows(State(content: rows)) }
  func statuses(of state: State) -> [AppSubject: Status]? {
    var all = state.page.map { [AppSubject("page"): $0.told] } ?? [:]
    for (pair, status) in state.taps {
      all[AppSubject("taps of \(pair.note)", item: pair.tag)] = status.told
    }
    for (tag, status) in state.deletes { all[AppSubject("deletes", item: tag)] = status.told }
    return all
  }
}
