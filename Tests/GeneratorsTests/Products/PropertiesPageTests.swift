import Foundation
import Model
import Testing
@testable import ReferenceProducts

@testable import Generators
@testable import Spec
@testable import SpecRunner

/// The page about properties and the properties themselves say the same.
@Suite struct PropertiesPageTests {
  private static let page = try? String(
    contentsOfFile: Package.path("docs/properties.md"), encoding: .utf8)

  private static func rows<P: Product>(of facts: WindowFacts<P>) -> [String] {
    facts.controls.map {
      "| \($0.component) | \($0.name) | \($0.shown) | \($0.enabled) | \($0.effect) |"
    }
  }

  @Test func `the page holds what a running app promises in its own words`() throws {
    let scope = try Scope<NoValues>.app()
    let app = RuntimeProperties(
      system: RuntimeSystem(product: DerivedProduct(RefusedName()), scope: scope))
    let counter = try #require(
      RegisteredProduct.counter.specification(scope: "zero")
        as? Specification<RuntimeSystem<Counter>>)
    let others = RuntimeProperties(system: counter.system).all
    let own = app.all.filter { one in
      !others.contains { $0.name == one.name && $0.sentence == one.sentence }
    }
    let rows = own.map { "| `\($0.name)` | \($0.kind) | \($0.sentence) | \($0.witness) |" }
    let table = (["| property | kind | promise | witness |", "| --- | --- | --- | --- |"] + rows)
      .joined(separator: "\n")
    #expect(try #require(Self.page).contains("\n\n\(table)\n\n"), "\(table)")
  }

  @Test func `the page holds the tables of controls`() throws {
    let quakes = WindowFacts.quakes(calendar: .current)
    for rows in [
      Self.rows(of: CounterProperties.facts(Counter(initial: 0))), Self.rows(of: .animals),
      Self.rows(of: quakes),
    ] {
      let table =
        (["| component | control | shown | enabled | does |", "| --- | --- | --- | --- | --- |"]
        + rows)
        .joined(separator: "\n")
      #expect(try #require(Self.page).contains("\n\n\(table)\n\n"), "\(table)")
    }
  }

  /// By the ledger: a finding that shows in some of the scopes of a choice and not in all.
  @Test func `the page holds which findings need presentations to do what`() throws {
    let path = "traces/animals/published/windows/findings.json"
    let known = try KnownExtents(path: Package.path(path))
    var rows = [
      "| finding | goes, flag kept | goes, flag cleared | stays up |", "| --- | --- | --- | --- |",
    ]
    for (property, culprits) in known.findings.sorted(by: { $0.key < $1.key }) {
      for (culprit, scopes) in culprits.sorted(by: { $0.key < $1.key }) {
        let shown = ["forms", "lag"].map { base in
          ["", "-cleared", "-stays"].map { scopes["\(base)\($0)"]?.length }
        }
        guard shown.contains(where: { Set($0.map { $0 == nil }).count > 1 }) else { continue }
        let cells = (0..<3).map { choice in
          zip(["forms", "lag"], shown).compactMap { base, lengths in
            lengths[choice].map { "\(base): \($0) steps" }
          }.joined(separator: ", ")
        }.map { $0.isEmpty ? "–" : $0 }
        rows.append("| `\(property)`: \(culprit) | \(cells.joined(separator: " | ")) |")
      }
    }
    let table = rows.joined(separator: "\n")
    #expect(try #require(Self.page).contains("\n\n\(table)\n\n"), "\(table)")
  }

  @Test func `the page holds under which choices findings stand`() throws {
    let ledger = try Ledger.ofRepository
    let standing = FindingStanding(ledger: ledger, reports: [])
    var rows = ["| finding | stands |", "| --- | --- |"]
    for entry in ledger.entries {
      let trace = entry.trace
      let sentences = standing.sentences(of: trace)
      if sentences.isEmpty { continue }
      let name = "\(trace.product) in \(trace.environment), `\(trace.property)`: \(trace.culprit)"
      rows.append("| \(name) | \(sentences.joined(separator: " ")) |")
    }
    let table = rows.joined(separator: "\n")
    #expect(try #require(Self.page).contains("\n\n\(table)\n\n"), "\(table)")
  }

  @Test(arguments: Registry.catalogue.products.map(\.name))
  func `the page about properties holds each with its sentence and witness`(name: String) throws {
    let page = try #require(Self.page)
    let product = try #require(Registry.catalogue.product(named: name))
    let scope = try #require(product.defaultScopes.first)
    let specification = try #require(product.specification(scope: scope))
    for property in specification.propertySummaries {
      let row = page.split(separator: "\n").first { $0.hasPrefix("| `\(property.name)` |") }
      let isGeneral = property.kind == "–"
      #expect(row != nil, "\(property.name) has no row")
      #expect(
        row?.contains("| \(property.sentence) | \(property.witness) |") == true, "\(property.name)")
      #expect(isGeneral || row?.contains("| \(property.kind) |") == true, "\(property.name)")
    }
  }
}
