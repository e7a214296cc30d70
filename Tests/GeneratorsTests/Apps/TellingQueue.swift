import Generators

@testable import Model

/// What waits for its turn.
@MainActor final class WaitingLine {
  var isBusy = false
  var pending: [String] = []
  var task: Task<Void, Never>?
  var feed: AsyncStream<String>.Continuation?
  deinit { task?.cancel() }
}

/// Downloads one after the other; a tap while one is under way shows a badge or how many wait.
struct TellingQueue: ViewModelApp {
  enum Manner: Sendable, CaseIterable { case badge, count, streamCount, streamBadge }
  struct State: Hashable, Sendable {
    var items: [String: LoadStatus] = [:]
    var note = 0
  }
  typealias Tap = String
  var manner = Manner.badge
  var names = ["a", "b"]
  let initialState = State()
  let initialRows = 1
  func interactions(in state: State) -> [Interaction<Action>] {
    names.filter { state.items[$0] == nil }.map { Interaction("fetches \($0)", .tap($0)) }
  }
  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, line, manner) = (
      ViewModel<State, Tap>(launch), launch.gates, WaitingLine(), manner
    )
    @MainActor func fetch(_ name: String, _ store: @MainActor () -> Store?) async {
      do {
        try await gate(name, function: "fetch") { _ in }
        store()?.set(\.items[name], .success)
      } catch { store()?.set(\.items[name], .failure("\(error)")) }
    }
    if manner == .streamCount || manner == .streamBadge {
      let (stream, feed) = AsyncStream<String>.makeStream()
      line.feed = feed
      line.task = Task { [weak store, weak line] in
        for await name in stream {
          line?.isBusy = true
          await fetch(name) { store }
          line?.pending.removeFirst()
          if manner == .streamCount, let line { store?.set(\.note, line.pending.count) }
          line?.isBusy = false
        }
      }
      store.handle = { name, store in
        line.pending.append(name)
        store.set(\.items[name], .waiting)
        if manner == .streamCount {
          store.set(\.note, line.pending.count)
        } else if line.isBusy {
          store.set(\.note, 1)
        }
        line.feed?.yield(name)
      }
      return RunningApp(store, keeping: line)
    }
    @MainActor func start(_ name: String, _ store: Store) {
      line.isBusy = true
      line.task = Task { [weak store, weak line] in
        await fetch(name) { store }
        line?.isBusy = false
        guard let store, let line, !line.pending.isEmpty else { return }
        next(store)
      }
    }
    @MainActor func next(_ store: Store) {
      let name = line.pending.removeFirst()
      if manner == .count { store.set(\.note, line.pending.count) }
      start(name, store)
    }
    store.handle = { name, store in
      store.set(\.items[name], .waiting)
      if line.isBusy {
        line.pending.append(name)
        if manner == .count { store.set(\.note, line.pending.count) } else { store.set(\.note, 1) }
      } else {
        start(name, store)
      }
    }
    return RunningApp(store, keeping: line)
  }
}

/// Uploads, the newest first; one is there from the first on.
struct NewestFirst: ViewModelApp {
  struct State: Hashable, Sendable {
    var uploads: [LoadStatus] = [.success]
  }
  enum Tap: Hashable, Sendable { case add }
  let initialState = State()
  let initialRows = 1
  func interactions(in state: State) -> [Interaction<Action>] {
    state.uploads.count < 3 ? [Interaction("adds", .tap(.add))] : []
  }
  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate) = (ViewModel<State, Tap>(launch), launch.gates)
    store.handle = { _, store in
      let number = store.state.uploads.count
      store.set(\.uploads, [.waiting] + store.state.uploads)
      Task { [weak store] in
        var status = LoadStatus.success
        do { try await gate("\(number)", function: "upload") { _ in } } catch {
          status = .failure("\(error)")
        }
        guard let store else { return }
        store.set(\.uploads[store.state.uploads.count - 1 - number], status)
      }
    }
    return RunningApp(store)
  }
}
