import Model
import Spec
import Testing
@testable import Generators
@testable import ReferenceProducts
@testable import SpecRunner

/// Windows of real concurrent code beside those of their models.
@Suite struct LiveWindowTests {
  /// Every scope of windows.
  static let scopes = Registry.catalogue.products.flatMap { product in
    product.scopes.map { CatalogueCase(product: product.name, scope: $0) }
  }.filter { (try? $0.specification().identity.environment) == "windows" }

  private static func live(_ example: CatalogueCase) throws -> any LiveCheckable {
    try #require(try example.specification() as? any LiveCheckable)
  }

  @Test func `every product has scopes of windows`() {
    #expect(Set(Self.scopes.map(\.product)) == ["counter", "animals", "quakes"])
    #expect(Self.scopes.count == 26)
  }

  // MARK: What is alike

  @Test(arguments: scopes.sampled(3), [LiveGranularity.settled, .jobs])
  func `what is drawn for windows is a trace of the model`(
    _ example: CatalogueCase, _ granularity: LiveGranularity
  ) throws {
    let plan = LivePlan(granularity: granularity, gestureCountMax: 12)
    let checks = LiveChecks(plan: plan, search: .drawn(seed: 1, runCount: 30))
    let report = try Self.live(example).live(checks, only: { _ in false })
    #expect(report.isClean, "\(report.divergences.map(\.text))")
    #expect(report.executionCount == 30)
    #expect(report.historyCount > 12)
  }

  /// An operation was let through to lose its reply, and another client did what it would have
  /// changed before its job ran: nothing is left to change, so that it fails as if before.
  @Test(arguments: [("remote", 273, 4), ("shared", 446, 12)])
  func `a reply that is lost after others did the same is no divergence`(
    scope: String, seed: UInt64, gestureCountMax: Int
  ) throws {
    let plan = LivePlan(granularity: .jobs, gestureCountMax: gestureCountMax)
    let checks = LiveChecks(plan: plan, search: .drawn(seed: seed, runCount: 3))
    let report = try Self.live(CatalogueCase(product: "animals", scope: scope)).live(
      checks, only: { _ in false })
    #expect(report.isClean, "\(report.divergences.map(\.text))")
  }

  @Test(arguments: ["forms", "late", "opening"])
  func `a schedule of windows can be repeated`(scope: String) throws {
    let plan = LivePlan(granularity: .jobs, gestureCountMax: 12)
    let checks = LiveChecks(plan: plan, search: .drawn(seed: 7, runCount: 10), repeatCount: 10)
    let report = try Self.live(CatalogueCase(product: "animals", scope: scope)).live(
      checks, only: { _ in false })
    #expect(report.executionCount == 100)
    #expect(report.differenceCount == 0)
    #expect(report.leaks.words == nil)
  }

  /// Every subscription lags, in two windows that come and go.
  @Test(arguments: [LiveGranularity.settled, .jobs])
  func `windows in which everything lags are those of the model`(_ granularity: LiveGranularity)
    throws
  {
    let known = try CatalogueCase.animals("window")
    let product = known.system.product
    var everything = Animals.Window()
    _ = product.handle(.openNewEditor, in: &everything, showing: Display { _ in nil })
    let bounds = try WindowBounds(
      countMax: 2, opensAndCloses: true, lagging: product.mounts(in: everything).map(\.name))
    let scope = try known.system.scope.with(windows: bounds)
    let system = RuntimeSystem(product: product, scope: scope)
    let specification = Specification(
      identity: known.identity, scope: try JSONValue(encoding: scope), system: system,
      properties: AnimalsProperties.all(system), teller: .runtime(system))
    let plan = LivePlan(granularity: granularity, gestureCountMax: 20)
    let checks = LiveChecks(plan: plan, search: .drawn(seed: 1, runCount: 50))
    let report = try specification.live(checks, only: { _ in false })
    #expect(report.isClean, "\(report.divergences.map(\.text)) \(report.complaint ?? "")")
    #expect(report.historyCount > 40)
  }

  // MARK: What is not

  /// What runs of one design's windows, compared with the model of another, come to.
  private static func report<Mutant: LiveCheckable>(
    of mutant: Mutant, in published: any LiveCheckable
  ) throws -> LiveReport {
    let published = try #require(published as? Mutant).specification
    let subject = ProductSubject(product: mutant.specification.system.product)
    let plan = LivePlan(gestureCountMax: 16, skipsIdleGestures: true)
    let runCount = published.identity.scope == "window" ? 1000 : 40
    return try published.live(
      subject, LiveChecks(plan: plan, search: .drawn(seed: 1, runCount: runCount)),
      only: { _ in false })
  }

