import Model
import Testing
@testable import ReferenceProducts

@testable import Generators
@testable import Spec

/// What holds of every specification of the catalogue, whatever its product.
@Suite struct LawTests {
  /// Every mutant, where it is caught.
  private static let mutants = MutantTests.table.map(\.example)
  private static let filters = MutantTests.table.map(\.example).filter {
    $0.design.contains("filter")
  }

  // MARK: Systems

  private func disorder<Subject: Checkable>(_ subject: Subject) throws -> [String] {
    let graph = try ReachedGraph(subject.specification.system)
    return graph.rows.indices.flatMap { state in
      let labels = graph.edges[state].map(graph.label)
      return zip(labels, labels.dropFirst()).filter { !contentPrecedes($0, $1) }.map {
        "\($0) before \($1)"
      }
    }
  }

  @Test(arguments: (quick + others).sampled(12))
  func `labels out of every reachable state strictly ascend`(_ example: CatalogueCase) throws {
    #expect(try disorder(example.specification()) == [])
  }

  private func strayLabels<Subject: Checkable>(_ subject: Subject) throws -> (
    count: Int, strays: [String]
  ) {
    let graph = try ReachedGraph(subject.specification.system)
    let labels = Set(graph.edges.flatMap { $0.map(graph.label) })
    let strays = try labels.filter {
      try JSONValue(writing: $0).readWhole(as: Subject.System.Label.self) != $0
    }
    let texts = Set(labels.map(subject.specification.text))
    #expect(texts.count == labels.count)
    return (labels.count, strays.map { "\($0)" })
  }

  @Test(arguments: CatalogueCase.light.sampled(4))
  func `a label comes back from its JSON as it was, and no two share it`(_ example: CatalogueCase)
    throws
  {
    let (count, strays) = try strayLabels(example.specification())
    #expect(strays == [])
    #expect(count >= 2)
  }

  // MARK: Explorations

  @Test(arguments: CatalogueCase.light.sampled(4))
  func `two explorations give equal reports`(_ example: CatalogueCase) throws {
    let first = try Explored.report(example.product, example.scope)
    let second = try example.explored()
    #expect(first.identity == second.identity)
    #expect(first.reason == second.reason)
    #expect(first.statistics.apartFromMemory == second.statistics.apartFromMemory)
    #expect(first.results.map(\.property) == second.results.map(\.property))
    #expect(first.results.map(\.verdict) == second.results.map(\.verdict))
    #expect(first.findings.map(\.name) == second.findings.map(\.name))
    #expect(first.findings.map(\.trace) == second.findings.map(\.trace))
    #expect(first.findings.map(\.story) == second.findings.map(\.story))
  }

  private func compare<Subject: Checkable>(_ subject: Subject) throws {
    let (system, properties) = (subject.specification.system, subject.specification.properties)
    let graph = try ReachedGraph(system, judging: properties)
    // What equal windows are counted as: the states without their order, and transitions out of
    // those.
    let isReduced = system.makeExpansion(isReduced: true).rows.isReduced
    let counted = isReduced ? try ReachedGraph(system, judging: properties, isReduced: true) : graph
    let found = Explorer(system: system, properties: properties).run()
    #expect(found.reason == .exhausted)
    #expect(found.unconfirmed.isEmpty && found.audit.differences == [])
    // Where windows open at the end, not every order of them comes about.
    #expect(found.statistics.symmetricStateCount >= graph.rows.count)
    #expect(isReduced || found.statistics.symmetricStateCount == graph.rows.count)
    #expect(found.statistics.stateCount == counted.rows.count)
    #expect(graph.stateCount(in: counted) == counted.rows.count)
    #expect(found.statistics.stepCount == counted.stepCount)
    #expect(found.statistics.depth == graph.depth)
    #expect(found.statistics.terminalCount == counted.terminalCount)
    let naive = NaiveSearch(graph, properties: properties)
    let measures = Measures(counted, properties: properties)
    #expect(measures.breaches == [])
    for (property, (verdict, expected)) in zip(
      properties, zip(found.verdicts, naive.verdicts(measures)))
    {
      if case (.measured(let some), .measured(let all)) = (verdict, expected), some != all {
        // Only so many steps are measured.
        let total = { (counts: [String: MeasureCount]) in
          counts.values.reduce(0) { $0 + $1.totalCount }
        }
        #expect(total(some) == Judge.measuredStepsMax && total(all) > total(some))
      } else {
        #expect(verdict == expected, "\(property.name)")
      }
    }
    let lengths = found.findings.map {
      (
        NaiveSearch<Subject.System>.Key(property: $0.property, culprit: $0.culprit),
        $0.path.labels.count
      )
    }
    #expect(Dictionary(lengths) { first, _ in first } == naive.lengths)
    #expect(lengths.count == naive.lengths.count)
  }

