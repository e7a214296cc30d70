import Spec
import Testing
@testable import Model
@testable import ReferenceProducts

@testable import Generators
@testable import SpecRunner

/// Planted defects, and what tells one that is caught from one that makes no difference and from a
/// hole.
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
    let analysis = MutationAnalysis(of: product, plan)
    return analysis.report(of: mutant, beyond: analysis.baseline(jobCount: 1))
  }

  private static let byTwo = Mutant<Counter>("by-two") {
    $0.design.reducer = { Counter.State(value: $0.value + 2 * $1.amount) }
  }

  @Test func `a mutant that breaks a promise is caught by search and by runs`() throws {
    let report = Self.report(Self.counter(promising: ["counter.exact"], [Self.byTwo]), "by-two")
    #expect(report.outcome == .caught && report.scope == "zero")
    #expect(report.byCheck == ["counter.exact"] && report.byRuns == ["counter.exact"])
  }

  @Test func `a mutant that breaks no promise is a hole`() throws {
    let report = Self.report(Self.counter(promising: ["counter.inverse"], [Self.byTwo]), "by-two")
    #expect(report.outcome == .hole)
  }

  @Test func `a mutant whose functions answer as the published ones is equivalent`() throws {
    let mutant = Mutant<Counter>("other-words") { design, _ in
      design.reducer = { state, action in
        action.amount > 0
          ? Counter.State(value: state.value - -1) : try Counter.published(state, action)
      }
    }
    let report = Self.report(Self.counter(promising: ["counter.exact"], [mutant]), "other-words")
    #expect(report.outcome == .equivalent && report.complaint == nil)
  }

  @Test func `a mutant that changes more than functions is not taken for equivalent`() {
    let mutant = Mutant<Counter>("stops") { $0.stopsAtEnds = true }
    #expect(
      Self.report(Self.counter(promising: ["counter.exact"], [mutant]), "stops").outcome == .hole)
  }

  @Test func `an error of other words, and one that ends the app, are differences`() {
    let mutants = [OperationFailure("no"), OperationFailure("yes"), Crash("no")].map {
      (error: any Error) in
      Mutant<Counter>("\(error)") { design, _ in
        let published = design.reducer
        design.reducer = { state, action in
          if state.value == 2 { throw error }
          return try published(state, action)
        }
      }
    }
    let refusing = Mutant<Counter>("refusing") { product in
      product.design.reducer = { state, action in
        if state.value == 2 { throw OperationFailure("no") }
        return try Counter.published(state, action)
      }
    }
    func isSeen(_ mutant: Mutant<Counter>) -> Bool {
      let difference = DesignDifference()
      let designs = Designs(mutants: [mutant], repairs: [])
      let published = Designs(mutants: [refusing], repairs: [])
        .design("mutant(refusing)", of: Counter(initial: 0))!
      let design = designs.design("mutant(\(mutant.name))", of: published, noting: difference)
      _ = try? design?.reduce(Counter.State(value: 2), .didTapIncrementButton)
      return difference.isSeen
    }
    #expect(mutants.map(isSeen) == [false, true, true])
  }

  @Test func `a finding of the published design catches nothing`() throws {
    let scope = Scope(name: "top", values: Counter.Values(initial: .max))
    let product = RegisteredProduct(
      "counter", scopes: [scope],
      mutants: [
        Mutant<Counter>("same") { design, _ in design.reducer = { try Counter.published($0, $1) } }
      ],
      properties: { CounterProperties.all($0) }, inputs: CounterInputs.all
    ) { Counter(initial: $0.initial) }
    let analysis = MutationAnalysis(of: product, Self.plan)
    let baseline = analysis.baseline(jobCount: 2)
    #expect(baseline.scopes.map(\.findings.isEmpty) == [false])
    #expect(analysis.report(of: "same", beyond: baseline).outcome == .equivalent)
  }

  @Test func `a search that was ended leaves a mutant undecided`() throws {
    let product = Self.counter(promising: ["counter.inverse"], [Self.byTwo])
    let baseline = MutationAnalysis(of: product, Self.plan).baseline(jobCount: 1)
    let report = MutationAnalysis(of: product, Self.plan) { true }.report(
      of: "by-two", beyond: baseline)
    #expect(report.outcome == .undecided)
  }

  /// Of the whole catalogue, `spec-runner mutate` says the same; it takes minutes.
  @Test(arguments: [
    ("counter", 1), ("animals", 340), ("quakes", 180),
  ])
  func `mutants of the catalogue are caught by small scopes or values`(name: String, stride: Int)
    throws
  {
    let product = try #require(Registry.catalogue.product(named: name))
    let scopes = [
      "counter": ["zero", "top", "windows"], "animals": ["alerts", "adds"],
      "quakes": ["sorts", "malformed"],
    ]
    let known = try scopes[name, default: []].map { scope in
      let found = try #require(product.specification(scope: scope)).findingNames(besides: nil).names
      return MutationBaseline.Scope(name: scope, findings: found, stateCount: 0)
    }
    let plan = MutationPlan(valueCount: 150, runCount: 0)
    let baseline = MutationBaseline(
      scopes: known, largeScopes: [], ofValues: product.valueFindings("published", plan.valueCount))
    for mutant in product.mutants.sampled(stride) {
      let report = MutationAnalysis(of: product, plan).report(of: mutant, beyond: baseline)
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