  /// Windows that drop an update, or that do not start over when what they subscribe to has
  /// changed.
  @Test(
    arguments: [
      (
        "animals", "forms", "filter-drops-reload",
        "CategoryList.categories.values after complete reloadSampleData"
      ),
      (
        "animals", "window", "filter-forgets-old-category",
        "AnimalList.animals.values after complete updateAnimal"
      ),
      (
        "animals", "window", "dependency-misses-name",
        "AnimalList.animals.values after complete updateAnimal"
      ),
      ("animals", "late", "dependency-misses-name", "no job for render"),
      ("animals", "late", "list-without-id", "AnimalList.animals.values after selectCategory"),
      ("animals", "opening", "list-without-id", "AnimalList.animals.values after selectCategory"),
      ("quakes", "forms", "filter-drops-delete-all", "QuakeList.quakes.values after deleteAll"),
      ("quakes", "lag", "filter-drops-delete-all", "QuakeList.quakes.values after render"),
    ].sampled(6))
  func `a defect of a subscription shows in live windows`(
    product: String, scope: String, mutant: String, culprit: String
  ) throws {
    let mutant = CatalogueCase(product: product, design: "mutant(\(mutant))", scope: scope)
    let report = try Self.report(
      of: Self.live(mutant), in: Self.live(CatalogueCase(product: product, scope: scope)))
    let divergence = try #require(
      report.divergences.first { $0.culprit == culprit }, "\(report.divergences)")
    let sides = divergence.observed.split(separator: "; the app has ").filter {
      $0.contains(" shows ")
    }
    #expect(sides.count == (culprit.contains(" after ") ? 2 : 0), "\(divergence.observed)")
    #expect(report.leaks.words == nil)
  }

  /// Live windows of Animals, with something the matter.
  private struct Defective: LiveSubject {
    typealias P = Animals

    enum Defect { case opensNone, outlives }

    /// Keeps what it is given.
    @MainActor final class Keeper {
      var windows: [LiveWindow<Animals>] = []
      nonisolated init() {}
    }

    let keeper = Keeper()
    let sound: ProductSubject<Animals>
    let defect: Defect
    var tellsDeliveries: Bool { true }

    func makeSystem(in surroundings: LiveSurroundings<Animals>) -> ProductSubject<Animals>.System {
      sound.makeSystem(in: surroundings)
    }

    func perform(_ gesture: Animals.Gesture, on system: ProductSubject<Animals>.System) throws {
      try sound.perform(gesture, on: system)
    }

    func state(of system: ProductSubject<Animals>.System) -> Animals.State {
      sound.state(of: system)
    }

    func openWindow(
      on system: ProductSubject<Animals>.System, tasks: LiveWindowTasks
    ) -> LiveWindow<Animals>? {
      if defect == .opensNone { return nil }
      let window = sound.openWindow(on: system, tasks: tasks)
      if let window { keeper.windows.append(window) }
      return window
    }
  }

  private static func report(of defect: Defective.Defect) throws -> LiveReport {
    let published = try CatalogueCase.animals("forms")
    let subject = Defective(
      sound: ProductSubject(product: published.system.product), defect: defect)
    return try published.live(subject, LiveChecks(search: .drawn(seed: 1, runCount: 1)))
  }

  @Test func `code that opens no window is no check of windows`() throws {
    let report = try Self.report(of: .opensNone)
    #expect(
      report.complaint == "the code under test opens no window, and the scope speaks of windows")
    #expect(report.divergences.isEmpty)
    #expect(!report.isClean)
  }

  /// Two windows, and a task for each of their eight subscriptions.
  @Test func `windows that outlive their run are counted with their tasks`() async throws {
    let report = try await onOwnThread { try Self.report(of: .outlives) }
    #expect(report.complaint == nil)
    #expect(report.leaks.objectCount == 2 + 2 * 8)
    #expect(report.leaks.objects["LiveWindow<Animals>"] == 2)
    #expect(report.leaks.objects["task of the subscription AnimalList.animals.values"] == 2)
    #expect(report.leaks.jobCount == 0)
  }
}
