import Foundation
import Model
import Synchronization
import Testing
@testable import ReferenceProducts

@testable import Generators
@testable import Spec
@testable import SpecRunner

/// How properties are asked about generated values: seeds, counts, shrinking, traces.
@Suite struct GeneratedValuesTests {
  private func report(
    _ product: String, design: String = "published", seed: UInt64 = 0, runCount: Int,
    only filter: (String) -> Bool = { _ in true },
    shouldStop: GeneratedValuesReport.Stop = { _, _ in false }
  ) throws -> GeneratedValuesReport {
    let known = try #require(Registry.catalogue.product(named: product))
    let plan = ValuePlan(seed: seed, runCount: runCount)
    let report = known.checkValues(design: design, plan, only: filter, shouldStop: shouldStop)
    return try #require(report)
  }

  private func verdict(_ property: String, _ report: GeneratedValuesReport) -> Verdict? {
    report.results.first { $0.name == property }?.verdict
  }

  // MARK: Seeds and counts

  @Test(arguments: Registry.catalogue.products.map(\.name))
  func `one seed gives one report`(_ product: String) throws {
    let (first, second) = (try report(product, runCount: 25), try report(product, runCount: 25))
    #expect(first.results.map(\.verdict) == second.results.map(\.verdict))
    #expect(first.results.map(\.judgedCount) == second.results.map(\.judgedCount))
    #expect(first.findings.map(\.trace) == second.findings.map(\.trace))
    #expect(first.findings.map(\.story) == second.findings.map(\.story))
  }

  @Test func `another seed gives other values`() {
    let inputs = (0..<60).map { QuakesInputs.all.value(seed: $0)?.state }
    #expect(Set(inputs).count > 40)
  }

  @Test(arguments: Registry.catalogue.products.map(\.name))
  func `every property of values of the product has a verdict, and none is vacuous`(
    _ product: String
  ) throws {
    let known = try #require(Registry.catalogue.product(named: product))
    let report = try #require(known.checkValuesUnshrunk(ValuePlan(runCount: 300)))
    let scope = try #require(Self.scopes[product])
    let specification = try #require(known.specification(scope: scope))
    let values = specification.propertySummaries.filter { $0.kind == "values" }.map(\.name)
    #expect(Set(report.results.map(\.name)).isSuperset(of: values))
    #expect(report.results.filter { $0.verdict == .vacuous }.map(\.name) == [])
    #expect(report.runCount == 300 && !report.wasStopped)
  }

  private static let scopes = ["counter": "top", "animals": "calm", "quakes": "calm"]

  @Test func `only the properties that are asked for are judged`() throws {
    let report = try report("quakes", runCount: 20) { $0 == "quakes.format" }
    #expect(report.results.map(\.name) == ["quakes.format"])
    #expect(report.findings.allSatisfy { $0.property == "quakes.format" })
  }

  @Test func `a check that is stopped says so, and after how many values`() throws {
    let report = try report("counter", runCount: 100, shouldStop: { count, _ in count == 7 })
    #expect(report.runCount == 7 && report.wasStopped)
  }

  @Test
  func `a check that is stopped while it shrinks tells what it has found, and judges no more`() {
    var judgedCount = 0
    let search = ValueSearch(
      generator: Generator<Int>.integers(in: 0...1_000_000).array(count: 20...30),
      property: { numbers, _ in
        judgedCount += 1
        return numbers.reduce(0, +) < 1000
      }, isOver: { judgedCount >= 3 })
    let found = search.run(ValuePlan(seed: 1, runCount: 5)).counterexample
    #expect(found?.isOneMinimal == false)
    // The last judgement gives the reason of what was found so far.
    #expect(judgedCount == 4)
  }

  @Test func `shrinking ends where a simpler alternative takes more choices than there may be`() {
    let number = Generator<Int>.integers(in: 0...1_000_000_000)
    let search = ValueSearch(
      generator: .oneOf([number.pair(with: number).map { [$0, $1] }, number.map { [$0] }]),
      property: { numbers, _ in numbers.count == 2 })
    #expect(search.run(ValuePlan(seed: 1, runCount: 20)).counterexample?.value == [0])
  }

