import Model
import Spec
import Synchronization

/// How often something was asked.
final class CallCount: Sendable {
  private let count = Mutex(0)

  /// Counts one more call, and says how many there are.
  func next() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}

/// A counter that asks a database, small enough to follow by hand; what it asks for is given.
struct Kiosk: Product {
  /// A function that changes its answer after so many calls.
  enum Impurity { case reducer, listener, database }

  enum Operation: Hashable, Comparable, Codable, Sendable { case fetch, left, right, answer }

  enum Gesture: Hashable, Comparable, Codable, Sendable {
    /// Both dispatch one action for `fetch`.
    case ask(Operation), appear
    case poke
  }

  enum Action: Hashable, Sendable {
    case ask(Operation)
    case poke
    case done(Operation)
  }

  struct State: Hashable, Sendable {
    var pokeCount = 0
    var waiting: Set<Operation> = []
  }

  typealias Reply = Int
  typealias Database = Int
  typealias Notice = Operation
  typealias Subject = Int
  typealias Contents = Int
  typealias Values = Int

  var gestures: [Gesture] = [.ask(.fetch)]
  var answers: [Operation: [Operation]] = [:]
  var pokeMax = 1
  var impurity: Impurity?
  var callMax = 0
  let calls = CallCount()

  private func isChanged(_ part: Impurity) -> Bool { impurity == part && calls.next() > callMax }

  var initialState: State { State() }
  var initialDatabase: Int { 0 }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var next = state
    switch action {
    case .ask(let operation): next.waiting.insert(operation)
    case .poke: next.pokeCount = min(state.pokeCount + (isChanged(.reducer) ? 2 : 1), pokeMax)
    case .done(let operation):
      next.waiting.remove(operation)
      for (asked, answers) in answers where answers.contains(operation) {
        next.waiting.remove(asked)
      }
    }
    return next
  }

  func notice(old: State, action: Action) -> Operation? {
    if case .ask(let operation) = action, !old.waiting.contains(operation) {
      operation
    } else {
      nil
    }
  }

  func react(to notice: Operation, current: State) throws -> Operation? {
    isChanged(.listener) ? nil : notice
  }

  func answers(to operation: Operation, values: Int) -> [Operation] { answers[operation] ?? [] }

  func perform(_ operation: Operation, on database: inout Int) throws -> Int {
    database = (database + (isChanged(.database) ? 2 : 1)) % 3
    return database
  }

  func completion(of operation: Operation, result: Result<Int, OperationFailure>) -> Action? {
    .done(operation)
  }

  func gestures(in state: State, values: Int) -> [Gesture] { gestures }

  func action(of gesture: Gesture) -> Action {
    switch gesture {
    case .ask(let operation): .ask(operation)
    case .appear: .ask(.fetch)
    case .poke: .poke
    }
  }

  func isAppearing(_ gesture: Gesture) -> Bool { gesture == .appear }
  func kind(of subject: Int) -> String { "" }
  func name(of subject: Int) -> String { "" }
  func subjects(of operation: Operation) -> [Int] { [] }
  func subjects(askedForBy notice: Operation) -> [Int] { [] }
  func isAcceptedRequest(_ notice: Operation) -> Bool { true }
  func contents(of state: State) -> Int { 0 }
  func rows(of database: Int) -> StoredRows<Int> { .rows(database) }
  func subscriptions(values: Int) -> [Subscription<Kiosk>] { [] }
  func vocabulary(values: Int) -> [Action] { [] }
  var narrator: Narrator<Kiosk> {
    Narrator(
      gesture: { "\($0)" }, operation: { "\($0)" }, state: { _ in [:] }, database: { _ in [:] })
  }
}

// MARK: - Windows

extension Kiosk {
  /// What is typed into a window.
  struct Window: Hashable, Comparable, Sendable {
    var text = 0
    static func < (first: Window, second: Window) -> Bool { first.text < second.text }
  }

  enum WindowGesture: Hashable, Comparable, Codable, Sendable { case type, clear, ask, appear }

  func initialWindow(in state: State) -> Window? { Window() }
  func mounts(in window: Window) -> [Mount<Kiosk>] { [] }

  func gestures(in window: Window, showing display: Display, values: Int) -> [WindowGesture] {
    [window.text == 0 ? .type : .clear, .ask, .appear]
  }

  func handle(_ gesture: WindowGesture, in window: inout Window, showing display: Display)
    -> Gesture?
  {
    switch gesture {
    case .type: window.text = 1
    case .clear: window.text = 0
    case .ask: return .ask(.fetch)
    case .appear: return .appear
    }
    return nil
  }
}

typealias KioskSystem = RuntimeSystem<Kiosk>
typealias KioskProperty = Property<KioskSystem>

extension Kiosk {
  /// The product, with mail for so many notices.
  func system(_ discipline: Discipline = .serial, mailMax: Int = 1) throws -> KioskSystem {
    KioskSystem(
      product: self,
      scope: try Scope(name: "small", discipline: discipline, mailMax: mailMax, values: 0))
  }

  /// The product in two windows.
  func windows(opensAndCloses: Bool = false) throws -> KioskSystem {
    let bounds = try WindowBounds(countMax: 2, opensAndCloses: opensAndCloses)
    return KioskSystem(
      product: self,
      scope: try Scope(name: "two", environment: .windows, windows: bounds, values: 0))
  }
}
