import Model
import Testing
@testable import ReferenceProducts

@testable import Generators
@testable import Spec
@testable import SpecRunner

/// What fires in a search, what never does, and what filters are worth.
@Suite struct ReachTests {
  private func reach(_ example: CatalogueCase) throws -> Reach {
    let specification = try example.specification()
    return try #require(
      specification.check(monitor: Monitor(), reachKinds: Set(Reach.Kind.allCases)).reach)
  }

  private static func points(_ kind: Reach.Kind, _ names: String...) -> Set<Reach.Point> {
    Set(names.map { Reach.Point(kind, $0) })
  }

  @Test func `two buttons, and what each does, are all that fires in a counter`() throws {
    let reach = try reach(CatalogueCase(product: "counter", scope: "zero"))
    #expect(
      reach.fired
        == Self.points(
          .branch, "didTapIncrementButton changes the state",
          "didTapDecrementButton changes the state"
        ).union(Self.points(.label, "gesture")))
    #expect(reach.unfired == [])
    let use = try #require(reach.filters["value"])
    #expect(
      use.counts.mapValues(\.passed) == ["didTapIncrementButton": 10, "didTapDecrementButton": 10])
    #expect(use.counts.values.allSatisfy { $0.needed == $0.passed })
    #expect(use.savedCount == 0)
  }

  @Test
  func `what bounds and values leave out is named, and what they cannot bring is not expected`()
    throws
  {
    let calm = try reach(CatalogueCase(product: "animals", scope: "calm"))
    #expect(!calm.expected.contains { $0.name.contains("fails") || $0.name == "relaunch" })
    #expect(calm.fired.contains(Reach.Point(.branch, "categoryListOnAppear changes nothing")))
    let unfired = calm.unfired.map(\.title)
    // No row may be added there, and no animal goes while it is asked for.
    #expect(unfired.contains("branch: addAnimal changes the state"))
    #expect(unfired.contains("branch: didDeleteAnimal-success throws"))
    #expect(unfired.contains("status: animals failure"))
    #expect(!unfired.contains { $0.hasPrefix("label") })
  }

  // MARK: A second opinion

  private static let small = [
    CatalogueCase(product: "counter", scope: "windows"),
    CatalogueCase(product: "animals", scope: "calm"),
    CatalogueCase(product: "quakes", scope: "sorts"),
    CatalogueCase(product: "quakes", scope: "calendar"),
  ]

  @Test(arguments: small)
  func `what fires, and what filters have to let through, is what a naive search says`(
    _ example: CatalogueCase
  ) throws {
    let reach = try reach(example)
    let naive = try #require(try (example.specification().laws?.naiveReach()))
    #expect(reach.fired == naive.fired)
    #expect(reach.filters.mapValues { Set($0.needed) } == naive.needed)
    #expect(
      reach.filters.mapValues { Set($0.counts.filter { $1.passed > 0 }.keys) } == naive.passed)
  }

  // MARK: Reports

  private func checked(
    controls: [String] = [], unreachable: [String: String] = [:],
    _ policies: [Reach.Kind: ReachPolicy] = [:], scopes: [String] = ["zero"]
  ) throws -> CheckedReach? {
    let product = RegisteredProduct(
      "tally", scopes: [Scope(name: "zero", values: Counter.Values(initial: 0))],
      controls: controls, unreachable: unreachable
    ) { Counter(initial: $0.initial) }
    let reports = try scopes.map {
      try #require(product.specification(scope: $0)).check(
        monitor: Monitor(), reachKinds: Set(Reach.Kind.allCases))
    }
    return CheckedReach(product, reports, policies)
  }

  private func lines(_ parts: [ReportSection.Part]) -> [String] {
    ReportSection("", parts).text.split(separator: "\n").map(String.init)
  }

  @Test func `a control that never fires is told, and fails a check that is to fail`() throws {
    let reach = try #require(try checked(controls: ["press"]))
    #expect(reach.unfired.map(\.name) == ["press"])
    #expect(reach.errors == [])
    #expect(
      lines(reach.summary) == [
        "tally: 3 of 4 labels, branches, statuses, outcomes and controls fired; "
          + "3 of 4 promises were put to the test",
        "  never fired: control: press", "  vacuous in every scope: reducer.throw.rollback",
      ])
    let strict = try #require(try checked(controls: ["press"], [.control: .error]))
    #expect(strict.errors == ["tally: control: press never fired"])
    #expect(lines(strict.summary).contains("  control: press never fired"))
    let lenient = try #require(try checked(controls: ["press"], [.control: .ignore]))
    #expect(lines(lenient.summary) == [lines(reach.summary)[0], lines(reach.summary)[2]])
  }

  @Test func `what cannot fire is excused with its reason, and is news once it does`() throws {
    let excused = try #require(
      try checked(
        controls: ["press"], unreachable: ["control: press": "no such button"], [.control: .error]))
    #expect(excused.errors == [])
    #expect(lines(excused.details).contains { $0.hasSuffix("control: press (no such button)") })
    let surprised = try checked(unreachable: ["label: gesture": "nobody taps"])
    #expect(surprised?.errors == ["tally: label: gesture fired, and was said to be unreachable"])
    let ignored = try checked(unreachable: ["label: gesture": "nobody taps"], [.label: .ignore])
    #expect(ignored?.errors == [])
    let unknown = try #require(try checked(unreachable: ["status: lsit failure": "why"]))
    #expect(
      lines(unknown.summary).contains(
        "  said to be unreachable, and nobody would expect it: status: lsit failure"))
  }

  @Test func `nothing is said where a default scope was left out`() throws {
    #expect(try checked(scopes: []) == nil)
  }

  @Test(arguments: ["sometimes", "control", "control=never", "knob=warn", "=", ""])
  func `a policy that nobody knows is an error`(_ text: String) {
    #expect(throws: UsageError.self) {
      try Arguments(["--never-fired=\(text)"], of: "check").reachPolicies()
    }
  }

  @Test func `a policy is for all kinds, or for the kinds that it names`() throws {
    func policies(_ text: String) throws -> [Reach.Kind: ReachPolicy] {
      try Arguments(["--never-fired", text], of: "check").reachPolicies()
    }
    #expect(
      try policies("error")
        == Dictionary(uniqueKeysWithValues: Reach.Kind.allCases.map { ($0, .error) }))
    #expect(try policies("control=error,status=ignore") == [.control: .error, .status: .ignore])
  }
}

