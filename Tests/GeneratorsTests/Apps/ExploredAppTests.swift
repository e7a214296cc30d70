import Spec
import Testing
@testable import ReferenceProducts

@testable import Model

/// Running apps that take every step of a search themselves.
@Suite struct ExploredAppTests {
  private static func scope(
    mailMax: Int = 2, faultsMax: Int = 0, relaunchesMax: Int = 0, additionsMax: Int = 0
  ) throws -> Scope<NoValues> {
    try Scope(
      name: "app", mailMax: mailMax, faultsMax: faultsMax, relaunchesMax: relaunchesMax,
      additionsMax: additionsMax, values: NoValues())
  }

  private static func bounds<Values>(of scope: Scope<Values>) throws -> Scope<NoValues> {
    try Self.scope(
      mailMax: scope.mailMax, faultsMax: scope.faultsMax, relaunchesMax: scope.relaunchesMax,
      additionsMax: scope.additionsMax)
  }

  /// What is in memory and what is stored at one moment.
  private struct Contents<P: Product>: Hashable {
    var state: P.State
    var rows: P.Database
  }

  /// Compares what a model reaches with what its functions reach as a running app.
  private static func compare<P: Product>(_ specification: Specification<RuntimeSystem<P>>) throws {
    let (product, scope) = (specification.system.product, specification.system.scope)
    let app = ProductApp(product: product, values: scope.values, discipline: scope.discipline)
    let explored = DerivedProduct(app)
    let met = try contents(of: RuntimeSystem(product: explored, scope: Self.bounds(of: scope)))
    let modelled = try contents(of: specification.system)
    #expect(explored.complaint == nil)
    #expect(explored.comparedCount > 0)
    #expect(Set(met.map { Contents<P>(state: $0.state, rows: $0.rows) }) == modelled)
  }

  private static func contents<P: Product>(of system: RuntimeSystem<P>) throws -> Set<Contents<P>> {
    let graph = try ReachedGraph(system)
    return graph.rows.reduce(into: []) { found, row in
      let state = graph.expander.state(of: row)
      if let store = state.state { found.insert(Contents(state: store, rows: state.database)) }
    }
  }

  /// Nobody says which of them has a listener that takes the next element before the last answer is
  /// there.
  @Test(arguments: [("animals", "overtaking"), ("quakes", "faults")])
  func `a running app comes to the states and rows of its model`(product: String, scope: String)
    throws
  {
    let specification = try CatalogueCase(product: product, scope: scope).specification()
    if let animals = specification as? Specification<RuntimeSystem<Animals>> {
      try Self.compare(animals)
    } else {
      try Self.compare(try #require(specification as? Specification<RuntimeSystem<Quakes>>))
    }
  }

  private static func explore<A: App>(
    _ app: A, _ scope: Scope<NoValues>,
    _ promise: @escaping @Sendable (RuntimeState<DerivedProduct<A>>) -> Bool
  ) throws -> (
    product: DerivedProduct<A>, exploration: Exploration<RuntimeSystem<DerivedProduct<A>>>
  ) {
    let product = DerivedProduct(app)
    let property = Property<RuntimeSystem<DerivedProduct<A>>>(
      "app.promise", "The promise is kept.", witness: "it rests", consequence: "It is not.",
      .invariant { .require(promise($0.whole), culprit: "broken", "it is broken") })
    let system = RuntimeSystem(product: product, scope: scope)
    return (product, Explorer(system: system, properties: [property]).run())
  }

  /// Two panels that are opened at once renew one token twice, and the second renewal is refused.
  @Test func `a thunk of several calls is explored, beside others`() throws {
    let (product, exploration) = try Self.explore(RenewalApp(), try Self.scope()) {
      $0.state?.tokens != nil
    }
    #expect(product.complaint == nil && exploration.reason == .exhausted)
    #expect(exploration.findings.map(\.culprit) == ["broken after complete handle"])
    #expect(exploration.findings.first?.path.labels.count == 9)
  }

  /// What is found of a field that searches a second after the last key.
  private static func search(
    isMended: Bool
  ) throws -> Exploration<RuntimeSystem<DerivedProduct<DebounceApp>>> {
    let (product, exploration) = try explore(DebounceApp(isMended: isMended), try scope()) {
      guard let state = $0.state else { return false }
      return !$0.isSettled || state.found == nil || state.found == state.text.uppercased()
    }
    #expect(product.complaint == nil && exploration.reason == .exhausted)
    return exploration
  }

  /// In a process of its own: a scheduler owns sleep from its beginning on.
  @Test func `time passes as a step, so that a search that is late is found`() async {
    await #expect(processExitsWith: .success) {
      LiveScheduler.ownSleep()
      #expect(try Self.search(isMended: true).findings.isEmpty)
      let late = try Self.search(isMended: false).findings
      #expect(late.map(\.culprit) == ["broken after complete search"])
      #expect(late.map(\.path.labels.count) == [8])
      #expect(late[0].path.labels.contains(.occur(.timePasses)))
    }
  }

  @Test func `what an app hides between two ways to one situation is told`() throws {
    let app = OwnedBookmark(misdeed: .skipsSaves)
    let (product, exploration) = try Self.explore(app, try Self.scope(relaunchesMax: 1)) { _ in true
    }
    #expect(product.complaint?.hasPrefix("hidden state: ") == true)
    #expect(exploration.reason == .invalidSystem(product.complaint ?? ""))
  }

  /// Which of them is searched first depends on how many cores there are.
  @Test func `what one scope shows to be hidden tells no states apart in another one`() throws {
    let product = DerivedProduct(KeptContacts())
    let property = Property<AppSystem<KeptContacts>>(
      "app.promise", "The promise is kept.", witness: "it rests", consequence: "It is not.",
      .invariant { _ in .holds })
    let systems = try [.app(), .app(faultsMax: 0)].map {
      RuntimeSystem(product: product, scope: $0)
    }
    let exploration = Explorer(system: systems[0], properties: [property]).run()
    #expect(exploration.reason == .exhausted && systems[0].edition > 0)
    #expect(systems[1].edition == 0)
  }
}
