import Foundation
import Model
import Spec
import Testing

@testable import Generators

/// Apps of every kind are explored as they are.
@Suite struct AppKindTests {
  /// The default promises of an app of which nothing is known.
  static func specification<A: App>(
    _ app: A, within scope: Scope<NoValues>
  ) -> Specification<AppSystem<A>> {
    let system = RuntimeSystem(product: DerivedProduct(app), scope: scope)
    return Specification(
      identity: Identity(product: "kind", scope: "app"), system: system,
      properties: RuntimeProperties(system: system).all, teller: .runtime(system))
  }

  static func report<A: App>(
    _ app: A, within scope: @autoclosure () throws -> Scope<NoValues> = try .app(),
    limits: Limits = Limits()
  ) throws -> CheckReport {
    specification(app, within: try scope()).check(limits: limits)
  }

  @Test func `what is pushed is not expected to fail before it is carried out`() throws {
    let checked = Self.specification(KindApp(kind: .pushes), within: try .app())
      .check(monitor: Monitor(), reachKinds: [.outcome])
    let reach = try #require(checked.reach)
    #expect(reach.fired.contains(Reach.Point(.outcome, "message succeeds")))
    #expect(reach.unfired == [])
  }

  @Test(arguments: KindApp.Kind.allCases.sampled(3))
  func `of a right app nothing is found`(kind: KindApp.Kind) throws {
    let report = try Self.report(KindApp(kind: kind))
    #expect(report.reason == .exhausted)
    #expect(report.findings.map { "\($0.property): \($0.culprit)" } == [])
  }

  private static let waits = "queue.consistent: load waits, nothing pending after"

  @Test(arguments: [
    (KindApp.Kind.callsAtOnce, "\(waits) complete body", 5),
    (.cancels, "reply.stale: late complete search", 4),
    (.pushes, "reply.once: complete message", 2),
    (.completionHandler, "\(waits) complete title", 3),
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

  @Test func `an app of two stores keeps its users apart`() throws {
    let report = try Self.report(TwoStoresApp())
    #expect(report.reason == .exhausted)
    #expect(report.findings.map { "\($0.property): \($0.culprit)" } == [])
  }

  @Test(arguments: [
    (TwoStoresApp.Defect.keepsNotes, "user.apart: left after signIn", 6),
    (.takesLateReplies, "user.apart: changed by complete fetch", 6),
  ])
  func `what an app of two stores gets wrong about its users is found`(
    defect: TwoStoresApp.Defect, name: String, length: Int
  ) throws {
    let wrong = try Self.report(TwoStoresApp(defect: defect), within: try .app(relaunchesMax: 0))
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

  /// Requires that an app has no finding in the scope of a check.
  static func expectRight(_ app: some App, _ location: Testing.SourceLocation) throws {
    let report = try report(app)
    #expect(
      report.reason == .exhausted && report.findings.isEmpty && report.errors.isEmpty,
      "\(report.reason.words) \(names(report)) \(report.errors)", sourceLocation: location)
  }

  /// Requires a finding, and that its shortest story has so many steps.
  ///
  /// It is looked for so deep first, and then as deep as it takes: what only goes on is no step of
  /// a story.
  static func expect(
    _ name: String, after length: Int, in app: some App, _ location: Testing.SourceLocation
  ) throws {
    var (found, names): (Trace?, [String]) = (nil, [])
    for depthMax in [length, nil] where found == nil {
      let report = try report(app, limits: Limits(depthMax: depthMax))
      found = report.findings.first { $0.name.description == name }?.trace
      names = Self.names(report)
    }
    #expect(found?.length == length, "\(names) \(found?.length ?? 0)", sourceLocation: location)
  }

  static func names(_ report: CheckReport) -> [String] {
    report.findings.map { "\($0.property): \($0.culprit)" }
  }

  @Test func `a save that succeeds takes its status and its draft away`() throws {
    let report = try Self.report(NoteEditor())
    #expect(report.reason == .exhausted && report.findings.isEmpty, "\(Self.names(report))")
  }

  @Test(arguments: [false, true])
  func `what is queued waits for others, and statuses may be the list`(tellsQueued: Bool) throws {
    let report = try Self.report(DownloadQueue(tellsQueued: tellsQueued))
    #expect(report.reason == .exhausted && report.findings.isEmpty, "\(Self.names(report))")
  }

  @Test func `what is queued and waits for nobody is found`() throws {
    let report = try Self.report(DownloadQueue(isMended: false, tellsQueued: true))
    #expect(
      Self.names(report).contains { $0.hasPrefix("queue.consistent: files waits, nothing pending") }
    )
  }

  @Test func `a dispatch that comes by way of a queue is worth nothing`() throws {
    let report = try Self.report(QueueCounter())
    // It leaves the scheduler, or, where other tests keep the main queue busy, is not over in time.
    #expect(report.reason.words.hasPrefix("invalid system: "), "\(report.reason.words)")
    #expect(report.findings.isEmpty, "\(Self.names(report))")
  }

  @Test func `a task that another thread resumes is worth nothing, and is no hidden state`() throws
  {
    let report = try Self.report(ResumedCounter())
    // It leaves the scheduler, or, where the machine is busy, is not over in time.
    let reason = report.reason.words
    #expect(reason.hasPrefix("invalid system: ") && !reason.contains("hidden state"), "\(reason)")
    #expect(
      report.findings.isEmpty && report.errors.isEmpty, "\(Self.names(report)) \(report.errors)")
  }

