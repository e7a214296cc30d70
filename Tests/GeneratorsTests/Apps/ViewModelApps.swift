import Model

/// What a person does, and what a view model makes of it.
enum Change<State: Hashable & Sendable, Tap: Hashable & Sendable>: Hashable, Sendable {
  case tap(Tap)
  case become(State)
}

/// A view model without a reducer, which changes what it shows as often as it likes.
@MainActor final class ViewModel<State: Hashable & Sendable, Tap: Hashable & Sendable> {
  private(set) var state: State
  private let reducer: @Sendable (State, Change<State, Tap>) throws -> State
  var handle: (@MainActor (Tap, ViewModel) -> Void)?

  init<Rows>(_ launch: Launch<State, Change<State, Tap>, Rows>) {
    (state, reducer) = (launch.state, launch.reducer)
  }

  func set<Value>(_ part: WritableKeyPath<State, Value>, _ value: Value) {
    var changed = state
    changed[keyPath: part] = value
    state = (try? reducer(state, .become(changed))) ?? state
  }
}

protocol ViewModelApp: App where Action == Change<State, Tap>, Store == ViewModel<State, Tap> {
  associatedtype Tap: Hashable & Sendable
}

extension ViewModelApp {
  func reduce(_ state: State, _ action: Action) throws -> State {
    if case .become(let state) = action { state } else { state }
  }
  @MainActor func dispatch(_ action: Action, to store: Store) throws {
    if case .tap(let tap) = action { store.handle?(tap, store) }
  }
  @MainActor func state(of store: Store) -> State { store.state }
}

/// A page that opens first and then begins to load.
struct OpenedPage: ViewModelApp {
  struct State: Hashable, Sendable {
    var isOpen = false
    var load: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case open }

  /// Counts visits beside the store, which does not show it.
  @MainActor final class Visits { var count = 0 }

  /// Whether a failure is taken for a success.
  var isForgetful = false
  /// How often it loads at most; a later visit shows nothing.
  var visitsMax = Int.max
  let initialState = State()
  let initialRows = 1

  func interactions(in state: State) -> [Interaction<Action>] {
    state.load == .waiting ? [] : [Interaction("opens the page", .tap(.open), .appears)]
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, visits) = (ViewModel<State, Tap>(launch), launch.gates, Visits())
    let (isForgetful, visitsMax) = (isForgetful, visitsMax)
    store.handle = { _, store in
      visits.count += 1
      if visits.count > visitsMax { return store.set(\.load, nil) }
      store.set(\.isOpen, true)
      store.set(\.load, .waiting)
      Task { [weak store] in
        do {
          _ = try await gate(function: "load") { $0 }
          store?.set(\.load, .success)
        } catch {
          store?.set(\.load, isForgetful ? .success : .failure("\(error)"))
        }
      }
    }
    return RunningApp(store, keeping: visits)
  }
}

/// A list that waits until the details of all that it found are there.
struct ListWithDetails: ViewModelApp {
  struct Item: Hashable, Sendable, Identifiable {
    let id: String
    var detail: LoadStatus?
  }
  struct State: Hashable, Sendable {
    var list: LoadStatus?
    var items: [Item] = []
  }
  enum Tap: Hashable, Sendable { case open }

  /// Whether it forgets the list where a detail fails.
  var isForgetful = false
  /// Whether a first detail that fails is told of the second one.
  var isMixedUp = false
  let initialState = State()
  var initialRows = ["a"]

  func interactions(in state: State) -> [Interaction<Action>] {
    state.list == .waiting ? [] : [Interaction("opens the list", .tap(.open), .appears)]
  }

  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<Store> {
    let (store, gate) = (ViewModel<State, Tap>(launch), launch.gates)
    let (isForgetful, isMixedUp) = (isForgetful, isMixedUp)
    store.handle = { _, store in
      store.set(\.list, .waiting)
      Task { [weak store] in
        do {
          let names = try await gate(function: "names") { $0 }
          store?.set(\.items, names.map { Item(id: $0, detail: .waiting) })
          for (place, name) in names.enumerated() {
            do {
              try await gate(name, function: "detail") { _ in }
              store?.set(\.items[place].detail, .success)
            } catch {
              guard let store else { return }
              var items = store.state.items
              let isAnother = isMixedUp && place == 0
              if isAnother { items[0].detail = .success }
              items[isAnother ? 1 : place].detail = .failure("\(error)")
              store.set(\.items, items)
              if isForgetful { return }
            }
          }
          store?.set(\.list, .success)
        } catch {
          store?.set(\.list, .failure("\(error)"))
        }
      }
    }
    return RunningApp(store)
  }
}

/// Two jobs of which one runs at a time.
struct OneAtATime: ViewModelApp {
  struct State: Hashable, Sendable {
    var first: LoadStatus?
    var second: LoadStatus?
  }
  enum Tap: Hashable, Sendable {
    case first, second

