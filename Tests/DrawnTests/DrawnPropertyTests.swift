import Generators
import Model
import Testing

@testable import Spec

/// Drawn properties of drawn products: what the engine decides with all that it remembers, merges
/// and skips is what a search says that does none of it.
///
/// `SPEC_TEST_SEED` draws others.
@Suite struct DrawnPropertyTests {
  /// A product in its scope, and how many properties are drawn of it.
  enum Shape: String, CaseIterable {
    /// A listener, a database, statuses, faults and kills.
    case serial
    /// Thunks that overtake each other, and a queue of requests.
    case concurrent
    /// Windows with forms, that open and close or stay; and the same with subscriptions that lag.
    case windows, laggingWindows

    /// Half of them in a debug build, which takes ten times as long.
    var propertyCount: Int {
      let count = self == .serial || self == .concurrent ? 100 : 50
      #if DEBUG
        return count / 20 * 10
      #else
        return count
      #endif
    }
    var hasWindows: Bool { self == .windows || self == .laggingWindows }

    func system(_ source: inout DrawnSource) throws -> DrawnSystem {
      let product = DrawnProduct(
        seed: source.word(), itemCount: self == .concurrent ? 1 + source.below(2) : 1)
      var scope = Scope(name: rawValue, values: 0)
      switch self {
      case .serial:
        scope = try Scope(
          name: rawValue, mailMax: 1 + source.below(2), faultsMax: source.below(2),
          relaunchesMax: source.below(2), additionsMax: source.below(2),
          store: source.chance(50) ? .remote : .local, values: 0)
      case .concurrent:
        scope.discipline = .concurrent
        scope = try scope.with(
          mailMax: 1 + source.below(2), faultsMax: source.below(2), additionsMax: source.below(3))
      case .windows, .laggingWindows:
        let lagging = source.pick([
          ["List.items"], ["Detail.status"], ["List.items", "Detail.status"],
        ])
        let bounds = try WindowBounds(
          countMax: 2, opensAndCloses: source.chance(50), lagging: self == .windows ? nil : lagging)
        scope = try Scope(
          name: rawValue, environment: .windows, relaunchesMax: source.below(2),
          additionsMax: source.below(2),
          windows: bounds, values: 0)
      }
      return DrawnSystem(product: product, scope: scope)
    }

    /// The first system drawn that is neither too small nor too large, by a search without
    /// properties.
    func reach(_ source: inout DrawnSource) throws -> (DrawnSystem, BruteForceGraph<DrawnProduct>) {
      while true {
        let system = try system(&source)
        let size = Explorer(system: system, properties: [], limits: Limits(stateCountMax: 600))
          .run()
        guard (50...300).contains(size.statistics.symmetricStateCount) else { continue }
        if let graph = BruteForceGraph(system, stateCountMax: 600) { return (system, graph) }
      }
    }
  }

  private static let batchCount = 10

  @Test(arguments: Shape.allCases)
  func `the engine decides drawn properties as a brute-force search does`(_ shape: Shape) throws {
    var source = DrawnSource(seed: DrawnSource.testSeed ^ ContentDigest.text(shape.rawValue))
    var words: [String: Int] = [:]
    for batch in 0..<shape.propertyCount / Self.batchCount {
      let (system, graph) = try shape.reach(&source)
      let looks = Looks(
        system.product, hasWindows: shape.hasWindows, mayLookAtPlaces: batch.isMultiple(of: 2))
      var drawn = DrawnProperties(looks, DrawnSource(seed: source.word()))
      let properties = (0..<Self.batchCount).map { drawn.make(batch * Self.batchCount + $0) }
      let expected = expectations(of: properties, graph)
      for one in expected { words[one.verdict.word, default: 0] += 1 }
      compare(properties, expected, system, drawn.words)
      // The same alone, and all that is remembered looked at again.
      let alone = source.below(properties.count)
      let one = expectations(of: [properties[alone]], graph)
      let exploration = compare([properties[alone]], one, system, drawn.words)
      // Windows that come and go need not come in every order.
      let count = exploration.statistics.symmetricStateCount
      if system.scope.windows?.opensAndCloses == true {
        #expect(count >= one[0].nodeCount)
      } else {
        #expect(count == one[0].nodeCount)
      }
    }
    // Neither hopeless nor trivial, whatever was drawn.
    for word in ["holds", "violated"] {
      #expect(words[word, default: 0] >= shape.propertyCount / 10, "\(words)")
    }
  }

  // MARK: Running apps

  /// An app in its scope, neither too small nor too large.
  private func app(_ source: inout DrawnSource) throws -> (
    DrawnAppSystem, BruteForceGraph<DerivedProduct<DrawnApp>>
  ) {
    while true {
      let product = DerivedProduct(DrawnApp(seed: source.word()), AppQuestions())
      let scope = try Scope<NoValues>.app(
        mailMax: 1 + source.below(2), faultsMax: source.below(2), relaunchesMax: source.below(2))
      let system = DrawnAppSystem(product: product, scope: scope)
      let size = Explorer(system: system, properties: [], limits: Limits(stateCountMax: 400)).run()
      guard size.reason == .exhausted, size.statistics.stateCount > 30 else { continue }
      if let graph = BruteForceGraph(system, stateCountMax: 400) { return (system, graph) }
    }
  }

  @Test func `the engine decides drawn properties of running apps as a brute-force search does`()
    throws
  {
    var source = DrawnSource(seed: DrawnSource.testSeed ^ ContentDigest.text("app"))
    for _ in 0..<2 {
      let (system, graph) = try app(&source)
      var drawn = DrawnProperties(Looks.ofApp, DrawnSource(seed: source.word()))
      let properties = (0..<Self.batchCount).map { drawn.make($0) }
      let expected = expectations(of: properties, graph)
      compare(properties, expected, system, drawn.words)
      let alone = source.below(properties.count)
      compare([properties[alone]], [expected[alone]], system, drawn.words)
    }
  }

  // MARK: Comparing

  private func expectations<P: Product>(
    of properties: [Property<RuntimeSystem<P>>], _ graph: BruteForceGraph<P>
  ) -> [BruteForce<P>] {
    properties.map { BruteForce(graph, $0) }
  }

  @discardableResult
  private func compare<P: Product>(
    _ properties: [Property<RuntimeSystem<P>>], _ expected: [BruteForce<P>],
    _ system: RuntimeSystem<P>, _ words: [String: String]
  ) -> Exploration<RuntimeSystem<P>> {
    let exploration = Explorer(system: system, properties: properties)
      .run(auditsAll: properties.count == 1)
    #expect(exploration.reason == .exhausted)
    #expect(exploration.unconfirmed.map { "\($0.property) \($0.culprit)" } == [])
    #expect(exploration.audit.differences == [])
    for (number, property) in properties.enumerated() {
      let findings = exploration.findings.filter { $0.property == property.name }
      let lengths = Dictionary(
        uniqueKeysWithValues: findings.map { ($0.culprit, $0.path.labels.count) })
      let comment: Comment = """
        \(property.name) of \(properties.count), seed \(DrawnSource.testSeed), \
        \(system.scope.name):\(words[property.name] ?? "")
        """
      #expect(exploration.verdicts[number] == expected[number].verdict, comment)
      #expect(lengths == expected[number].lengths, comment)
    }
    return exploration
  }
}