  @Test func `a number that counts on for ever is named where a limit ends the search`() throws {
    let report = try Self.report(
      NumberedSearch(numberCount: .max), limits: Limits(stateCountMax: 1000))
    #expect(report.growth?.path == "store.number", "\(report.growth?.words ?? "")")
    let complaint = report.cuts.first?.complaint ?? ""
    #expect(complaint.contains("; what grew as the search went on: store.number: up to "))
  }

  @Test(arguments: [PolledFeed.Loop.untilCancelled, .untilLoaded, .forever, .keepingStore])
  func `a task that goes on until the app is killed is as right as any`(loop: PolledFeed.Loop) async
  {
    await #expect(processExitsWith: .success) { [loop] in
      LiveScheduler.ownSleep()
      let report = try Self.report(PolledFeed(loop: loop))
      #expect(report.reason == .exhausted && report.findings.isEmpty, "\(Self.names(report))")
      #expect(
        report.results.contains { $0.property.name == "queue.consistent" && $0.verdict == .holds })
    }
  }

  @Test(arguments: [2, 4])
  func `a task that sleeps several times in a row is seen to its end`(secondCount: Int) async {
    await #expect(processExitsWith: .success) { [secondCount] in
      LiveScheduler.ownSleep()
      let right = try Self.report(LateTip(secondCount: secondCount))
      #expect(right.reason == .exhausted && right.findings.isEmpty, "\(Self.names(right))")
      let wrong = try Self.report(LateTip(secondCount: secondCount, traps: true))
      #expect(
        Self.names(wrong) == ["runtime.crash: crash after occur timePasses"],
        "\(wrong.reason.words) \(Self.names(wrong))")
    }
  }

  @Test func `a task that sleeps too often in a row makes the check worth nothing`() async {
    await #expect(processExitsWith: .success) {
      LiveScheduler.ownSleep()
      let report = try Self.report(LateTip(secondCount: 40, traps: true))
      #expect(
        report.reason.words.hasPrefix("invalid system: hidden state: "), "\(report.reason.words)")
    }
  }

  @Test func `what an app that polls from its launch on asked for is over with its answer`() async {
    await #expect(processExitsWith: .success) {
      LiveScheduler.ownSleep()
      let report = try Self.report(PolledNote())
      #expect(report.reason == .exhausted && report.findings.isEmpty, "\(Self.names(report))")
      #expect(report.statistics.stateCount < 2_000)
    }
  }

  @Test func `a task that tries for ever off the main actor is left where it is`() async {
    await #expect(processExitsWith: .success) {
      LiveScheduler.ownSleep()
      let report = try Self.report(TirelessLoad())
      #expect(report.reason == .exhausted && report.findings.isEmpty, "\(Self.names(report))")
    }
  }

  @Test func `a timer is due although another one is set again and again`() async {
    await #expect(processExitsWith: .success) {
      LiveScheduler.ownSleep()
      let report = try Self.report(TickingBanner(), within: try .app(relaunchesMax: 0))
      let names = Self.names(report)
      #expect(
        names == ["runtime.crash: crash after occur timePasses"], "\(report.reason.words) \(names)")
    }
  }

  @Test func `what a call does may hold an object of the app`() throws {
    try Self.expectRight(SuffixedPage(), #_sourceLocation)
    let report = try Self.report(SuffixedPage(isLeaking: true))
    #expect(report.reason.words == "invalid system: 1 object outlived its execution: Source")
  }

  @Test func `a task that never ends is named where it keeps the store`() async {
    await #expect(processExitsWith: .success) {
      LiveScheduler.ownSleep()
      let report = try Self.report(PolledFeed(loop: .foreverKeepingStore))
      #expect(
        report.reason.words
          == "invalid system: 1 object outlived its execution: TaskStore<State, Action>, "
          + "as a task that went on after the gate of 'load' does not end with the app",
        "\(report.reason.words)")
    }
  }

  @Test(arguments: [true, false])
  func `a listener may say by an action of its own that a request begins`(saysAtOnce: Bool) throws {
    let right = try Self.report(StartedNote(saysAtOnce: saysAtOnce))
    #expect(right.reason == .exhausted && right.findings.isEmpty, "\(Self.names(right))")
    let wrong = try Self.report(StartedNote(saysAtOnce: saysAtOnce, isForgetful: true))
    #expect(
      Self.names(wrong).contains { $0.hasPrefix("queue.consistent: note waits, nothing pending") })
  }

  @Test func `several requests may wait for one call`() throws {
    let right = try Self.report(SharedToken())
    #expect(right.reason == .exhausted && right.findings.isEmpty, "\(Self.names(right))")
    let wrong = try Self.report(SharedToken(isForgetful: true))
    #expect(
      Self.names(wrong).contains { $0.contains("waits, nothing pending") }, "\(Self.names(wrong))")
  }

  @Test func `a flag that goes with what is stored is not what a person did`() throws {
    let report = try Self.report(SavedSwitch())
    #expect(!Self.names(report).contains { $0.hasPrefix("deed.kept") }, "\(Self.names(report))")
  }

  @Test func `a flag that is stored is what a person did`() throws {
    let right = try Self.report(TwoSwitches())
    #expect(!Self.names(right).contains { $0.hasPrefix("deed.kept") }, "\(Self.names(right))")
    let wrong = try Self.report(TwoSwitches(isMended: false)).findings.first {
      $0.property == "deed.kept"
    }
    #expect(wrong?.culprit == "undone by complete save" && wrong?.trace.length == 4)
  }

  @Test func `where no state is loaded none has to be come back to`() throws {
    let report = try Self.report(FlaggedFeed())
    #expect(report.reason == .exhausted && report.findings.isEmpty, "\(Self.names(report))")
    let recovery = report.results.first { $0.property.name == "recovery.possible" }
    #expect(recovery?.verdict == .vacuous)
  }

  @Test func `what is left behind hides nothing that was found`() throws {
    let report = try Self.report(FlaggedFeed(hangs: true))
    #expect(report.reason == .exhausted)
    #expect(
      Self.names(report).contains { $0.hasPrefix("queue.consistent: feed waits, nothing pending") })
  }

  @Test func `a newer effect takes the place of an older one of its name`() async {
    await #expect(processExitsWith: .success) {
      LiveScheduler.ownSleep()
      let (right, wrong) = (
        try Self.report(SearchAsYouType(), within: try .app(relaunchesMax: 0)),
        try Self.report(SearchAsYouType(isMended: false), within: try .app(relaunchesMax: 0))
      )
      #expect(
        right.reason == .exhausted && right.findings.isEmpty,
        "\(right.reason.words) \(Self.names(right))")
      #expect(wrong.reason == .exhausted)
      #expect(
        wrong.findings.first { $0.property == "reply.stale" }?.culprit == "late complete search")
    }
  }

  @Test func `a time-out ends the request that it belongs to, and its sleep ends with it`() async {
    await #expect(processExitsWith: .success) {
      LiveScheduler.ownSleep()
      let report = try Self.report(TimeOut())
      #expect(report.reason == .exhausted && report.findings.isEmpty, "\(Self.names(report))")
      #expect(report.statistics.stateCount < 1_000)
    }
  }

  @Test func `work that was cancelled with its reply on the way is told from work that was not`()
    throws
  {
    let right = try Self.report(UploadInParts(), within: try .app(relaunchesMax: 0))
    #expect(
      right.reason == .exhausted && right.findings.isEmpty,
      "\(right.reason.words) \(Self.names(right))")
    let wrong = try Self.report(
      UploadInParts(isMended: false), within: try .app(relaunchesMax: 0))
    #expect(wrong.reason == .exhausted)
    #expect(wrong.findings.first?.property == "reply.stale")
    #expect(wrong.findings.first?.trace.length == 4)
  }

  @Test func `a timer that is set again and again has an end of states`() async {
    await #expect(processExitsWith: .success) {
      LiveScheduler.ownSleep()
      let report = try Self.report(VolumeSaved(), within: try .app(relaunchesMax: 0))
      #expect(report.reason == .exhausted && report.findings.isEmpty, "\(Self.names(report))")
    }
  }

  @Test func `an entry whose item has gone may go`() async {
    await #expect(processExitsWith: .success) {
      LiveScheduler.ownSleep()
      let report = try Self.report(LateDelete())
      #expect(report.reason == .exhausted)
      #expect(
        report.findings.map { "\($0.property): \($0.culprit)" } == [
          "memory.durable: state and rows differ"
        ])
    }
  }
}
