import Foundation
import Model
import Synchronization
import Testing
@testable import ReferenceProducts

/// The scheduler that owns every job of the code under it.
@Suite struct LiveSchedulerTests {
  /// Notes what ran, in order.
  private final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  private actor Counter {
    var value = 0
    func add() -> Int {
      value += 1
      return value
    }
  }

  /// Holds a task that waits.
  private final class Gate: Sendable {
    private let waiting = Mutex<UnsafeContinuation<Void, Never>?>(nil)
    @MainActor func wait() async {
      await withUnsafeContinuation { continuation in waiting.withLock { $0 = continuation } }
    }
    func open() { waiting.withLock { $0 }?.resume() }
  }

  /// An app that crashes at every gesture, and has work left when it goes.
  private struct CrashingSubject: LiveSubject {
    typealias P = ReferenceProducts.Counter

    final class System: Sendable {
      let log: Log
      let surroundings: LiveSurroundings<P>

      init(log: Log, surroundings: LiveSurroundings<P>) {
        self.log = log
        self.surroundings = surroundings
      }

      deinit { Task { [log] in log.add("gone") } }
    }

    let log: Log

    func makeSystem(in surroundings: LiveSurroundings<P>) -> System {
      System(log: log, surroundings: surroundings)
    }
    func perform(_ gesture: P.Gesture, on system: System) throws {
      system.surroundings.noteCrash(of: Crash("it crashes"))
    }
    func state(of system: System) -> P.State { ReferenceProducts.Counter(initial: 0).initialState }
  }

