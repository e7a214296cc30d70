import Foundation
import Generators
import Model
import Spec

/// The known findings: a folder of traces, one for each, and beside them where each finding shows.
///
/// A check compares what it found with the ledger: a finding that is not in it, or an entry that no
/// longer reproduces, is news. The ledger is written only when somebody asks.
public struct Ledger: Sendable {
  /// An entry: a trace and where it stands.
  struct Entry: Sendable {
    /// The path of the file, below the ledger's folder.
    let path: String
    /// The trace.
    let trace: Trace
  }

  /// The folder.
  let directory: String
  let registry: Registry
  /// The entries, by path.
  private(set) var entries: [Entry]
  /// Where findings show, by the folder of their traces.
  var extents = ExtentTable()
  /// Which repair cures what, by product.
  private(set) var defects: KnownDefects

  /// The folder of those who name none.
  static let usualDirectory = "traces"

  /// Reads the ledger of a command.
  ///
  /// Without the usual folder it is empty, as in a first run; one that somebody named has to be
  /// there.
  ///
  /// - Parameters:
  ///   - name: what `--traces` says.
  ///   - products: those that the command is about.
  ///   - isMade: whether the command makes the folder.
  /// - Throws: a `TraceError` that names what cannot be read.
  init(
    named name: String?, of registry: Registry, about products: [RegisteredProduct],
    mayBeMade isMade: Bool = false
  ) throws(TraceError) {
    if let name, !isMade, !FileManager.default.fileExists(atPath: name) {
      throw TraceError(
        "\(name): no such folder; correct --traces, or make it with 'check --save' and the same "
          + "--traces")
    }
    try self.init(directory: name ?? Self.usualDirectory, of: registry, about: products)
  }

