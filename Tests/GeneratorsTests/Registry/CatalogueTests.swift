import Foundation
import Model
import Testing
@testable import ReferenceProducts

@testable import Generators
@testable import Spec
@testable import SpecRunner

/// Every product has its line, and every line gives specifications that make sense.
@Suite struct CatalogueTests {
  private static let names = Registry.catalogue.products.map(\.name)
  /// The published design within every scope of every product, and every other design within the
  /// first.
  private static let cases = Registry.catalogue.products.flatMap { product in
    product.scopes.map { CatalogueCase(product: product.name, scope: $0) }
      + Array(product.designs.dropFirst()).sampled(8).map {
        CatalogueCase(product: product.name, design: $0, scope: product.scopes[0])
      }
  }

  private func product(_ name: String) throws -> RegisteredProduct {
    try #require(Registry.catalogue.product(named: name))
  }

  // MARK: Products, designs and scopes

  @Test func `every product folder of the model has its line in the catalogue`() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: Package.path("Sources/Model/Products"))
    #expect(Set(folders.map { $0.lowercased() }) == Set(Self.names + ["shared"]))
  }

  @Test func `products have different names and are found by them`() {
    #expect(Set(Self.names).count == Self.names.count)
    #expect(Self.names.map { Registry.catalogue.product(named: $0)?.name } == Self.names)
    #expect(Registry.catalogue.product(named: "Counter") == nil)
  }

  @Test(arguments: names)
  func `designs and scopes of a product have different names`(_ name: String) throws {
    let product = try product(name)
    #expect(Set(product.designs).count == product.designs.count)
    #expect(Set(product.scopes).count == product.scopes.count)
    #expect(product.designs.first == "published")
    let kinds = product.designs.dropFirst().map { $0.prefix { $0 != "(" } }
    #expect(
      Set(kinds) == ["repaired", "repair", "mutant"]
        && product.designs.allSatisfy(product.hasDesign))
    #expect(product.designs.count > 1)
  }

  @Test(arguments: names)
  func `the scopes that a check explores unasked are scopes of the product`(_ name: String) throws {
    let product = try product(name)
    #expect(!product.defaultScopes.isEmpty)
    #expect(product.defaultScopes.allSatisfy(product.scopes.contains))
  }

  @Test(arguments: cases)
  func `every scope and design gives a specification that bears their names`(
    _ example: CatalogueCase
  ) throws {
    let specification = try example.specification()
    let inWindows = specification.writtenScope.text.filter { !$0.isWhitespace }
      .contains("\"environment\":\"windows\"")
    let expected = Identity(
      product: example.product, design: example.design, environment: inWindows ? "windows" : "open",
      scope: example.scope)
    #expect(specification.identity == expected)
  }

  @Test(arguments: names)
  func `a design or scope that there is not gives no specification`(_ name: String) throws {
    let product = try product(name)
    #expect(product.specification(design: "mutant(none)", scope: product.scopes[0]) == nil)
    #expect(product.specification(design: "repaired+", scope: product.scopes[0]) == nil)
    #expect(product.specification(scope: "none") == nil)
  }

  // MARK: Scopes as data

  @Test(arguments: cases.filter { $0.design == "published" })
  func `a scope comes back from its JSON as it was`(_ example: CatalogueCase) throws {
    let specification = try example.specification()
    let laws = try #require(specification.laws)
    let written = specification.writtenScope
    #expect(try laws.isScope(written))
    #expect(try JSONValue(encoding: written) == written)
    let data = Data(written.text.utf8)
    #expect(try JSONDecoder().decode(JSONValue.self, from: data) == written)
    let again = try product(example.product).specification(
      design: "published", writtenScope: written)
    #expect(try again?.laws?.isScope(written) == true)
  }

  @Test(arguments: [
    ("mailMax", 0, "1 to 64"), ("mailMax", 65, "1 to 64"), ("faultsMax", -1, "0 to 255"),
    ("faultsMax", 256, "0 to 255"), ("relaunchesMax", 256, "0 to 255"),
    ("additionsMax", 32768, "0 to 32767"),
  ])
  func `a bound that makes no sense is refused by name`(
    _ bound: String, _ value: Int, _ range: String
  ) throws {
    let counter = try product("counter")
    let scope = try #require(try counter.writtenScope("zero")).setting(bound, to: .integer(value))
    let error = TraceError(
      "the scope cannot be read: \(bound) is \(value), it must be from \(range)")
    #expect(throws: error) {
      _ = try counter.specification(design: "published", writtenScope: scope)
    }
  }

  @Test(arguments: [0, 4]) func `a number of windows that makes no sense is refused by name`(
    _ count: Int
  )
    throws
  {
    let counter = try product("counter")
    let scope = try #require(try counter.writtenScope("windows"))
    guard case .object(let fields) = scope, let windows = fields["windows"] else { return }
    let wrong = scope.setting("windows", to: windows.setting("countMax", to: .integer(count)))
    let error = TraceError(
      "the scope cannot be read: windows.countMax is \(count), it must be from 1 to 3")
    #expect(throws: error) {
      _ = try counter.specification(design: "published", writtenScope: wrong)
    }
  }

  @Test func `an environment and windows that do not go together are refused`() throws {
    let counter = try product("counter")
    let open = try #require(try counter.writtenScope("zero"))
    let windows = try #require(try counter.writtenScope("windows"))
    let problems = [
      (
        open.setting("environment", to: .string("windows")),
        "the environment 'windows' needs windows.countMax"
      ),
      (
        windows.setting("environment", to: .string("open")),
        "windows belong to the environment 'windows', not 'open'"
      ),
    ]
    for (scope, problem) in problems {
      #expect(throws: TraceError("the scope cannot be read: \(problem)")) {
        _ = try counter.specification(design: "published", writtenScope: scope)
      }
    }
  }

  // MARK: Properties

  @Test(arguments: cases)
  func `properties have a name, a sentence, a witness and a consequence`(_ example: CatalogueCase)
    throws
  {
    let summaries = try example.specification().propertySummaries
    #expect(Set(summaries.map(\.name)).count == summaries.count)
    for property in summaries {
      #expect(
        property.name.contains(".") || property.name.hasPrefix("contract("),
        "\(property.name) is no 'family.subject'")
      #expect(property.sentence.hasSuffix("."), "\(property.name): \(property.sentence)")
      #expect(!property.sentence.contains("\n"), "\(property.name)")
      #expect(!property.witness.isEmpty && !property.witness.hasSuffix("."), "\(property.name)")
      let isMeasure = property.kind == "measure" || property.name.hasPrefix("filter.precise")
      #expect(isMeasure || property.consequence?.hasSuffix(".") == true, "\(property.name)")
    }
  }

  @Test(arguments: names)
  func `all designs and scopes of a product are judged by the same properties`(_ name: String)
    throws
  {
    // Where a subscription loses its filter, nothing is promised of that.
    let cases = Self.cases.filter { $0.product == name && !$0.design.contains("-has-no-") }
    let lists = try cases.map { example in
      try example.specification().propertySummaries.map(\.name)
    }
    #expect(Set(lists).count == 1)
  }

  @Test func `a culprit holds no number`() throws {
    let mutant = CatalogueCase(
      product: "animals", design: "mutant(listener-ignores-guard)", scope: "adds")
    let findings = try mutant.specification().check { $0 == "queue.consistent" }.findings
    #expect(!findings.isEmpty)
    #expect(findings.filter { $0.culprit.contains(where: \.isNumber) }.map(\.culprit) == [])
  }

  @Test func `two explorations take the same memory`() throws {
    let example = CatalogueCase(product: "animals", scope: "overtaking")
    let byteCounts = try (0..<5).map { _ in try example.specification().check().statistics.byteCount
    }
    #expect(Set(byteCounts).count == 1)
  }

  // MARK: Counts

  /// States, steps and depth, confirmed by `NaiveRuntime`, which works on whole states and
  /// remembers nothing.
  private static let counts = [
    CatalogueCase(product: "counter", scope: "zero"): [11, 20, 5],
    CatalogueCase(product: "counter", scope: "top"): [7, 11, 5],
    CatalogueCase(product: "counter", scope: "bottom"): [7, 11, 5],
    CatalogueCase(product: "counter", scope: "windows"): [33, 84, 6],
    CatalogueCase(product: "animals", scope: "closing"): [1125, 5552, 31],
    CatalogueCase(product: "animals", scope: "fields"): [234, 578, 26],
    CatalogueCase(product: "quakes", scope: "moved"): [1943, 8451, 29],
    CatalogueCase(product: "quakes", scope: "seven"): [4580, 13470, 34],
    CatalogueCase(product: "animals", scope: "seven"): [688, 2725, 20],
    CatalogueCase(product: "animals", scope: "killed"): [16065, 66197, 29],
    CatalogueCase(product: "animals", scope: "saves"): [22760, 63137, 49],
    CatalogueCase(product: "animals", scope: "window"): [5472, 18775, 32],
    CatalogueCase(product: "animals", scope: "alerts"): [7642, 21527, 35],
    CatalogueCase(product: "animals", scope: "adding"): [24711, 77271, 43],
    CatalogueCase(product: "animals", scope: "pair"): [3246, 15251, 28],
    CatalogueCase(product: "animals", scope: "late"): [6171, 16337, 40],
    CatalogueCase(product: "animals", scope: "many"): [25122, 92273, 39],
    CatalogueCase(product: "animals", scope: "shared"): [160060, 697732, 47],
    CatalogueCase(product: "quakes", scope: "sorts"): [5913, 27736, 28],
    CatalogueCase(product: "quakes", scope: "calendar"): [2423, 8665, 20],
    CatalogueCase(product: "quakes", scope: "window"): [7812, 38556, 32],
    CatalogueCase(product: "animals", scope: "calm"): [1349, 5299, 16],
    CatalogueCase(product: "animals", scope: "faults"): [10271, 43410, 24],
    CatalogueCase(product: "animals", scope: "kills"): [3705, 18329, 24],
    CatalogueCase(product: "animals", scope: "setbacks"): [1645, 8872, 23],
    CatalogueCase(product: "animals", scope: "adds"): [4532, 24364, 21],
    CatalogueCase(product: "animals", scope: "overtaking"): [480, 3720, 22],
    CatalogueCase(product: "quakes", scope: "malformed"): [1467, 3888, 30],
    CatalogueCase(product: "quakes", scope: "calm"): [1183, 2650, 18],
    CatalogueCase(product: "quakes", scope: "faults"): [958, 2663, 18],
    CatalogueCase(product: "quakes", scope: "faults-alike"): [958, 2663, 18],
    CatalogueCase(product: "quakes", scope: "kills"): [1324, 4035, 21],
  ]

  @Test(arguments: CatalogueCase.light.sampled(2))
  func `a small scope has its states, steps and depth`(_ example: CatalogueCase) throws {
    let report = try Explored.report(example.product, example.scope)
    let statistics = report.statistics
    let expected = try #require(Self.counts[example], "pin the counts of a new small scope")
    #expect(report.reason == .exhausted)
    #expect([statistics.stateCount, statistics.stepCount, statistics.depth] == expected)
    #expect(statistics.frontierCount == 0)
  }

  @Test func `every scope with pinned counts is a scope of the catalogue`() {
    #expect(Set(Self.counts.keys) == Set(CatalogueCase.published))
  }
}

extension JSONValue {
  /// The object with another value under a key.
  func setting(_ key: String, to value: JSONValue?) -> JSONValue {
    guard case .object(var fields) = self else { return self }
    fields[key] = value
    return .object(fields)
  }
}
