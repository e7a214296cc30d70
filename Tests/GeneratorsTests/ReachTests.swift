import Model
import Testing

@testable import Generators
@testable import Spec
@testable import SpecRunner

/// What fires in a search, what never does, and what filters are worth.
@Suite struct ReachTests {
  private func reach(_ example: CatalogueCase) throws -> Reach {
    let specification = try example.specification()
    return try #require(specification.check(monitor: Monitor(), tellsReach: true).reach)
  }

  private static func points(_ kind: Reach.Kind, _ names: String...) -> Set<Reach.Point> {
    Set(names.map { Reach.Point(kind, $0) })
  }

  @Test func `two buttons, and what each does, are all that fires in a counter`() throws {
    let reach = try reach(CatalogueCase(product: "counter", scope: "zero"))
    #expect(
      reach.fired
        == Self.points(
          .branch, "didTapIncrementButton changes the state", "didTapDecrementButton changes the state"
        ).union(Self.points(.label, "gesture")))
    #expect(reach.unfired == [])
    let use = try #require(reach.filters["value"])
    #expect(use.counts.mapValues(\.total) == ["didTapIncrementButton": 10, "didTapDecrementButton": 10])
    #expect(use.counts.values.allSatisfy { $0.passed == $0.total && $0.needed == $0.total })
    #expect(use.savedCount == 0)
  }

  @Test func `what bounds and values leave out is named, and what they cannot bring is not expected`() throws
  {
    let calm = try reach(CatalogueCase(product: "animals", scope: "calm"))
    #expect(!calm.expected.contains { $0.name.contains("fails") || $0.name == "relaunch" })
    #expect(calm.fired.contains(Reach.Point(.branch, "categoryListOnAppear changes nothing")))
    let unfired = calm.unfired.map(\.title)
    // No row may be added there, and no row goes while it is asked for.
    #expect(unfired.contains("branch: addAnimal changes the state"))
    #expect(unfired.contains("outcome: deleteAnimal is refused by the store"))
    #expect(unfired.contains("status: animals failure"))
    #expect(!unfired.contains { $0.hasPrefix("label") })
  }

  // MARK: A second opinion

  private static let small = [
    CatalogueCase(product: "counter", scope: "windows"), CatalogueCase(product: "animals", scope: "calm"),
    CatalogueCase(product: "quakes", scope: "sorts"), CatalogueCase(product: "quakes", scope: "calendar"),
  ]

  @Test(arguments: small)
  func `what fires, and what filters have to let through, is what a naive search says`(
    _ example: CatalogueCase
  ) throws {
    let reach = try reach(example)
    let naive = try #require(try (example.specification().laws?.naiveReach()))
    #expect(reach.fired.filter { naive.kinds.contains($0.kind) } == naive.fired)
    #expect(reach.filters.mapValues { Set($0.needed) } == naive.needed)
    #expect(reach.filters.mapValues { Set($0.counts.filter { $1.passed > 0 }.keys) } == naive.passed)
  }

  // MARK: Reports

  private func checked(
    controls: [String] = [], unreachable: [String: String] = [:], _ policies: [Reach.Kind: ReachPolicy] = [:],
    scopes: [String] = ["zero"]
  ) throws -> CheckedReach? {
    let product = RegisteredProduct(
      "tally", scopes: [Scope(name: "zero", values: Counter.Values(initial: 0))], controls: controls,
      unreachable: unreachable
    ) { Counter(initial: $0.initial) }
    let reports = try scopes.map {
      try #require(product.specification(scope: $0)).check(monitor: Monitor(), tellsReach: true)
    }
    return CheckedReach(product, reports, policies)
  }

  @Test func `a control that never fires is told, and fails a check that is to fail`() throws {
    let reach = try #require(try checked(controls: ["press"]))
    #expect(reach.unfired.map(\.name) == ["press"])
    #expect(!reach.isError)
    #expect(
      reach.line
        == "tally: 3 of 4 labels, branches, statuses, outcomes and controls fired; never control: press")
    let strict = try #require(try checked(controls: ["press"], [.control: .error]))
    #expect(strict.isError)
    #expect(strict.line.hasSuffix("never error: control: press"))
    let lenient = try #require(try checked(controls: ["press"], [.control: .ignore]))
    #expect(!lenient.isError)
    #expect(lenient.line == "tally: 3 of 4 labels, branches, statuses, outcomes and controls fired")
  }

  @Test func `what cannot fire is excused with its reason, and is news once it does`() throws {
    let excused = try #require(
      try checked(controls: ["press"], unreachable: ["control: press": "no such button"]))
    #expect(!excused.isError)
    #expect(excused.paragraph.contains("control: press: no such button"))
    let surprised = try #require(try checked(unreachable: ["label: gesture": "nobody taps"]))
    #expect(surprised.isError)
    #expect(surprised.line.contains("error: fires, and was said not to: label: gesture"))
  }

  @Test func `what cannot fire has to be something that could`() {
    func complaint(_ title: String) -> String? {
      RegisteredProduct(
        "tally", scopes: [Scope(name: "zero", values: Counter.Values(initial: 0))],
        unreachable: [title: "why"]
      ) { Counter(initial: $0.initial) }.complaint
    }
    #expect(complaint("status: list empty") == nil)
    for title in ["empty", "state: list empty", ""] { #expect(complaint(title) != nil, "\(title)") }
  }

  @Test func `nothing is said where a default scope was left out`() throws {
    #expect(try checked(scopes: []) == nil)
  }

  @Test(arguments: ["sometimes", "control", "control=never", "knob=warn", "=", ""])
  func `a policy that nobody knows is an error`(_ text: String) {
    #expect(throws: UsageError.self) {
      try Arguments(["--never-fired=\(text)"], options: ["--never-fired"], flags: [], command: "check")
        .reachPolicies()
    }
  }

  @Test func `a policy is for all kinds, or for the kinds that it names`() throws {
    func policies(_ text: String) throws -> [Reach.Kind: ReachPolicy] {
      try Arguments(["--never-fired", text], options: ["--never-fired"], flags: [], command: "check")
        .reachPolicies()
    }
    #expect(
      try policies("error") == Dictionary(uniqueKeysWithValues: Reach.Kind.allCases.map { ($0, .error) }))
    #expect(try policies("control=error,status=ignore") == [.control: .error, .status: .ignore])
  }
}

