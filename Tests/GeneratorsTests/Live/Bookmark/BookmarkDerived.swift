import Model
import Synchronization

/// The app as its owner hands it over: what is not in the running code already.
struct OwnedBookmark: App {
  /// What an app may do that its answers do not tell.
  enum Misdeed: Sendable {
    /// It makes every second save only.
    case skipsSaves
    /// Every seventh save of all launches reports failure.
    case countsAcrossLaunches
    /// Each value is saved once; the second time the save reports failure.
    case savesOnce
    /// It promises something of itself that it does not keep.
    case promisesTooMuch
    /// It runs for ever when something was saved.
    case spins
    /// It traps when it is ended.
    case trapsAtEnd
    /// Its reducer traps when people drop.
    case trapsOnDrop
    /// It fetches before anybody does anything.
    case fetchesAtLaunch
  }

  /// Goes with the app.
  private final class Ending: Sendable {
    private let isTrap: Bool

    init(isTrap: Bool) { self.isTrap = isTrap }

    // A planted trap: no schedule decides when an app is ended.
    deinit { if isTrap { fatalError("it goes on for ever") } }
  }

  private final class Server: BookmarkServer {
    private static let allSaveCount = Atomic<Int>(0)
    private static let saved = Mutex<Set<Bool>>([])

    private let gate: Gates<Bool>
    private let misdeed: Misdeed?
    private let saveCount = Atomic<Int>(0)

    init(gate: Gates<Bool>, misdeed: Misdeed?) {
      self.gate = gate
      self.misdeed = misdeed
    }

    func fetch() async throws -> Bool { try await gate { $0 } }
    func save(isKept: Bool) async throws -> Bool {
      if misdeed == .skipsSaves, saveCount.add(1, ordering: .relaxed).oldValue % 2 == 1 {
        return isKept
      }
      let reply = try await gate(isKept) { rows in
        rows = isKept
        return rows
      }
      while misdeed == .spins && isKept {}
      let count = Self.allSaveCount.add(1, ordering: .relaxed).newValue
      if misdeed == .countsAcrossLaunches, count % 7 == 0 { throw OperationFailure("the seventh") }
      if misdeed == .savesOnce, !Self.saved.withLock({ $0.insert(isKept).inserted }) {
        throw OperationFailure("the second")
      }
      return reply
    }
  }

  var misdeed: Misdeed?
  let initialState = Bookmark.State()
  let initialRows = false

  func interactions(in state: Bookmark.State) -> [Interaction<Bookmark.Action>] {
    [
      Interaction("opens the article", .appear, .appears),
      Interaction("taps keep", .tap(keeps: true), .destroys),
      Interaction("taps drop", .tap(keeps: false), .destroys),
    ]
  }
  func reduce(_ state: Bookmark.State, _ action: Bookmark.Action) throws -> Bookmark.State {
    // A planted trap: the check has to tell it and go on.
    if misdeed == .trapsOnDrop && action == .tap(keeps: false) { fatalError("nothing is dropped") }
    return try Bookmark().reduce(state, action)
  }
  func launch(_ launch: Launch<Bookmark.State, Bookmark.Action, Bool>) -> RunningApp<BookmarkStore>
  {
    let app = BookmarkApp(
      server: Server(gate: launch.gates, misdeed: misdeed), initialState: launch.state,
      reducer: launch.reducer)
    if misdeed == .fetchesAtLaunch { try? app.store.dispatch(.appear) }
    return RunningApp(app.store, keeping: app.listener, Ending(isTrap: misdeed == .trapsAtEnd))
  }
  func dispatch(_ action: Bookmark.Action, to store: BookmarkStore) throws {
    try store.dispatch(action)
  }
  func state(of store: BookmarkStore) -> Bookmark.State { store.state }
  func promises(of store: BookmarkStore) -> [LivePromise] {
    guard misdeed == .promisesTooMuch else { return [] }
    let complaint = store.state.isKept == true ? "the article is kept" : nil
    return [LivePromise("shelf", "Nothing is kept for ever.", broken: complaint)]
  }
  func showing(_ rows: Bool) -> StoredRows<Bookmark.State>? {
    var state = Bookmark.State()
    state.isKept = rows
    return .rows(state)
  }
}
