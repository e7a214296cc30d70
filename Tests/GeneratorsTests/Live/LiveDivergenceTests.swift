import Foundation
import Model
import Spec
import Testing
@testable import Generators
@testable import ReferenceProducts

/// How it is told that live code leaves its model, or its scheduler.
@Suite struct LiveDivergenceTests {
  private static func runs(_ runCount: Int) -> LiveChecks {
    LiveChecks(search: .drawn(seed: 0, runCount: runCount))
  }

  // MARK: Stories

  private static func story(of subject: some LiveSubject<Bookmark>, _ culprit: String) throws
    -> String
  {
    let report = try BookmarkTests.specification().live(subject, runs(100))
    let finding = report.findings.first { $0.culprit == culprit }
    return try #require(finding, "\(report.findings.map(\.name))").story.text
  }

  @Test func `the states after a step are compared`() throws {
    let subject = AlteredBookmark(reduce: { state, action in
      var next = try Bookmark().reduce(state, action)
      if action == .tap(keeps: true) { next.isKept = true }
      return next
    })
    #expect(
      try Self.story(of: subject, "state after keep") == """
        Promised: Live code takes only steps that the model takes, and takes every one of them.
          1. then the user taps keep
        Broken: expected kept: false; the app has kept: true
        """)
  }

  @Test(arguments: [LiveGranularity.settled, .jobs])
  func `a task may send what a person does to a store that is an actor`(
    granularity: LiveGranularity
  ) async throws {
    let checks = LiveChecks(
      plan: LivePlan(granularity: granularity), search: .drawn(seed: 0, runCount: 200),
      repeatCount: 2)
    let report = try BookmarkTests.specification().live(ActorBookmark(), checks)
    #expect(report.agreement == "live code and model agree")
    #expect(report.isClean)
    let story = try Self.story(of: ActorBookmark(dropped: .keep), "no dispatch after keep")
    let ending = "expected the dispatch of tap(keeps: true); the app dispatches nothing"
    #expect(story.hasSuffix("Broken: \(ending)"), "\(story)")
  }

  @Test func `a completion that leaves another state is told with what it should have left`() throws
  {
    let subject = AlteredBookmark(reduce: { state, action in
      var next = try Bookmark().reduce(state, action)
      if case .answer(.success) = action { next.status = .empty }
      return next
    })
    #expect(
      try Self.story(of: subject, "state after dispatch answer") == """
        Promised: Live code takes only steps that the model takes, and takes every one of them.
          1. the user taps drop
               status: none → waiting
          2. the listener takes the next element and asks for the drop
          3. the drop is carried out
          4. then the drop reports success
        Broken: expected status: success; the app has status: empty
        """)
  }

  @Test func `at rest the mail is taken on both sides`() throws {
    let story = try Self.story(of: BrokenBookmark(defect: .asksTwice), "operations at rest")
    #expect(story.contains("\n  4. then the drop reports success\n"), "\(story)")
    let ending =
      "expected status: success and nothing asked for; the app has status: waiting and the drop "
    #expect(story.hasSuffix("Broken: \(ending)asked for"), "\(story)")
  }

  @Test func `an app that cancels what its model carries out leaves it`() throws {
    let story = try Self.story(of: BrokenBookmark(defect: .cancels), "dispatch answer")
    let ending = "Broken: expected no dispatch; the app dispatches answer(failure("
    #expect(story.contains("\n  3. the user taps drop\n\(ending)"), "\(story)")
  }

  @Test func `a dispatch that nothing led to is told as code would write it`() throws {
    let story = try Self.story(of: BrokenBookmark(defect: .answersEarly), "dispatch answer")
    let ending = "expected no dispatch; the app dispatches answer(success(payload: false))"
    #expect(story.hasSuffix("Broken: \(ending)"), "\(story)")
  }

  @Test func `a listener that forgets its element is told by what it should have asked for`() throws
  {
    let story = try Self.story(of: ForgetfulBookmark(), "operations at rest")
    #expect(
      story == """
        Promised: Live code takes only steps that the model takes, and takes every one of them.
          1. the user taps drop
               status: none → waiting
          2. the listener takes the next element and asks for the drop
        Broken: expected the drop asked for; the app has nothing asked for
        """)
  }

  /// Nobody listens.
  private struct ForgetfulBookmark: LiveSubject {
    func makeSystem(in surroundings: LiveSurroundings<Bookmark>) -> BookmarkStore {
      BookmarkStore(
        initialState: Bookmark.State(), reducer: surroundings.observe(Bookmark().reduce))
    }
    func perform(_ gesture: Bookmark.Gesture, on store: BookmarkStore) throws {
      try store.dispatch(Bookmark().action(of: gesture))
    }
    func state(of store: BookmarkStore) -> Bookmark.State { store.state }
  }

  @Test func `the story in the documentation is what a check says`() async throws {
    let page = try String(
      contentsOfFile: Package.path("docs/check-your-product.md"), encoding: .utf8)
    try await LiveChildTests.withTraceFolder { folder in
      let failure = await #expect(throws: CheckFailure.self) {
        try await check(
          live: BrokenBookmark(defect: .forgetsFailures), against: BookmarkTests.specification(),
          CheckPlan(savingTo: folder, isIsolated: false),
          test: "the app does what the model does()", fileID: "AppTests/BookmarkTests.swift")
      }
      let story = failure?.description.replacing(folder, with: ".spec-traces") ?? ""
      #expect(page.contains("\n\(story)\n"), "\(story)")
    }
  }

  @Test func `no story holds the text of a trace`() throws {
    for defect in [BrokenBookmark.Defect.forgetsFailures, .asksTwice, .answersEarly] {
      let report = try BookmarkTests.specification().live(
        BrokenBookmark(defect: defect), Self.runs(50))
      #expect(!report.findings.isEmpty)
      for finding in report.findings {
        #expect(!finding.story.text.contains("{\""), "\(finding.story.text)")
      }
      for divergence in report.divergences {
        #expect(!divergence.text.contains("{\""), "\(divergence.text)")
      }
    }
  }

  @Test func `a dispatch is named by its innermost case`() throws {
    func name(_ action: Animals.Action) -> String? { innermostCaseName(of: action) }
    #expect(name(.ui(.categoryListOnAppear)) == "categoryListOnAppear")
    #expect(name(.data(.didDeleteAnimal(id: "1", result: .failure(text: "")))) == "didDeleteAnimal")
    #expect(innermostCaseName(of: Bookmark.Action.answer(.success(payload: true))) == "answer")
    #expect(innermostCaseName(of: Bookmark.Action.appear) == "appear")
    let published = try CatalogueCase.animals("faults")
    let mutant = try CatalogueCase.animals("faults", design: "mutant(failure-as-success)")
    let subject = ProductSubject(product: mutant.system.product)
    let report = try published.live(subject, Self.runs(60), only: { _ in false })
    let culprits = report.divergences.map(\.culprit)
    #expect(culprits.contains("state after dispatch didFetchCategories"), "\(culprits)")
  }

  @Test func `an injected failure has the same words however it is told`() {
    let error: any Error = OperationFailure.injected
    #expect(error.localizedDescription == "the operation failed")
    #expect("\(error)" == "the operation failed")
    #expect(String(describing: error) == "the operation failed")
    #expect((error as NSError).localizedDescription == "the operation failed")
  }

  // MARK: Paths that live code takes

  /// Counter, but a first tap on Increment does nothing.
  private struct ShyCounter: LiveSubject {
    typealias P = Counter

    @MainActor final class System {
      let sound: ProductSubject<Counter>.System
      var gestureCount = 0
      init(_ sound: ProductSubject<Counter>.System) { self.sound = sound }
    }

    let sound: ProductSubject<Counter>
    var tellsDeliveries: Bool { true }

    func makeSystem(in surroundings: LiveSurroundings<Counter>) -> System {
      System(sound.makeSystem(in: surroundings))
    }
    func perform(_ gesture: Counter.Gesture, on system: System) throws {
      system.gestureCount += 1
      if system.gestureCount == 1 && "\(gesture)".contains("ncrement") { return }
      try sound.perform(gesture, on: system.sound)
    }
    func state(of system: System) -> Counter.State { sound.state(of: system.sound) }
  }

  @Test func `a finding whose shorter path no live code takes is told as it ran`() throws {
    let specification = try #require(
      try CatalogueCase(product: "counter", scope: "top").specification()
        as? Specification<RuntimeSystem<Counter>>)
    let subject = ShyCounter(sound: ProductSubject(product: specification.system.product))
    let report = try specification.live(subject, Self.runs(50))
    let told = try #require(report.findings.first { $0.property == "runtime.crash" })
    #expect(told.trace.length > 1)
    #expect(
      told.story.remarks.last
        == "Not shortened: no order of jobs that was tried takes live code along a shorter way.")
    #expect(try specification.gradeLive(told.trace).outcome == .taken)
    let shortest = try specification.live(Self.runs(50)).findings.first {
      $0.property == "runtime.crash"
    }
    #expect(shortest?.trace.length == 1)
  }

  // MARK: Other threads

  @Test func `code that hops through a queue to the main actor is told each time`() throws {
    for _ in 0..<20 {
      let report = try BookmarkTests.specification().live(
        AlteredBookmark(hop: .onMainActor), Self.runs(3))
      #expect(report.complaint?.hasPrefix("the code under test leaves the scheduler: ") == true)
      #expect(
        report.findings.isEmpty && report.divergences.isEmpty,
        "\(report.findings.map(\.story.text))")
      #expect(!report.isClean)
    }
  }

  /// Grades a trace that code would take which stays.
  private static func grade(by subject: AlteredBookmark) throws -> LiveGrade {
    let specification = try BookmarkTests.specification()
    let labels: [RuntimeLabel<Bookmark>] = [
      .gesture(.keep, window: nil), .deliver, .perform(.keep, occurrence: 0, fault: nil),
      .complete(.keep, occurrence: 0),
    ]
    let trace = specification.trace(
      of: Finding(
        FindingName(property: LiveDivergence.property, culprit: "none"), path: Path(labels: labels))
    )
    let hopping = Specification(
      identity: specification.identity, scope: specification.scope, system: specification.system,
      properties: specification.properties, teller: specification.teller,
      means: LiveMeans<RuntimeSystem<Bookmark>>(subject: subject))
    return try hopping.gradeLive(trace, attemptCountMax: 10)
  }

  @Test func `a trace is not graded by code that leaves the scheduler`() throws {
    let subject = AlteredBookmark(hop: .onMainActor)
    let error = #expect(throws: LiveUnavailable.self) { try Self.grade(by: subject) }
    #expect(
      error?.reason
        == "the code under test leaves the scheduler: a task is resumed by another thread")
  }

  @Test(arguments: AlteredBookmark.Hop.allCases)
  func `a trace is not graded by code that comes back late`(hop: AlteredBookmark.Hop) async throws {
    let subject = AlteredBookmark(hop: hop, delay: .long)
    let error = await #expect(throws: LiveUnavailable.self) {
      try await onOwnThread { try Self.grade(by: subject) }
    }
    // A new task needs one of the threads that tasks go on at: other tests here may take all for
    // long.
    let isPrompt = hop != .newTask
    #expect(
      error?.reason.hasPrefix("the code under test leaves the scheduler: ") == true
        || !isPrompt
          && error?.reason.hasPrefix("tasks of the code under test are not over ") == true,
      "\(error?.reason ?? "graded")")
  }

  @Test func `a trace is not graded by code that never comes back`() async throws {
    let subject = AlteredBookmark(hop: .beforeGate, delay: .never)
    let error = await #expect(throws: LiveUnavailable.self) {
      try await onOwnThread { try Self.grade(by: subject) }
    }
    #expect(error?.reason.hasPrefix("tasks of the code under test are not over ") == true)
  }

  @Test func `a check says of code that never comes back that its tasks are not over`() async throws
  {
    let report = try await onOwnThread {
      try BookmarkTests.specification().live(
        AlteredBookmark(hop: .onMainActor, delay: .never), Self.runs(3))
    }
    #expect(report.divergences.isEmpty || report.leaks.words != nil)
    #expect(!report.isClean)
  }

  /// In children, as the threads that tasks go on at may all be taken by other tests here.
  @Test(arguments: AlteredBookmark.Hop.allCases)
  func `a check says of code that hops through a queue that it leaves the scheduler`(
    hop: AlteredBookmark.Hop
  ) async throws {
    try await LiveChildTests.withTraceFolder { folder in
      for number in 0..<2 {
        let failure = await #expect(throws: CheckFailure.self) {
          try await check(
            live: AlteredBookmark(hop: hop), against: BookmarkTests.specification(),
            runs: Self.runs(20), CheckPlan(savingTo: folder), case: "\(hop) \(number)")
        }
        let text = failure?.description ?? "nothing"
        let what = hop == .newTask ? "is asked for from" : "a task is resumed by"
        #expect(text.contains("the code under test leaves the scheduler: "), "\(text)")
        #expect(text.hasSuffix("\(what) another thread"), "\(text)")
      }
    }
  }
}
