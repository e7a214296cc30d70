import Model

/// A call that people join muted or not: what is asked for before waits until they are in, each
/// change behind the one before.
///
/// The defect lets one change wait at a time, and forgets those that come meanwhile.
struct ChainedMute: ViewModelApp {
  struct Room: Hashable, Sendable { var (isIn, isMuted) = (false, false) }
  struct State: Hashable, Sendable {
    var room = Room()
    var join: LoadStatus?
    var change: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case join, mute(Bool) }

  /// Keeps the last task, behind which the next one waits.
  @MainActor final class Session { var (last, isWaited): (Task<Void, Never>?, Bool) = (nil, false) }

  var forgets = false
  let initialState = State()
  let initialRows = Room()

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.change != nil { return [] }
    return
      (state.room.isIn || state.join == .waiting
      ? [] : [Interaction("joins", .tap(.join), .destroys)])
      + [Interaction("turns the sound", .tap(.mute(!state.room.isMuted)), .destroys)]
  }
  func showing(_ room: Room) -> StoredRows<State>? { .rows(State(room: room)) }

  func launch(_ launch: Launch<State, Action, Room>) -> RunningApp<Store> {
    let (store, gate, session) = (Store(launch), launch.gates, Session())
    store.handle = { [weak session, forgets] tap, store in
      guard let session else { return }
      switch tap {
      case .join:
        store.set(\.join, .waiting)
        session.last = Task { [weak store] in
          guard let isMuted = store?.state.room.isMuted else { return }
          do {
            try await gate(isMuted, function: "join") { $0 = Room(isIn: true, isMuted: isMuted) }
            store?.set(\.room.isIn, true)
            store?.set(\.join, .success)
          } catch { store?.set(\.join, .failure("\(error)")) }
        }
      case .mute(let isMuted):
        store.set(\.room.isMuted, isMuted)
        guard let before = session.last, !(forgets && session.isWaited) else { return }
        session.isWaited = true
        session.last = Task { [weak store, weak session] in
          await before.value
          session?.isWaited = false
          guard store?.state.room.isIn == true, forgets || store?.state.room.isMuted == isMuted
          else { return }
          do { try await gate(isMuted, function: "mute") { $0.isMuted = isMuted } } catch {
            store?.set(\.change, .failure("\(error)"))
          }
        }
      }
    }
    return RunningApp(store, keeping: session)
  }
}

/// A note whose owner signs out: what is being saved is waited for, and all is taken away then.
///
/// The defect does not wait, so that the reply brings the note back.
struct LeftNote: ViewModelApp {
  struct State: Hashable, Sendable {
    var text = ""
    var isSignedIn = true
    var save: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case save, signOut, signIn }

  @MainActor final class Saver { var task: Task<Void, Never>? }

  var waits = true
  let initialState = State()
  let initialRows = ""

  func interactions(in state: State) -> [Interaction<Action>] {
    if !state.isSignedIn { return [Interaction("signs in", .tap(.signIn))] }
    return [Interaction("signs out", .tap(.signOut))]
      + (state.save == .waiting || state.text == "milk"
        ? [] : [Interaction("saves milk", .tap(.save), .destroys)])
  }

  func launch(_ launch: Launch<State, Action, String>) -> RunningApp<Store> {
    let (store, gate, saver) = (Store(launch), launch.gates, Saver())
    store.handle = { [weak saver, waits] tap, store in
      switch tap {
      case .save:
        store.set(\.save, .waiting)
        saver?.task = Task { [weak store] in
          do {
            try await gate("milk", function: "save") { $0 = "milk" }
            store?.set(\.text, "milk")
            store?.set(\.save, .success)
          } catch { store?.set(\.save, .failure("\(error)")) }
        }
      case .signOut:
        Task { [weak store, weak saver] in
          if waits { await saver?.task?.value }
          store?.set(\.isSignedIn, false)
          store?.set(\.text, "")
          store?.set(\.save, nil)
        }
      case .signIn: store.set(\.isSignedIn, true)
      }
    }
    return RunningApp(store, keeping: saver)
  }
}
