import Generators
import Spec
import Testing

@testable import SpecRunner

/// Traces of the counter that starts at the greatest integer, to be changed by tests.
enum CounterTraces {
  static let crashPath =
    "counter/published/open/runtime.crash--crash-after-didTapIncrementButton.json"
  static let totalPath = "counter/published/open/reducer.total--didTapIncrementButton.json"

  /// The counter that starts at the greatest integer.
  static func top(design: String = "published") throws -> any Checkable {
    try CatalogueCase(product: "counter", design: design, scope: "top").specification()
  }

  /// A trace of the repository's ledger.
  static func entry(_ path: String) throws -> Trace {
    try Trace(path: Package.path("traces/" + path))
  }

  /// One tap on Increment, and the app crashes.
  static func crash() throws -> Trace { try entry(crashPath) }

  /// Taps as they stand in a trace: "+" increments.
  static func taps(_ taps: String) -> [JSONValue] {
    taps.map { tap in
      let name = tap == "+" ? "didTapIncrementButton" : "didTapDecrementButton"
      return .object(["gesture": .object(["gesture": .string(name)])])
    }
  }

  /// The crash after a detour.
  static func detour(_ taps: String) throws -> Trace {
    try crash().with { $0.labels = CounterTraces.taps(taps) }
  }
}

extension Ledger {
  /// Writes a finding unless a known trace of it is as simple, as a command that saves does.
  mutating func save(_ trace: Trace) throws -> (path: String, isWritten: Bool) {
    let isWritten = lacks(trace)
    if isWritten { try write(trace) }
    return (path(for: trace), isWritten)
  }
}

extension LedgerComparison {
  /// Whether the report that tells it has no news.
  var isAgreement: Bool {
    get throws {
      let ledger = try Ledger(directory: "none-there", of: .catalogue)
      var report = Report(ledger)
      report.add(self, ledger)
      return report.isAgreement
    }
  }
}
