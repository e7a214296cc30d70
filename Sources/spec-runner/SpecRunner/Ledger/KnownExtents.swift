import Foundation
import Generators
import Model
import Spec

/// How a known finding shows within one scope.
struct FindingExtent: Hashable, Codable, Sendable {
  /// How many steps its shortest story has there.
  var length: Int
  /// The kinds of steps, and what was pending and waiting, with which it shows there; in order.
  var circumstances: [String]
}

/// Where each known finding of a product, design and setting shows: the file beside the traces.
///
/// A trace tells one story of a finding. Without this, a second defect with the same property and
/// culprit would hide behind the first.
struct KnownExtents: Hashable, JSONFile, Sendable {
  static let fileName = Trace.extentsFileName
  static let currentFormat = 1

  var format = KnownExtents.currentFormat
  /// By property, culprit and scope.
  private(set) var findings: [String: [String: [String: FindingExtent]]] = [:]

  /// Reads a file.
  ///
  /// - Throws: a `TraceError` that names it.
  init(path: String) throws(TraceError) {
    let data = try Trace.contents(ofFile: path)
    do {
      self = try KnownExtents(whole: data)
    } catch {
      throw TraceError(
        "\(path): \(Trace.words(of: error)); 'check --save' writes it anew when it is gone")
    }
    let lengths = findings.values.flatMap(\.values).flatMap(\.values).map(\.length)
    guard format == Self.currentFormat, lengths.allSatisfy({ $0 >= 0 }) else {
      throw TraceError(
        "\(path): its format or a length makes no sense; 'check --save' writes it anew when it is "
          + "gone"
      )
    }
  }

  init() {}

  subscript(property: String, culprit: String, scope: String) -> FindingExtent? {
    get { findings[property]?[culprit]?[scope] }
    set {
      findings[property, default: [:]][culprit, default: [:]][scope] = newValue
      if findings[property]?[culprit]?.isEmpty == true { findings[property]?[culprit] = nil }
      if findings[property]?.isEmpty == true { findings[property] = nil }
    }
  }

  /// Every scope in which some finding is known to show.
  var scopes: Set<String> { Set(findings.values.flatMap(\.values).flatMap(\.keys)) }

  /// Every finding that is known to show within a scope, in order.
  func known(in scope: String) -> [FindingName] {
    findings.sorted { $0.key < $1.key }.flatMap { property, culprits in
      culprits.sorted { $0.key < $1.key }.filter { $0.value[scope] != nil }
        .map { FindingName(property: property, culprit: $0.key) }
    }
  }

  /// Forgets the findings that something is not true of.
  mutating func keep(_ isKept: (_ property: String, _ culprit: String) -> Bool) {
    for (property, culprits) in findings {
      let kept = culprits.filter { isKept(property, $0.key) }
      findings[property] = kept.isEmpty ? nil : kept
    }
  }
}

/// A known finding that shows otherwise than it is known to: in a further scope, shorter, under a
/// further circumstance, or not any more.
struct ExtentNews: Hashable, Codable, Sendable {
  /// Where it shows.
  let product, design, environment, scope: String
  let property: String
  let culprit: String
  /// What is otherwise.
  let words: String

  /// All of it on one line.
  var line: String {
    "\(product) · \(design) · \(environment) · \(scope): \(property): \(culprit): \(words)"
      .onOneLine
  }
}

/// Where findings show, by the folder of their traces.
struct ExtentTable: Sendable {
  private var folders: [String: KnownExtents] = [:]

  subscript(folder: String) -> KnownExtents? {
    get { folders[folder] }
    set { folders[folder] = newValue }
  }

  /// The folders of an environment, whatever the discipline of the listener.
  func folders(of identity: Identity) -> [String] {
    let trace = Trace(
      identity: identity, scope: .null, property: "", culprit: "", form: .values, seed: nil,
      values: ValuesCase(state: .null))
    return folders.keys.filter {
      $0 == trace.ledgerFolder || $0.hasPrefix(trace.ledgerFolder + "-")
    }.sorted()
  }

  /// What is known to show in the scope of a report that judged its property, and does not.
  func gone(from report: CheckReport) -> [FindingName] {
    let judged = Set(report.results.filter(\.isDecided).map(\.property.name))
    return folders(of: report.identity).flatMap { folder in
      (folders[folder]?.known(in: report.identity.scope) ?? []).filter { known in
        judged.contains(known.property) && !report.untold.contains(known)
          && !report.findings.contains { $0.name == known }
      }
    }
  }

  /// Takes over what exhausted scopes decided, of findings that have traces; what they did not look
  /// at stays.
  mutating func note(_ reports: [CheckReport], keeping traces: [Trace]) {
    for report in reports where report.reason.isExhaustive {
      for known in gone(from: report) {
        for folder in folders(of: report.identity) {
          folders[folder]?[known.property, known.culprit, report.identity.scope] = nil
        }
      }
      for finding in report.findings {
        let folder = finding.trace.ledgerFolder
        folders[folder, default: KnownExtents()][
          finding.property, finding.culprit, report.identity.scope] =
          FindingExtent(length: finding.trace.length, circumstances: finding.circumstances)
      }
    }
    for folder in folders.keys {
      let known = Set(
        traces.filter { $0.ledgerFolder == folder }.map { [$0.property, $0.culprit] })
      folders[folder]?.keep { known.contains([$0, $1]) }
    }
  }

