import Generators
import Model
import Spec
import Testing

@testable import ReferenceProducts

/// Steps that a test writes down, and what they break.
struct ScenarioTests {
  /// A save that fails and is not reported.
  private static func unreported(
    _ product: PlainProduct
  ) throws -> Scenario<RuntimeSystem<PlainProduct>> {
    var model = try Scenario(product)
    let save = PlainProduct.Operation.save(.init(id: 1, name: "Milk", isDone: true))
    model.gesture(.appear)
    model.deliver()
    model.perform(.load)
    model.complete(.load)
    model.gesture(.toggle(id: 1))
    model.deliver()
    model.perform(save, fault: .before)
    return model
  }

  @Test func `a broken promise is told, and a mended product passes`() async throws {
    var product = PlainProduct()
    product.reportsFailures = false
    let breach = try await Self.unreported(product).breach(of: "operation.answered")
    #expect(breach == "list: list waits and nothing is pending")
    #expect(try await Self.unreported(PlainProduct()).breach(of: "operation.answered") == nil)
  }

  @Test func `what moves inside comes as soon as it can`() async throws {
    var model = try Scenario(PlainProduct())
    model.gesture(.appear)
    model.perform(.load, fault: .before)
    model.complete(.load)
    model.deliver()
    #expect(try await model.breach(of: "operation.answered") == nil)
  }

  @Test func `what never comes is an error with its step`() async throws {
    var model = try Scenario(PlainProduct())
    model.gesture(.appear)
    model.complete(.save(PlainProduct.Item(id: 1, name: "Milk")))
    let error = await #expect(throws: TraceError.self) {
      try await model.breach(of: "operation.answered")
    }
    #expect(
      error?.description
        == "step 2 cannot be taken; what can be: the user appear; the listener takes the next "
        + "element and asks for load; the app is killed and launched again")
  }

  @Test func `a person does what is offered, or the step is an error`() async throws {
    var model = try Scenario(PlainProduct())
    model.gesture(.toggle(id: 7))
    let error = await #expect(throws: TraceError.self) {
      try await model.breach(of: "operation.answered")
    }
    #expect(error?.description.hasPrefix("step 1 cannot be taken; what can be: ") == true)
  }

  /// A list that loads at each tap, or at those that come while nothing loads.
  private struct Opener: TaskApp {
    enum Action: Hashable, Sendable { case open, ended }
    var isGuarded = false
    let initialState = LoadStatus?.none
    let initialRows = 1
    func interactions(in state: LoadStatus?) -> [Interaction<Action>] {
      [Interaction("opens", .open)]
    }
    func reduce(_ state: LoadStatus?, _ action: Action) throws -> LoadStatus? {
      action == .open ? .waiting : .success
    }
    func launch(
      _ launch: Launch<LoadStatus?, Action, Int>
    ) -> RunningApp<TaskStore<LoadStatus?, Action>> {
      let (store, gate, isGuarded) = (TaskStore(launch), launch.gates, isGuarded)
      store.handle = { old, action, store in
        if action != .open || isGuarded && old == .waiting { return }
        store.load(gate, { _ in .ended }, { _ in .ended })
      }
      return RunningApp(store)
    }
  }

  @Test func `calls of a tap that is turned down need not come`() async throws {
    func twice(_ app: Opener, _ call: String = "load") throws -> Scenario<AppSystem<Opener>> {
      var scenario = try Scenario(app)
      scenario.dispatch(.open)
      scenario.dispatch(.open)
      scenario.perform(call)
      scenario.perform(call)
      return scenario
    }
    for isGuarded in [false, true] {
      #expect(try await twice(Opener(isGuarded: isGuarded)).breach(of: "runtime.crash") == nil)
    }
    let error = await #expect(throws: TraceError.self) {
      try await twice(Opener(), "lode").breach(of: "runtime.crash")
    }
    #expect(error?.description.hasPrefix("step 3 cannot be taken; what can be: ") == true)
  }

  /// A page that loads, and a tap that does nothing; a failure is kept silent.
  private struct HelpPage: TaskApp {
    enum Action: Hashable, Sendable { case help, open, loaded, failed }
    var call = "load"
    let initialState = LoadStatus?.none
    let initialRows = 1
    func interactions(in state: LoadStatus?) -> [Interaction<Action>] {
      (state == nil ? [Interaction("opens", .open)] : []) + [Interaction("asks for help", .help)]
    }
    func reduce(_ state: LoadStatus?, _ action: Action) throws -> LoadStatus? {
      switch action {
      case .help: state
      case .open: .waiting
      case .loaded, .failed: .success
      }
    }
    func launch(
      _ launch: Launch<LoadStatus?, Action, Int>
    ) -> RunningApp<TaskStore<LoadStatus?, Action>> {
      let (store, gate, call) = (TaskStore(launch), launch.gates, call)
      store.handle = { _, action, store in
        if action != .open { return }
        store.request({ try await gate(function: call) { $0 } }, { _ in .loaded }, { _ in .failed })
      }
      return RunningApp(store)
    }
  }

  @Test(arguments: [false, true])
  func `a call that was renamed is missed whatever else is turned down`(asksForHelpFirst: Bool)
    async throws
  {
    func breach(_ app: HelpPage) async throws -> String? {
      var scenario = try Scenario(app)
      if asksForHelpFirst { scenario.dispatch(.help) }
      scenario.dispatch(.open)
      scenario.perform("load", fault: .before)
      scenario.complete("load")
      return try await scenario.breach(of: "failure.shown")
    }
    #expect(try await breach(HelpPage()) != nil)
    await #expect(throws: TraceError.self) { _ = try await breach(HelpPage(call: "fetch")) }
  }

  @Test func `a promise that says nothing about the product is an error`() async throws {
    let model = try Scenario(PlainProduct())
    let unknown = await #expect(throws: TraceError.self) {
      try await model.breach(of: "queue.constant")
    }
    #expect(unknown?.description.contains("there is no promise 'queue.constant'") == true)
    let idle = await #expect(throws: TraceError.self) {
      try await model.breach(of: "queue.bounded")
    }
    #expect(idle?.description.contains("does not apply") == true)
  }

  @Test func `a registered product is told about by its types, and its repair passes`() async throws
  {
    for (design, breach) in [
      (
        "published", "crash after didTapIncrementButton: arithmetic overflow at 9223372036854775807"
      ),
      ("repair(stop-at-the-ends)", nil),
    ] {
      let specification = Catalogue.product("counter")?.specification(design: design, scope: "top")
      var model = Scenario(try #require(specification as? Specification<RuntimeSystem<Counter>>))
      model.gesture(.didTapIncrementButton)
      #expect(try await model.breach(of: "runtime.crash") == breach)
    }
  }

  @Test func `values are told about as they stand in a trace`() async throws {
    let counter = try #require(Catalogue.product("counter")?.specification(scope: "top"))
    let json = #"{"action":"didTapIncrementButton","state":{"value":"9223372036854775807"}}"#
    let breach = try await counter.breach(of: "reducer.total", inValuesAsJSON: json)
    #expect(breach == "didTapIncrementButton: arithmetic overflow at 9223372036854775807")
    let calm = json.replacing("9223372036854775807", with: "7")
    #expect(try await counter.breach(of: "reducer.total", inValuesAsJSON: calm) == nil)
    for wrong in ["{", #"{"state":{}}"#, #"{"state":{"value":1},"act":1}"#] {
      await #expect(throws: TraceError.self) {
        try await counter.breach(of: "reducer.total", inValuesAsJSON: wrong)
      }
    }
  }
}