  /// What has few states enough to look at each of them for long.
  private static let quick = (CatalogueCase.light + mutants).filter {
    !["faults", "kills", "shared"].contains($0.scope)
      && ($0.design == "published" || $0.scope != "adds")
  }
  private static let others = ["faults", "kills"].map {
    CatalogueCase(product: "animals", scope: $0)
  }

  /// A judgement that was remembered for too little would be given to states that differ in more.
  @Test(arguments: quick.sampled(30) { ["zero", "fields", "closing", "calm"].contains($0.scope) })
  func `an exploration finds what judging every state and step anew finds`(_ example: CatalogueCase)
    throws
  {
    try compare(example.specification())
  }

  /// A design of one dog's Animals: one thunk at a time, a fault, and so many kills.
  private func animals(
    relaunchesMax: Int, _ change: (inout Animals) -> Void = { _ in }
  ) throws -> RuntimeSystem<Animals> {
    let overtaking = CatalogueCase(product: "animals", scope: "overtaking")
    let known = try #require(
      try overtaking.specification() as? Specification<RuntimeSystem<Animals>>)
    var (product, scope) = (known.system.product, known.system.scope)
    scope.discipline = .serial
    scope = try scope.with(faultsMax: 1, relaunchesMax: relaunchesMax)
    change(&product)
    return RuntimeSystem(product: product, scope: scope)
  }

  @Test func `an exploration finds the same where operations fail and the app is killed`() throws {
    let system = try animals(relaunchesMax: 1)
    try compare(
      Specification(
        identity: Identity(product: "animals", scope: "both"), system: system,
        properties: AnimalsProperties.all(system), teller: Teller.runtime(system)))
  }

  /// The delete is carried out, its reply is lost, and the second delete is refused: nobody hears
  /// of it.
  ///
  /// That a first delete of the same label, with the same statuses afterwards, is carried out says
  /// nothing.
  @Test func `a refusal that is never reported is found`() throws {
    let system = try animals(relaunchesMax: 0) {
      $0.design.completing = { operation, result in
        result == .failure(AnimalsStore.animalNotFound)
          ? nil : AnimalsListener.completion(operation, result)
      }
    }
    let properties = AnimalsProperties.all(system).filter { $0.name == "failure.shown" }
    let found = Explorer(system: system, properties: properties).run()
    let naive = NaiveSearch(try ReachedGraph(system, judging: properties), properties: properties)
    #expect(naive.lengths.values.sorted() == found.findings.map(\.path.labels.count).sorted())
    #expect(
      found.findings.map(\.culprit) == [
        "perform deleteAnimal unreported", "perform updateAnimal unreported",
      ])
    #expect(found.findings.map(\.path.labels.count) == [11, 11])
  }

  // MARK: Products

  private func laws(_ example: CatalogueCase) throws -> any RuntimeLaws {
    try #require(try example.specification().laws)
  }

  @Test(arguments: (CatalogueCase.light + filters).sampled(7))
  func `a view shows what a subscription gives, in whatever order it meets entries`(
    _ example: CatalogueCase
  )
    throws
  {
    let outcome = try laws(example).subscriptionLaw()
    #expect(outcome.breaches == [])
    #expect(outcome.count > 0 || example.product == "counter")
  }

  @Test(arguments: CatalogueCase.light.sampled(4))
  func `a notice tells the subjects that move to waiting`(_ example: CatalogueCase) throws {
    let outcome = try laws(example).noticeLaw()
    #expect(outcome.breaches == [])
    #expect(outcome.count > 0)
  }

  @Test(arguments: CatalogueCase.light.sampled(4))
  func `the listener asks for the operation of a notice exactly while its subjects wait`(
    _ example: CatalogueCase
  ) throws {
    let outcome = try laws(example).listenerLaw()
    #expect(outcome.breaches == [])
    #expect(outcome.count > 0 || example.product == "counter")
  }

  @Test(arguments: (quick + others.suffix(1)).sampled(24))
  func `the event of a step tells what became of the state`(_ example: CatalogueCase) throws {
    let outcome = try laws(example).eventLaw()
    #expect(outcome.breaches == [])
    #expect(outcome.count > 0)
  }
}

extension Statistics {
  /// All that is counted; how much memory it took differs from run to run.
  var apartFromMemory: Statistics {
    var statistics = self
    statistics.byteCount = 0
    return statistics
  }
}
