import Foundation
import Generators
import Model
import Spec

extension DefectTable {
  /// Reads a file of a ledger.
  ///
  /// - Throws: a `TraceError` that names it.
  init(path: String) throws(TraceError) {
    let data = try Trace.contents(ofFile: path)
    do {
      self = try JSONDecoder().decode(JSONValue.self, from: data).decodeWhole(as: DefectTable.self)
    } catch {
      throw TraceError(
        "\(path): \(Trace.words(of: error)); remove it, and 'defects --search --save' writes it anew")
    }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().lastPathComponent
    if folder != FileWords(product).slug {
      throw TraceError("\(path): belongs to \(product); move it into that product's folder")
    }
  }
}

extension Ledger {
  /// To which repair a finding of the published design belongs; nil where none is known to cure it.
  func repair(of trace: Trace) -> String? {
    guard trace.design == "published" else { return nil }
    let finding = SettledFinding(setting: trace.setting, property: trace.property, culprit: trace.culprit)
    return defects[trace.product]?.repair(of: finding)
  }

  /// How well a finding shows what its repair cures: 0 is best.
  ///
  /// What goes with that repair alone shows it, what takes several may show another defect; and people know
  /// the listener as published.
  func showingRank(of trace: Trace) -> Int {
    let finding = SettledFinding(setting: trace.setting, property: trace.property, culprit: trace.culprit)
    let isCuredAlone = defects[trace.product]?.defects.contains { $0.cures.contains(finding) } ?? false
    return (isCuredAlone ? 0 : 2) + (trace.setting == trace.environment ? 0 : 1)
  }

  /// What a repair of a product changes, as a sentence.
  func words(of repair: String, in product: String) -> String? {
    defects[product]?.defects.first { $0.repair == repair }?.words
  }
}
