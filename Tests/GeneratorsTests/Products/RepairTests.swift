import Foundation
import Model
import Testing
@testable import ReferenceProducts

@testable import Generators
@testable import Spec
@testable import SpecRunner

/// What each repair cures and what it worsens, by the search: the ledger says it, and here it is
/// looked at again in small scopes.
@Suite struct RepairTests {
  /// A repair, and a small scope; nil for drawn values.
  private struct Row: Sendable, CustomTestStringConvertible {
    var product: String
    var repair: String
    var scope: String?

    var testDescription: String { "\(product) · \(repair) · \(scope ?? "values")" }
  }

  private static let small = [
    ("counter", "top"), ("animals", "alerts"), ("quakes", "malformed"), ("quakes", "sorts"),
    ("quakes", "calendar"),
  ]
  private static let rows: [Row] = Registry.catalogue.products.flatMap { product in
    let scopes: [String?] = [nil] + small.filter { $0.0 == product.name }.map(\.1)
    return product.repairs.flatMap { repair in
      scopes.map { Row(product: product.name, repair: repair.name, scope: $0) }
    }
  }

  /// What a design shows within a scope, or of drawn values.
  private static func findings(
    _ design: String, of name: String, in scope: String?
  ) throws -> Set<FindingKey> {
    let product = try #require(Registry.catalogue.product(named: name))
    guard let scope else {
      return Set(
        product.valueFindings(design, 150).map { FindingKey($0, setting: "open") })
    }
    let specification = try #require(product.specification(design: design, scope: scope))
    let found = specification.findingNames(besides: nil)
    #expect(found.reason.isExhaustive)
    return Set(found.names.map { FindingKey($0, setting: specification.setting) })
  }

  @Test(arguments: rows.sampled(52))
  private func `a repair cures and worsens what the ledger says`(_ row: Row) throws {
    let table = try #require(try Ledger.ofRepository.defects[row.product])
    let defect = try #require(table.defects.first { $0.repair == row.repair })
    let repaired = try Self.findings("repair(\(row.repair))", of: row.product, in: row.scope)
    #expect(repaired.intersection(defect.cures).sorted() == [])
    #expect(repaired.subtracting(table.findings).subtracting(defect.worsens).sorted() == [])
  }

  @Test(arguments: small.sampled(4))
  func `a scope shows no more than the ledger says, with all repairs and with none`(
    product: String, scope: String
  ) throws {
    let table = try #require(try Ledger.ofRepository.defects[product])
    let published = try Explored.report(product, scope).findings.map(\.trace.findingKey)
    #expect(Set(published).subtracting(table.findings).sorted() == [])
    let repaired = try Self.findings("repaired", of: product, in: scope)
    #expect(repaired.subtracting(table.unrepaired).sorted() == [])
  }

  @Test func `the ledger knows the words of every repair, and at most 25 defects`() throws {
    for product in Registry.catalogue.products {
      let table = try #require(try Ledger.ofRepository.defects[product.name])
      #expect(table.defects.map(\.repair) == product.repairs.map(\.name))
      #expect(table.defects.map(\.words) == product.repairs.map(\.words))
      #expect(table.scopes == product.defaultScopes)
      #expect(table.defects.count <= 25)
    }
  }

  @Test
  func
    `with its repair Counter keeps every promise, and only a disabled button saves it`()
    throws
  {
    for scope in ["zero", "top", "bottom", "windows"] {
      let repaired = CatalogueCase(
        product: "counter", design: "repair(stop-at-the-ends)", scope: scope)
      let report = try repaired.explored()
      #expect(report.reason == .exhausted && report.findings.isEmpty)
      let vacuous = report.results.filter { $0.verdict == .vacuous }.map(\.property.name)
      #expect(vacuous == (["top", "bottom"].contains(scope) ? [] : ["reducer.throw.rollback"]))
    }
  }

