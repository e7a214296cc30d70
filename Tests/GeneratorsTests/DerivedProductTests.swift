import Generators
import Spec
import Testing

@testable import Model

/// A product that was asked out of a running app, beside the one that was written by hand.
struct DerivedProductTests {
  private static func check<P: Product>(_ product: P, _ scope: Scope<P.Values>) throws -> CheckReport {
    try specification(product, scope).check()
  }

  private static func specification<P: Product>(
    _ product: P, _ scope: Scope<P.Values>
  ) throws -> Specification<RuntimeSystem<P>> {
    let system = RuntimeSystem(product: product, scope: scope)
    return Specification(
      identity: Identity(product: "bookmark", scope: scope.name), scope: try JSONValue(encoding: scope),
      system: system, properties: RuntimeProperties(system: system).all, teller: .runtime(system))
  }

  /// Explores a scope of a product as it is written, and as its own functions answer as a running app.
  private static func compare<P: Product>(
    _ product: P, _ scope: Scope<P.Values>, holding: (@Sendable (P.Contents) -> P.State)? = nil
  ) throws -> [CheckReport] {
    let app = ProductApp(
      product: product, values: scope.values, discipline: scope.discipline, holding: holding)
    let derived = DerivedProduct(app)
    let asked = try check(derived, bounds(of: scope))
    #expect(derived.complaints == [])
    return [try check(product, scope), asked]
  }

  /// A scope without its values: an app lists its deeds itself.
  private static func bounds<Values>(of scope: Scope<Values>) throws -> Scope<Nothing> {
    try Scope(
      name: scope.name, discipline: scope.discipline, mailMax: scope.mailMax, faultsMax: scope.faultsMax,
      relaunchesMax: scope.relaunchesMax, additionsMax: scope.additionsMax, values: Nothing())
  }

  private static func requireAlike<P: Product>(
    _ product: RegisteredProduct, _: P.Type, _ name: String,
    holding: (@Sendable (P.Contents) -> P.State)? = nil
  ) throws {
    let written = try #require(product.specification(scope: name))
    let specification = try #require(written as? Specification<RuntimeSystem<P>>)
    let reports = try compare(
      specification.system.product, specification.system.scope, holding: holding)
    #expect(reports[1].reason == .exhausted)
    #expect(reports[1].statistics.stateCount == reports[0].statistics.stateCount)
    #expect(reports[1].statistics.stepCount == reports[0].statistics.stepCount)
    // A running app tells nothing of the selectors of its views.
    let families = ["selector.", "filter.", "dependency.", "subscription."]
    let findings = reports.map { report in
      report.findings.map(\.property).filter { name in !families.contains { name.hasPrefix($0) } }
    }
    #expect(findings[1] == findings[0])
  }

  @Test(arguments: ["calm", "adds", "faults", "kills", "retries", "concurrent"].sampled(6))
  func `Animals as a running app has the states, steps and findings of Animals`(_ name: String) throws {
    try Self.requireAlike(.animals, Animals.self, name) { Animals.State($0) }
  }

  /// What its server answers is decided outside.
  @Test(arguments: ["malformed", "kills", "faults", "calm"])
  func `Quakes as a running app has the states, steps and findings of Quakes`(_ name: String) throws {
    try Self.requireAlike(.quakes, Quakes.self, name) { Quakes.State($0) }
  }

  @Test func `Counter as a running app has the states, steps and findings of Counter`() throws {
    try Self.requireAlike(.counter, Counter.self, "zero")
  }

  /// The server is not told the placeholder that a person's animal has until it is stored.
  @Test func `two requests with equal arguments are two`() throws {
    let category = Category(categoryId: "Mammal")
    let additions = ["placeholder 1", "placeholder 2"].map {
      Animal(animalId: $0, name: "Dog", diet: .carnivore, categoryId: "Mammal")
    }
    let values = Animals.Values(
      samples: SampleData(categories: [category], animals: []), additions: additions, updates: [],
      deletions: [])
    let scope = try Scope(
      name: "twins", discipline: .concurrent, mailMax: 1, faultsMax: 0, relaunchesMax: 0, additionsMax: 2,
      values: values)
    let animals = Animals(samples: values.samples)
    var app = ProductApp(product: animals, values: values, discipline: .concurrent)
    app.told = { operation in
      guard case .addAnimal(_, let name, let diet, let categoryId) = operation else { return operation }
      return .addAnimal(id: "", name: name, diet: diet, categoryId: categoryId)
    }
    let written = try Self.check(animals, scope)
    let specification = try Self.specification(DerivedProduct(app), Self.bounds(of: scope))
    let derived = specification.check()
    #expect(derived.statistics.stateCount == written.statistics.stateCount)
    #expect(derived.statistics.stepCount == written.statistics.stepCount)
    for granularity in [LiveGranularity.settled, .jobs] {
      let plan = LivePlan(granularity: granularity)
      let live = try specification.live(
        DerivedSubject(app), LiveChecks(plan: plan, search: .drawn(seed: 1, runCount: 500)))
      #expect(live.divergences.isEmpty)
      #expect(live.complaint == nil)
    }
    #expect(specification.system.product.complaints == [])
  }

  @Test func `a search whose answers are worth nothing does not end as exhaustive`() throws {
    let app = OwnedBookmark(misdeed: .savesOnce)
    let scope = try Scope(name: "small", mailMax: 2, faultsMax: 1, relaunchesMax: 1, values: Nothing())
    let report = try Self.specification(DerivedProduct(app), scope).check()
    guard case .invalidSystem(let complaint) = report.reason else {
      Issue.record("\(report.reason)")
      return
    }
    #expect(complaint.contains("ended twice in the same way, and two things were dispatched"), "\(complaint)")
  }

  @Test func `the app takes every step of it`() throws {
    let app = OwnedBookmark()
    let scope = try Scope(name: "small", mailMax: 2, faultsMax: 1, relaunchesMax: 1, values: Nothing())
    let specification = try Self.specification(DerivedProduct(app), scope)
    let report = try specification.live(
      DerivedSubject(app), LiveChecks(search: .everyStep(stepCountMax: 100_000)))
    #expect(report.findings.map(\.name) == [])
    #expect(report.isExhausted)
  }
}
