import Generators
import Spec
import Testing

@testable import Model

/// What careful apps do every day is right, and what they forget is found.
@Suite struct EverydayAppTests: AppSuite {
  private typealias Kinds = AppKindTests

  @Test func `what is put off is asked for by its timer`() async {
    await #expect(processExitsWith: .success) {
      try EverydayAppTests.expectInTime(
        "reply.stale: late complete find", after: 6,
        in: LaterSearch(takesAny: true), notIn: LaterSearch())
    }
  }

  @Test func `what an app sends by itself after a kill is no loss`() throws {
    try expectRight(Outbox())
    try expect("memory.durable: rows lost by the kill", after: 13, in: Outbox(isForgetful: true))
  }

  @Test func `a listener may ask by an action of its own for each of several things`() throws {
    try expectRight(Messenger())
  }

  @Test func `what a failure takes away without a word is not told`() throws {
    try expect(
      "failure.shown: messages.status none after failed complete send", after: 4,
      in: Messenger(isSilent: true))
  }

  @Test func `who left a page without a spinner need not be told that it failed`() throws {
    try expectRight(QuietPage())
  }

  @Test func `what a person asks for may be refused at once`() throws {
    try expectRight(NameForm())
  }

  @Test func `a reply that overwrites what was typed undoes it`() throws {
    try expect("deed.kept: undone by complete load", after: 4, in: NameForm(overwrites: true))
  }

  @Test func `what was sent and came to nothing is given back`() throws {
    try expectRight(Composer())
    try expect(
      "draft.kept: lost by failed complete send", after: 4, in: Composer(isForgetful: true))
  }

  @Test func `what is tried again is not lost before the last try failed`() async {
    await #expect(processExitsWith: .success) {
      LiveScheduler.ownSleep()
      let twice = try Scope<NoValues>.app(faultsMax: 2, relaunchesMax: 0)
      let right = try AppKindTests.report(Composer(triesAgain: true), within: twice)
      #expect(right.reason == .exhausted && right.findings.isEmpty, "\(AppKindTests.names(right))")
      let wrong = try AppKindTests.report(
        Composer(isForgetful: true, triesAgain: true), within: twice)
      #expect(
        AppKindTests.names(wrong) == ["draft.kept: lost by failed complete send"],
        "\(AppKindTests.names(wrong))")
    }
  }

  @Test func `what is put off takes nobody's place but that of the same asked for before`() async {
    await #expect(processExitsWith: .success) {
      LiveScheduler.ownSleep()
      let report = try AppKindTests.report(UndoableDelete())
      let replaced = ["reply.stale", "operation.once"]
      #expect(report.reason == .exhausted, "\(report.reason.words)")
      #expect(
        !report.findings.contains { replaced.contains($0.property) },
        "\(AppKindTests.names(report))")
    }
  }

  @Test func `what a server does not have any more may go`() throws { try expectRight(GoneTodo()) }

  @Test func `what is chosen may go with its item`() throws { try expectRight(MasterAndDetail()) }

  @Test func `what waited for a reply may be carried out by it`() throws {
    try expectRight(LinkedList())
  }

  @Test func `what may have been added is tried again`() throws {
    try expectRight(Bill())
    try expect("memory.durable: state and rows differ", after: 9, in: Bill(takesNewKey: true))
  }

  @Test func `what a person asks for once more after a lost reply may be there twice`() throws {
    try expectRight(Bill(hasKey: false))
    try expect(
      "memory.durable: state and rows differ", after: 8, in: Bill(hasKey: false, triesAgain: true))
  }

  @Test func `a view model may change one thing after the other`() throws {
    try expectRight(OpenedPage())
    try expect(
      "failure.shown: load success after failed complete load", after: 4,
      in: OpenedPage(isForgetful: true))
  }

  @Test func `a list may wait for what it asked for next`() throws {
    try expectRight(ListWithDetails())
    try expect(
      "queue.consistent: list waits, nothing pending after complete detail", after: 5,
      in: ListWithDetails(isForgetful: true))
  }

  @Test func `what waits for its turn is pending`() throws {
    try expectRight(OneAtATime())
    try expect(
      "queue.consistent: second waits, nothing pending after complete run", after: 4,
      in: OneAtATime(isForgetful: true))
  }

  @Test func `a task may ask for one thing after the other`() throws {
    try expectRight(LoadAfterLoad())
    try expect(
      "failure.shown: second success after failed complete second", after: 6,
      in: LoadAfterLoad(isForgetful: true))
  }

  @Test func `the status of what is offered at launch needs no item`() throws {
    for loadsOne in [false, true] { try expectRight(Panels(loadsOne: loadsOne)) }
  }

  @Test(arguments: [1, 3, 5])
  func `a thunk that counts its tries is found out`(triesMax: Int) throws {
    try expectRight(PatientLoad(triesMax: triesMax))
    try expect(
      "queue.consistent: load waits, nothing pending after complete load", after: 1 + 2 * triesMax,
      in: PatientLoad(triesMax: triesMax, isForgetful: true))
  }

  @Test func `what an app that hides something did is told as far as it does so again`() throws {
    let (right, wrong) = (
      try Kinds.report(OpenedPage(visitsMax: 2)),
      try Kinds.report(OpenedPage(isForgetful: true, visitsMax: 2))
    )
    for report in [right, wrong] {
      #expect(report.reason.words.contains("hidden state"), "\(report.reason.words)")
      #expect(report.errors == [] && !report.results.map(\.verdict.word).contains("holds"))
    }
    #expect(right.findings.isEmpty, "\(Kinds.names(right))")
    #expect(Kinds.names(wrong) == ["failure.shown: load success after failed complete load"])
  }

  @Test func `what a step goes on to dispatch is looked at each time`() throws {
    let system = RuntimeSystem(
      product: DerivedProduct(Staircase()), scope: try .app(relaunchesMax: 0))
    let low = Property<RuntimeSystem<DerivedProduct<Staircase>>>(
      "low", "Nobody climbs to the top.", witness: "somebody climbs",
      .step { step in
        .require(
          step.action != .does(.become(Staircase.State(step: 3))), culprit: "top",
          "somebody is at the top")
      })
    let report = Specification(
      identity: Identity(product: "stairs", scope: "app"), system: system, properties: [low],
      teller: .runtime(system)
    ).check()
    #expect(report.errors == [] && report.findings.map(\.trace.length) == [3])
    #expect(report.findings[0].story.text.contains("the step goes on with become"))
  }

  @Test func `a reply may be taken in several changes, of which some change nothing`() throws {
    try expectRight(Letter())
    try expect(
      "failure.shown: letter none after failed complete count", after: 4,
      in: Letter(isForgetful: true))
  }

  @Test func `a pull may begin anew without a change`() throws { try expectRight(PulledFeed()) }

  @Test func `requests that are taken in turn may share a status`() throws {
    try expectRight(SavesInTurn())
  }

  @Test func `what differs is named`() throws {
    let report = try Kinds.report(Bill(takesNewKey: true))
    let story = report.findings.first { $0.property == "memory.durable" }?.story.text ?? ""
    #expect(story.contains("paidCount: 1 in the state, 2 stored"), "\(story)")
  }

  @Test func `any number of properties may remember something each`() throws {
    let system = RuntimeSystem(
      product: DerivedProduct(Composer()), scope: try .app(relaunchesMax: 0))
    typealias System = RuntimeSystem<DerivedProduct<Composer>>
    let properties = (1...7).map { number in
      let count = Observer<System, Int>(initial: 0) { step, memory in
        if step.traits.contains(.gesture) && memory.value < 9 { memory.value += 1 }
      }
      return Property<System>(
        "count.\(number)", "A person does little.", witness: "a person does something",
        .step(remembering: count) { step, memory, _ in
          .require(
            !step.traits.contains(.gesture) || memory.value < number, culprit: "too much",
            "too much")
        })
    }
    let report = Specification(
      identity: Identity(product: "many", scope: "app"), system: system, properties: properties,
      teller: .runtime(system)
    ).check()
    #expect(report.errors == [])
    let lengths = report.findings.filter { $0.culprit.hasPrefix("too much") }.map(\.trace.length)
    // Every tap but the first two waits for a reply in two steps.
    #expect(lengths == [2, 5, 6, 9, 10, 13, 14])
  }

  /// An app that is known to trap after so many counts.
  private static func fragile(
    trappingAfter counts: some Sequence<Int>
  ) throws -> (specification: Specification<AppSystem<Fragile>>, questions: AppQuestions) {
    let app = Fragile()
    typealias Label = RuntimeLabel<DerivedProduct<Fragile>>
    let asked = counts.map { count in
      AppQuestion.step(
        Label.gesture(Fragile.taps.trap, window: nil),
        after: Array(repeating: Label.gesture(Fragile.taps.count, window: nil), count: count),
        from: nil
      ).to("\(Fragile.self) \(ContentTree(app).text)").text
    }
    let questions = AppQuestions(
      traps: Dictionary(uniqueKeysWithValues: asked.map { ($0, "it broke") }))
    let system = RuntimeSystem(
      product: DerivedProduct(app, questions), scope: try .app(relaunchesMax: 0))
    let specification = Specification(
      identity: Identity(product: "fragile", scope: "app"), system: system,
      properties: RuntimeProperties(system: system).all, teller: .runtime(system))
    return (specification, questions)
  }

  @Test func `a trap that a search does not come to again is told`() throws {
    let (specification, questions) = try Self.fragile(trappingAfter: [5])
    _ = specification.check(limits: Limits(depthMax: 3))
    #expect(
      questions.unmet == [
        "the app traps when the user taps (it broke), and the end came before it was there again; "
          + "give it more time"
      ])
    _ = specification.check(limits: Limits(depthMax: 6))
    #expect(questions.unmet == [])
  }

  @Test func `a trap that a story tells is not told once more where another step comes to it`()
    throws
  {
    let (specification, questions) = try Self.fragile(trappingAfter: [1, 5])
    _ = specification.check(limits: Limits(depthMax: 3))
    #expect(questions.unmet == [])
  }

  @Test(arguments: [10, 11])
  func `a search ends with what it found where many steps trap`(count: Int) throws {
    let specification = try Self.fragile(trappingAfter: 0..<count).specification
    for report in [specification.check(), specification.check()] {
      #expect(report.reason == (count > 10 ? .trapLimit(count) : .exhausted))
      #expect(report.findings.map(\.trace.length) == [1])
      #expect(report.findings.first?.property == "runtime.crash")
    }
  }
}
