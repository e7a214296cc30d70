import Foundation
import Generators
import Model
import Spec

/// What a command found out, beside the ledger of known findings: text and JSON are renderings of
/// it.
struct Report: Encodable {
  /// What the ledger said of a finding before the command.
  enum Standing: String, Codable {
    case new, known
    /// The ledger holds it longer than it needs to be.
    case shorter
  }

  /// A finding with its story and its trace.
  struct Finding: Codable {
    var property, culprit: String
    var story: Story
    /// The repair that cures it, as far as the ledger knows one.
    var repair: String?
    /// What that repair changes, as a sentence.
    var repairWords: String?
    /// How well it shows what its repair cures: 0 is best.
    var showingRank = 0
    /// How a replay graded its trace, in words; nil where it was not replayed.
    var grade: String?
    var trace: Trace
    var standing: Standing
    /// Where its trace is, or would be kept; nil when it would not be.
    var path: String?
    /// Whether its trace is there now.
    var isKept: Bool
    /// The path of the ledger's entry, if it had one.
    var entry: String?
    /// The run and the step that showed it first; nil for a search.
    var origin: String?
    /// How long the ledger's own story is where it is another one; nil where it is told here.
    var ledgerLength: Int?
    /// Whether it is new of its design, and the ledger knows it of the published one; nil where it
    /// is not.
    var isPublished: Bool?
    /// The finding of the same check, as "property: culprit", that its story shows on its way; nil
    /// for none.
    var cause: String?

    /// "property: culprit".
    var name: String { "\(property): \(culprit)".onOneLine }
    /// Whether the ledger has it.
    var isKnown: Bool { standing != .new }
    /// The command that replays it, once its trace is kept.
    var replay: String? {
      guard isKept, let path else { return nil }
      return Report.replay(path)
    }
  }

  /// A campaign, its shards joined.
  struct Campaign: Codable {
    /// The result of all shards, without what the report tells elsewhere.
    var result: FuzzResult
    var distinctStateCount: Int
    var isDistinctStateCountExact: Bool
    /// The shards that are there, in order.
    var shards: [String]
    /// The numbers, from 1, of shards that are not there.
    var missingShards: [Int]
    /// The titles of what its runs found.
    var found: [String]
  }

  /// An entry of the ledger that no longer reproduces, and what its replay says instead.
  struct StaleEntry: Codable {
    var path: String
    var grade: String
    /// Whether its finding does not show any more, wherever it did, so that `--save` removes the
    /// file.
    var isGone: Bool?
  }

  /// The ledger's folder.
  var ledger: String
  /// What was found; news first.
  var findings: [Finding] = []
  /// What was found, left without a story, and is not in the ledger.
  var untold: [UntoldFinding] = []
  var stale: [StaleEntry] = []
  /// Known findings that show more, or less, than they are known to.
  var wider: [ExtentNews] = []
  var narrower: [ExtentNews] = []
  /// What was not looked at any more, or not to its end, each on one line.
  var unexplored: [String] = []
  /// How many traces were written, and which files about where findings show; nil when that is not
  /// wanted.
  var savedCount: Int?
  var savedPaths: [String]?
  /// What the command looked at.
  var scopes: [CheckedScope]?
  /// What fired in all default scopes of each product, and what never did.
  var reach: [CheckedReach]?
  var values: [CheckedValues]?
  var live: [LiveScope]?
  var campaigns: [Campaign]?
  var exitStatus = 0

  init(_ ledger: Ledger) { self.ledger = ledger.directory }

  /// A report of nothing but findings.
  init(findings: [Finding]) { (ledger, self.findings) = (Ledger.usualDirectory, findings) }

  /// Takes over what the ledger says of findings.
  mutating func add(_ comparison: LedgerComparison, _ ledger: Ledger) {
    let known = comparison.known.map { finding, path in
      (finding, comparison.outdone.contains { $0.path == path } ? Standing.shorter : .known)
    }
    findings = (comparison.new.inTellingOrder.map { ($0, .new) } + known).map { finding, standing in
      Finding(finding, standing, repair: comparison.repairs[finding.trace], ledger)
    }
    addEntries(comparison)
    (wider, narrower) = (comparison.wider, comparison.narrower)
  }

  /// Takes over what became of entries that were not found.
  mutating func addEntries(_ comparison: LedgerComparison) {
    stale = comparison.stale.map { path, grade in
      StaleEntry(
        path: "\(ledger)/\(path)".onOneLine, grade: grade.words.onOneLine,
        isGone: comparison.gone.contains(path) ? true : nil)
    }
    unexplored += comparison.unreplayed.map(\.onOneLine)
  }

  /// Adds what must not happen to the scope that a search was of.
  mutating func add(error: String, of search: Identity) {
    let place = scopes?.firstIndex {
      ($0.product, $0.design, $0.environment, $0.scope)
        == (search.product, search.design, search.environment, search.scope)
    }
    guard let place, var scope = scopes?[place] else { return }
    scope.errors = (scope.errors ?? []) + [error]
    scopes?[place] = scope
  }

  /// The command that replays a trace.
  static func replay(_ path: String) -> String {
    "swift run -c release \(Surroundings.programName) replay \(Shell.quoted(path))".onOneLine
  }

  /// Findings that are not in the ledger.
  var news: [Finding] { findings.filter { !$0.isKnown } }
  /// Those without a story; one that is told of another scope has one.
  var untoldNews: [UntoldFinding] {
    untold.filter { untold in
      !findings.contains { $0.trace.title == untold.title && $0.name == untold.name }
    }
  }
  /// Findings that the ledger holds longer than they need to be.
  var outdone: [Finding] { findings.filter { $0.standing == .shorter } }

