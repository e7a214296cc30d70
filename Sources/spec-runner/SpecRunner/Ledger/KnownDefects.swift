import Foundation
import Generators
import Model
import Spec

extension DefectTable {
  /// Reads a file of a ledger.
  ///
  /// - Throws: a `TraceError` that names it.
  init(path: String) throws(TraceError) {
    let remedy = "remove it, and 'defects --search --save' writes it anew"
    self = try Self(path: path, remedy: remedy)
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().lastPathComponent
    if folder != FileWords(product).slug {
      throw TraceError("\(path): belongs to \(product); move it into that product's folder")
    }
  }
}

/// Which repair cures what, by product, as far as a ledger holds it.
struct KnownDefects: Sendable {
  private let registry: Registry
  private var tables: [String: DefectTable] = [:]

  init(of registry: Registry) { self.registry = registry }

  subscript(product: String) -> DefectTable? { tables[product] }

  mutating func show(_ table: DefectTable) { tables[table.product] = table }

  /// How many states ahead of a story's end are looked at under a repair.
  private static let lookaheadCountMax = 20_000

  /// To which repair a story of the published design belongs: one that cures it in its scope; nil
  /// where none is known to.
  func repair(of trace: Trace, isInterrupted: () -> Bool) -> String? {
    guard trace.design == "published", let table = tables[trace.product] else { return nil }
    let usual = table.repair(of: trace.findingKey)
    let repairs = table.defects.map(\.repair)
    return (repairs.filter { $0 == usual } + repairs.filter { $0 != usual })
      .first { !isInterrupted() && cures($0, trace, isInterrupted: isInterrupted) }
  }

  /// Whether a repair alone cures the very story of a trace.
  ///
  /// A finding may have several causes, and a repair mends one. Where the search of the story's
  /// scope says that the finding goes with the repair, so does the story; else its steps are taken
  /// under the repair. That they cannot be taken says nothing by itself: the finding may show
  /// another way.
  func cures(_ repair: String, _ trace: Trace, isInterrupted: () -> Bool) -> Bool {
    guard let table = tables[trace.product],
      let defect = table.defects.first(where: { $0.repair == repair })
    else { return false }
    let isCuredAlone = defect.cures.contains(trace.findingKey)
    let isSearched = trace.form == .values || trace.scopeName.map(table.scopes.contains) ?? false
    if isCuredAlone && isSearched { return true }
    var repaired = trace
    repaired.design = "repair(\(repair))"
    var count = 0
    let graded = try? registry.grade(repaired) {
      count += 1
      return count > Self.lookaheadCountMax || isInterrupted()
    }
    switch graded?.grade {
    case .passes(let otherCulprits): return otherCulprits.isEmpty
    case .diverges, .undecided: return isCuredAlone
    case .reproduces, .untaken, .obsolete, nil: return false
    }
  }

  /// How well a finding shows what its repair cures: 0 is best.
  ///
  /// What goes with that repair alone shows it, what takes several may show another defect. What
  /// breaks where the defect acts shows it better than what is lost by it; and people know the
  /// listener as published.
  ///
  /// - Parameter tellingRank: that of the finding's property.
  func showingRank(of trace: Trace, _ tellingRank: Int) -> Int {
    let isCuredAlone =
      tables[trace.product]?.defects.contains { $0.cures.contains(trace.findingKey) } ?? false
    return (isCuredAlone ? 0 : 6) + 2 * tellingRank + (trace.setting == trace.environment ? 0 : 1)
  }

  /// What a repair of a product changes, as a sentence.
  func words(of repair: String, in product: String) -> String? {
    tables[product]?.defects.first { $0.repair == repair }?.words
  }
}