  /// Reads a ledger; a folder that does not exist is an empty one.
  ///
  /// - Parameters:
  ///   - registry: the products that its traces speak of.
  ///   - products: those of them whose traces are wanted; nil for all.
  /// - Throws: a `TraceError` that names the file that cannot be read.
  init(
    directory: String, of registry: Registry, about products: [RegisteredProduct]? = nil
  ) throws(TraceError) {
    (self.registry, defects) = (registry, KnownDefects(of: registry))
    let isClosed = directory.count > 1 && directory.hasSuffix("/")
    let directory = isClosed ? String(directory.dropLast()) : directory
    self.directory = directory
    entries = []
    Data.removeLeftovers(beside: directory)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: directory, isDirectory: &isFolder) else { return }
    guard isFolder.boolValue,
      (try? FileManager.default.contentsOfDirectory(atPath: directory)) != nil
    else {
      throw TraceError(
        "\(directory): no folder that can be read; name the ledger's folder with --traces")
    }
    let unwanted = Self.folders(of: registry, without: products ?? registry.products)
    for path in FileManager.default.names(below: directory) where path.hasSuffix(".json") {
      if let folder = path.split(separator: "/").first, unwanted.contains(String(folder)),
        try Self.isSilent(directory + "/" + path, about: products ?? [])
      {
        continue
      }
      if Trace.isFile(path, named: KnownExtents.fileName) {
        let folder = String(path.dropLast(KnownExtents.fileName.count + 1))
        extents[folder] = try KnownExtents(path: directory + "/" + path)
      } else if Trace.isFile(path, named: Trace.defectsFileName) {
        defects.show(try DefectTable(path: directory + "/" + path))
      } else {
        entries.append(Entry(path: path, trace: try Trace(path: directory + "/" + path)))
      }
    }
  }

  /// The folders that are of products, and of none of these.
  private static func folders(
    of registry: Registry, without products: [RegisteredProduct]
  ) -> Set<String> {
    Set(registry.products.map { FileWords($0.name).slug }).subtracting(
      products.map { FileWords($0.name).slug })
  }

  /// Whether a file names none of some products: to read it whole takes a thousand times as long.
  private static func isSilent(_ path: String, about products: [RegisteredProduct])
    throws(TraceError) -> Bool
  {
    let data = try Trace.contents(ofFile: path)
    // A letter may be written as its number, a quotation mark or a slash behind another sign.
    if data.contains(UInt8(ascii: "\\")) { return false }
    return !products.contains { data.range(of: Data("\"\($0.name)\"".utf8)) != nil }
  }

  /// The entry of a finding, or nil.
  func entry(for trace: Trace) -> Entry? { entries.first { $0.trace.isSameFinding(as: trace) } }

  /// The path of a finding's file below the ledger's folder: where its entry stands, or would
  /// stand.
  func path(for trace: Trace) -> String {
    entry(for: trace)?.path ?? trace.path(below: directory)
  }

  /// Writes which repair cures what.
  ///
  /// - Throws: a `TraceError` when the file cannot be written.
  mutating func save(_ table: DefectTable) throws(TraceError) {
    try makeFolder()
    let folder = FileWords(table.product).slug
    try table.write(to: "\(folder)/\(Trace.defectsFileName)", below: directory)
    show(table)
  }

  /// Takes over which repair cures what, and writes nothing.
  mutating func show(_ table: DefectTable) { defects.show(table) }

  /// Makes the ledger's folder: one without entries says that nothing is known.
  ///
  /// - Throws: a `TraceError` when it cannot be made, or nothing can be written into it.
  func makeFolder() throws(TraceError) {
    do {
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    } catch {
      throw unwritable
    }
    if access(directory, W_OK) != 0 { throw unwritable }
  }

  private var unwritable: TraceError {
    TraceError("\(directory): cannot be written; check that the folder exists and is writable")
  }

  /// Whether a known trace of a finding is missing, longer, or shows it no more.
  ///
  /// - Parameter stop: why no known trace is replayed any more, if so; it then counts as good.
  func lacks(_ trace: Trace, stop: () -> ExitReason? = { nil }) -> Bool {
    guard let known = entry(for: trace) else { return true }
    return isSimpler(trace, than: known.trace) || stop() == nil && !isConfirmed(known, stop)
  }

  /// Writes a finding; folders are made as needed.
  ///
  /// - Throws: a `TraceError` when the file cannot be written.
  mutating func write(_ trace: Trace) throws(TraceError) {
    let path = self.path(for: trace)
    try trace.write(to: path, below: directory)
    entries.removeAll { $0.path == path }
    entries.append(Entry(path: path, trace: trace))
  }

  /// Forgets entries, with their files.
  ///
  /// - Throws: a `TraceError` when a file cannot be removed.
  mutating func remove(_ paths: Set<String>) throws(TraceError) {
    for path in paths.sorted() {
      do {
        try FileManager.default.removeItem(atPath: "\(directory)/\(path)")
      } catch {
        throw TraceError(
          "\(directory)/\(path): cannot be removed; check that its folder is writable")
      }
    }
    entries.removeAll { paths.contains($0.path) }
  }

  private func isConfirmed(_ entry: Entry, _ stop: () -> ExitReason?) -> Bool {
    switch try? registry.grade(entry.trace, isInterrupted: { stop() != nil }).grade {
    case .undecided?: true
    case let grade?: entry.trace.isConfirmed(by: grade)
    case nil: false
    }
  }

  /// What findings mean beside the ledger.
  ///
  /// - Parameters:
  ///   - findings: what was found, one for each finding.
  ///   - stop: why no further entry is replayed, if so.
  ///   - isConcerned: whether a check that found nothing else would have had to confirm an entry.
  func compare(
    _ findings: [CheckReport.Finding], stop: () -> ExitReason? = { nil },
    concerning isConcerned: (Trace) -> Bool
  ) -> LedgerComparison {
    var comparison = LedgerComparison()
    for finding in findings {
      comparison.repairs[finding.trace] = defects.repair(of: finding.trace) { stop() != nil }
      if let entry = entry(for: finding.trace) {
        comparison.known.append((finding, entry.path))
        if isSimpler(finding.trace, than: entry.trace) {
          comparison.outdone.append((entry.path, finding.trace.length))
        }
      } else {
        comparison.new.append(finding)
      }
    }
    // An entry that is the same as a trace that was replayed just now need not be replayed again.
    let replayed = Set(findings.filter(\.isReplayed).map(\.trace))
    for entry in entries where !replayed.contains(entry.trace) && isConcerned(entry.trace) {
      let graded = stop() != nil ? nil : try? registry.grade(entry.trace) { stop() != nil }
      if let reason = stop() {
        comparison.unreplayedCount += 1
        comparison.stop = reason
        continue
      }
      let grade = graded?.grade ?? .obsolete("its labels cannot be read")
      if case .undecided = grade {
        comparison.undecided.append("\(directory)/\(entry.path): \(grade.words)")
      } else if !entry.trace.isConfirmed(by: grade) {
        comparison.stale.append((entry.path, grade))
      } else if grade == .reproduces {
        comparison.reproduced.append(entry)
      }
    }
    return comparison
  }

  /// Which known findings searches missed that were exhausted: their traces are of the very scope,
  /// and replay as recorded.
  ///
  /// Values break a promise whether or not a search comes to them.
  func missed(_ reproduced: [Entry], by reports: [CheckReport]) -> [(by: Identity, words: String)] {
    let searches = reports.filter(\.reason.isExhaustive)
    return reproduced.filter { $0.trace.form != .values }.flatMap { entry in
      let (trace, path) = (entry.trace, "\(directory)/\(entry.path)")
      return searches.filter { search in
        let (identity, named) = (search.identity, registry.product(named: trace.product))
        return identity.product == trace.product && identity.design == trace.design
          && identity.scope == trace.scopeName && search.decides(trace.property)
          && !search.finds(trace.findingName)
          && named?.specification(design: trace.design, scope: identity.scope)?.writtenScope
            == trace.scope
      }.map {
        ($0.identity, "\(path): it replays as recorded, and the search of its scope misses it")
      }
    }
  }
}