  @Test func `repairs can be joined, each once, in any order`() throws {
    let quakes = try #require(Registry.catalogue.product(named: "quakes"))
    #expect(quakes.hasDesign("repair(merge-updates)+repair(check-coordinates)"))
    #expect(
      quakes.hasDesign("repair(check-coordinates)+repair(merge-updates)+repair(replace-rows)"))
    for wrong in [
      "repair(merge-updates)+", "repair(merge-updates)+repair(merge-updates)", "repair()",
      "repaired+", "repair(merge-updates)+mutant(refresh-twice)", "merge-updates", "",
    ] {
      #expect(!quakes.hasDesign(wrong), "\(wrong)")
      #expect(quakes.specification(design: wrong, scope: "calm") == nil)
    }
    let both = "repair(merge-updates)+repair(replace-rows)"
    let alone = try Self.findings("repair(replace-rows)", of: "quakes", in: "faults")
    let joined = try Self.findings(both, of: "quakes", in: "faults")
    #expect(
      alone.subtracting(joined).map(\.name.culprit) == ["crash after perform syncLocalQuakes"])
    #expect(joined.isSubset(of: alone))
  }

  @Test func `the repair told beside a story cures it in its scope`() throws {
    let comparison = try Self.comparison(try Ledger.ofRepository)
    let told = Dictionary(
      grouping: comparison.known, by: { comparison.repairs[$0.finding.trace] ?? "none" }
    ).mapValues { $0.map(\.finding.culprit).sorted() }
    #expect(
      told["check-coordinates"] == [
        "crash after perform fetchRemoteQuakes", "perform fetchRemoteQuakes",
      ])
    #expect(told["merge-updates"] == nil)
    #expect(told["none"] == ["state and rows differ"])
    for (finding, _) in comparison.known {
      guard let repair = comparison.repairs[finding.trace] else { continue }
      var repaired = finding.trace
      repaired.design = "repair(\(repair))"
      let grade = try Registry.catalogue.grade(repaired).grade
      #expect(grade != .reproduces, "\(repair): \(finding.property): \(finding.culprit)")
    }
  }

  @Test func `a finding that the table does not know is told with a repair that cures its story`()
    throws
  {
    let known = try Ledger.ofRepository
    var ledger = known
    var table = try #require(known.defects["quakes"])
    let crash = FindingKey(
      FindingName(property: "runtime.crash", culprit: "crash after perform fetchRemoteQuakes"),
      setting: "open")
    table.findings.removeAll { $0 == crash }
    for place in table.defects.indices {
      table.defects[place].cures.removeAll { $0 == crash }
      table.defects[place].curesWithOthers.removeAll { $0 == crash }
    }
    #expect(table != known.defects["quakes"])
    ledger.show(table)
    let told = try Self.comparison(known).known.first { $0.finding.trace.findingKey == crash }
    let trace = try #require(told).finding.trace
    #expect(ledger.defects.repair(of: trace, isInterrupted: { false }) == "check-coordinates")
    #expect(ledger.defects.repair(of: trace, isInterrupted: { true }) == nil)
  }

  @Test func `who is out of time is told which stories were not looked for`() throws {
    let ledger = try Ledger.ofRepository
    let stories = DefectStories(try #require(ledger.defects["animals"]), ledger) { .timeLimit }
    #expect(stories.chapters.allSatisfy { $0.stop == .timeLimit && $0.path == nil })
    let text = stories.sections.map(\.text).joined(separator: "\n")
    #expect(text.contains("\nIts story was not looked for, \(ExitReason.timeLimit.words).\n"))
  }

  /// What the scope of malformed payloads shows of the published Quakes beside the ledger.
  private static func comparison(_ ledger: Ledger) throws -> LedgerComparison {
    let report = try Explored.report("quakes", "malformed")
    return ledger.compare(report.findings) { _ in false }
  }

  @Test func `the page about findings is what the ledger makes`() throws {
    let ledger = try Ledger.ofRepository
    let tables = Registry.catalogue.products.compactMap { ledger.defects[$0.name] }
    // The stories name traces as seen from the package's folder.
    let told = DefectPage(products: tables.map { DefectStories($0, ledger) }).text
      .replacing(Package.path("traces"), with: "traces")
    let page = try String(contentsOfFile: Package.path("docs/findings.md"), encoding: .utf8)
    #expect(page == told, "'spec-runner defects --markdown docs/findings.md' writes it anew")
  }
}
