import Foundation
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
    self = try Self(path: path, remedy: "'check --save' writes it anew when it is gone")
    let lengths = findings.values.flatMap(\.values).flatMap(\.values).map(\.length)
    guard format == Self.currentFormat, lengths.allSatisfy({ $0 >= 0 }) else {
      throw TraceError(
        "\(path): its format or a length makes no sense; 'check --save' writes it anew when it is "
          + "gone"
      )
    }
  }

  init() {}

  subscript(name: FindingName, scope: String) -> FindingExtent? {
    get { self[name]?[scope] }
    set {
      findings[name.property, default: [:]][name.culprit, default: [:]][scope] = newValue
      if self[name]?.isEmpty == true { findings[name.property]?[name.culprit] = nil }
      if findings[name.property]?.isEmpty == true { findings[name.property] = nil }
    }
  }

  /// How a finding shows in each scope in which it is known to; nil where it is not known.
  subscript(name: FindingName) -> [String: FindingExtent]? {
    findings[name.property]?[name.culprit]
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
  mutating func keep(_ isKept: (FindingName) -> Bool) {
    for (property, culprits) in findings {
      let kept = culprits.filter { isKept(FindingName(property: property, culprit: $0.key)) }
      findings[property] = kept.isEmpty ? nil : kept
    }
  }
}

/// A known finding that shows otherwise than it is known to: in a further scope, shorter, under a
/// further circumstance, or not any more.
struct ExtentNews: Hashable, Sendable {
  /// Where it shows.
  let identity: Identity
  let name: FindingName
  /// What is otherwise.
  let words: String

  /// All of it on one line.
  var line: String { "\(identity.title): \(name): \(words)".onOneLine }
}

extension ExtentNews: Encodable {
  private enum CodingKeys: CodingKey { case words }

  func encode(to encoder: any Encoder) throws {
    try identity.encode(to: encoder)
    try name.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(words, forKey: .words)
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
          folders[folder]?[known, report.identity.scope] = nil
        }
      }
      for finding in report.findings {
        let folder = finding.trace.ledgerFolder
        folders[folder, default: KnownExtents()][finding.name, report.identity.scope] =
          FindingExtent(length: finding.trace.length, circumstances: finding.circumstances)
      }
    }
    for folder in folders.keys {
      let known = Set(traces.filter { $0.ledgerFolder == folder }.map(\.findingName))
      folders[folder]?.keep(known.contains)
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
        func news(_ words: String) -> ExtentNews {
          ExtentNews(identity: report.identity, name: finding.name, words: words)
        }
        wider += more.map(news)
        narrower += less.map(news)
      }
      narrower += extents.gone(from: report).map {
        ExtentNews(identity: report.identity, name: $0, words: "does not show any more")
      }
    }
    return (wider, narrower)
  }

  private func difference(
    of finding: CheckReport.Finding, from entry: Entry, _ scope: String
  ) -> (wider: [String], narrower: [String]) {
    let length = finding.trace.length
    let kept = extents[finding.trace.ledgerFolder]?[finding.name, scope]
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
      let known = extents[trace.ledgerFolder]?[trace.findingName]?.keys
      guard let known, let own = trace.scopeName else { return false }
      return Set(known).union([own]).allSatisfy { scope in
        exhausted.contains { identity, gone in
          identity.scope == scope && extents.folders(of: identity).contains(trace.ledgerFolder)
            && (!known.contains(scope) || gone.contains(trace.findingName))
        }
      }
    }
    return Set(stale.map(\.path))
  }

  /// Whether news is about the finding of one of some entries.
  func isNews(_ news: ExtentNews, of paths: Set<String>) -> Bool {
    let folders = extents.folders(of: news.identity)
    return entries.contains { entry in
      paths.contains(entry.path) && folders.contains(entry.trace.ledgerFolder)
        && entry.trace.findingName == news.name
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
      try known.write(to: "\(folder)/\(KnownExtents.fileName)", below: directory)
    }
    return changed
  }
}