  /// The folders that hold something else than before, in order.
  func changes(since old: ExtentTable) -> [(folder: String, known: KnownExtents)] {
    folders.filter { $0.value != old[$0.key] }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension Ledger {
  /// What exhausted scopes show of known findings beside what is known.
  ///
  /// - Returns: what is wider, which may be another defect under the same name, and what is
  ///   narrower, which makes the ledger say too much.
  func extentNews(of reports: [CheckReport]) -> (wider: [ExtentNews], narrower: [ExtentNews]) {
    var (wider, narrower): ([ExtentNews], [ExtentNews]) = ([], [])
    for report in reports where report.reason.isExhaustive {
      for finding in report.findings {
        guard let entry = entry(for: finding.trace) else { continue }
        let (more, less) = difference(of: finding, from: entry, report.identity.scope)
        wider += more.map { news(report, finding.property, finding.culprit, $0) }
        narrower += less.map { news(report, finding.property, finding.culprit, $0) }
      }
      for name in extents.gone(from: report) {
        narrower.append(news(report, name.property, name.culprit, "does not show any more"))
      }
    }
    return (wider, narrower)
  }

  private func news(
    _ report: CheckReport, _ property: String, _ culprit: String, _ words: String
  ) -> ExtentNews {
    let identity = report.identity
    return ExtentNews(
      product: identity.product, design: identity.design, environment: identity.environment,
      scope: identity.scope, property: property, culprit: culprit, words: words)
  }

  private func difference(
    of finding: CheckReport.Finding, from entry: Entry, _ scope: String
  ) -> (wider: [String], narrower: [String]) {
    let length = finding.trace.length
    let kept = extents[finding.trace.ledgerFolder]?[finding.property, finding.culprit, scope]
    guard let known = kept?.length ?? (entry.trace.scopeName == scope ? entry.trace.length : nil)
    else {
      return (["shows here, which was not known"], [])
    }
    var wider: [String] = []
    // That even the trace can be shorter is told of the trace.
    if length < known && !isSimpler(finding.trace, than: entry.trace) {
      wider.append("takes \(length.counted("step")), known were \(known)")
    }
    if let kept {
      let more = finding.circumstances.filter { !kept.circumstances.contains($0) }
      if !more.isEmpty {
        wider.append("shows with \(more.joined(separator: "; ")), which was not known")
      }
    }
    let isLonger = kept != nil && length > known
    return (wider, isLonger ? ["takes \(length.counted("step")), known were \(known)"] : [])
  }

  /// The entries whose findings show nowhere any more: each scope in which they are known to was
  /// exhausted without them, and no other search found them.
  ///
  /// - Parameter paths: the entries that reproduce no more.
  func gone(_ paths: [String], from reports: [CheckReport]) -> Set<String> {
    let found = Set(reports.flatMap(\.findings).map { path(for: $0.trace) })
    let exhausted = reports.filter(\.reason.isExhaustive).map {
      (identity: $0.identity, gone: extents.gone(from: $0))
    }
    let stale = entries.filter { paths.contains($0.path) && !found.contains($0.path) }.filter {
      entry in
      let trace = entry.trace
      let known = extents[trace.ledgerFolder]?.findings[trace.property]?[trace.culprit]?.keys
      guard let known, let own = trace.scopeName else { return false }
      return Set(known).union([own]).allSatisfy { scope in
        exhausted.contains { identity, gone in
          identity.scope == scope && extents.folders(of: identity).contains(trace.ledgerFolder)
            && (!known.contains(scope)
              || gone.contains(trace.findingName))
        }
      }
    }
    return Set(stale.map(\.path))
  }

  /// Whether news is about the finding of one of some entries.
  func isNews(_ news: ExtentNews, of paths: Set<String>) -> Bool {
    let identity = Identity(
      product: news.product, design: news.design, environment: news.environment, scope: news.scope)
    let folders = extents.folders(of: identity)
    return entries.contains { entry in
      paths.contains(entry.path) && folders.contains(entry.trace.ledgerFolder)
        && entry.trace.property == news.property && entry.trace.culprit == news.culprit
    }
  }

  /// Writes where findings show, as far as exhausted scopes decided it; what they did not look at
  /// stays.
  ///
  /// - Returns: the paths of the files that changed, below the ledger's folder.
  /// - Throws: a `TraceError` when a file cannot be written.
  mutating func saveExtents(of reports: [CheckReport]) throws(TraceError) -> [String] {
    let old = extents
    extents.note(reports, keeping: entries.map(\.trace))
    var changed: [String] = []
    for (folder, known) in extents.changes(since: old) {
      changed.append("\(folder)/\(KnownExtents.fileName)")
      try known.data.writeWhole(
        to: "\(directory)/\(folder)/\(KnownExtents.fileName)", below: directory)
    }
    return changed
  }
}
