import Model

/// The app as live code under test.
struct BookmarkSubject: LiveSubject {
  /// A server whose operations are let through one by one; the model's database stands behind it.
  private struct GatedServer: BookmarkServer {
    let surroundings: LiveSurroundings<Bookmark>

    func fetch() async throws -> Bool { try await surroundings.perform(.fetch) }
    func save(isKept: Bool) async throws -> Bool {
      try await surroundings.perform(isKept ? .keep : .drop)
    }
  }

  func makeSystem(in surroundings: LiveSurroundings<Bookmark>) -> BookmarkApp {
    BookmarkApp(
      server: GatedServer(surroundings: surroundings),
      reducer: surroundings.observe(Bookmark().reduce))
  }

  func perform(_ gesture: Bookmark.Gesture, on app: BookmarkApp) throws {
    try app.store.dispatch(Bookmark().action(of: gesture))
  }

  func state(of app: BookmarkApp) -> Bookmark.State { app.store.state }

  func parts(of app: BookmarkApp) -> [any AnyObject & Sendable] { [app.store, app.listener] }
}
