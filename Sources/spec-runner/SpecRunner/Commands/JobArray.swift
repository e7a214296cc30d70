import Foundation
import Generators

extension Arguments {
  /// The shard that `--shard` names, or else a job array; the whole where there is none.
  func shard() throws(UsageError) -> Shard {
    guard let text = value("--shard") else {
      return try JobArray.shard(in: ProcessInfo.processInfo.environment) ?? .whole
    }
    guard let shard = Shard(text: text) else {
      throw UsageError("--shard takes i/n, i from 1 to n, such as 2/8, not '\(text)'")
    }
    return shard
  }

  /// The shard of a command that is whole in a job array, too, unless it keeps results: what is
  /// nowhere kept cannot be joined.
  func shardOfResults() throws(UsageError) -> Shard {
    value("--shard") == nil && value("--results") == nil ? .whole : try shard()
  }
}

/// What the variables of a job array say.
enum JobArray {
  /// The shard that a job array tells by its variables; nil when there are none.
  ///
  /// - `CI_NODE_INDEX` from 1 to `CI_NODE_TOTAL` (GitLab `parallel:`, and any CI matrix that sets
  ///   them);
  /// - `SLURM_ARRAY_TASK_ID` from `SLURM_ARRAY_TASK_MIN`, in steps of `SLURM_ARRAY_TASK_STEP`, with
  ///   `SLURM_ARRAY_TASK_COUNT` tasks (`sbatch --array`);
  /// - `JOB_COMPLETION_INDEX` from 0 (Kubernetes indexed jobs); `JOB_COMPLETIONS` is ours, as
  ///   Kubernetes does not tell a pod how many there are.
  ///
  /// - Throws: a `UsageError` when a variable is there and what belongs to it is missing or makes
  ///   no sense.
  static func shard(in environment: [String: String]) throws(UsageError) -> Shard? {
    // CI systems leave a variable empty where a job is not one of several.
    let set = environment.filter { !$0.value.isEmpty }
    if set["CI_NODE_INDEX"] != nil {
      return try shard(set, "CI_NODE_INDEX", from: 1, step: 1, count: "CI_NODE_TOTAL")
    }
    if set["SLURM_ARRAY_TASK_ID"] != nil {
      return try shard(
        set, "SLURM_ARRAY_TASK_ID", from: try number(set, "SLURM_ARRAY_TASK_MIN", default: 0),
        step: try number(set, "SLURM_ARRAY_TASK_STEP", default: 1), count: "SLURM_ARRAY_TASK_COUNT")
    }
    if set["JOB_COMPLETION_INDEX"] != nil {
      return try shard(set, "JOB_COMPLETION_INDEX", from: 0, step: 1, count: "JOB_COMPLETIONS")
    }
    return nil
  }

  private static func shard(
    _ set: [String: String], _ index: String, from low: Int, step: Int, count: String
  ) throws(UsageError) -> Shard {
    let place = try number(set, index)
    guard set[count] != nil else {
      throw UsageError("\(index) is set and \(count) is not; set it, or give --shard i/n")
    }
    let total = try number(set, count)
    guard step > 0, (place - low).isMultiple(of: step),
      let shard = Shard(index: (place - low) / step, count: total)
    else {
      throw UsageError(
        "\(index)=\(place) is none of \(total) from \(low); correct them, or give --shard i/n")
    }
    return shard
  }

  private static func number(
    _ set: [String: String], _ name: String, default fallback: Int? = nil
  ) throws(UsageError) -> Int {
    if let fallback, set[name] == nil { return fallback }
    guard let number = Int(set[name] ?? ""), number.magnitude < 1 << 40 else {
      throw UsageError(
        "\(name) is '\(set[name] ?? "")', no whole number; correct it, or give --shard i/n")
    }
    return number
  }
}
