import Generators
import Model
import Spec
import Testing

/// Promises about what is loaded hold apps to no more than they load.
@Suite struct LoadingAppTests {
  private static func specification(
    _ app: LoadingApp
  ) throws -> Specification<RuntimeSystem<DerivedProduct<LoadingApp>>> {
    let system = RuntimeSystem(product: DerivedProduct(app), scope: try .app())
    return Specification(
      identity: Identity(product: "loading", scope: "app"), system: system,
      properties: RuntimeProperties(system: system).all, teller: .runtime(system))
  }

  @Test(arguments: LoadingApp.Kind.allCases.sampled(3))
  func `of a right app nothing is found, whenever it loads`(kind: LoadingApp.Kind) throws {
    let report = try Self.specification(LoadingApp(kind: kind)).check()
    #expect(report.reason == .exhausted)
    #expect(report.findings.map { "\($0.property): \($0.culprit)" } == [])
  }

  @Test(arguments: [
    (LoadingApp.Kind.signIn, "memory.durable: state and rows differ", 6),
    (.tabs, "failure.shown: notes success after failed complete take", 6),
    (.refreshes, "memory.durable: state and rows differ", 6),
    (.signsOut, "reply.stale: late complete take", 7),
    (.endScreen, "status.transitions: save failure → success by save", 4),
    (.restores, "memory.durable: state and rows differ", 3),
    (.restores, "recovery.possible: flip", 1), (.plain, "memory.durable: state and rows differ", 6),
    (.screens, "memory.durable: state and rows differ", 3),
    (.counts, "deed.kept: undone by complete take", 4),
  ])
  func `each defect is found, and found again by who knows nothing yet`(
    kind: LoadingApp.Kind, name: String, length: Int
  ) throws {
    let app = LoadingApp(kind: kind, isMended: false)
    let report = try Self.specification(app).check()
    #expect(report.reason == .exhausted)
    let trace = try #require(
      report.findings.first { "\($0.property): \($0.culprit)" == name }?.trace)
    #expect(trace.length == length)
    #expect(try Self.specification(app).grade(trace).grade == .reproduces)
  }

  @Test func `what adds more rows than the scope lets be added is taken once`() throws {
    let report = try Self.specification(
      LoadingApp(kind: .refreshes, isMended: false, additionCount: 3)
    ).check()
    #expect(report.reason == .exhausted)
    #expect(
      report.findings.first { $0.property == "memory.durable" }?.trace.length == 6,
      "\(AppKindTests.names(report))")
  }

  @Test func `who comes to no screen that loads has nothing to come back to`() throws {
    let report = try Self.specification(LoadingApp(kind: .endScreen)).check()
    let recovery = report.results.first { $0.property.name == "recovery.possible" }
    #expect(
      recovery?.verdict
        == .notApplicable(
          "no appearing interaction loads something at first, and showing does not say what the "
            + "rows show"
        )
    )
  }
}