  /// Whether nothing is news.
  var isAgreement: Bool {
    news.isEmpty && untoldNews.isEmpty && stale.isEmpty && outdone.isEmpty && wider.isEmpty
      && narrower.isEmpty
  }

  /// What must not happen, each on one line.
  var errors: [String] {
    let searched = (scopes ?? []).flatMap { scope in
      (scope.errors ?? []).map { "\(scope.product) \(scope.scope): \($0)" }
    }
    let ran = (live ?? []).flatMap { scope in
      scope.errors.map { "\(scope.product) \(scope.scope): \($0)" }
    }
    let walked = (campaigns ?? []).map(\.result).flatMap { walk in
      (walk.errors ?? []).map { "\(walk.product) \(walk.scopeName): \($0)" }
    }
    return (searched + ran + walked).map(\.onOneLine)
  }

  /// What had to fire in default scopes and never did, or did and must not, each on one line.
  var reachErrors: [String] { (reach ?? []).flatMap(\.errors).map(\.onOneLine) }

  /// News that is no finding with a story.
  struct News {
    /// "stale", "wider", "narrower", "untold" or "what fires".
    var kind, words: String
    /// The file of the ledger that it is about; nil for none.
    var path: String?
  }

  var otherNews: [News] {
    stale.map { News(kind: "stale", words: "\($0.path): \($0.grade)", path: $0.path) }
      + wider.map { News(kind: "wider", words: $0.line) }
      + narrower.map { News(kind: "narrower", words: $0.line) }
      + untoldNews.map {
        News(
          kind: "untold", words: "\($0.title) · \($0.name): ended before its story was worked out")
      } + reachErrors.map { News(kind: "what fires", words: $0) }
  }

  /// The products that it is about.
  var products: [String] {
    ((scopes ?? []).map(\.product) + (campaigns ?? []).map(\.result.product)
      + (values ?? []).map(\.product)
      + (live ?? []).map(\.product)).uniqued()
  }

  /// 70 for errors of the suite, else 1 for news, else 3 when something was not looked at, else 0.
  var grade: Int32 {
    !errors.isEmpty ? SuiteErrors.status : !isAgreement ? 1 : unexplored.isEmpty ? 0 : 3
  }

  /// The report as readable JSON, keys sorted.
  var json: String { get throws { try JSONReport.text(self) } }
}

extension Report.Finding {
  init(
    _ finding: CheckReport.Finding, _ standing: Report.Standing, repair: String?, _ ledger: Ledger
  ) {
    let path = "\(ledger.directory)/\(ledger.path(for: finding.trace))"
    self.init(
      property: finding.property, culprit: finding.culprit, story: finding.story, repair: repair,
      repairWords: repair.flatMap { ledger.defects.words(of: $0, in: finding.trace.product) },
      showingRank: ledger.defects.showingRank(of: finding.trace, finding.tellingRank),
      trace: finding.trace,
      standing: standing, path: path, isKept: ledger.entry(for: finding.trace) != nil,
      entry: standing == .new ? nil : path, cause: finding.cause?.description.onOneLine)
    var published = trace
    published.design = "published"
    if standing == .new && trace.design != published.design && ledger.entry(for: published) != nil {
      isPublished = true
    }
    if standing == .known, let entry = ledger.entry(for: trace)?.trace, entry.length != trace.length
    {
      ledgerLength = entry.length
    }
  }

  /// What the replay of a file told.
  ///
  /// - Parameters:
  ///   - story: nil where the path cannot be taken any more.
  ///   - grade: how the trace is graded, in words.
  init(_ story: Story?, of trace: Trace, _ path: String, _ grade: String) {
    self.init(
      property: trace.property, culprit: trace.culprit,
      story: story ?? Story(promise: trace.property, lines: [], ending: nil), trace: trace,
      standing: .known, path: path, isKept: true)
    self.grade = grade
  }

  /// What a run found.
  ///
  /// - Parameter directory: the folder of `--results`, with the trace in it; nil when nothing was
  ///   saved.
  init(_ finding: FuzzResult.Finding, in directory: String?, _ ledger: Ledger) {
    let trace = finding.trace
    let run = finding.run.map { "run \($0.grouped) by \(finding.strategy)" } ?? "a run of a corpus"
    self.init(
      property: trace.property, culprit: trace.culprit, story: finding.report.story, trace: trace,
      standing: .new, path: directory.map { "\($0)/traces/\(trace.path(below: "\($0)/traces"))" },
      isKept: directory != nil, origin: "\(run), step \(finding.length.grouped)")
    guard let known = ledger.entry(for: trace) else { return }
    entry = "\(ledger.directory)/\(known.path)"
    standing = ledger.isSimpler(trace, than: known.trace) ? .shorter : .known
    // What is known was not shrunk again: the ledger has it short.
    if standing == .known { (self.trace, path, isKept) = (known.trace, entry, true) }
  }
}

/// How a shell takes texts.
enum Shell {
  static func quoted(_ path: String) -> String {
    let isPlain = path.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "/._-".contains($0))
    }
    // By scalars, as a sign after it can join with a quote.
    return isPlain
      ? path : "'\(path.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined())'"
  }
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
  var title: String { "\(product) · \(design) · \(setting)".onOneLine }

  /// The title of its finding: "shop · published · open · runtime.crash: crash after buy".
  var findingTitle: String { "\(title) · \(findingName)".onOneLine }
}
