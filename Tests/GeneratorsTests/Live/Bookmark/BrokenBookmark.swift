import Foundation
import Model
import Synchronization

/// The bookmark app with one planted defect in its concurrent code; the model knows nothing of it.
struct BrokenBookmark: LiveSubject {
  /// What is wrong.
  enum Defect: String, CaseIterable, Sendable {
    /// A failure is printed and not reported.
    case forgetsFailures
    /// The server is asked twice.
    case asksTwice
    /// The answer is dispatched before the server has answered.
    case answersEarly
    /// An answer is dropped if a person does something before it is shown.
    case dropsLateAnswers
    /// Whatever a person does ends what is under way.
    case cancels
    /// One answer of the process is lost.
    case losesOneAnswer
    /// A failed drop is taken for impossible.
    case trapsOnFailedDrop
    /// The listener keeps itself alive.
    case leaks
    /// The listener asks again and again.
    case neverRests
    /// None: the listener yields, and takes an hour before it asks.
    case sleeps
    /// None: the listener goes through thousands of jobs before it asks.
    case takesManyJobs
    /// One job of the listener never ends.
    case spins
    /// The process is killed from outside.
    case isKilled
    /// The process ends itself.
    case exits
    /// Every other launch of the process behaves otherwise.
    case remembersRuns
  }

  /// Somewhere else to be for a moment.
  private actor Pause {
    private var count = 0
    func take() { count += 1 }
  }

  /// A listener whose task does what the defect says.
  @MainActor final class Listener {
    private let defect: Defect
    private let surroundings: LiveSurroundings<Bookmark>
    private var task: Task<Void, Never>?
    private nonisolated static let launchCount = Atomic<Int>(0)
    private nonisolated static let answerCount = Atomic<Int>(0)
    private let pause = Pause()
    /// What is under way, where it can be cancelled.
    private var asking: Task<Void, Never>?
    /// How often a person did something.
    var gestureCount = 0 { didSet { asking?.cancel() } }

    init(_ defect: Defect, _ surroundings: LiveSurroundings<Bookmark>) {
      self.defect = defect
      self.surroundings = surroundings
    }

    deinit { task?.cancel() }

    func listen(to store: BookmarkStore) {
      let elements = store.elements()
      let isOdd =
        defect == .remembersRuns
        && !Self.launchCount.add(1, ordering: .relaxed).newValue.isMultiple(of: 2)
      let defect = defect
      let weakly = { [weak self] in self }
      let strong = defect == .leaks ? self : nil
      task = Task { [weak store] in
        for await (old, action) in elements {
          guard let self = weakly(), let store else { return }
          if isOdd { await self.pause.take() }
          guard let operation = Bookmark.request(in: old, action) else { continue }
          if defect == .cancels {
            self.asking = Task { await self.handle(operation, in: store) }
            await self.asking?.value
          } else {
            await self.handle(operation, in: store)
          }
        }
        _ = strong
      }
      if defect == .leaks { Leaked.all.append(self) }
    }

    private func handle(_ operation: Bookmark.Operation, in store: BookmarkStore) async {
      if defect == .answersEarly {
        try? store.dispatch(.answer(.success(payload: operation == .keep)))
      }
      if defect == .sleeps {
        await Task.yield()
        try? await Task.sleep(for: .seconds(3600))
      }
      while defect == .neverRests { await self.pause.take() }
      if defect == .takesManyJobs { for _ in 0..<2_500 { await self.pause.take() } }
      while defect == .spins { usleep(1000) }
      if defect == .exits { _exit(3) }
      if defect == .isKilled { kill(getpid(), SIGKILL) }
      do {
        if defect == .asksTwice { _ = try await surroundings.perform(operation) }
        let isKept = try await surroundings.perform(operation)
        if defect == .losesOneAnswer, Self.answerCount.add(1, ordering: .relaxed).newValue == 130 {
          return
        }
        if defect == .dropsLateAnswers {
          let count = gestureCount
          await pause.take()
          if gestureCount > count { return }
        }
        if defect != .answersEarly { try store.dispatch(.answer(.success(payload: isKept))) }
      } catch {
        // The planted trap: the check has to tell it. An optimised precondition would not say why
        // it fails.
        if defect == .trapsOnFailedDrop && operation == .drop { fatalError("a drop cannot fail") }
        if defect != .forgetsFailures {
          try? store.dispatch(.answer(.failure(text: error.localizedDescription)))
        }
      }
    }
  }

  /// Listeners that stay.
  @MainActor private enum Leaked {
    static var all: [Listener] = []
  }

  @MainActor final class App {
    let store: BookmarkStore
    let listener: Listener

    init(store: BookmarkStore, listener: Listener) {
      self.store = store
      self.listener = listener
    }
  }

  let defect: Defect

  func makeSystem(in surroundings: LiveSurroundings<Bookmark>) -> App {
    let store = BookmarkStore(
      initialState: Bookmark.State(), reducer: surroundings.observe(Bookmark().reduce))
    let listener = Listener(defect, surroundings)
    listener.listen(to: store)
    return App(store: store, listener: listener)
  }

  func perform(_ gesture: Bookmark.Gesture, on app: App) throws {
    app.listener.gestureCount += 1
    try app.store.dispatch(Bookmark().action(of: gesture))
  }

  func state(of app: App) -> Bookmark.State { app.store.state }

  func parts(of app: App) -> [any AnyObject & Sendable] { [app.store, app.listener] }
}