/// What a search without tables says of the same.
struct NaiveReach {
  /// The kinds of things that it looks at.
  let kinds: Set<Reach.Kind> = [.label, .branch, .control]
  var fired: Set<Reach.Point> = []
  var needed: [String: Set<String>] = [:]
  var passed: [String: Set<String>] = [:]
}

extension RuntimeSystem {
  func naiveReach() throws -> NaiveReach {
    let graph = try ReachedGraph(self)
    let view = StepView(expander: graph.expander, recorder: nil)
    let subscriptions = product.subscriptions(values: scope.values)
    var reach = NaiveReach()
    for subscription in subscriptions {
      (reach.needed[subscription.name], reach.passed[subscription.name]) = ([], [])
    }
    for source in graph.rows.indices {
      for edge in graph.edges[source] {
        view.show(edge.step, from: graph.rows[source])
        let label = graph.label(of: edge)
        reach.fired.insert(Reach.Point(.label, casePath(of: label).first ?? ""))
        if case .windowGesture(let gesture, _) = label {
          reach.fired.insert(Reach.Point(.control, innermostCaseName(of: gesture) ?? ""))
        }
        guard let action = view.action, !view.traits.contains(.crash), let old = view.old.state,
          let new = view.new.state
        else { continue }
        let kind = actionKind(of: action)
        let isThrown = (try? product.reduce(old, action)) == nil
        reach.fired.insert(
          Reach.Point(
            .branch, "\(kind) \(isThrown ? "throws" : old == new ? "changes nothing" : "changes the state")"))
        if isThrown { continue }
        for subscription in subscriptions {
          if subscription.filter?(old, action) ?? true { reach.passed[subscription.name]?.insert(kind) }
          if subscription.output(old, .ascending) != subscription.output(new, .ascending) {
            reach.needed[subscription.name]?.insert(kind)
          }
        }
      }
    }
    return reach
  }
}
