import Foundation
import Model

/// What every file of the suite begins with, whatever its format.
package struct FormatHeader: Codable {
  private var format: Int

  /// Reads the format's version.
  ///
  /// - Throws: a `TraceError` for what is no such file, and for a version that this library does
  ///   not read.
  package static func require(
    _ formats: ClosedRange<Int>, of data: Data, named noun: String
  ) throws(TraceError) {
    guard let header = try? JSONDecoder().decode(FormatHeader.self, from: data) else {
      let isBegun = data.firstRange(of: Data("\"format\"".utf8)) != nil
      if isBegun && (try? JSONSerialization.jsonObject(with: data)) == nil {
        throw TraceError("no whole \(noun): its JSON breaks off or is malformed; restore the file")
      }
      throw TraceError("not a \(noun): a JSON object with a number under \"format\" is expected")
    }
    if formats.contains(header.format) { return }
    let first = formats.lowerBound == 1 ? "up" : "\(formats.lowerBound)"
    throw TraceError(
      "\(noun) format \(header.format) is not known, this version reads \(first) to "
        + "\(formats.upperBound); use the version of spec-runner that wrote it")
  }
}

extension Trace {
  /// How many steps the path has; 0 for values.
  public var length: Int { labels?.count ?? 0 }

  /// Whether it shows a finding: one that is expected to hold says that something is mended.
  package var isFinding: Bool { expected == .violated }

  /// Whether two traces show one finding: the same property broken by the same culprit in the same
  /// design.
  package func isSameFinding(as other: Trace) -> Bool {
    // A setting is read from the scope; few that have one culprit are of other findings.
    culprit == other.culprit && product == other.product && expected == other.expected
      && findingKey == other.findingKey
  }

  /// The path of its file below a folder of traces, where it overwrites no other finding.
  ///
  /// A name that another finding has in any letter case is taken: files are copied to systems on
  /// which case does not count.
  package func path(below directory: String) -> String {
    let name = ledgerPath.split(separator: "/").last.map(String.init) ?? ""
    let folder = "\(directory)/\(ledgerFolder)"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let isTaken = names.contains { other in
      guard other.lowercased() == name.lowercased() else { return false }
      return (try? Trace(path: "\(folder)/\(other)")).map { !$0.isSameFinding(as: self) } ?? false
    }
    return isTaken ? distinctLedgerPath : ledgerPath
  }

  /// Whether a replay graded the trace as recorded.
  package func isConfirmed(by grade: Grade) -> Bool {
    switch (expected, grade) {
    case (.violated, .reproduces), (.holds, .passes(otherCulprits: [])): true
    default: false
    }
  }

  /// The bytes of a file.
  ///
  /// - Throws: a `TraceError` that names it.
  package static func contents(ofFile path: String) throws(TraceError) -> Data {
    if let data = FileManager.default.contents(atPath: path) { return data }
    let isThere = FileManager.default.fileExists(atPath: path)
    throw TraceError(
      isThere
        ? "\(path): cannot be read; check its permissions" : "\(path): no such file; check the path"
    )
  }

  /// Reads a trace from a file.
  ///
  /// - Throws: a `TraceError` that names the file.
  package init(path: String) throws(TraceError) {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw TraceError("\(path): is a folder; name a trace file in it")
    }
    let data = try Self.contents(ofFile: path)
    do {
      try self.init(data: data)
    } catch {
      throw TraceError("\(path): \(whole: error.description)")
    }
  }
}

extension Data {
  /// Writes a file, whole or not at all, even when the process is killed meanwhile; folders are
  /// made as needed.
  ///
  /// The file comes into being in a folder beside `root` and is then renamed, so that a kill leaves
  /// nothing new below `root`. That folder tells git to ignore it, and the next reader or writer
  /// takes it away.
  ///
  /// - Parameter root: the folder that the file belongs to; the file itself where it stands alone.
  /// - Throws: a `TraceError` that names the file.
  package func writeWhole(to path: String, below root: String) throws(TraceError) {
    let files = FileManager.default
    // A link is kept, and what it leads to is replaced.
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let root = URL(fileURLWithPath: root).resolvingSymlinksInPath()
    let beside = Self.folder(beside: root)
    // Another process may take the folder away; where `root` is a disk of its own, no file is moved
    // to it.
    let inside = url.deletingLastPathComponent().appending(path: ".saving")
    for folder in [beside, beside, beside, inside] {
      let file = folder.appending(path: "\(ProcessInfo.processInfo.processIdentifier)")
      try? files.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try? files.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? files.removeItem(at: folder) }
      try? Data("*\n".utf8).write(to: folder.appending(path: ".gitignore"))
      if (try? write(to: file)) != nil, rename(file.path, url.path) == 0 { return }
    }
    throw TraceError("\(path): cannot be written; check that the folder exists and is writable")
  }

  /// Makes sure that `writeWhole` can make its files in the folder of a file that stands alone.
  package static func canWriteWhole(to path: String) -> Bool {
    let root = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let folder = folder(beside: root)
    removeLeftovers(beside: path)
    guard
      (try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true))
        != nil
    else { return false }
    try? FileManager.default.removeItem(at: folder)
    return true
  }

  /// Takes away the folders in which processes that were killed began to write files.
  ///
  /// - Parameter root: what they belong to.
  package static func removeLeftovers(beside root: String) {
    let url = URL(fileURLWithPath: root).resolvingSymlinksInPath()
    let folders = FileManager.default.names(below: url.path).map { url.appending(path: $0) }.filter
    {
      $0.lastPathComponent == ".saving"
    }
    for folder in folders + [folder(beside: url)] {
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
        continue
      }
      // What is called otherwise is not ours, but for what git is told.
      let isOver = names.allSatisfy { name in
        name == ".gitignore" || pid_t(name).map { kill($0, 0) != 0 && errno == ESRCH } ?? false
      }
      if isOver { try? FileManager.default.removeItem(at: folder) }
    }
  }

  private static func folder(beside root: URL) -> URL {
    root.deletingLastPathComponent().appending(path: ".\(root.lastPathComponent).saving")
  }
}

extension FileManager {
  /// What stands in a folder and in the folders below, as paths from there, in order; the folder
  /// may be named by a link.
  package func names(below directory: String) -> [String] {
    let folder = URL(fileURLWithPath: directory).resolvingSymlinksInPath().path
    return (enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).sorted()
  }
}
