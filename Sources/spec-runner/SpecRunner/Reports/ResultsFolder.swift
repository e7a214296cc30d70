import Foundation
import Generators
import Model
import Spec

/// The folder of `--results`: of campaigns a result for each shard and scope, and below `traces/`
/// the trace of each finding; of checks and planted defects a result for each shard.
///
/// Every file is written whole or not at all, so that what was found before a kill is there
/// afterwards.
struct ResultsFolder: Sendable {
  let directory: String

  /// Makes the folder that arguments name, unless it is there; nil where they name none.
  init?(_ arguments: Arguments) throws(TraceError) {
    guard let directory = arguments.value("--results") else { return nil }
    try self.init(directory: directory)
  }

  /// Makes the folder unless it is there.
  init(directory: String) throws(TraceError) {
    self.directory =
      directory.count > 1 && directory.hasSuffix("/") ? String(directory.dropLast()) : directory
    Data.removeLeftovers(beside: self.directory)
    do {
      try FileManager.default.createDirectory(
        atPath: self.directory, withIntermediateDirectories: true)
    } catch {
      throw TraceError(
        "\(self.directory): no folder can be made there; name another with --results")
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
    try result.write(to: result.fileName, below: directory)
  }

  /// Removes what an earlier run of a shard left, so that it is not taken for what this one came
  /// to.
  func begin(_ command: [String], _ shard: Shard) throws(TraceError) {
    let path = "\(directory)/\(ShardResult(command: command, shard: shard.words).fileName)"
    guard unlink(path) == 0 || errno == ENOENT else {
      throw TraceError("\(path): is of an earlier run and cannot be removed; check its permissions")
    }
  }

  func save(_ result: ShardResult) throws(TraceError) {
    try result.write(to: result.fileName, below: directory)
  }

  /// The files of results: those that are named, and of folders all in them and in the folders
  /// below.
  static func files(at paths: [String]) throws(TraceError) -> [String] {
    var results: [String] = []
    for path in paths {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw TraceError("\(path): no such file or folder; check the path")
      }
      let files = isFolder.boolValue ? Self.files(below: path) : [path]
      if files.isEmpty {
        throw TraceError(
          "\(path): there is no result in it; 'fuzz --results', 'check --results' and 'mutate "
            + "--results' write them")
      }
      results += files
    }
    return results
  }

  private static func files(below path: String) -> [String] {
    FileManager.default.names(below: path).filter { name in
      name.hasSuffix(".json") && name.contains("-shard-") && !name.hasPrefix("traces/")
        && !name.contains("/traces/")
    }.map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
  }

  /// The folder of a result.
  static func directory(of file: String) -> String {
    let parts = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }

  /// What a file holds.
  enum Kept {
    case campaign(FuzzResult)
    case shard(ShardResult)
  }

  /// Reads a result.
  static func result(at path: String) throws(TraceError) -> Kept {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw TraceError("\(path): cannot be read; check its permissions")
    }
    do {
      return ShardResult.isMeant(by: data)
        ? .shard(try ShardResult(data: data)) : .campaign(try FuzzResult(data: data))
    } catch {
      throw TraceError("\(path): \(whole: error.description)")
    }
  }
}