  @Test func `a property whose premise no value meets is vacuous`() throws {
    // The first value of this seed holds no quake.
    let seed = try #require(
      (0..<100).first {
        QuakesInputs.all.value(seed: $0)?.state.quakes.data == [:]
      })
    let report = try report("quakes", seed: seed, runCount: 1)
    #expect(verdict("quakes.format", report) == .vacuous)
    #expect(verdict("reducer.total", report) == .holdsForSample(stateCount: 1))
  }

  @Test func `a design that there is not gives no report`() {
    let quakes = Registry.catalogue.product(named: "quakes")
    #expect(quakes?.checkValues(design: "mutant(none)", ValuePlan(runCount: 1)) == nil)
  }

  // MARK: What is found

  @Test(
    arguments: [
      ("quakes", "filter-drops-delete-all", "filter.sound(quakes)", "deleteAllQuakes"),
      (
        "quakes", "filter-drops-local-fetch", "filter.sound(quakes.values)",
        "localStoreDidFetchQuakes"
      ),
      ("quakes", "crash-on-empty", "reducer.total", "remoteStoreDidFetchQuakes"),
      (
        "animals", "filter-forgets-old-category", "contract(filters)",
        "animals.values: didUpdateAnimal"
      ),
      ("animals", "filter-drops-reload", "filter.sound(categories.values)", "didReloadSampleData"),
      ("animals", "crash-on-update", "reducer.total", "didUpdateAnimal"),
    ].sampled(3))
  func `a defect that is planted in a filter or reducer is found`(
    _ product: String, _ mutant: String, _ property: String, _ culprit: String
  ) throws {
    let known = try KnownOfValues.names(of: product)
    #expect(!known.contains(FindingName(property: property, culprit: culprit)))
    let found = try report(
      product, design: "mutant(\(mutant))", runCount: 300, only: { $0 == property },
      shouldStop: { $1().findings.contains { $0.culprit == culprit } })
    let finding = try #require(found.findings.first { $0.culprit == culprit })
    #expect(try Registry.catalogue.grade(finding.trace).grade == .reproduces)
    #expect(finding.trace.design == "mutant(\(mutant))")
  }

  @Test(arguments: [UInt64(0), 1_000, 2_000])
  func `a quake on two days shrinks to the midnight that begins 2001 in GMT`(_ seed: UInt64) throws
  {
    let report = try report("quakes", seed: seed, runCount: 60) { $0 == "quakes.day.partition" }
    let finding = try #require(
      report.findings.first { $0.culprit == "two days at the start of the second" })
    #expect(
      finding.story.text == """
        Promised: Every quake is listed on exactly one calendar day, in every zone.
          1. a state that holds
               quakes.data[a]: '', 0.0
        Broken: quake 'a' at 00:00:00 on Monday 1 January 2001 in GMT is listed on Sunday 31 \
        December 2000 and on Monday 1 January 2001
        For the user: A quake is missing on its day, or listed on two.
        """)
  }

  @Test func `a clock change that skips midnight is told with its zone and both days`() throws {
    let input = ValuesInput<Quakes>(
      values: Quakes.Values(
        ranges: [], payloads: [], countsRefreshes: false, deletions: [], deletesAll: false,
        searches: [Quakes.Search(text: "", date: .distantPast)], sorts: [],
        timeZone: "America/Sao_Paulo"),
      state: Quakes.State(), action: .ui(.deleteAllQuakes))
    let product = Quakes(calendar: input.values.calendar)
    let system = RuntimeSystem(product: product, scope: Scope(name: "values", values: input.values))
    let clause = try #require(
      QuakesProperties.valuesClauses(system).first { $0.property == "quakes.day.partition" })
    guard case .judge(let judge) = clause.form else { return }
    func culprit(hour: Int, minute: Int) throws -> String? {
      // On 14 October 2001 clocks went from 23:59:59 to 01:00:00.
      let parts = DateComponents(year: 2001, month: 10, day: 15, hour: hour, minute: minute)
      let time = try #require(product.calendar.date(from: parts))
      let quake = Quake(quakeId: "a", magnitude: 1, time: time, updated: time, name: "")
      let state = Quakes.State(quakes: .init(data: ["a": quake]))
      guard case .violated(let found) = judge(ValuesView(product, state: state)) else { return nil }
      return found.first?.culprit
    }
    #expect(try culprit(hour: 0, minute: 0) == "two days at the start of the second")
    #expect(try culprit(hour: 0, minute: 30) == "two days after the start of the second")
    #expect(try culprit(hour: 1, minute: 0) == "two days after the start of the second")
    #expect(try culprit(hour: 1, minute: 1) == nil)
    #expect(try culprit(hour: 12, minute: 0) == nil)
  }

  @Test func `every finding replays from its trace, and its trace comes back from its data`() throws
  {
    for product in Registry.catalogue.products {
      for finding in try report(product.name, runCount: 40).findings {
        #expect(try Registry.catalogue.grade(finding.trace).grade == .reproduces, "\(finding.name)")
        #expect(try Trace(data: finding.trace.data) == finding.trace)
        #expect(try Registry.catalogue.grade(finding.trace).story?.ending == finding.story.ending)
      }
    }
  }

  @Test func `values that are mended pass`() throws {
    let finding = try #require(
      try report("quakes", runCount: 60) { $0 == "quakes.day.partition" }.findings.last)
    let mended = finding.trace.with {
      $0.values?.state = .object(["quakes": .object(["data": .object([:])])])
    }
    #expect(try Registry.catalogue.grade(mended).grade == .passes(otherCulprits: []))
  }

  // MARK: In a test

  private func counters(_ range: ClosedRange<Int>) -> Generator<ValuesInput<Counter>> {
    Generator<Int>.integers(in: range).pair(with: .element(of: Counter.Action.allCases)).map {
      ValuesInput<Counter>(
        values: Counter.Values(initial: 0, reach: 1), state: Counter.State(value: $0), action: $1)
    }
  }

  @Test func `a product of one's own is asked in a test`() throws {
    let report = try check(generated: counters(-9...9), of: { Counter(initial: $0.initial) })
    #expect(report.results.map(\.verdict) == [.holdsForSample(stateCount: 1000)])
    let inputs = counters(Int.max - 3...Int.max)
    let total = FindingName(property: "reducer.total", culprit: "didTapIncrementButton")
    let failure = #expect(throws: CheckFailure.self) {
      try check(generated: inputs, of: { Counter(initial: $0.initial) })
    }
    #expect(failure?.findings.map(\.name) == [total])
    #expect(
      failure?.description.hasPrefix("Counter: reducer.total is broken: didTapIncrementButton")
        == true)
    try check(generated: inputs, of: { Counter(initial: $0.initial) }, known: [total])
    let shorter = #expect(throws: CheckFailure.self) {
      try check(generated: inputs, of: { Counter(initial: $0.initial) }, known: [total: 1])
    }
    #expect(shorter?.findings.map(\.name) == [total])
    #expect(shorter?.description.contains("is known with 1 steps and takes 0 now") == true)
    let mistyped = FindingName(property: "reducer.totle", culprit: "didTapIncrementButton")
    let complaint = #expect(throws: CheckFailure.self) {
      try check(generated: inputs, of: { Counter(initial: $0.initial) }, known: [total, mistyped])
    }
    #expect(
      complaint?.description.contains("'\(mistyped)' is known and names no property of it") == true)
  }

  @Test func `a clause that breaks once and not again is told as such, with the values`() throws {
    let callCount = Mutex(0)
    let clause = ValuesClause<Counter>("odd", "Every seventh call is odd.", witness: "always") {
      _ in
      .require(
        callCount.withLock { ($0 += 1, $0 % 7 != 0).1 }, culprit: "seventh", "the seventh is odd")
    }
    let failure = #expect(throws: CheckFailure.self) {
      try check(
        generated: counters(-9...9), of: { Counter(initial: $0.initial) },
        properties: { _ in [clause] })
    }
    let finding = try #require(failure?.findings.first)
    #expect(
      finding.story.ending == "seventh, and not when asked again about the same values")
    #expect(finding.story.promise == "Every seventh call is odd.")
    #expect(finding.trace.values?.state != .null)
  }

  @Test func `a clause sees the state after an action, drawn or taken by a search`() throws {
    let clause = ValuesClause<Counter>(
      "small", "The value stays below 2.", witness: "an action is taken", readsAction: true
    ) { view in
      guard view.action != nil else { return .idle }
      guard let new = view.new else { return .violated(culprit: "nothing", detail: "no state") }
      return .require(new.value < 2, culprit: "large", "it is large")
    }
    let scope = Scope(name: "zero", values: Counter.Values(initial: 0, reach: 3))
    let system = RuntimeSystem(product: Counter(initial: 0), scope: scope)
    let report = Specification(
      identity: Identity(product: "counter", scope: "zero"),
      scope: try JSONValue(encoding: scope), system: system, properties: [clause.property()],
      teller: .runtime(system)
    ).check()
    let large = FindingName(property: "small", culprit: "large")
    #expect(report.findings.map(\.name) == [large] && report.findings[0].trace.length == 2)
    let failure = #expect(throws: CheckFailure.self) {
      try check(
        generated: counters(0...3), of: { Counter(initial: $0.initial) },
        properties: { _ in [clause] })
    }
    #expect(failure?.findings.map(\.name) == [large])
  }

  @Test func `the environment decides the seed and the number of values`() throws {
    let plan = ValuePlan(runCount: 500).reading(["SPEC_SEED": "7", "SPEC_RUNS": "13"])
    let report = try check(generated: counters(-9...9), of: { Counter(initial: $0.initial) }, plan)
    #expect(report.plan == ValuePlan(seed: 7, runCount: 13) && report.runCount == 13)
  }
}
