import Foundation
import Model

/// The bookmark app with another reducer, or with a server that hops to a queue and back.
struct AlteredBookmark: LiveSubject {
  typealias Reducer = @Sendable (Bookmark.State, Bookmark.Action) throws -> Bookmark.State

  /// Where the server leaves the threads of its callers.
  enum Hop: String, CaseIterable, Sendable {
    case beforeGate, behindGate, afterGate, onMainActor, newTask
  }

  /// After how many microseconds it comes back.
  enum Delay: UInt32, Sendable {
    case short = 1000
    case long = 700_000
    case never = 0
  }

  /// A queue as apps have them: its thread resumes whoever waits.
  private static func hop(after delay: Delay, isolation: isolated (any Actor)? = #isolation) async {
    await withUnsafeContinuation { continuation in
      guard delay != .never else { return }
      DispatchQueue(label: "server").async {
        // A server takes its time; it may not answer before anybody waits.
        usleep(delay.rawValue)
        continuation.resume()
      }
    }
  }

  private struct Server: BookmarkServer {
    let surroundings: LiveSurroundings<Bookmark>
    let hop: Hop?
    let delay: Delay

    func fetch() async throws -> Bool { try await ask(.fetch) }
    func save(isKept: Bool) async throws -> Bool { try await ask(isKept ? .keep : .drop) }

    private func ask(_ operation: Bookmark.Operation) async throws -> Bool {
      if hop == .onMainActor { return try await askOnMainActor(operation) }
      if hop == .newTask { return try await askInNewTask(operation) }
      if hop == .beforeGate { await AlteredBookmark.hop(after: delay) }
      let isKept = try await surroundings.carryOut(operation) { operation in
        if hop == .behindGate { await AlteredBookmark.hop(after: delay) }
        return try Bookmark().perform(operation, on: &surroundings.database)
      }
      if hop == .afterGate { await AlteredBookmark.hop(after: delay) }
      return isKept
    }

    /// As a completion handler that begins something new does.
    private func askInNewTask(_ operation: Bookmark.Operation) async throws -> Bool {
      try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "server").async { [surroundings, delay] in
          if delay != .short { usleep(delay.rawValue) }
          Task {
            do {
              continuation.resume(returning: try await surroundings.perform(operation))
            } catch {
              continuation.resume(throwing: error)
            }
          }
        }
      }
    }

    @MainActor private func askOnMainActor(_ operation: Bookmark.Operation) async throws -> Bool {
      await AlteredBookmark.hop(after: delay)
      return try await surroundings.perform(operation)
    }
  }

  var reduce: Reducer = Bookmark().reduce
  var hop: Hop?
  var delay = Delay.short

  func makeSystem(in surroundings: LiveSurroundings<Bookmark>) -> BookmarkApp {
    BookmarkApp(
      server: Server(surroundings: surroundings, hop: hop, delay: delay),
      reducer: surroundings.observe(reduce))
  }

  func perform(_ gesture: Bookmark.Gesture, on app: BookmarkApp) throws {
    try app.store.dispatch(Bookmark().action(of: gesture))
  }

  func state(of app: BookmarkApp) -> Bookmark.State { app.store.state }

  func parts(of app: BookmarkApp) -> [any AnyObject & Sendable] { [app.store, app.listener] }
}
