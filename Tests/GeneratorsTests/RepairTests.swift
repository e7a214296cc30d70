import Foundation
import Model
import Testing

@testable import Generators
@testable import Spec
@testable import SpecRunner

/// What each repair cures and what it worsens, by the search: the ledger says it, and here it is looked at
/// again in small scopes.
@Suite struct RepairTests {
  private static func ledger() throws -> Ledger {
    try Ledger(directory: Package.path("traces"), of: .catalogue)
  }

  /// A repair, and a small scope; nil for drawn values.
  private struct Row: Sendable, CustomTestStringConvertible {
    var product: String
    var repair: String
    var scope: String?

    var testDescription: String { "\(product) · \(repair) · \(scope ?? "values")" }
  }

  private static let rows = Registry.catalogue.products.flatMap { product in
    let small = ["counter": ["top"], "animals": ["alerts"], "quakes": ["malformed", "sorts", "calendar"]]
    return product.repairs.flatMap { repair in
      ([nil] + small[product.name, default: []]).map {
        Row(product: product.name, repair: repair.name, scope: $0)
      }
    }
  }

  /// What a design shows within a scope, or of drawn values.
  private static func findings(
    _ design: String, of name: String, in scope: String?
  ) throws -> Set<SettledFinding> {
    let product = try #require(Registry.catalogue.product(named: name))
    guard let scope else {
      return Set(
        product.valueFindings(design, 300).map {
          SettledFinding(setting: "open", property: $0.property, culprit: $0.culprit)
        })
    }
    let specification = try #require(product.specification(design: design, scope: scope))
    let found = specification.findingNames(besides: nil)
    #expect(found.reason.isExhaustive)
    return Set(
      found.names.map {
        SettledFinding(setting: specification.setting, property: $0.property, culprit: $0.culprit)
      })
  }

  @Test(arguments: rows.sampled(8))
  private func `a repair cures and worsens what the ledger says`(_ row: Row) throws {
    let table = try #require(try Self.ledger().defects[row.product])
    let defect = try #require(table.defects.first { $0.repair == row.repair })
    let repaired = try Self.findings("repair(\(row.repair))", of: row.product, in: row.scope)
    let published = try Self.findings("published", of: row.product, in: row.scope)
    #expect(published.subtracting(table.findings).sorted() == [])
    #expect(repaired.intersection(defect.cures).sorted() == [])
    #expect(repaired.subtracting(table.findings).subtracting(defect.worsens).sorted() == [])
  }

  @Test(arguments: rows.filter { $0.scope != nil }.sampled(8))
  private func `with all repairs a scope shows no more than the ledger says`(_ row: Row) throws {
    let table = try #require(try Self.ledger().defects[row.product])
    let repaired = try Self.findings("repaired", of: row.product, in: row.scope)
    #expect(repaired.subtracting(table.unrepaired).sorted() == [])
  }

  @Test func `the ledger knows the words of every repair, and at most 25 defects`() throws {
    for product in Registry.catalogue.products {
      let table = try #require(try Self.ledger().defects[product.name])
      #expect(table.defects.map(\.repair) == product.repairs.map(\.name))
      #expect(table.defects.map(\.words) == product.repairs.map(\.words))
      #expect(table.scopes == product.defaultScopes)
      #expect(table.defects.count <= 25)
    }
  }

  @Test
  func `with its repair Counter keeps every promise, and only a disabled button keeps it from throwing`()
    throws
  {
    for scope in ["zero", "top", "bottom", "windows"] {
      let repaired = CatalogueCase(product: "counter", design: "repair(stop-at-the-ends)", scope: scope)
      let report = try repaired.explored()
      #expect(report.reason == .exhausted && report.findings.isEmpty)
      let vacuous = report.results.filter { $0.verdict == .vacuous }.map(\.property.name)
      #expect(vacuous == (["top", "bottom"].contains(scope) ? [] : ["reducer.throw.rollback"]))
    }
  }

  @Test func `repairs can be joined, each once, in any order`() throws {
    let quakes = try #require(Registry.catalogue.product(named: "quakes"))
    #expect(quakes.hasDesign("repair(merge-updates)+repair(check-coordinates)"))
    #expect(quakes.hasDesign("repair(check-coordinates)+repair(merge-updates)+repair(replace-rows)"))
    for wrong in [
      "repair(merge-updates)+", "repair(merge-updates)+repair(merge-updates)", "repair()", "repaired+",
      "repair(merge-updates)+mutant(refresh-twice)", "merge-updates", "",
    ] {
      #expect(!quakes.hasDesign(wrong), "\(wrong)")
      #expect(quakes.specification(design: wrong, scope: "calm") == nil)
    }
    let both = "repair(merge-updates)+repair(replace-rows)"
    let alone = try Self.findings("repair(replace-rows)", of: "quakes", in: "faults")
    let joined = try Self.findings(both, of: "quakes", in: "faults")
    #expect(alone.subtracting(joined).map(\.culprit) == ["crash after perform syncLocalQuakes"])
    #expect(joined.isSubset(of: alone))
  }

  @Test func `the page about findings is what the ledger makes`() throws {
    let ledger = try Self.ledger()
    let tables = Registry.catalogue.products.compactMap { ledger.defects[$0.name] }
    // The stories name traces as seen from the package's folder.
    let told = DefectPage(products: tables.map { DefectStories($0, ledger) }).text
      .replacing(Package.path("traces"), with: "traces")
    let page = try String(contentsOfFile: Package.path("docs/findings.md"), encoding: .utf8)
    #expect(page == told, "'spec-runner defects --markdown docs/findings.md' writes it anew")
  }
}
