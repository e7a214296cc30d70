import Generators
import Synchronization
import Testing

@testable import Model
@testable import Spec

/// Who waits for what, where requests are shared, grow or fail in silence.
@Suite struct SharedWaitTests: AppSuite {
  private func expect(
    _ property: String, of app: some App, length: Int? = nil,
    _ location: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let report = try AppKindTests.report(app)
    let found = report.findings.filter { $0.property == property }.map(\.trace.length)
    #expect(
      !found.isEmpty && (length == nil || found.min() == length),
      "\(report.reason.words) \(AppKindTests.names(report))", sourceLocation: location)
  }

  @Test func `what a reply leads to besides is dispatched once, too`() throws {
    try expect("reply.once", of: Tracker())
  }

  @Test func `who comes back may wait for the load that is under way`() throws {
    try expectRight(SharedPage())
    try expectRight(SharedNote())
  }

  @Test func `a task that is kept may say that something is under way`() throws {
    try expectRight(KeptTasks())
  }

  @Test func `a tap that changes something may begin nothing as the same is under way`() throws {
    try expectRight(Tabs())
  }

  @Test func `a place in a list is a name where the list is as long from the first on`() throws {
    try expectRight(TwoPanels())
    try expect("failure.shown", of: TwoPanels(isSilent: true))
    try expectRight(History())
    try expectRight(NewestFirst())
  }

  @Test(arguments: TellingQueue.Manner.allCases)
  func `what waits for its turn is pending where a tap tells how much waits`(
    manner: TellingQueue.Manner
  )
    throws
  {
    try expectRight(TellingQueue(manner: manner))
  }

  @Test func `a detail that fails is not told of another one`() throws {
    let list = ListWithDetails(initialRows: ["a", "b"])
    try expectRight(list)
    try expect("failure.shown", of: ListWithDetails(isMixedUp: true, initialRows: list.initialRows))
  }

  @Test func `each message has its own attachments`() throws { try expectRight(Attachments()) }

  @Test(arguments: [true, false])
  func `two sections may wait after one reply`(isFirst: Bool) throws {
    try expectRight(TwoSections(isFirst: isFirst))
  }

  @Test func `what a load wipes is lost`() throws {
    try expectRight(WipingOutbox())
    try expectRight(WipingOutbox(marks: true))
    try expect("memory.durable", of: WipingOutbox(isForgetful: true))
  }

  // MARK: Silence

  @Test func `a change that is taken back tells nobody that it failed`() throws {
    try expect("failure.shown", of: Switch(isOptimistic: true), length: 6)
    try expect("failure.shown", of: Switch(), length: 6)
  }

  @Test func `an entry about no item is no less a status`() throws {
    try expect("failure.shown", of: Switch(queues: true), length: 6)
    for queues in [false, true] {
      let report = try AppKindTests.report(Switch(isOptimistic: true, queues: queues, tells: true))
      #expect(
        !report.findings.contains { $0.property == "failure.shown" },
        "\(AppKindTests.names(report))")
    }
  }

  /// A row of a server.
  private struct Row: Hashable, Sendable {
    let id: String
    let name: String
  }

  /// A row of a server that has numbers.
  private struct NumberedRow: Hashable, Sendable {
    let id: Int
    let name: String
  }

  @Test func `an item that is there twice leaves the others what they were`() {
    let rows = [2, 2, 3].map { NumberedRow(id: $0, name: "Milk") }
    let parts = ContentParts(ContentTree(rows))
    #expect(parts["state"] == "2, 2 again, 3")
    #expect(parts["state[3].name"] == "Milk")
  }

  @Test func `a row is known by its id where the server has it in another form`() throws {
    let list = AppendedList(initialRows: [Row(id: "1", name: "Milk")]) {
      .init(id: $0.id, title: $0.name)
    }
    try expect("list.unique", of: list, length: 6)
    let numbers = AppendedList(initialRows: [NumberedRow(id: 1, name: "Milk")]) {
      .init(id: "\($0.id)", title: $0.name)
    }
    try expect("list.unique", of: numbers, length: 6)
    // Of what the store holds in another form it is not known.
    let report = try AppKindTests.report(
      AppendedList(initialRows: ["Milk"]) { .init(id: "1", title: $0) })
    #expect(report.results.first { $0.property.name == "list.unique" }?.verdict == .vacuous)
  }

  // MARK: What is hidden

  /// Loads only at the seventh visit, and flips as something outside of it says.
  private struct LatePage: ViewModelApp {
    struct State: Hashable, Sendable {
      var load: LoadStatus?
      var number = 0
    }
    enum Tap: Hashable, Sendable { case open, flip }
    static let outside = Atomic<Int>(0)
    let initialState = State()
    let initialRows = 1

    func interactions(in state: State) -> [Interaction<Action>] {
      if state.load == .waiting { return [] }
      return [Interaction("opens", .tap(.open), .appears), Interaction("flips", .tap(.flip))]
    }

    func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
      let (store, gate, visits) = (ViewModel<State, Tap>(launch), launch.gates, OpenedPage.Visits())
      store.handle = { tap, store in
        if tap == .flip {
          return store.set(\.number, 1 + Self.outside.load(ordering: .sequentiallyConsistent) % 2)
        }
        visits.count += 1
        let count = visits.count
        store.set(\.load, .waiting)
        Task { [weak store] in
          do {
            try await gate(function: "load") { _ in }
            store?.set(\.load, count > 6 ? .success : .failure("later"))
          } catch {
            store?.set(\.load, .failure("\(error)"))
          }
        }
      }
      return RunningApp(store, keeping: visits)
    }
  }

  @Test func `that a goal is lost is not told of an app that hides something`() throws {
    let product = DerivedProduct(LatePage())
    let system = RuntimeSystem(product: product, scope: try .app(relaunchesMax: 0))
    let goal = Property<AppSystem<LatePage>>(
      "goal", "The page can be loaded.", witness: "always",
      .possible(avoiding: []) { $0.state?.load == .success })
    var explorer = Explorer(system: system, properties: [goal])
    // Once the loss is found, the world outside changes.
    explorer.tell = { _ in
      LatePage.outside.store(system.edition + 1, ordering: .sequentiallyConsistent)
    }
    let found = explorer.run()
    #expect(found.reason.words.contains("hidden state"))
    #expect(found.findings.isEmpty)
  }
}
