import Foundation
import Generators
import Model
import Spec

/// The folder of `--save`: a result for each shard and scope, and below `traces/` the trace of each finding.
///
/// Every file is written whole or not at all, so that what was found before a kill is there afterwards.
public struct FuzzFolder: Sendable {
  /// The folder's path.
  public let directory: String

  /// Makes the folder unless it is there.
  ///
  /// - Throws: a `TraceError` when it cannot be written.
  public init(directory: String) throws(TraceError) {
    self.directory =
      directory.count > 1 && directory.hasSuffix("/") ? String(directory.dropLast()) : directory
    do {
      try FileManager.default.createDirectory(atPath: self.directory, withIntermediateDirectories: true)
    } catch {
      throw TraceError("\(self.directory): no folder can be made there; name another with --save")
    }
    guard access(self.directory, W_OK) == 0 else {
      throw TraceError("\(self.directory): cannot be written; check its permissions")
    }
  }

  /// Writes a finding's trace.
  ///
  /// - Returns: its path.
  /// - Throws: a `TraceError` when it cannot be written.
  public func save(_ trace: Trace) throws(TraceError) -> String {
    let path = "\(directory)/traces/\(trace.path(below: "\(directory)/traces"))"
    try trace.write(to: path)
    return path
  }

  /// Writes a result.
  ///
  /// - Throws: a `TraceError` when it cannot be written.
  public func save(_ result: FuzzResult) throws(TraceError) {
    try result.data.writeWhole(to: "\(directory)/\(result.fileName)")
  }

  /// Reads results: files, and folders with all results in them and in the folders below.
  ///
  /// - Throws: a `TraceError` that names what cannot be read.
  public static func results(
    at paths: [String]
  ) throws(TraceError) -> [(result: FuzzResult, directory: String?)] {
    var results: [(result: FuzzResult, directory: String?)] = []
    for path in paths {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw TraceError("\(path): no such file or folder; check the path")
      }
      let files = isFolder.boolValue ? Self.files(below: path) : [path]
      if files.isEmpty { throw TraceError("\(path): there is no result in it; 'fuzz --save' writes them") }
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
      throw TraceError("\(path): \(error.description)")
    }
  }
}

/// The folder of `--corpus`: choice sequences that reached something, a file for each scope and shard.
public struct CorpusFolder: Sendable {
  /// The sequences of one scope.
  private struct File: Codable {
    var format = 1
    var product: String
    var design: String
    var scope: String
    var sequences: [[Int32]]
  }

  private let folder: String
  private let identity: Identity
  private let fileName: String

  /// Makes the folder unless it is there.
  ///
  /// - Throws: a `TraceError` when it cannot be written.
  public init(directory: String, identity: Identity, shard: Shard) throws(TraceError) {
    folder = try FuzzFolder(directory: directory).directory
    self.identity = identity
    func slug(_ text: String) -> String {
      text.split { !($0.isLetter || $0.isNumber || $0 == ".") }.joined(separator: "-")
    }
    fileName =
      "corpus-\(slug(identity.product))-\(slug(identity.design))-\(slug(identity.scope))"
      + "-shard-\(shard.index + 1)-of-\(shard.count).json"
  }

  /// The sequences of all files that are about the same product, design and scope.
  ///
  /// - Throws: a `TraceError` that names a file that cannot be read.
  public func sequences() throws(TraceError) -> [[Int32]] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var sequences: [[Int32]] = []
    for name in names.sorted() where name.hasPrefix("corpus-") && name.hasSuffix(".json") {
      guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)"),
        let file = try? JSONDecoder().decode(File.self, from: data), file.format == 1
      else { throw TraceError("\(folder)/\(name): no corpus that can be read; remove the file") }
      let isSame =
        (file.product, file.design, file.scope) == (identity.product, identity.design, identity.scope)
      if isSame { sequences += file.sequences.filter { $0.allSatisfy { $0 >= 0 } } }
    }
    return sequences
  }

  /// Writes the sequences of this shard.
  ///
  /// - Throws: a `TraceError` when they cannot be written.
  public func save(_ sequences: [[Int32]]) throws(TraceError) {
    let file = File(
      product: identity.product, design: identity.design, scope: identity.scope, sequences: sequences)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    try ((try? encoder.encode(file)) ?? Data()).writeWhole(to: "\(folder)/\(fileName)")
  }
}
