import Foundation
import Generators
import Model
import Spec

/// The folder of `--results`: a result for each shard and scope, and below `traces/` the trace of each
/// finding.
///
/// Every file is written whole or not at all, so that what was found before a kill is there afterwards.
struct FuzzFolder: Sendable {
  let directory: String

  /// Makes the folder unless it is there.
  init(directory: String) throws(TraceError) {
    self.directory =
      directory.count > 1 && directory.hasSuffix("/") ? String(directory.dropLast()) : directory
    Data.removeLeftovers(beside: self.directory)
    do {
      try FileManager.default.createDirectory(atPath: self.directory, withIntermediateDirectories: true)
    } catch {
      throw TraceError("\(self.directory): no folder can be made there; name another with --results")
    }
    guard access(self.directory, W_OK) == 0 else {
      throw TraceError("\(self.directory): cannot be written; check its permissions")
    }
  }

  /// Writes a finding's trace.
  ///
  /// - Returns: its path.
  func save(_ trace: Trace) throws(TraceError) -> String {
    let traces = "\(directory)/traces"
    let path = trace.path(below: traces)
    try trace.write(to: "traces/\(path)", below: directory)
    return "\(traces)/\(path)"
  }

  func save(_ result: FuzzResult) throws(TraceError) {
    try result.data.writeWhole(to: "\(directory)/\(result.fileName)", below: directory)
  }

  /// Reads results: files, and folders with all results in them and in the folders below.
  static func results(
    at paths: [String]
  ) throws(TraceError) -> [(result: FuzzResult, directory: String?)] {
    var results: [(result: FuzzResult, directory: String?)] = []
    for path in paths {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw TraceError("\(path): no such file or folder; check the path")
      }
      let files = isFolder.boolValue ? Self.files(below: path) : [path]
      if files.isEmpty { throw TraceError("\(path): there is no result in it; 'fuzz --results' writes them") }
      for file in files { results.append((try result(at: file), Self.directory(of: file))) }
    }
    return results
  }

  private static func files(below path: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return names.filter { name in
      name.hasSuffix(".json") && name.contains("-shard-") && !name.hasPrefix("traces/")
        && !name.contains("/traces/")
    }.sorted().map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
  }

  private static func directory(of file: String) -> String {
    let parts = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }

  private static func result(at path: String) throws(TraceError) -> FuzzResult {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw TraceError("\(path): cannot be read; check its permissions")
    }
    do {
      return try FuzzResult(data: data)
    } catch {
      throw TraceError("\(path): \(whole: error.description)")
    }
  }
}
