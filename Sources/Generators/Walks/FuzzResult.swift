import Foundation
import Model
import Spec

/// What the runs of one shard of a campaign came to, as data: what `--save` writes and `merge` reads.
public struct FuzzResult: Hashable, Codable, Sendable {
  /// A way in which a property is broken, and the run that showed it first.
  public struct Finding: Hashable, Codable, Sendable {
    /// The campaign's number of the run; nil for a sequence of the corpus.
    public var run: Int?
    /// The name of the strategy that drew the run.
    public var strategy: String
    /// After how many steps the run showed it.
    public var length: Int
    /// The story of the shrunk run.
    public var story: String
    /// The shrunk run.
    public var trace: Trace
  }

  /// What a strategy's runs came to.
  public struct Yield: Hashable, Codable, Sendable {
    /// The strategy's name.
    public var strategy: String
    /// Its runs.
    public var runCount = 0
    /// Its steps.
    public var stepCount = 0
    /// What its runs reached that no earlier run did.
    public var featureCount = 0
    /// What its runs found that no earlier run did.
    public var findingCount = 0
  }

  /// The version of the format that this library writes and reads.
  public static let currentFormat = 2

  /// The version of the format.
  public var format = FuzzResult.currentFormat
  /// The product's name.
  public var product: String
  /// The design's name.
  public var design: String
  /// The environment's name.
  public var environment: String
  /// The scope's name.
  public var scopeName: String
  /// The bounds, written out.
  public var scope: JSONValue
  /// The campaign's seed, as text, since it may have more than 53 bits.
  public var seed: String
  /// The strategy's name.
  public var strategy: String
  /// The shard, as "2/8".
  public var shard: String
  /// The most steps of a run.
  public var stepCountMax: Int
  /// How many runs the campaign was to have, all shards together.
  public var campaignRunCount: Int?
  /// The runs of this shard.
  public var runCount = 0
  /// Their steps.
  public var stepCount = 0
  /// Whether the shard came to its end.
  public var isFinished = false
  /// How many sequences of the corpus were taken first.
  public var corpusRunCount = 0
  /// The smallest digests of the distinct states, as hexadecimal numbers.
  public var states: [String] = []
  /// How often steps of each kind of label were taken; 0 for kinds that were enabled and never taken.
  public var labelCounts: [String: Int] = [:]
  /// What each strategy's runs came to.
  public var yields: [Yield] = []
  /// The most agents that a run scheduled by priorities had.
  public var agentCountMax = 0
  /// The properties that were judged.
  public var judged: [String] = []
  /// The properties that some runs were not judged by, as too many states had to be looked at.
  public var givenUp: [String] = []
  /// How many runs were cut because values had become too large; nil for none.
  public var cutRunCount: Int?
  /// The largest collection of the runs that were cut.
  public var growth: LargestCollection?
  /// The limit that ended the shard before its end.
  public var limit: String?
  /// What must not happen: what runs showed and their replayed paths do not show again, and systems whose
  /// steps cannot be told apart; nil for none.
  public var errors: [String]?
  /// What is broken, in the order in which runs showed it.
  public var findings: [Finding] = []
  /// How long it took, when that was asked for.
  public var seconds: Double?
  /// How long processors worked on it, when that was asked for.
  public var processorSeconds: Double?
  /// How much of that went into shrinking.
  public var shrinkingSeconds: Double?
}

extension FuzzResult {
  /// Its names.
  public var identity: Identity {
    Identity(product: product, design: design, environment: environment, scope: scopeName)
  }

  /// Its shard.
  public var shardOfCampaign: Shard { Shard(text: shard) ?? .whole }

  /// The distinct states that were met.
  public var distinctStates: DistinctStates {
    DistinctStates(digests: states.compactMap { UInt64($0, radix: 16) })
  }

  /// The name of its file: product, design, scope and shard.
  public var fileName: String {
    func slug(_ text: String) -> String {
      text.split { !($0.isLetter || $0.isNumber || $0 == ".") }.joined(separator: "-")
    }
    let shard = shardOfCampaign
    return
      "\(slug(product))-\(slug(design))-\(slug(scopeName))-shard-\(shard.index + 1)-of-\(shard.count).json"
  }

  private struct Header: Codable { var format: Int }

  /// Reads a result.
  ///
  /// - Throws: a `TraceError` for malformed data and for a format of the future.
  public init(data: Data) throws(TraceError) {
    guard let header = try? JSONDecoder().decode(Header.self, from: data) else {
      throw TraceError("not a result: a JSON object with a number under \"format\" is expected")
    }
    guard header.format == Self.currentFormat else {
      throw TraceError(
        "result format \(header.format) is not known, this version reads \(Self.currentFormat); "
          + "use the version of spec-runner that wrote it")
    }
    do {
      self = try JSONDecoder().decode(FuzzResult.self, from: data)
    } catch {
      throw TraceError("malformed result: \(Trace.words(of: error))")
    }
    guard Shard(text: shard) != nil, UInt64(seed) != nil else {
      throw TraceError("malformed result: shard '\(shard)' or seed '\(seed)' makes no sense")
    }
    try requireCounts()
  }

  /// The greatest count of a result and of all shards together.
  package static let countMax = 1_000_000_000_000_000
  /// The most seconds of a result and of all shards together.
  package static let secondsMax = 1e12

  private func requireCounts() throws(TraceError) {
    var counts = [
      ("runCount", runCount), ("stepCount", stepCount), ("corpusRunCount", corpusRunCount),
      ("agentCountMax", agentCountMax), ("stepCountMax", stepCountMax),
      ("campaignRunCount", campaignRunCount ?? 0),
    ]
    counts += labelCounts.sorted { $0.key < $1.key }.map { ("labelCounts.\($0.key)", $0.value) }
    for yield in yields {
      let name = "yields.\(yield.strategy)"
      counts += [
        ("\(name).runCount", yield.runCount), ("\(name).stepCount", yield.stepCount),
        ("\(name).featureCount", yield.featureCount), ("\(name).findingCount", yield.findingCount),
      ]
    }
    for (number, finding) in findings.enumerated() {
      counts += [
        ("findings.\(number).run", finding.run ?? 0), ("findings.\(number).length", finding.length),
      ]
    }
    for (name, count) in counts where !(0...Self.countMax).contains(count) {
      throw TraceError("malformed result: \(name) is \(count), no count from 0 to \(Self.countMax)")
    }
    let times = [
      ("seconds", seconds), ("processorSeconds", processorSeconds), ("shrinkingSeconds", shrinkingSeconds),
    ]
    for case (let name, let time?) in times where !(0...Self.secondsMax).contains(time) {
      throw TraceError("malformed result: \(name) is \(time), no time from 0 s")
    }
  }

  /// The result as readable JSON: keys sorted, a line feed at the end.
  public var data: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return ((try? encoder.encode(self)) ?? Data()) + Data("\n".utf8)
  }
}
