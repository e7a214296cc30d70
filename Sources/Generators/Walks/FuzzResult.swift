import Foundation
import Model
import Spec

/// What the runs of one shard of a campaign came to, as data: what `--results` keeps and `merge`
/// reads.
package struct FuzzResult: Hashable, JSONFile, Sendable {
  /// A finding, and the run that showed it first.
  package struct Finding: Hashable, Sendable {
    /// The campaign's number of the run; results of format 2 may have findings without one.
    package var run: Int?
    /// The name of the strategy that drew the run.
    package var strategy: String
    /// After how many steps the run showed it.
    package var length: Int
    /// The finding, told by the shrunk run; as data it is a story and a trace.
    package var report: CheckReport.Finding

    package var trace: Trace { report.trace }
  }

  /// What a strategy's runs came to.
  package struct Yield: Hashable, Codable, Sendable {
    package var strategy: String
    package var runCount = 0
    package var stepCount = 0
    /// What its runs found that no earlier run did.
    package var findingCount = 0
  }

  /// The version of the format that this library writes.
  ///
  /// Formats 2 to 4 are read too. Stories of 2 and 3 are text; in all three, states of products
  /// without a database have other digests, so that they join no campaign of this format.
  package static let currentFormat = 5

  package var format = FuzzResult.currentFormat
  package var product: String
  package var design: String
  package var environment: String
  package var scopeName: String
  /// The bounds, written out.
  package var scope: JSONValue
  /// The campaign's seed, as text, since it may have more than 53 bits.
  package var seed: String
  package var strategy: String
  /// The shard, as "2/8".
  package var shard: String
  package var stepCountMax: Int
  /// How many runs the campaign was to have, all shards together.
  package var campaignRunCount: Int?
  /// The runs of this shard.
  package var runCount = 0
  package var stepCount = 0
  /// Whether the shard came to its end.
  package var isFinished = false
  /// The smallest digests of the distinct states, as hexadecimal numbers.
  package var states: [String] = []
  /// How often steps of each kind of label were taken; 0 for kinds that were enabled and never
  /// taken.
  package var labelCounts: [String: Int] = [:]
  package var yields: [Yield] = []
  /// The most agents that a run scheduled by priorities had.
  package var agentCountMax = 0
  /// The properties that were judged.
  package var judged: [String] = []
  /// The properties that some runs were not judged by, as too many states had to be looked at.
  package var givenUp: [String] = []
  /// How many runs were cut because values had become too large; nil for none.
  package var cutRunCount: Int?
  /// The largest collection of the runs that were cut.
  package var growth: LargePart?
  /// The limit that ended the shard before its end.
  package var limit: String?
  /// What must not happen: what runs showed and their replayed paths do not show again, and systems
  /// whose steps cannot be told apart; nil for none.
  package var errors: [String]?
  /// What is broken, in the order in which runs showed it.
  package var findings: [Finding] = []
  /// How long it took, when that was asked for.
  package var seconds: Double?
  /// How long processors worked on it, when that was asked for.
  package var processorSeconds: Double?
  /// How much of that went into shrinking.
  package var shrinkingSeconds: Double?
}

extension FuzzResult.Finding: Codable {
  private enum CodingKeys: CodingKey { case run, strategy, length, story, trace }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let text = try? fields.decode(String.self, forKey: .story)
    self.init(
      run: try fields.decodeIfPresent(Int.self, forKey: .run),
      strategy: try fields.decode(String.self, forKey: .strategy),
      length: try fields.decode(Int.self, forKey: .length),
      report: CheckReport.Finding(
        story: try text.map(Story.init(text:)) ?? fields.decode(Story.self, forKey: .story),
        trace: try fields.decode(Trace.self, forKey: .trace)))
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encodeIfPresent(run, forKey: .run)
    try fields.encode(strategy, forKey: .strategy)
    try fields.encode(length, forKey: .length)
    try fields.encode(report.story, forKey: .story)
    try fields.encode(report.trace, forKey: .trace)
  }
}

extension FuzzResult {
  package var identity: Identity {
    Identity(product: product, design: design, environment: environment, scope: scopeName)
  }

  package var shardOfCampaign: Shard { Shard(text: shard) ?? .whole }

  package var distinctStates: DistinctStates {
    DistinctStates(digests: states.compactMap { UInt64($0, radix: 16) })
  }

  /// The name of its file: product, design, scope and shard.
  ///
  /// More than a hyphen stands between them, as names have some: one product may be called as
  /// another one and the beginning of its scope.
  package var fileName: String {
    let (product, scope) = (FileWords(product).slug, FileWords(scopeName).slug)
    let names = "\(product)--\(FileWords(design).designFolder)--\(scope)"
    return "\(names)-shard-\(shardOfCampaign.index + 1)-of-\(shardOfCampaign.count).json"
  }

  /// Reads a result.
  ///
  /// - Throws: a `TraceError` for malformed data and for a format that is not known.
  package init(data: Data) throws(TraceError) {
    try FormatHeader.require(2...Self.currentFormat, of: data, named: "result")
    let value: JSONValue
    do {
      self = try JSONDecoder().decode(FuzzResult.self, from: data)
      value = try JSONDecoder().decode(JSONValue.self, from: data)
    } catch {
      throw TraceError("malformed result: \(Trace.words(of: error))")
    }
    guard Shard(text: shard) != nil, UInt64(seed) != nil else {
      throw TraceError("malformed result: shard '\(shard)' or seed '\(seed)' makes no sense")
    }
    try requireTimes()
    try value.requireCounts()
  }

  /// The greatest count of a result and of all shards together.
  package static let countMax = 1_000_000_000_000_000
  /// The most seconds of a result and of all shards together.
  package static let secondsMax = 1e12

  private func requireTimes() throws(TraceError) {
    let times = [
      ("seconds", seconds), ("processorSeconds", processorSeconds),
      ("shrinkingSeconds", shrinkingSeconds),
    ]
    for case (let name, let time?) in times where !(0...Self.secondsMax).contains(time) {
      throw TraceError("malformed result: \(name) is \(time), no time from 0 s")
    }
  }
}

extension JSONValue {
  /// Sees to it that counts can be added; scopes and traces are a product's own.
  package func requireCounts(_ name: String = "") throws(TraceError) {
    switch self {
    case .object(let fields):
      for (key, value) in fields.sorted(by: { $0.key < $1.key })
      where !["scope", "trace"].contains(key) {
        try value.requireCounts(name.isEmpty ? key : "\(name).\(key)")
      }
    case .array(let elements):
      for (place, value) in elements.enumerated() { try value.requireCounts("\(name).\(place)") }
    case .integer(let count) where !(0...FuzzResult.countMax).contains(count):
      throw TraceError(
        "malformed result: \(name) is \(count), no count from 0 to \(FuzzResult.countMax)")
    case .number(let number) where !(0...Double(FuzzResult.countMax)).contains(number):
      throw TraceError("malformed result: \(name) is \(number), no number from 0")
    default: break
    }
  }
}
