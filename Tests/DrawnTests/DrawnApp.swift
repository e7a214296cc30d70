import Model

typealias DrawnAppSystem = AppSystem<DrawnApp>

/// A small running app whose behaviour is drawn: what its taps change, which calls they make, and
/// what it makes of replies follow from its seed.
struct DrawnApp: App {
  let seed: UInt64

  enum Action: Hashable, Sendable {
    case tap(Int)
    case did(Int, Bool)
  }
  enum Request: Hashable, Sendable { case waiting, success, failure(String) }
  struct State: Hashable, Sendable {
    var requests: [String: Request] = [:]
    var items: [String: Int] = [:]
    var isNoted = false
  }

  @MainActor final class Store {
    private(set) var state: State
    private let reducer: @Sendable (State, Action) throws -> State
    var heard: (@MainActor (Action, Store) -> Void)?

    init(_ launch: Launch<State, Action, [Int]>) {
      (state, reducer) = (launch.state, launch.reducer)
    }

    func dispatch(_ action: Action) throws {
      state = try reducer(state, action)
      heard?(action, self)
    }
  }

  let initialState = State()
  let initialRows = [0, 0]

  private func draw(_ question: UInt64, _ number: Int, below bound: UInt64) -> Int {
    Int(ContentDigest.join(ContentDigest.join(seed, question), UInt64(number)) % bound)
  }

  func interactions(in state: State) -> [Interaction<Action>] {
    (0..<2).filter { !state.isNoted || draw(1, $0, below: 3) > 0 }.map { number in
      let kind: Interaction<Action>.Kind = [.appears, .other, .destroys][draw(2, number, below: 3)]
      return Interaction("taps \(number)", .tap(number), kind)
    }
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var next = state
    switch action {
    case .tap(let number):
      if state.requests["\(number)"] == .waiting, draw(3, number, below: 2) == 0 { throw Refusal() }
      switch draw(4, number, below: 4) {
      case 0: next.isNoted.toggle()
      case 1: next.items["\(number)"] = (state.items["\(number)"] ?? 0) ^ 1
      default: next.requests["\(number)"] = .waiting
      }
    case .did(let number, true):
      next.items["\(number)"] = draw(5, number, below: 3)
      next.requests["\(number)"] = draw(6, number, below: 3) == 0 ? nil : .success
    case .did(let number, false):
      next.requests["\(number)"] = draw(7, number, below: 4) == 0 ? nil : .failure("failed")
    }
    return next
  }

  struct Refusal: Error {}

  func launch(_ launch: Launch<State, Action, [Int]>) -> RunningApp<Store> {
    let (store, gates) = (Store(launch), launch.gates)
    store.heard = { action, store in
      guard case .tap(let number) = action, draw(8, number, below: 4) > 0 else { return }
      Task { [weak store] in
        do {
          for call in 0...draw(9, number, below: 2) {
            try await gates(number, call, function: "call\(number)\(call)") {
              $0[number] = ($0[number] + 1) % 2
            }
          }
          try? store?.dispatch(.did(number, true))
        } catch {
          if draw(10, number, below: 4) > 0 { try? store?.dispatch(.did(number, false)) }
        }
        if number == 0, draw(11, number, below: 3) == 0 { try? store?.dispatch(.tap(1)) }
      }
    }
    return RunningApp(store)
  }

  @MainActor func dispatch(_ action: Action, to store: Store) throws { try store.dispatch(action) }
  @MainActor func state(of store: Store) -> State { store.state }

  func showing(_ rows: [Int]) -> StoredRows<State>? {
    .rows(State(items: Dictionary(uniqueKeysWithValues: rows.enumerated().map { ("\($0)", $1) })))
  }
}

extension Looks<DerivedProduct<DrawnApp>> {
  /// Everything that clauses can look at of a running app.
  static var ofApp: Looks {
    @Sendable func digest(_ value: some Any) -> UInt64 {
      ContentDigest.text(ContentTree(value).text)
    }
    let views = [
      ViewLook(name: "store") { view in
        switch view.store {
        case .running(let state): digest(state)
        case .crashed(let crash): ContentDigest.text(crash.reason)
        }
      },
      ViewLook(name: "state") { Words.some($0.state, digest) },
      ViewLook(name: "mail") { Words.list($0.mail, digest) },
      ViewLook(name: "underWay") { view in
        Words.list(view.underWay) { Words.of(digest($0.operation), digest($0.result)) }
      },
      ViewLook(name: "database") { digest($0.database) },
      ViewLook(name: "budgets") { Words.budgets($0.budgets) },
      ViewLook(name: "isSettled") { Words.of($0.isSettled) },
      ViewLook(name: "statuses") { digest($0.statuses) },
      ViewLook(name: "contents") { digest($0.contents) },
      ViewLook(name: "isLoaded") { Words.of($0.isLoaded) },
      ViewLook(name: "showsFailure") { Words.of($0.showsFailure) },
      ViewLook(name: "rows") { digest($0.rows) },
      ViewLook(name: "pendingCounts") { digest($0.pendingCounts) },
    ]
    let steps = [
      StepLook(name: "kind") { ContentDigest.text($0.step.kind) },
      StepLook(name: "label") { digest($0.step.label) },
      StepLook(name: "traits") { Words.of(Int($0.step.traits.rawValue)) },
      StepLook(name: "action") { digest($0.step.action) },
      StepLook(name: "gesture") { digest($0.step.gesture) },
      StepLook(name: "performance") { seen in
        Words.some(seen.step.performance) { Words.of(digest($0.operation), digest($0.fault)) }
      },
      StepLook(name: "completion") { seen in
        Words.some(seen.step.completion) { Words.of(digest($0.operation), digest($0.result)) }
      },
    ]
    return Looks(views: views, steps: steps + changes)
  }
}
