import Model
import Synchronization

/// The bookmark app with a store that is an actor: a task sends it what a person does.
struct ActorBookmark: LiveSubject {
  typealias Reducer = @Sendable (Bookmark.State, Bookmark.Action) throws -> Bookmark.State
  typealias Seen = Element<Bookmark.State, Bookmark.Action>

  actor Store {
    private let held = Mutex(Bookmark.State())
    private let reducer: Reducer
    private let continuation: AsyncStream<Seen>.Continuation
    nonisolated let elements: AsyncStream<Seen>

    init(reducer: @escaping Reducer) {
      self.reducer = reducer
      (elements, continuation) = AsyncStream.makeStream()
    }

    nonisolated var state: Bookmark.State { held.withLock { $0 } }

    func dispatch(_ action: Bookmark.Action) throws {
      let old = state
      let new = try reducer(old, action)
      held.withLock { $0 = new }
      continuation.yield(Element(old: old, action: action))
    }
  }

  final class App: Sendable {
    let store: Store
    private let task: Task<Void, Never>

    init(_ store: Store, server: @escaping @Sendable (Bookmark.Operation) async throws -> Bool) {
      self.store = store
      let elements = store.elements
      task = Task { [weak store] in
        for await element in elements {
          guard let operation = Bookmark.request(in: element.old, element.action) else { continue }
          let result: Outcome<Bool>
          do {
            result = .success(payload: try await server(operation))
          } catch {
            result = .failure(text: OperationFailure(error).text)
          }
          try? await store?.dispatch(.answer(result))
        }
      }
    }

    deinit { task.cancel() }
  }

  /// What a person does and the store is not told of.
  var dropped: Bookmark.Gesture?

  func makeSystem(in surroundings: LiveSurroundings<Bookmark>) -> App {
    App(Store(reducer: surroundings.observe(Bookmark().reduce))) {
      try await surroundings.perform($0)
    }
  }

  func perform(_ gesture: Bookmark.Gesture, on app: App) throws {
    if gesture == dropped { return }
    let store = app.store
    Task { try await store.dispatch(Bookmark().action(of: gesture)) }
  }

  func state(of app: App) -> Bookmark.State { app.store.state }

  func parts(of app: App) -> [any AnyObject & Sendable] { [app.store] }
}
