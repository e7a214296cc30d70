import Model

/// What the app asks of its server.
protocol BookmarkServer: Sendable {
  func fetch() async throws -> Bool
  func save(isKept: Bool) async throws -> Bool
}

/// The app's store.
@MainActor final class BookmarkStore {
  private(set) var state: Bookmark.State
  private let reducer: @Sendable (Bookmark.State, Bookmark.Action) throws -> Bookmark.State
  private var streams: [AsyncStream<(old: Bookmark.State, action: Bookmark.Action)>.Continuation] =
    []

  init(
    initialState: Bookmark.State,
    reducer: @escaping @Sendable (Bookmark.State, Bookmark.Action) throws -> Bookmark.State
  ) {
    state = initialState
    self.reducer = reducer
  }

  func dispatch(_ action: Bookmark.Action) throws {
    let old = state
    state = try reducer(old, action)
    for stream in streams { stream.yield((old, action)) }
  }

  func elements() -> AsyncStream<(old: Bookmark.State, action: Bookmark.Action)> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: (old: Bookmark.State, action: Bookmark.Action).self)
    streams.append(continuation)
    return stream
  }
}

/// Talks to the server, off the main actor.
actor BookmarkSession {
  private let server: any BookmarkServer

  init(server: any BookmarkServer) { self.server = server }

  func fetch(for store: BookmarkStore) async throws {
    try await answer(store) { try await server.fetch() }
  }

  func save(isKept: Bool, for store: BookmarkStore) async throws {
    try await answer(store) { try await server.save(isKept: isKept) }
  }

  private func answer(_ store: BookmarkStore, _ request: () async throws -> Bool) async throws {
    do {
      let isKept = try await request()
      try await store.dispatch(.answer(.success(payload: isKept)))
    } catch {
      try await store.dispatch(.answer(.failure(text: error.localizedDescription)))
      throw error
    }
  }
}

/// The app's listener: one task, which handles one element to the end before it takes the next.
@MainActor final class BookmarkListener {
  private let session: BookmarkSession
  private var task: Task<Void, Never>?

  init(session: BookmarkSession) { self.session = session }

  deinit { task?.cancel() }

  func listen(to store: BookmarkStore) {
    let elements = store.elements()
    task = Task { [weak self, weak store] in
      for await (old, action) in elements {
        guard let self, let store else { return }
        do {
          try await self.handle(action, old: old, in: store)
        } catch {
          print(error)
        }
      }
    }
  }

  private func handle(_ action: Bookmark.Action, old: Bookmark.State, in store: BookmarkStore)
    async throws
  {
    switch Bookmark.request(in: old, action) {
    case .fetch: try await session.fetch(for: store)
    case .keep: try await session.save(isKept: true, for: store)
    case .drop: try await session.save(isKept: false, for: store)
    case nil: break
    }
  }
}

/// All that runs while the app does.
@MainActor final class BookmarkApp {
  let store: BookmarkStore
  let listener: BookmarkListener

  init(
    server: any BookmarkServer, initialState: Bookmark.State = Bookmark.State(),
    reducer: @escaping @Sendable (Bookmark.State, Bookmark.Action) throws -> Bookmark.State
  ) {
    store = BookmarkStore(initialState: initialState, reducer: reducer)
    listener = BookmarkListener(session: BookmarkSession(server: server))
    listener.listen(to: store)
  }
}
