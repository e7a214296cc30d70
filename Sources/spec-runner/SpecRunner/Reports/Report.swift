import Foundation
import Generators
import Model
import Spec

/// What a command found out, beside the ledger of known findings: text and JSON are renderings of it.
struct Report: Codable {
  /// A finding with its story and its trace.
  struct Finding: Codable {
    var property, culprit, story: String
    var trace: Trace
    /// Whether it was in the ledger before.
    var isKnown: Bool
    /// Whether it is in the ledger now.
    var isKept: Bool
    /// The path of its trace below the ledger's folder: where it stands, or would be kept.
    var path: String

    init(_ finding: CheckReport.Finding, isKnown: Bool, _ ledger: Ledger) {
      (property, culprit) = (finding.property, finding.culprit)
      (story, trace) = (finding.story.text, finding.trace)
      self.isKnown = isKnown
      isKept = ledger.entry(for: finding.trace) != nil
      path = ledger.path(for: finding.trace)
    }

    /// "property: culprit".
    var name: String { "\(property): \(culprit)" }
  }

  /// An entry of the ledger that no longer reproduces, and what its replay says instead.
  struct StaleEntry: Codable {
    var path: String
    var grade: String
  }

  /// An entry of the ledger that is longer than it needs to be, and how many steps are enough.
  struct OutdoneEntry: Codable {
    var path: String
    var length: Int
  }

  /// The ledger's folder.
  var ledger: String
  /// What was found; news first.
  var findings: [Finding] = []
  var stale: [StaleEntry] = []
  var outdone: [OutdoneEntry] = []
  /// Known findings that show more, or less, than they are known to.
  var wider: [ExtentNews] = []
  var narrower: [ExtentNews] = []
  /// The titles of what was not looked at any more.
  var unexplored: [String] = []
  /// How many traces were written, and which files about where findings show; nil when nobody asked.
  var savedCount: Int?
  var savedPaths: [String]?
  /// What the command looked at.
  var scopes: [CheckedScope]?
  var values: [CheckedValues]?
  var live: [LiveScope]?
  var walks: [FuzzResult]?
  var exitStatus = 0

  init(_ ledger: Ledger) { self.ledger = ledger.directory }

  /// Takes over what the ledger says of findings.
  mutating func add(_ comparison: LedgerComparison, _ ledger: Ledger) {
    findings =
      comparison.new.map { Finding($0, isKnown: false, ledger) }
      + comparison.known.map { Finding($0.finding, isKnown: true, ledger) }
    stale = comparison.stale.map { StaleEntry(path: $0.path, grade: $0.grade.words) }
    outdone = comparison.outdone.map { OutdoneEntry(path: $0.path, length: $0.length) }
    (wider, narrower) = (comparison.wider, comparison.narrower)
    unexplored += comparison.unreplayed
  }

  /// Findings that are not in the ledger.
  var news: [Finding] { findings.filter { !$0.isKnown } }

  /// Whether nothing is news.
  var isAgreement: Bool {
    news.isEmpty && stale.isEmpty && outdone.isEmpty && wider.isEmpty && narrower.isEmpty
  }

  /// What must not happen, each on one line.
  var errors: [String] {
    (scopes ?? []).flatMap { scope in (scope.errors ?? []).map { "\(scope.product) \(scope.scope): \($0)" } }
      + (live ?? []).flatMap { scope in scope.errors.map { "\(scope.product) \(scope.scope): \($0)" } }
      + (walks ?? []).flatMap { walk in (walk.errors ?? []).map { "\(walk.product) \(walk.scopeName): \($0)" }
      }
  }

  /// The report as readable JSON, keys sorted.
  var json: String { get throws { try JSONReport.text(self) } }
}

/// JSON on standard output.
enum JSONReport {
  /// Readable JSON, keys sorted.
  static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}

extension Trace {
  /// How long the story is: "12 steps", or "values" when there are no steps.
  var lengthWords: String { form == .values ? "values" : length.counted("step") }

  /// What it speaks of: "shop · published · open".
  var title: String { "\(product) · \(design) · \(setting)" }
}