/// What a search without tables says of the same.
struct NaiveReach {
  var fired: Set<Reach.Point> = []
  var needed: [String: Set<String>] = [:]
  var passed: [String: Set<String>] = [:]
}

extension RuntimeSystem {
  func naiveReach() throws -> NaiveReach {
    let graph = try ReachedGraph(self)
    let states = graph.rows.map(graph.expander.state)
    let windows = Set(states.flatMap { $0.windows.map(\.window) })
    let subscriptions =
      product.subscriptions(values: scope.values)
      + windows.flatMap { product.mounts(in: $0).map(\.subscription) }
    let view = StepView(expander: graph.expander, recorder: nil)
    var reach = NaiveReach()
    for subscription in subscriptions {
      (reach.needed[subscription.name], reach.passed[subscription.name]) = ([], [])
    }
    for state in states { note(state, in: &reach) }
    for source in graph.rows.indices {
      for edge in graph.edges[source] {
        view.show(edge.step, from: graph.rows[source])
        note(graph.label(of: edge), states[source].database, in: &reach)
        note(view, subscriptions, in: &reach)
      }
    }
    return reach
  }

  private func note(_ state: State, in reach: inout NaiveReach) {
    guard let running = state.state else { return }
    for (subject, status) in product.statuses(of: running) {
      let word = status.isFailure ? "failure" : "\(status)"
      reach.fired.insert(Reach.Point(.status, "\(product.kind(of: subject)) \(word)"))
    }
  }

  private func note(_ label: RuntimeLabel<P>, _ database: P.Database, in reach: inout NaiveReach) {
    let name = Mirror(reflecting: label).children.first?.label ?? "\(label)"
    reach.fired.insert(Reach.Point(.label, name))
    switch label {
    case .windowGesture(let gesture, _):
      reach.fired.insert(Reach.Point(.control, RuntimeLabel<P>.caseName(of: gesture)))
    case .perform(let operation, _, let fault):
      let end =
        switch fault {
        case .before: "fails before it is carried out"
        case .after: "fails after it was carried out"
        case nil: end(of: operation, database)
        }
      reach.fired.insert(Reach.Point(.outcome, "\(RuntimeLabel<P>.caseName(of: operation)) \(end)"))
    default: break
    }
  }

  private func end(of operation: P.Operation, _ database: P.Database) -> String {
    var database = database
    guard let result = try? product.result(of: operation, fault: nil, on: &database) else {
      return "ends the app"
    }
    if product.completion(of: operation, result: result) == nil {
      return "is carried out, unreported"
    }
    return if case .failure = result { "is refused by the store" } else { "succeeds" }
  }

  private func note(
    _ view: StepView<RuntimeSystem>, _ subscriptions: [Subscription<P>], in reach: inout NaiveReach
  ) {
    guard let action = view.action, !view.traits.contains(.crash), let old = view.old.state,
      let new = view.new.state
    else { return }
    let kind = actionKind(of: action)
    let isThrown = (try? product.reduce(old, action)) == nil
    reach.fired.insert(
      Reach.Point(
        .branch,
        "\(kind) \(isThrown ? "throws" : old == new ? "changes nothing" : "changes the state")"))
    if isThrown { return }
    for subscription in subscriptions {
      if subscription.filter?(old, action) ?? true { reach.passed[subscription.name]?.insert(kind) }
      if subscription.output(old, .ascending) != subscription.output(new, .ascending) {
        reach.needed[subscription.name]?.insert(kind)
      }
    }
  }
}
