import Generators
import Spec
import Testing
@testable import ReferenceProducts

@testable import Model

/// A running app that takes its own steps, beside the product that was written by hand.
struct DerivedProductTests {
  private static func report<P: Product>(_ product: P, _ scope: Scope<P.Values>) throws
    -> CheckReport
  {
    let system = RuntimeSystem(product: product, scope: scope)
    return Specification(
      identity: Identity(product: "app", scope: scope.name), scope: try JSONValue(encoding: scope),
      system: system, properties: RuntimeProperties(system: system).all, teller: .runtime(system)
    ).check()
  }

  /// What Quakes carries out without telling anybody of the end.
  private static let unreported = ["syncLocalQuakes", "deleteLocalQuake", "deleteAllLocalQuakes"]

  /// What is found, and how long its story is as that of a running app.
  ///
  /// Deliveries are no steps of it, and a reply leaves in a step of its own although nothing is
  /// reported. So a failure that nobody hears of is one of the reply there, whatever became of the
  /// rows.
  private static func findings<P: Product>(
    _ report: CheckReport, _: P.Type, renaming names: [String: String] = [:]
  ) throws -> [String: Int] {
    // A running app tells nothing of the selectors of its views, a product nothing of what comes
    // late.
    let families = [
      "selector.", "filter.", "dependency.", "subscription.", "deed.kept", "reply.stale",
      "list.unique",
    ]
    return try report.findings.reduce(into: [:]) { lengths, finding in
      if families.contains(where: { finding.property.hasPrefix($0) }) { return }
      let name = names.reduce("\(finding.property): \(finding.culprit)") {
        $0.replacing($1.key, with: $1.value)
      }
      .replacing(/fault (before|after) (\w+) unreported/) { "complete \($0.2) unreported" }
      let labels: [JSONValue] = try #require(finding.trace.labels)
      let steps: [String] = labels.map { "\($0)" }
      let taken = finding.property == "runtime.crash" ? steps.dropLast() : steps[...]
      let silentCount = P.self == Quakes.self ? Self.silentCount(taken) : 0
      let length = steps.count { !$0.contains("deliver") } + silentCount
      lengths[name] = min(lengths[name] ?? length, length)
    }
  }

  /// How many operations of a story end without a report: those that a kill does not end first.
  private static func silentCount(_ steps: ArraySlice<String>) -> Int {
    steps.indices.count { number in
      let isUnreported =
        steps[number].contains("perform") && unreported.contains { steps[number].contains($0) }
      let next = steps[(number + 1)...].first { $0.contains("perform") || $0.contains("relaunch") }
      return isUnreported && next?.contains("relaunch") != true
    }
  }

  private static func requireAlike<P: Product>(
    _ product: RegisteredProduct, _: P.Type, _ name: String, renaming names: [String: String] = [:],
    stateCounts: [Int], holding: (@Sendable (P.Contents) -> P.State)? = nil
  ) throws {
    let written = try #require(
      product.specification(scope: name) as? Specification<RuntimeSystem<P>>)
    let (model, scope) = (written.system.product, written.system.scope)
    let app = DerivedProduct(
      ProductApp(
        product: model, values: scope.values, discipline: scope.discipline, holding: holding))
    // An app lists its interactions itself.
    let bounds = try Scope(
      name: scope.name, mailMax: scope.mailMax, faultsMax: scope.faultsMax,
      relaunchesMax: scope.relaunchesMax, additionsMax: scope.additionsMax, values: NoValues())
    let (modelled, explored) = try (report(model, scope), report(app, bounds))
    #expect(app.complaint == nil && explored.reason == .exhausted)
    #expect([modelled, explored].map(\.statistics.stateCount) == stateCounts)
    let found = try findings(explored, DerivedProduct<ProductApp<P>>.self, renaming: names)
    let expected = try findings(modelled, P.self)
    let differing = Set(found.keys).union(expected.keys).filter { found[$0] != expected[$0] }
    #expect(
      differing.sorted().map { "\($0): \(found[$0] ?? 0), not \(expected[$0] ?? 0) steps" } == [])
  }

  /// Where the states differ in number: deliveries are none of a running app, and what an app does
  /// not react to is not remembered.
  @Test(
    arguments: [("calm", [1349, 1200]), ("adds", [4462, 3556]), ("kills", [3705, 3218])].sampled(3))
  func `Animals as a running app has the findings of Animals`(name: String, stateCounts: [Int])
    throws
  {
    try Self.requireAlike(
      .animals, Animals.self, name,
      renaming: ["animals.queue": "animal", "animals.status": "animals"], stateCounts: stateCounts
    ) { Animals.State($0) }
  }

  /// What its server answers is decided outside.
  ///
  /// Some states differ in what `deed.kept` remembers of interactions alone.
  @Test func `Quakes as a running app has the findings of Quakes`() throws {
    try Self.requireAlike(.quakes, Quakes.self, "calm", stateCounts: [927, 1140]) {
      Quakes.State($0)
    }
  }

  @Test func `Counter as a running app has the findings of Counter`() throws {
    try Self.requireAlike(.counter, Counter.self, "zero", stateCounts: [11, 11])
  }
}
