/// One of several parts of a campaign that have no run in common: shard i of n takes the runs i, i + n,
/// i + 2n and so on.
public struct Shard: Hashable, Sendable {
  /// The shard's number, from 0.
  public let index: Int
  /// How many shards there are.
  public let count: Int

  /// The only shard.
  public static let whole = Shard(uncheckedIndex: 0, count: 1)

  private init(uncheckedIndex index: Int, count: Int) {
    self.index = index
    self.count = count
  }

  /// Makes a shard; nil unless the number is from 0 and below the count.
  public init?(index: Int, count: Int) {
    guard count >= 1, count <= 1_000_000, (0..<count).contains(index) else { return nil }
    self.init(uncheckedIndex: index, count: count)
  }

  /// Reads "i/n", i from 1 to n.
  public init?(text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], number >= 1 else { return nil }
    self.init(index: number - 1, count: count)
  }

  /// The shard as it is written: "2/8".
  public var words: String { "\(index + 1)/\(count)" }

  /// The campaign's number of the run that the shard takes at a place.
  func run(at place: Int) -> Int { index + place * count }

  /// How many of a campaign's first runs are the shard's.
  func runCount(ofTotal total: Int) -> Int { total / count + (index < total % count ? 1 : 0) }
}

extension Shard {
  /// The shard that a job array tells by its variables; nil when there are none.
  ///
  /// - `CI_NODE_INDEX` from 1 to `CI_NODE_TOTAL` (GitLab `parallel:`, and any CI matrix that sets them);
  /// - `SLURM_ARRAY_TASK_ID` from `SLURM_ARRAY_TASK_MIN`, in steps of `SLURM_ARRAY_TASK_STEP`, with
  ///   `SLURM_ARRAY_TASK_COUNT` tasks (`sbatch --array`);
  /// - `JOB_COMPLETION_INDEX` from 0 (Kubernetes indexed jobs); `JOB_COMPLETIONS` is ours, as Kubernetes does
  ///   not tell a pod how many there are.
  ///
  /// - Throws: a `ShardError` when a variable is there and what belongs to it is missing or makes no sense.
  public static func told(by environment: [String: String]) throws(ShardError) -> Shard? {
    // CI systems leave a variable empty where a job is not one of several.
    let set = environment.filter { !$0.value.isEmpty }
    if set["CI_NODE_INDEX"] != nil {
      return try shard(set, "CI_NODE_INDEX", from: 1, count: "CI_NODE_TOTAL")
    }
    if set["SLURM_ARRAY_TASK_ID"] != nil {
      let low = try set["SLURM_ARRAY_TASK_MIN"].map { _ throws(ShardError) in
        try number(set, "SLURM_ARRAY_TASK_MIN")
      }
      let step = try set["SLURM_ARRAY_TASK_STEP"].map { _ throws(ShardError) in
        try number(set, "SLURM_ARRAY_TASK_STEP")
      }
      return try shard(
        set, "SLURM_ARRAY_TASK_ID", from: low ?? 0, step: step ?? 1, count: "SLURM_ARRAY_TASK_COUNT")
    }
    if set["JOB_COMPLETION_INDEX"] != nil {
      return try shard(set, "JOB_COMPLETION_INDEX", from: 0, count: "JOB_COMPLETIONS")
    }
    return nil
  }

  private static func shard(
    _ set: [String: String], _ index: String, from low: Int, step: Int = 1, count: String
  ) throws(ShardError) -> Shard {
    let place = try number(set, index)
    guard set[count] != nil else {
      throw ShardError("\(index) is set and \(count) is not; set it, or give --shard i/n")
    }
    let total = try number(set, count)
    guard step > 0, (place - low).isMultiple(of: step),
      let shard = Shard(index: (place - low) / step, count: total)
    else {
      throw ShardError(
        "\(index)=\(place) is none of \(total) from \(low); correct them, or give --shard i/n"
      )
    }
    return shard
  }

  private static func number(_ set: [String: String], _ name: String) throws(ShardError) -> Int {
    guard let number = Int(set[name] ?? ""), number.magnitude < 1 << 40 else {
      throw ShardError("\(name) is '\(set[name] ?? "")', no whole number; correct it, or give --shard i/n")
    }
    return number
  }
}

/// Why the variables of a job array name no shard; the text says what to do.
public struct ShardError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, on one line.
  public let description: String

  init(_ description: String) { self.description = description }
}
