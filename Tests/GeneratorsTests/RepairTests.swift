import Foundation
import Model
import Testing

@testable import Generators
@testable import Spec
@testable import SpecRunner

/// What each repair cures and what it worsens, by the search.
@Suite struct RepairTests {
  /// A repair, where it is tried, and the findings that the published design has there and the repaired one
  /// has not.
  private struct Row: Sendable, CustomTestStringConvertible {
    var product: String
    var repair: String
    var scopes: [String]
    var cures: [String]

    var testDescription: String { "\(product) · \(repair)" }
  }

  private static let table = [
    Row(
      product: "counter", repair: "stop-at-the-ends", scopes: ["zero", "top", "bottom", "windows"],
      cures: [
        "reducer.total: didTapDecrementButton", "reducer.total: didTapIncrementButton",
        "runtime.crash: crash after didTapDecrementButton",
        "runtime.crash: crash after didTapIncrementButton",
      ]),
    Row(
      product: "animals", repair: "filter-knows-old-category", scopes: ["adds", "window"],
      cures: [
        "control.effective: swipeDelete fails", "filter.sound(animals.values): complete deleteAnimal",
        "view.fresh: AnimalList.animals.values",
      ]),
    Row(
      product: "quakes", repair: "check-coordinates", scopes: ["malformed"],
      cures: [
        "recovery.possible: perform fetchRemoteQuakes",
        "runtime.crash: crash after perform fetchRemoteQuakes",
      ]),
    Row(
      product: "quakes", repair: "merge-updates", scopes: ["faults", "kills"],
      cures: ["runtime.crash: crash after perform syncLocalQuakes"]),
    Row(
      product: "quakes", repair: "replace-rows", scopes: ["faults", "kills"],
      cures: [
        "memory.durable: repeated row", "memory.durable: rows lost by the kill",
        "quakes.row.unique: repeated after fault after syncLocalQuakes",
        "quakes.row.unique: repeated after perform syncLocalQuakes",
        "relaunch.sound: repeated row after relaunch", "relaunch.sound: state and rows differ",
      ]),
  ]

  /// What a design shows within scopes, by name.
  private static func findings(
    _ design: String, of product: String, in scopes: [String]
  ) throws -> Set<String> {
    var names: Set<String> = []
    for scope in scopes {
      let report =
        design == "published"
        ? try Explored.report(product, scope)
        : try CatalogueCase(product: product, design: design, scope: scope).explored()
      #expect(report.reason.isExhaustive)
      names.formUnion(report.findings.map { "\($0.property): \($0.culprit)" })
    }
    return names
  }

  @Test(arguments: table)
  private func `a repair cures what its row says and worsens nothing`(_ row: Row) throws {
    let published = try Self.findings("published", of: row.product, in: row.scopes)
    let repaired = try Self.findings("repair(\(row.repair))", of: row.product, in: row.scopes)
    #expect(published.subtracting(repaired).sorted() == row.cures)
    #expect(repaired.subtracting(published).sorted() == [])
  }

  @Test func `with its repair Counter keeps every promise, and meets each premise but one`() throws {
    for scope in ["zero", "top", "bottom", "windows"] {
      let repaired = CatalogueCase(product: "counter", design: "repair(stop-at-the-ends)", scope: scope)
      let report = try repaired.explored()
      #expect(report.reason == .exhausted && report.findings.isEmpty)
      // The disabled button is all that would let the reducer throw.
      #expect(
        report.results.filter { $0.verdict == .vacuous }.map(\.property.name) == ["reducer.throw.rollback"])
    }
  }

  @Test func `repairs can be joined, each once, in any order`() throws {
    let quakes = try #require(Registry.catalogue.product(named: "quakes"))
    #expect(quakes.hasDesign("repair(merge-updates)+repair(check-coordinates)"))
    #expect(quakes.hasDesign("repair(check-coordinates)+repair(merge-updates)+repair(replace-rows)"))
    for wrong in [
      "repair(merge-updates)+", "repair(merge-updates)+repair(merge-updates)", "repair()", "repaired",
      "repair(merge-updates)+mutant(refresh-twice)", "merge-updates", "",
    ] {
      #expect(!quakes.hasDesign(wrong), "\(wrong)")
      #expect(quakes.specification(design: wrong, scope: "calm") == nil)
    }
    let both = "repair(merge-updates)+repair(replace-rows)"
    let alone = try Self.findings("repair(replace-rows)", of: "quakes", in: ["faults"])
    let joined = try Self.findings(both, of: "quakes", in: ["faults"])
    #expect(alone.subtracting(joined) == ["runtime.crash: crash after perform syncLocalQuakes"])
    #expect(joined.isSubset(of: alone))
  }

  @Test func `the page about findings holds every repair`() throws {
    let page = try String(contentsOfFile: Package.path("docs/findings.md"), encoding: .utf8)
    var rows = ["| product | repair | what is changed | what it cures |", "| --- | --- | --- | --- |"]
    for product in Registry.catalogue.products {
      for repair in product.repairs {
        let row = try #require(
          Self.table.first { $0.product == product.name && $0.repair == repair.name }, "\(repair.name)")
        let cures = row.cures.map { cure in
          let parts = cure.split(separator: ": ", maxSplits: 1)
          return "`\(parts[0])`: \(parts[1])"
        }
        rows.append(
          "| \(product.name) | `\(repair.name)` | \(repair.words) | \(cures.joined(separator: "; ")) |")
      }
    }
    let table = rows.joined(separator: "\n")
    #expect(page.contains("\n\n\(table)\n"), "\(table)")
  }
}
