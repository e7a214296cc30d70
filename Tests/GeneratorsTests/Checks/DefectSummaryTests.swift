import Foundation
import Generators
import Spec
import Testing

@testable import SpecRunner

/// What is said of repairs in one line.
@Suite struct DefectSummaryTests {
  @Test func `a repair without a finding of its own is no defect, and is named`() throws {
    let table = try Self.table()
    #expect(table.summary == "1 defect explains 1 of 2 findings")
    let ledger = try Ledger(directory: "none-there", of: .catalogue)
    let text = DefectStories(table, ledger).sections.map(\.text).joined(separator: "\n")
    #expect(text.contains("repairs without a finding of their own: second, third"))
  }

  /// The second cures what the first cures, the third nothing.
  private static func table() throws -> DefectTable {
    let (cured, left) = (
      #"{"property": "a.b", "culprit": "x", "setting": "open"}"#,
      #"{"property": "a.b", "culprit": "y", "setting": "open"}"#
    )
    let defects = [("first", cured), ("second", cured), ("third", "")].map { name, cures in
      #"{"repair": "\#(name)", "words": "", "cures": [\#(cures)], "curesWithOthers": [], "#
        + #""worsens": []}"#
    }
    let text =
      #"{"product": "shop", "scopes": [], "valueCount": 0, "findings": [\#(cured), \#(left)], "#
      + #""defects": [\#(defects.joined(separator: ", "))], "unrepaired": []}"#
    return try JSONDecoder().decode(DefectTable.self, from: Data(text.utf8))
  }
}
