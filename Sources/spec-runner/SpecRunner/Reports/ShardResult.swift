import Foundation
import Generators
import Model
import Spec

/// What a shard of a check, or of planted defects, came to, as data: what `--results` keeps and
/// `merge` reads.
struct ShardResult: JSONFile {
  /// A scope that was explored.
  struct Scope: Codable {
    var report: CheckReport
    var checked: CheckedScope
  }

  /// The version of the format that this library writes.
  static let currentFormat = 1

  var format = ShardResult.currentFormat
  /// The command and what it was asked for: what the shards of one run have in common.
  var command: [String]
  /// The shard, as "2/8".
  var shard: String
  /// What ended the shard before its end.
  var limit: String?
  /// Of a check, what it explored.
  var scopes: [Scope]?
  /// Of planted defects, what became of them, by product.
  var mutants: [MutationReport]?
}

extension ShardResult {
  private struct Header: Decodable { var command: [String] }

  /// Whether data is a result of a shard, and not one of a campaign, as far as it can be read.
  static func isMeant(by data: Data) -> Bool {
    (try? JSONDecoder().decode(Header.self, from: data)) != nil
  }

  /// Reads a result.
  ///
  /// - Throws: a `TraceError` for malformed data and for a format that is not known.
  init(data: Data) throws(TraceError) {
    try FormatHeader.require(1...Self.currentFormat, of: data, named: "result")
    do {
      self = try JSONDecoder().decode(ShardResult.self, from: data)
      try JSONDecoder().decode(JSONValue.self, from: data).requireCounts()
    } catch let error as TraceError {
      throw error
    } catch {
      throw TraceError("malformed result: \(Trace.words(of: error))")
    }
    guard Shard(text: shard) != nil else {
      throw TraceError("malformed result: shard '\(shard)' makes no sense")
    }
  }

  /// The name of its file: the command, its product and the shard.
  var fileName: String {
    let names = command.filter { !$0.hasPrefix("-") }.map { FileWords($0).slug }.joined(
      separator: "-")
    return "\(names)-shard-\(shardOfRun.index + 1)-of-\(shardOfRun.count).json"
  }

  var shardOfRun: Shard { Shard(text: shard) ?? .whole }
}

/// The shards of one run, as far as they are there.
struct ShardedRun {
  /// The command and what it was asked for.
  let command: [String]
  /// How many shards the run has.
  let count: Int
  /// The results by the shards' numbers, from 0, each with its file.
  private var results: [Int: (path: String, result: ShardResult)] = [:]

  /// - Throws: a `TraceError` for results of several runs or divisions, and for a shard that is
  ///   there twice.
  init(_ files: [(path: String, result: ShardResult)]) throws(TraceError) {
    let first = files[0]
    (command, count) = (first.result.command, first.result.shardOfRun.count)
    for (path, result) in files {
      guard result.command == command else {
        throw TraceError(
          "\(path): is of '\(result.command.joined(separator: " "))', and \(first.path) of "
            + "'\(command.joined(separator: " "))'; name the results of one run")
      }
      guard result.shardOfRun.count == count else {
        throw TraceError(
          "\(path): shards \(first.result.shard) and \(result.shard) of one run overlap; "
            + "name the results of one division")
      }
      if let other = results.updateValue((path, result), forKey: result.shardOfRun.index) {
        throw TraceError(
          "\(path): shard \(result.shard) is there twice, in \(other.path) too; name each result "
            + "once"
        )
      }
    }
  }

  /// All results.
  var all: [(path: String, result: ShardResult)] { results.sorted { $0.key < $1.key }.map(\.value) }

  /// The places that no result tells of, by shard, and why that is so.
  ///
  /// - Parameter total: how many places are dealt to shards.
  func absences(of total: Int, isKnown: (Int) -> Bool) -> [(why: String, places: [Int])] {
    (0..<min(count, total)).compactMap { index in
      let places = stride(from: index, to: total, by: count).filter { !isKnown($0) }
      if places.isEmpty { return nil }
      let why = results[index].map {
        "ended early, \($0.result.limit ?? ExitReason.interrupted.words)"
      }
      return ("shard \(index + 1)/\(count) \(why ?? "is missing")", places)
    }
  }
}
