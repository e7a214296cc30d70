import Foundation
import Generators
import Model
import Spec
import Testing
@testable import ReferenceProducts
@testable import SpecRunner

/// A check in a test of an adopter: what passes, what fails, and what the failure says.
@Suite struct CheckTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func counter(_ scope: String) throws -> any Checkable {
    try CatalogueCase(product: "counter", scope: scope).specification()
  }

  /// A check without the environment of this process, saving to a folder of its own.
  @discardableResult
  func check(
    _ subject: any Checkable, limits: Limits = .ofChecks, walk: WalkPlan? = nil,
    known: KnownFindings = [],
    allowing allowances: Set<Allowance> = [Self.rollback], variables: [String: String] = [:]
  ) async throws -> CheckReport? {
    let plan = CheckPlan(
      limits: limits, walk: walk, known: known, allowing: allowances, savingTo: folder.path)
    return try await Generators.check(subject, plan.reading(variables))
  }

  func failure(
    _ subject: any Checkable, limits: Limits = .ofChecks, walk: WalkPlan? = nil,
    known: KnownFindings = [],
    allowing allowances: Set<Allowance> = [Self.rollback], variables: [String: String] = [:]
  ) async throws -> CheckFailure {
    try await #require(throws: CheckFailure.self) {
      try await check(
        subject, limits: limits, walk: walk, known: known, allowing: allowances,
        variables: variables)
    }
  }

  static let crash = FindingName(
    property: "runtime.crash", culprit: "crash after didTapIncrementButton")
  static let total = FindingName(property: "reducer.total", culprit: "didTapIncrementButton")
  private static let crashInCode =
    "FindingName(property: \"runtime.crash\", culprit: \"crash after didTapIncrementButton\")"

  /// The counter's reducer throws nothing.
  static let rollback = Allowance.vacuous("reducer.throw.rollback")
  static let both: KnownFindings = [crash, total]

  private func replayLine(_ path: String) -> String {
    "Replay: SPEC_REPLAY=\(folder.path)/CheckTests-check/\(path) swift test"
  }

  // MARK: Exhaustive

  @Test func `a specification that keeps its promises passes and saves nothing`() async throws {
    let report = try await check(counter("zero"))
    #expect(report?.statistics.stateCount == 11)
    #expect(report?.reason == .exhausted)
    #expect(report?.findings.isEmpty == true)
    #expect(folder.files == [])
  }

  @Test(arguments: [nil, WalkPlan()])
  func `properties that cannot be told apart, or promise nothing, fail`(_ walk: WalkPlan?)
    async throws
  {
    func description(_ properties: [Property<Chart>]) async throws -> String {
      let door = Specification(
        identity: Identity(product: "door", scope: "all"), system: Chart(["start open> ajar"]),
        properties: properties, teller: Teller())
      return try await failure(door, walk: walk).description
    }
    let first = Property<Chart>(
      "door.whole", "It holds.", witness: "a door", .invariant { _ in .holds })
    let second = Property<Chart>(
      "door.whole", "It is shut.", witness: "a door", .settled { _ in .holds })
    #expect(try await description([]).contains("nothing is promised"))
    #expect(
      try await description([first, second]).contains("several properties are named door.whole"))
    let bare = Property<Chart>("door.bare", "It holds.", witness: "a door")
    #expect(try await description([first, bare]).contains("door.bare has no clause"))
  }

  @Test(arguments: [
    Allowance.vacuous("counter.exat"), .undecided("counter.exat"),
    .stale(FindingName(property: "counter.exact", culprit: "off")),
  ])
  func `an allowance for what there is not fails`(_ allowance: Allowance) async throws {
    let failure = try await failure(counter("zero"), allowing: [Self.rollback, allowance])
    #expect(failure.description.contains("correct it or take it out"))
  }

  @Test(arguments: [nil, WalkPlan(runCount: 5)])
  func `a known finding of no property that there is fails, and nothing allows it`(
    _ walk: WalkPlan?
  )
    async throws
  {
    let name = FindingName(property: "counter.exat", culprit: "off")
    let failure = try await failure(
      counter("zero"), walk: walk, known: [name], allowing: [Self.rollback, .stale(name)])
    #expect(
      failure.description
        == "counter · published · open · zero: 'counter.exat: off' is known and names no property "
        + "of it; correct it or take it out of known")
  }

  @Test func `a failure holds each story and the line that replays it`() async throws {
    let failure = try await failure(counter("top"))
    let expected = """
      counter · published · open · top: 2 findings
        \(Self.crash) (1 step)
        \(Self.total) (0 steps)

      counter · published · open · top: runtime.crash is broken: crash after didTapIncrementButton
      Promised: No product function crashes.
        1. the user taps Increment; the app crashes (arithmetic overflow at 9223372036854775807)
             value: 9223372036854775807 → none
      Broken: arithmetic overflow at 9223372036854775807
      For the user: The app closes by itself.
      \(replayLine("top/" + CounterTraces.crashPath))

      counter · published · open · top: reducer.total is broken: didTapIncrementButton
      Promised: The reducer answers every action in every state: a new state or a thrown error.
      Broken: arithmetic overflow at 9223372036854775807
      For the user: Some input closes the app.
      \(replayLine("top/" + CounterTraces.totalPath))
      """
    #expect(failure.description == expected)
    #expect(failure.findings.map(\.name) == [Self.crash, Self.total])
  }

  @Test func `a failure saves the traces that its replay lines name`() async throws {
    let failure = try await failure(counter("top"))
    #expect(
      folder.files
        == [CounterTraces.totalPath, CounterTraces.crashPath].map { "CheckTests-check/top/" + $0 })
    for finding in failure.findings {
      let saved = try Trace(path: folder.path + "/CheckTests-check/top/" + finding.trace.ledgerPath)
      #expect(saved == finding.trace)
      #expect(saved == (try CounterTraces.entry(finding.trace.ledgerPath)))
    }
  }

  @Test func `known findings are no failure`() async throws {
    let report = try await check(counter("top"), known: Self.both)
    #expect(report?.findings.map(\.name) == [Self.crash, Self.total])
    #expect(folder.files == [])
  }

  @Test func `what is not known fails alone`() async throws {
    let failure = try await failure(counter("top"), known: [Self.crash])
    #expect(failure.findings.map(\.name) == [Self.total])
    #expect(folder.files == ["CheckTests-check/top/" + CounterTraces.totalPath])
  }

  @Test func `a known finding that is not found any more is a failure until it is allowed`()
    async throws
  {
    let failure = try await failure(counter("zero"), known: [Self.crash])
    let expected = """
      counter · published · open · zero: '\(Self.crash)' is known and not found any more; take it \
      out of known
      If that is meant, write allowing: [.stale(\(Self.crashInCode))]
      """
    #expect(failure.description == expected)
    #expect(failure.findings.isEmpty)
    let allowed = try await check(
      counter("zero"), known: [Self.crash], allowing: [.stale(Self.crash), Self.rollback])
    #expect(allowed?.findings.isEmpty == true)
  }

  @Test func `a known finding of the length that it has is no failure`() async throws {
    let known: KnownFindings = [Self.crash: 1, Self.total: nil]
    #expect(try await check(counter("top"), known: known)?.findings.count == 2)
  }

  @Test func `a finding that is longer than it is known to be is a failure until it is allowed`()
    async throws
  {
    let known: KnownFindings = [Self.crash: 0, Self.total: nil]
    let failure = try await failure(counter("top"), known: known)
    let expected = """
      counter · published · open · top: '\(Self.crash)' is known with 0 steps and takes 1 now; \
      write \(Self.crashInCode): 1 in known
      If that is meant, write allowing: [.stale(\(Self.crashInCode))]
      """
    #expect(failure.description == expected)
    try await check(counter("top"), known: known, allowing: [.stale(Self.crash), Self.rollback])
  }

  @Test(arguments: [nil, WalkPlan(runCount: 5)])
  func `a finding that is shorter than it is known to be is news that nothing allows`(
    _ walk: WalkPlan?
  )
    async throws
  {
    let known: KnownFindings = [Self.crash: 2, Self.total: nil]
    let failure = try await failure(
      counter("top"), walk: walk, known: known, allowing: [.stale(Self.crash), Self.rollback])
    #expect(failure.findings.map(\.name) == [Self.crash])
    #expect(failure.description.hasSuffix("write \(Self.crashInCode): 1 in known"))
  }

  @Test func `of two entries of one finding the stricter counts`() async throws {
    let failure = try await failure(
      counter("top"), known: [Self.crash: 2, Self.crash: nil, Self.total: nil])
    #expect(failure.findings.map(\.name) == [Self.crash])
  }

  @Test func `entries of a ledger whose property is not asked for are passed over`() async throws {
    let ledger = try TemporaryFolder()
    for (number, path) in [CounterTraces.crashPath, CounterTraces.totalPath].enumerated() {
      _ = try ledger.write(CounterTraces.entry(path).data, to: "known--\(number).json")
    }
    for property in ["runtime.other", "live.conforms"] {
      let trace = try CounterTraces.crash().with { $0.property = property }
      _ = try ledger.write(trace.data, to: "\(property)--other.json")
    }
    let report = try await check(counter("top"), known: .ledger(ledger.path))
    #expect(report?.findings.map(\.name) == [Self.crash, Self.total])
  }

  // MARK: Nothing shown

  /// A counter that nobody can tap.
  private func stillCounter() throws -> any Checkable {
    let values = JSONValue.object(["initial": .integer(0), "reach": .integer(0)])
    let scope = try counter("zero").writtenScope.setting("values", to: values)
    let product = try #require(Registry.catalogue.product(named: "counter"))
    return try #require(try product.specification(design: "published", writtenScope: scope))
  }

  @Test func `a scope with nothing but its start is a failure until it is allowed`() async throws {
    let still = try stillCounter()
    let failure = try await failure(still)
    #expect(
      failure.description.contains("zero: nothing was explored but the start, as no step leads out")
    )
    #expect(failure.description.contains("write allowing: [.nothingExplored, .vacuous(\""))
    let vacuous = still.check().results.filter { $0.verdict == .vacuous }.map(\.property.name)
    #expect(!vacuous.isEmpty)
    let allowances = [.nothingExplored] + vacuous.map(Allowance.vacuous)
    #expect(try await check(still, allowing: Set(allowances))?.statistics.stateCount == 1)
    let walk = WalkPlan(runCount: 5)
    let walked = try await self.failure(still, walk: walk)
    #expect(walked.description.contains("zero: no step was taken; give the scope more"))
    #expect(try await check(still, walk: walk, allowing: [.nothingExplored]) == nil)
  }

  @Test func `every property that is vacuous is a failure until it is allowed`() async throws {
    let still = try stillCounter()
    let vacuous = still.check().results.filter { $0.verdict == .vacuous }.map(\.property)
    for (place, property) in vacuous.enumerated() {
      let others = vacuous.filter { $0.name != property.name }.map { Allowance.vacuous($0.name) }
      let failure = try await failure(still, allowing: Set(others + [.nothingExplored]))
      let expected = """
        counter · published · open · zero: \(property.name) is vacuous, as this never happens: \
        \(property.witness); enlarge the scope
        If that is meant, write allowing: [.vacuous("\(property.name)")]
        """
      #expect(failure.description == expected, "\(place)")
    }
  }

  @Test func `a check decides any number of goals`() async throws {
    let bookmark = try BookmarkTests.specification()
    let goals = (1...40).map { number in
      Property<RuntimeSystem<Bookmark>>(
        "goal.number\(number)", "Rest can be reached.", witness: "a state",
        .possible(goal: { _ in true }))
    }
    let specification = Specification(
      identity: bookmark.identity, system: bookmark.system, properties: goals,
      teller: bookmark.teller)
    #expect(specification.check().results.allSatisfy { $0.verdict == .holds })
    #expect(try await check(specification, allowing: []) != nil)
  }

  // MARK: Limits

  @Test func `a limit that is hit is a failure although nothing is broken`() async throws {
    let calm = try CatalogueCase(product: "animals", scope: "calm").specification()
    let failure = try await failure(calm, limits: Limits(depthMax: 3))
    let expected =
      "animals · published · open · calm: the search ended early: limit of depth 3 hit; "
      + "raise the limit, choose a smaller scope, or take random walks (walk: WalkPlan())\n"
      + "If that is meant, write allowing: [.unfinished]"
    #expect(failure.description == expected)
    #expect(failure.findings.isEmpty)
    #expect(folder.files == [])
  }

  @Test func `a limit that is hit may be allowed`() async throws {
    let calm = try CatalogueCase(product: "animals", scope: "calm").specification()
    let report = try await check(calm, limits: Limits(depthMax: 3), allowing: [.unfinished])
    #expect(report?.reason == .depthLimit(3))
  }

  @Test func `a limit that is hit is a failure although all findings are known`() async throws {
    let failure = try await failure(counter("top"), limits: Limits(depthMax: 2), known: Self.both)
    #expect(failure.description.contains("limit of depth 2 hit"))
  }

  @Test func `what is broken within a limit is told before the limit`() async throws {
    let failure = try await failure(counter("top"), limits: Limits(stateCountMax: 3))
    #expect(failure.findings.map(\.name) == [Self.crash, Self.total])
  }

  @Test func `a search that the end of the time keeps at its start explored nothing`() async throws
  {
    let calm = try CatalogueCase(product: "animals", scope: "calm").specification()
    let plan = CheckPlan(secondsMax: 0, allowing: [.unfinished], savingTo: folder.path).reading([:])
    let failure = await #expect(throws: CheckFailure.self) {
      try await Generators.check(calm, plan)
    }
    #expect(
      failure?.description == """
        animals · published · open · calm: nothing was explored but the start
        If that is meant, write allowing: [.nothingExplored]
        """)
  }

  @Test func `a folder in which no file can be made is a failure that nothing allows`() async throws
  {
    let file = try folder.write(Data(), to: "file")
    let failure = try await failure(
      counter("zero"), limits: Limits(spillingTo: "\(file)/below"),
      allowing: [Self.rollback, .unfinished, .nothingExplored])
    #expect(
      failure.description
        == "counter · published · open · zero: nothing was explored, as no file can be "
        + "made in \(file)/below; name another folder")
  }

  // MARK: Walking

  @Test func `a walk that the end of the time cuts is a failure until it is allowed`() async throws
  {
    let walk = WalkPlan(runCount: 1_000_000_000)
    var plan = CheckPlan(
      walk: walk, secondsMax: 1, allowing: [Self.rollback], savingTo: folder.path
    )
    .reading([:])
    let failure = await #expect(throws: CheckFailure.self) {
      try await Generators.check(counter("zero"), plan)
    }
    let text = failure?.description ?? ""
    #expect(
      text.hasPrefix("counter · published · open · zero: the time was over after "), "\(text)")
    #expect(text.hasSuffix("\nIf that is meant, write allowing: [.unfinished]"), "\(text)")
    plan.allowances.insert(.unfinished)
    #expect(try await Generators.check(counter("zero"), plan) == nil)
  }

  @Test func `a check that walks finds and shrinks, and names the seed`() async throws {
    let failure = try await failure(
      counter("top"), walk: WalkPlan(seed: 3, runCount: 5, stepCountMax: 50))
    #expect(Set(failure.findings.map(\.name)) == [Self.crash, Self.total])
    let crash = try #require(failure.findings.first { $0.name == Self.crash })
    let seed = try #require(crash.trace.seed)
    #expect((3..<8).contains(seed))
    #expect(crash.trace.labels == CounterTraces.taps("+"))
    #expect(
      failure.description.contains("is broken: crash after didTapIncrementButton (seed \(seed))\n"))
    #expect(failure.description.contains(replayLine("top/" + CounterTraces.crashPath)))
    #expect(
      try Trace(path: folder.path + "/CheckTests-check/top/" + CounterTraces.crashPath)
        == crash.trace)
  }

  @Test func `a check that walks and finds nothing passes without a report`() async throws {
    #expect(try await check(counter("zero"), walk: WalkPlan(runCount: 5)) == nil)
    #expect(folder.files == [])
  }

  @Test func `known findings of a walk are no failure`() async throws {
    let walk = WalkPlan(runCount: 5)
    #expect(try await check(counter("top"), walk: walk, known: Self.both) == nil)
  }

  @Test func `the environment decides the seed and the runs of a walk`() async throws {
    let failure = try await failure(
      counter("top"), walk: WalkPlan(runCount: 1000),
      variables: ["SPEC_SEED": "77", "SPEC_RUNS": "1"])
    #expect(failure.findings.allSatisfy { $0.trace.seed == 77 })
    #expect(!failure.findings.isEmpty)
  }
}
