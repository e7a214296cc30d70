import Testing

@testable import Model

/// Idioms of code that waits: one renewal for several, one message for all, parts side by side.
@Suite struct IdiomAppTests: AppSuite {
  @Test func `what was refused may wait for what another request renews`() throws {
    try expectRight(OneToken())
    try expect(
      "queue.consistent: boxes waits, nothing pending after complete renew", after: 8,
      in: OneToken(forgetsWaiters: true))
  }

  @Test func `who goes on with something else may see what was loaded before`() throws {
    try expectRight(OneMessage())
    let report = try AppKindTests.report(OneMessage(pretends: true))
    let name = "status.transitions: wallet failure → success by load"
    #expect(AppKindTests.names(report).contains(name), "\(AppKindTests.names(report))")
  }

  @Test func `what is dispatched and changes nothing tells of no failure`() throws {
    try expectRight(TwoParts())
    try expect(
      "failure.shown: complete rating unreported", after: 5, in: TwoParts(isHasty: true))
  }

  @Test func `a call that was cancelled is not the one that was asked for after it`() throws {
    try expectRight(RestartedPage())
    let report = try AppKindTests.report(RestartedPage(keepsTask: true))
    let names = AppKindTests.names(report)
    #expect(names.contains("deed.kept: undone by complete load"), "\(names)")
  }

  @Test func `what two workers tell apart at once is hidden all the same`() throws {
    let memory = AppMemory(OneMessage(), AppQuestions())
    for words in ["one", "another"] {
      let evidence = AppEvidence(hidden: .init(words: words))
      memory.take(evidence, in: .events, of: try .app())
    }
    #expect(memory.complaint == "one")
    #expect(memory.isHiding)
  }

  /// The third visit shows nothing, whatever became of the two before.
  @Test func `no edition is tried that leaves ways alike which go on differently`() throws {
    typealias Ways = AppWays<OpenedPage>
    let memory = AppMemory(OpenedPage(visitsMax: 2), AppQuestions())
    let ways = memory.ways(in: try .app())
    var (state, labels) = (ways.guide.start, [Ways.Label]())
    func take(_ isWanted: (Ways.Label) -> Bool) throws {
      let (label, outcome) = try #require(ways.successors(of: state).first { isWanted($0.label) })
      labels.append(label)
      state = outcome.state
    }
    try take { if case .gesture = $0 { true } else { false } }
    try take { if case .perform(_, _, nil) = $0 { true } else { false } }
    try take { if case .complete = $0 { true } else { false } }
    let place = ways.content.withLock { $0.steps.place(of: AppSteps<OpenedPage>.Key(state)) }
    func editions(visitCount: Int) -> [AppEdition] {
      let visits = Array(repeating: labels, count: visitCount)
      let other = AppWay<OpenedPage>(labels: visits.flatMap { $0 })
      return AppEdition.allCases.filter(ways.choice(labels[0], at: place, after: other))
    }
    #expect(editions(visitCount: 2) == [])
    #expect(editions(visitCount: 1) == AppEdition.allCases)
  }

  @Test func `states are told apart next by the least that tells the two ways apart`() throws {
    let (memory, scope) = (AppMemory(OneMessage(), AppQuestions()), try Scope<NoValues>.app())
    let hidden = AppEvidence.Hidden(words: "two ways") { $0 == .lastStep || $0 == .events }
    for (edition, next) in [(AppEdition.plain, AppEdition.lastStep), (.lastStep, .events)] {
      memory.take(AppEvidence(hidden: hidden), in: edition, of: scope)
      #expect(memory.edition(in: scope) == next && memory.complaint == nil)
    }
    memory.take(AppEvidence(hidden: hidden), in: .events, of: scope)
    #expect(memory.complaint == "two ways")
  }
}
