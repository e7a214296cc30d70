import Foundation
import Generators
import Model
import Spec
import Testing

/// Apps of every kind are explored as they are.
@Suite struct AppKindTests {
  private static func report<A: App>(
    _ app: A, within scope: @autoclosure () throws -> Scope<Nothing> = try .app()
  ) throws -> CheckReport {
    let system = RuntimeSystem(product: DerivedProduct(app), scope: try scope())
    return Specification(
      identity: Identity(product: "kind", scope: "app"), system: system,
      properties: RuntimeProperties(system: system).all, teller: .runtime(system)
    ).check()
  }

  @Test(arguments: KindApp.Kind.allCases)
  func `of a right app nothing is found`(kind: KindApp.Kind) throws {
    let report = try Self.report(KindApp(kind: kind))
    #expect(report.reason == .exhausted)
    #expect(report.findings.map { "\($0.property): \($0.culprit)" } == [])
  }

  private static let waits = "queue.consistent: load waits, nothing pending after"

  @Test(arguments: [
    (KindApp.Kind.callsAtOnce, "\(waits) complete body", 5),
    (.cancels, "reply.stale: late complete search", 4),
    (.pushes, "reply.once: complete message", 2), (.completionHandler, "\(waits) complete title", 3),
    (.returnedEffects, "\(waits) open", 1), (.restores, "\(waits) relaunch", 3),
    (.drafts, "draft.kept: lost by complete title", 4),
    (.subscribes, "filter.sound(load): complete title", 3),
  ])
  func `a defect that only its kind can have is found`(
    kind: KindApp.Kind, name: String, length: Int
  ) throws {
    let report = try Self.report(KindApp(kind: kind, isMended: false))
    #expect(report.reason == .exhausted)
    let finding = report.findings.first { "\($0.property): \($0.culprit)" == name }
    #expect(finding?.trace.length == length)
  }

  @Test func `an app behind an actor is explored`() throws {
    let right = try Self.report(ActorApp())
    #expect(right.reason == .exhausted && right.findings.isEmpty)
    let wrong = try Self.report(ActorApp(isMended: false))
    #expect(wrong.findings.first?.property == "queue.consistent")
  }

  @Test(arguments: [
    (TwoStoresApp.Defect.keepsNotes, "user.apart: left after signIn", 6),
    (.takesLateReplies, "user.apart: changed by complete fetch", 6),
  ])
  func `an app of two stores keeps its users apart`(
    defect: TwoStoresApp.Defect, name: String, length: Int
  ) throws {
    let right = try Self.report(TwoStoresApp())
    #expect(right.reason == .exhausted)
    #expect(right.findings.map { "\($0.property): \($0.culprit)" } == [])
    let wrong = try Self.report(TwoStoresApp(defect: defect))
    #expect(wrong.reason == .exhausted)
    let finding = wrong.findings.first { "\($0.property): \($0.culprit)" == name }
    #expect(finding?.trace.length == length)
  }

  @Test func `what a task holds of its beginning is told apart`() throws {
    let report = try Self.report(NumberedSearch(), within: try .app(faultsMax: 0, relaunchesMax: 0))
    #expect(report.reason == .exhausted)
    #expect(report.findings.map { "\($0.property): \($0.culprit)" } == [])
  }

  @Test func `what was to be saved may be taken back where that fails`() throws {
    let report = try Self.report(WishfulSwitch())
    #expect(report.reason == .exhausted)
    #expect(report.findings.map { "\($0.property): \($0.culprit)" } == [])
  }

  @Test(arguments: [RefusedName.Kind.mended, .keepsNotes])
  func `a failure excuses what a person keeps on the device`(kind: RefusedName.Kind) throws {
    let report = try Self.report(RefusedName(kind: kind))
    #expect(report.reason == .exhausted)
    #expect(report.findings.map { "\($0.property): \($0.culprit)" } == [])
  }

  @Test func `a failure that was there before excuses no difference`() throws {
    let report = try Self.report(RefusedName(kind: .dropsNamesBesideFailures))
    #expect(report.reason == .exhausted)
    let finding = report.findings.first { $0.property == "memory.durable" }
    #expect(finding?.culprit == "state and rows differ")
    #expect(finding?.trace.length == 9)
  }

  @Test func `an entry whose item has gone may go`() async {
    await #expect(processExitsWith: .success) {
      LiveScheduler.ownSleep()
      let report = try Self.report(LateDelete())
      #expect(report.reason == .exhausted)
      #expect(
        report.findings.map { "\($0.property): \($0.culprit)" } == ["memory.durable: state and rows differ"])
    }
  }
}
