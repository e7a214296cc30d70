import Model

/// A field that searches once nothing was typed for a moment, and lets go of all answers but the
/// newest.
struct TypedAgain: ViewModelApp {
  struct State: Hashable, Sendable {
    var text = ""
    var found: String?
    var load: LoadStatus?
  }
  typealias Tap = String

  /// How often something was typed.
  @MainActor final class Asked { var count = 0 }

  /// Whether a failure only ends the spinner.
  var isSilent = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    ["a", "b"].filter { $0 != state.text }.map { Interaction("types \($0)", .tap($0)) }
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, asked) = (ViewModel<State, Tap>(launch), launch.gates, Asked())
    let isSilent = isSilent
    store.handle = { text, store in
      store.set(\.text, text)
      asked.count += 1
      let number = asked.count
      Task { [weak store] in
        try? await Task.sleep(for: .seconds(1))
        if asked.count != number { return }
        store?.set(\.load, .waiting)
        do {
          let found = try await gate(text, function: "search") { _ in text.uppercased() }
          if asked.count != number { return }
          store?.set(\.found, found)
          store?.set(\.load, .success)
        } catch {
          if asked.count != number { return }
          store?.set(\.load, isSilent ? nil : .failure("\(error)"))
        }
      }
    }
    return RunningApp(store, keeping: asked)
  }
}

/// A message that goes out a moment after Send was tapped.
struct SentLater: ViewModelApp {
  struct State: Hashable, Sendable {
    var text = ""
    var sent = 0
    var load: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case type(String), send(String) }

  /// Whether a second tap sends once more.
  var isTwofold = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.text.isEmpty { return [Interaction("types", .tap(.type("Hi")))] }
    if state.load == .waiting && !isTwofold { return [] }
    return [Interaction("taps Send", .tap(.send(state.text)), .destroys)]
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate) = (ViewModel<State, Tap>(launch), launch.gates)
    store.handle = { tap, store in
      guard case .send(let text) = tap else {
        if case .type(let text) = tap { store.set(\.text, text) }
        return
      }
      store.set(\.load, .waiting)
      Task { [weak store] in
        try? await Task.sleep(for: .seconds(5))
        do {
          let sent = try await gate(text, function: "send") { count in
            count = (count + 1) % 3
            return count
          }
          guard var state = store?.state else { return }
          (state.text, state.sent, state.load) = ("", sent, .success)
          store?.set(\.self, state)
        } catch {
          store?.set(\.load, .failure("\(error)"))
        }
      }
    }
    return RunningApp(store)
  }
}
