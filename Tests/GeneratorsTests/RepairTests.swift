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
    var cures: [String] = []
    /// The findings of generated values that it cures.
    var ofValues: [String] = []
    /// The findings that it brings, as long as it is alone.
    var worsens: [String] = []

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
      product: "animals", repair: "sort-by-id-last", scopes: ["adds"],
      cures: [
        "animals.sorted: ties after complete addAnimal", "animals.sorted: ties after complete fetchAnimals",
        "animals.sorted: ties after complete updateAnimal",
        "selector.pure: animals.values after complete addAnimal",
        "selector.pure: animals.values after complete fetchAnimals",
        "selector.pure: animals.values after complete updateAnimal",
      ],
      ofValues: [
        "animals.sorted: ties", "selector.pure: animals.values", "selector.pure: categories.values",
      ]),
    Row(
      product: "animals", repair: "filter-knows-old-category", scopes: ["adds", "window"],
      cures: [
        "control.effective: swipeDelete fails", "filter.sound(animals.values): complete deleteAnimal",
        "view.fresh: AnimalList.animals.values",
      ],
      ofValues: [
        "filter.sound(animals.values): didAddAnimal", "filter.sound(animals.values): didDeleteAnimal",
        "filter.sound(animals.values): didUpdateAnimal",
      ]),
    Row(
      product: "quakes", repair: "end-days", scopes: ["calendar"],
      cures: [
        "quakes.day.partition: two days at the start of the second after complete fetchRemoteQuakes",
        "quakes.day.partition: two days at the start of the second after occur timeZone",
      ],
      ofValues: [
        "quakes.day.partition: two days after the start of the second",
        "quakes.day.partition: two days at the start of the second",
      ]),
    Row(
      product: "quakes", repair: "sort-by-id-last", scopes: ["calm"],
      cures: ["selector.pure: quakes.values after complete fetchRemoteQuakes"],
      ofValues: [
        "quakes.sorted: magnitude: mirror", "quakes.sorted: magnitude: order",
        "quakes.sorted: magnitude: ties", "quakes.sorted: time: mirror", "quakes.sorted: time: ties",
        "selector.pure: quakes.values",
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
    Row(product: "quakes", repair: "save-then-show", scopes: ["faults", "kills", "window"]),
    Row(product: "quakes", repair: "delete-then-hide", scopes: ["faults", "kills", "window"]),
    Row(product: "quakes", repair: "show-failures", scopes: ["window"]),
    Row(product: "quakes", repair: "disable-while-waiting", scopes: ["window", "sorts"]),
    Row(product: "quakes", repair: "clear-selections", scopes: ["window", "sorts"]),
    Row(product: "quakes", repair: "keep-calendar", scopes: ["calendar"]),
    Row(product: "quakes", repair: "extend-last-band", scopes: ["sorts"], ofValues: ["x"]),
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

  /// What a design shows of generated values.
  private static func findings(ofValuesOf product: String, _ design: String) throws -> Set<String> {
    let registered = try #require(Registry.catalogue.product(named: product))
    let report = registered.checkValues(design: design, ValuePlan(seed: 0, runCount: 1_500))
    return Set(try #require(report).findings.map { "\($0.property): \($0.culprit)" })
  }

  @Test(arguments: table.filter { !$0.ofValues.isEmpty }.sampled(4))
  private func `a repair cures what its row says of generated values and worsens nothing`(_ row: Row) throws {
    let published = try Self.findings(ofValuesOf: row.product, "published")
    let repaired = try Self.findings(ofValuesOf: row.product, "repair(\(row.repair))")
    #expect(published.subtracting(repaired).sorted() == row.ofValues)
    #expect(repaired.subtracting(published).sorted() == [])
  }

  @Test(arguments: table.sampled(3))
  private func `a repair cures what its row says and worsens nothing`(_ row: Row) throws {
    let published = try Self.findings("published", of: row.product, in: row.scopes)
    let repaired = try Self.findings("repair(\(row.repair))", of: row.product, in: row.scopes)
    #expect(published.subtracting(repaired).sorted() == row.cures)
    #expect(repaired.subtracting(published).sorted() == row.worsens)
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
      "repair(merge-updates)+", "repair(merge-updates)+repair(merge-updates)", "repair()", "repaired+",
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
        let cures = (row.cures + row.ofValues).map { cure in
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
