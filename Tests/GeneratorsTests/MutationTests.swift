@testable import Model
import Spec
import Testing

@testable import Generators
@testable import SpecRunner

/// Planted defects, and what tells one that is caught from one that makes no difference and from a hole.
@Suite struct MutationTests {
  private static let plan = MutationPlan(valueCount: 50, runCount: 20)

  /// Counter with one promise at most, and mutants of it.
  private static func counter(
    promising names: [String], _ mutants: [Mutant<Counter>]
  ) -> RegisteredProduct {
    let scope = Scope(name: "zero", values: Counter.Values(initial: 0))
    return RegisteredProduct(
      "counter", scopes: [scope], mutants: mutants,
      properties: { system in CounterProperties.all(system).filter { names.contains($0.name) } },
      valuesClauses: { _ in [] }
    ) { Counter(initial: $0.initial) }
  }

  private static func report(_ product: RegisteredProduct, _ mutant: String) -> MutantReport {
    let baseline = product.mutationBaseline(plan, jobCount: 1)
    return product.catches(mutant: mutant, beyond: baseline, plan)
  }

  private static let byTwo = Mutant<Counter>("by-two") {
    $0.design.reducer = { Counter.State(value: $0.value + 2 * $1.amount) }
  }

  @Test func `a mutant that breaks a promise is caught by search and by runs`() throws {
    let report = Self.report(Self.counter(promising: ["counter.exact"], [Self.byTwo]), "by-two")
    #expect(report.isCaught && !report.isEquivalent && report.scope == "zero")
    #expect(Set(report.byCheck.map(\.property)) == ["counter.exact"])
    #expect(Set(report.byRuns.map(\.property)) == ["counter.exact"])
  }

  @Test func `a mutant that breaks no promise is a hole`() throws {
    let report = Self.report(Self.counter(promising: ["counter.inverse"], [Self.byTwo]), "by-two")
    #expect(!report.isCaught && report.isDifferent && !report.isEquivalent)
    #expect(PlantedMutant(report).outcome == .hole)
  }

  @Test func `a mutant whose functions answer as the published ones is equivalent`() throws {
    let mutant = Mutant<Counter>("other-words") {
      $0.design.reducer = { state, action in
        action.amount > 0
          ? Counter.State(value: state.value - -1) : try Counter.published(state, action)
      }
    }
    let report = Self.report(Self.counter(promising: ["counter.exact"], [mutant]), "other-words")
    #expect(report.isEquivalent && report.complaint == nil)
    #expect(PlantedMutant(report).outcome == .equivalent)
  }

  @Test func `a finding of the published design catches nothing`() throws {
    let scope = Scope(name: "top", values: Counter.Values(initial: .max))
    let product = RegisteredProduct(
      "counter", scopes: [scope],
      mutants: [Mutant<Counter>("same") { $0.design.reducer = { try Counter.published($0, $1) } }],
      properties: { CounterProperties.all($0) }, inputs: .counterInputs
    ) { Counter(initial: $0.initial) }
    let baseline = product.mutationBaseline(Self.plan, jobCount: 2)
    #expect(baseline.scopes.map(\.findings.isEmpty) == [false])
    #expect(product.catches(mutant: "same", beyond: baseline, Self.plan).isEquivalent)
  }

  @Test func `a search that was ended leaves a mutant undecided`() throws {
    let product = Self.counter(promising: ["counter.inverse"], [Self.byTwo])
    let baseline = product.mutationBaseline(Self.plan, jobCount: 1)
    let report = product.catches(mutant: "by-two", beyond: baseline, Self.plan) { true }
    #expect(PlantedMutant(report).outcome == .undecided)
  }

  /// Of the whole catalogue, `spec-runner mutate` says the same; it takes minutes.
  @Test(arguments: [
    ("counter", 1), ("animals", 40), ("quakes", 25),
  ])
  func `mutants of the catalogue are caught by small scopes or values`(name: String, stride: Int) throws {
    let product = try #require(Registry.catalogue.product(named: name))
    let scopes = [
      "counter": ["zero", "top"], "animals": ["alerts", "adds"], "quakes": ["sorts", "malformed"],
    ]
    let known = try scopes[name, default: []].map { scope in
      let found = try #require(product.specification(scope: scope)).findingNames(besides: nil).names
      return MutationBaseline.Scope(name: scope, findings: found, stateCount: 0)
    }
    let plan = MutationPlan(valueCount: 150, runCount: 0)
    let baseline = MutationBaseline(
      scopes: known, largeScopes: [], ofValues: product.valueFindings("published", plan.valueCount, nil))
    for mutant in product.mutants.sampled(stride) {
      let report = product.catches(mutant: mutant, beyond: baseline, plan)
      #expect(report.isCaught, "\(mutant)")
    }
  }

  @Test func `an action's kind tells its case and how it ended`() {
    let failed = Animals.Action.data(.didAddAnimal(id: "a", result: .failure(text: "no")))
    #expect(actionKind(of: failed) == "didAddAnimal-failure")
    let fetched = Animals.Action.data(.didFetchCategories(result: .success(payload: [])))
    #expect(actionKind(of: fetched) == "didFetchCategories-success")
    #expect(actionKind(of: Animals.Action.ui(.reloadSampleData)) == "reloadSampleData")
    #expect(actionKind(of: Animals.Action.ui(.deleteAnimal(id: "a"))) == "deleteAnimal")
    #expect(actionKind(of: Counter.Action.didTapIncrementButton) == "didTapIncrementButton")
  }
}