  @Test
  func `an app that crashes at a gesture is gone at once, and leaves its work to the scheduler`()
    throws
  {
    let log = Log()
    let scheduler = try LiveScheduler()
    let product = ReferenceProducts.Counter(initial: 0)
    let execution = LiveExecution(CrashingSubject(log: log), product: product, scheduler: scheduler)
    let gesture = try #require(
      product.gestures(
        in: product.initialState, values: ReferenceProducts.Counter.Values(initial: 0, reach: 1)
      ).first)
    execution.perform(gesture)
    #expect(log.all == ["gone"])
    #expect(execution.store == .crashed(Crash("it crashes")))
    #expect(execution.tearDown() == LiveLeaks())
  }

  @Test func `the main actor's work is isolated for as long as it lasts`() throws {
    let scheduler = try LiveScheduler()
    let answer = scheduler.runOnMainActor {
      MainActor.preconditionIsolated()
      return MainActor.assumeIsolated { 42 }
    }
    #expect(answer == 42)
    #expect(scheduler.waitingCount == 0)
    #expect(scheduler.ranCount == 0)
  }

  @Test func `nothing runs until it is told to`() throws {
    let scheduler = try LiveScheduler()
    let log = Log()
    scheduler.own {
      Task { @MainActor in log.add("main") }
      Task.detached { log.add("global") }
    }
    #expect(log.all.isEmpty)
    #expect(scheduler.waitingCount == 2)
    #expect(scheduler.settle())
    #expect(log.all == ["main", "global"])
    #expect(scheduler.waitingCount == 0)
  }

  @Test func `the caller picks which job runs next`() throws {
    let scheduler = try LiveScheduler()
    let log = Log()
    scheduler.own {
      for name in ["first", "second", "third"] { Task { @MainActor in log.add(name) } }
    }
    scheduler.run(at: 2)
    scheduler.run(at: 0)
    scheduler.run(at: 0)
    #expect(log.all == ["third", "first", "second"])
  }

  @Test func `hops between the main actor, a default actor and no actor are jobs of their own`()
    throws
  {
    let scheduler = try LiveScheduler()
    let log = Log()
    let counter = Counter()
    scheduler.own {
      _ = Task { @MainActor in
        MainActor.preconditionIsolated()
        log.add("main \(await counter.add())")
        await Task.detached { log.add("global") }.value
        MainActor.preconditionIsolated()
        log.add("main \(await counter.add())")
      }
    }
    var jobCount = 0
    while scheduler.waitingCount > 0 {
      scheduler.run(at: 0)
      jobCount += 1
    }
    #expect(log.all == ["main 1", "global", "main 2"])
    #expect(jobCount > 4)
    #expect(scheduler.strays.count == 0)
  }

  @Test func `a body on the main actor runs before whatever waits`() throws {
    let scheduler = try LiveScheduler()
    let log = Log()
    scheduler.own { _ = Task { @MainActor in log.add("waiting") } }
    scheduler.runOnMainActor {
      MainActor.preconditionIsolated()
      log.add("now")
      Task { log.add("later") }
    }
    #expect(log.all == ["now"])
    #expect(scheduler.settle())
    #expect(log.all == ["now", "waiting", "later"])
  }

  @Test func `code that never rests is told apart from code that does`() throws {
    let scheduler = try LiveScheduler()
    let counter = Counter()
    let task = scheduler.own {
      Task { @MainActor in while !Task.isCancelled { _ = await counter.add() } }
    }
    #expect(!scheduler.settle(ranCountMax: 1000))
    scheduler.own { task.cancel() }
    #expect(scheduler.settle())
  }

  @Test func `a job that another thread brings is counted as a stray`() async throws {
    let log = Log()
    let gate = Gate()
    // It waits for that thread on one of its own: a test that blocks keeps others from running.
    let strayCount: Int? = await withCheckedContinuation { continuation in
      Thread {
        guard let scheduler = try? LiveScheduler() else {
          return continuation.resume(returning: nil)
        }
        scheduler.own {
          _ = Task { @MainActor in
            await gate.wait()
            log.add("resumed")
          }
        }
        let isSettled = scheduler.settle()
        Thread { gate.open() }.start()
        while scheduler.waitingCount == 0 { usleep(1000) }
        let strayCount = scheduler.strays.count
        continuation.resume(returning: isSettled && scheduler.settle() ? strayCount : nil)
      }.start()
    }
    #expect(strayCount == 1)
    #expect(log.all == ["resumed"])
  }

  /// A task that waits at a gate, under a scheduler that is gone when this returns.
  private static func leaveTask(at gate: Gate, _ log: Log) throws {
    let scheduler = try LiveScheduler()
    scheduler.own {
      _ = Task { @MainActor in
        await gate.wait()
        log.add("resumed")
      }
    }
    #expect(scheduler.settle())
  }

  @Test func `a task that outlives its scheduler comes to no later one`() throws {
    let log = Log()
    let gate = Gate()
    try Self.leaveTask(at: gate, log)
    let later = try LiveScheduler()
    later.own { gate.open() }
    #expect(later.settle())
    #expect(log.all.isEmpty)
    #expect(later.strays.count == 0)
  }

  @Test func `whether all tasks of a run are over is known exactly`() throws {
    let scheduler = try LiveScheduler()
    let (gate, later) = (Gate(), Gate())
    scheduler.own {
      _ = Task {
        await gate.wait()
        // A task that a task begins is one of the run too.
        Task { await later.wait() }
      }
    }
    #expect(scheduler.settle())
    scheduler.endRun()
    #expect(scheduler.hasUnfinishedRuns)
    scheduler.own { gate.open() }
    #expect(scheduler.settle())
    #expect(scheduler.hasUnfinishedRuns)
    scheduler.own { later.open() }
    #expect(scheduler.settle())
    #expect(!scheduler.hasUnfinishedRuns)
    #expect(scheduler.strays.count == 0)
  }

  @Test func `a task that comes back late from another thread is waited for`() throws {
    let scheduler = try LiveScheduler()
    let gate = Gate()
    scheduler.own { _ = Task { await gate.wait() } }
    #expect(scheduler.settle())
    scheduler.endRun()
    Thread.detachNewThread {
      usleep(300_000)
      gate.open()
    }
    scheduler.awaitRuns(milliseconds: 60_000)
    #expect(scheduler.strays.count == 1)
    #expect(scheduler.settle())
    #expect(!scheduler.hasUnfinishedRuns)
  }

  @Test func `ordinary asynchronous work goes on beside a scheduler`() async throws {
    let log = Log()
    let counter = Counter()
    let thread = Thread {
      for _ in 0..<2000 {
        guard let scheduler = try? LiveScheduler() else { return }
        scheduler.own { _ = Task { @MainActor in log.add("owned \(await counter.add())") } }
        guard scheduler.settle() else { return }
      }
      log.add("end")
    }
    thread.start()
    let sum = await withTaskGroup(of: Int.self) { group in
      for number in 0..<200 {
        group.addTask {
          await Task.yield()
          return await MainActor.run { number }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(sum == 199 * 100)
    while log.all.last != "end" { try await Task.sleep(for: .milliseconds(1)) }
    #expect(log.all.count == 2001)
  }
}