extension CheckReport {
  /// Whether a promise was asked for, and applies.
  fileprivate func decides(_ property: String) -> Bool {
    results.contains {
      if case .notApplicable = $0.verdict { return false }
      return $0.property.name == property
    }
  }

  fileprivate func finds(_ name: FindingName) -> Bool {
    findings.contains { $0.name == name } || untold.contains(name)
  }
}

/// What is news and what is not.
struct LedgerComparison: Sendable {
  /// Findings without an entry.
  var new: [CheckReport.Finding] = []
  /// Findings with an entry, and its path below the ledger's folder.
  var known: [(finding: CheckReport.Finding, path: String)] = []
  /// Which repair cures a finding's story, where one is known.
  var repairs: [Trace: String] = [:]
  /// Entries that no longer reproduce, and what their replay says instead.
  var stale: [(path: String, grade: Grade)] = []
  /// Entries that were replayed, and show what is recorded.
  var reproduced: [Ledger.Entry] = []
  /// Those that are stale whose findings do not show any more, wherever they did.
  var gone: Set<String> = []
  /// How many entries were not replayed, and why.
  var unreplayedCount = 0
  var stop = ExitReason.interrupted
  /// Entries whose replay came to a limit, each on one line.
  var undecided: [String] = []
  /// How many were not replayed, on one line, and those of which a replay told nothing.
  var unreplayed: [String] {
    let unseen = "\(unreplayedCount.counted("known finding")): not looked at, \(stop.words)"
    return (unreplayedCount == 0 ? [] : [unseen]) + undecided
  }

  /// Entries of which a shorter counterexample was found, and how many steps are enough.
  var outdone: [(path: String, length: Int)] = []

  /// Known findings that show in a further scope, shorter, or under a further circumstance.
  var wider: [ExtentNews] = []
  /// Known findings that do not show any more where they did, or only longer.
  var narrower: [ExtentNews] = []
}
