import Foundation
import Generators
import Model
import Spec

extension DefectTable {
  /// Reads a file of a ledger.
  ///
  /// - Throws: a `TraceError` that names it.
  init(path: String) throws(TraceError) {
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      self = try JSONDecoder().decode(JSONValue.self, from: data).decodeWhole(as: DefectTable.self)
    } catch {
      throw TraceError(
        "\(path): \(Trace.words(of: error)); remove it, and 'defects --search --save' writes it anew")
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

  /// What a repair of a product changes, as a sentence.
  func words(of repair: String, in product: String) -> String? {
    defects[product]?.defects.first { $0.repair == repair }?.words
  }
}