    var status: WritableKeyPath<State, LoadStatus?> { self == .first ? \.first : \.second }
  }

  /// Gives turns in the order in which they were asked for.
  @MainActor final class Turns {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func take() async {
      if !isTaken { return isTaken = true }
      await withCheckedContinuation { waiting.append($0) }
    }
    func pass() { if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() } }
  }
  /// Whether the turn is not passed on after a failure.
  var isForgetful = false
  let initialState = State()
  let initialRows = 1

  func interactions(in state: State) -> [Interaction<Action>] {
    [Tap.first, .second].filter { state[keyPath: $0.status] != .waiting }
      .map { Interaction("runs the \($0)", .tap($0)) }
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, isForgetful) = (ViewModel<State, Tap>(launch), launch.gates, isForgetful)
    let turns = Turns()
    store.handle = { job, store in
      store.set(job.status, .waiting)
      Task { [weak store] in
        await turns.take()
        do {
          try await gate("\(job)", function: "run") { _ in }
          store?.set(job.status, .success)
        } catch {
          store?.set(job.status, .failure("\(error)"))
          if isForgetful { return }
        }
        turns.pass()
      }
    }
    return RunningApp(store, keeping: turns)
  }
}

/// Two loads of one task, one after the other, each with a status of its own.
struct LoadAfterLoad: ViewModelApp {
  struct State: Hashable, Sendable {
    var first: LoadStatus?
    var second: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case open }

  /// Whether the second load's failure is taken for a success.
  var isForgetful = false
  let initialState = State()
  let initialRows = 1

  func interactions(in state: State) -> [Interaction<Action>] {
    state.first == .waiting || state.second == .waiting
      ? [] : [Interaction("opens the page", .tap(.open), .appears)]
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, isForgetful) = (ViewModel<State, Tap>(launch), launch.gates, isForgetful)
    store.handle = { _, store in
      store.set(\.first, .waiting)
      Task { [weak store] in
        do { try await gate(function: "first") { _ in } } catch {
          store?.set(\.first, .failure("\(error)"))
          return
        }
        store?.set(\.first, .success)
        store?.set(\.second, .waiting)
        do {
          try await gate(function: "second") { _ in }
          store?.set(\.second, .success)
        } catch {
          store?.set(\.second, isForgetful ? .success : .failure("\(error)"))
        }
      }
    }
    return RunningApp(store)
  }
}

/// Panels that are always offered, each with its status and what it shows once it is loaded.
struct Panels: ViewModelApp {
  enum Panel: String, Hashable, Sendable, CaseIterable { case mail, news }
  struct State: Hashable, Sendable {
    var statuses: [Panel: LoadStatus] = [:]
    var texts: [Panel: String] = [:]
  }
  typealias Tap = Panel

  /// Whether nothing is offered while one loads.
  var loadsOne = false
  let initialState = State()
  let initialRows = 1

  func interactions(in state: State) -> [Interaction<Action>] {
    if loadsOne && state.statuses.values.contains(.waiting) { return [] }
    return Panel.allCases.filter { state.statuses[$0] != .waiting }
      .map { Interaction("opens \($0)", .tap($0), .appears) }
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate) = (ViewModel<State, Tap>(launch), launch.gates)
    store.handle = { panel, store in
      store.set(\.statuses[panel], .waiting)
      Task { [weak store] in
        do {
          try await gate(panel.rawValue, function: "load") { _ in }
          store?.set(\.texts[panel], panel.rawValue)
          store?.set(\.statuses[panel], .success)
        } catch {
          store?.set(\.statuses[panel], .failure("\(error)"))
        }
      }
    }
    return RunningApp(store)
  }
}

/// A page whose call asks an object of the app what comes of the rows.
struct SuffixedPage: ViewModelApp {
  struct State: Hashable, Sendable {
    var load: LoadStatus?
    var title = ""
  }
  enum Tap: Hashable, Sendable { case open }

  @MainActor final class Source {
    nonisolated let suffix = "!"
    var own: Source?
  }

  /// Whether the object holds itself.
  var isLeaking = false
  let initialState = State()
  let initialRows = "Milk"

  func interactions(in state: State) -> [Interaction<Action>] {
    state.load == .waiting ? [] : [Interaction("opens the page", .tap(.open), .appears)]
  }
  func showing(_ title: String) -> StoredRows<State>? { .rows(State(title: title + "!")) }

  func launch(_ launch: Launch<State, Action, String>) -> RunningApp<Store> {
    let (store, gate, source) = (ViewModel<State, Tap>(launch), launch.gates, Source())
    if isLeaking { source.own = source }
    store.handle = { _, store in
      store.set(\.load, .waiting)
      Task {
        do {
          store.set(\.title, try await gate(function: "load") { $0 + source.suffix })
          store.set(\.load, .success)
        } catch { store.set(\.load, .failure("\(error)")) }
      }
    }
    return RunningApp(store, keeping: source)
  }
}
