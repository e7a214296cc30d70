/// The options that commands know.
///
/// A name means the same in every command that knows it. What follows it stands here once.
enum OptionNames {
  /// What follows an option; one that is not here is a flag, and nothing follows it.
  static let values = [
    "--design": "NAME", "--for": "TIME", "--format": "NAME", "--gestures": "N", "--html": "FILE",
    "--jobs": "N", "--itf": "FILE", "--jsonl": "FILE",
    "--junit": "FILE", "--limit-depth": "N", "--limit-memory": "SIZE",
    "--limit-schedules": "N", "--limit-states": "N", "--limit-time": "TIME", "--markdown": "FILE",
    "--mutant": "NAMES", "--never-fired": "POLICY", "--property": "NAME", "--reach": "N",
    "--repeat": "N", "--results": "DIR", "--runs": "N", "--sarif": "FILE", "--scope": "NAME",
    "--seed": "N", "--shard": "I/N", "--spill": "DIR", "--steps": "N", "--strategy": "NAME",
    "--traces": "DIR",
    "--values": "N", "--without": "PROMISES",
  ]

  /// Flags that print on standard output.
  static let printed: Set = ["--json", "--annotations"]

  /// Those of every command that has a result.
  private static let result = ["--json", "--markdown", "--junit", "--annotations"]
  /// Those of every command that finds something.
  private static let report = result + ["--jsonl", "--html", "--sarif", "--quiet", "--traces"]
  /// Those of every command that looks for something in products.
  private static let search = report + ["--property", "--design", "--limit-time", "--save"]
  private static let runs = ["--scope", "--runs", "--steps", "--seed", "--reach", "--limit-memory"]

  /// Those in which shards of one run may differ.
  static let ofShards = Set(
    report + ["--save", "--limit-time", "--jobs", "--spill", "--shard", "--results"])

  /// The options of each command.
  static let commands: [String: [String]] = [
    "check": search + [
      "--scope", "--quick", "--limit-depth", "--limit-states", "--limit-memory", "--spill",
      "--jobs", "--stories", "--statistics", "--never-fired", "--audit", "--unreduced", "--shard",
      "--results",
    ],
    "walk": search + runs,
    "fuzz": search.filter { $0 != "--save" } + runs + [
      "--for", "--strategy", "--shard", "--jobs", "--results", "--statistics",
    ],
    "merge": report + ["--statistics", "--save"],
    "values": search + ["--runs", "--seed"],
    "live": search + [
      "--scope", "--runs", "--seed", "--exhaustive", "--limit-schedules", "--every-step",
      "--each-job", "--gestures", "--accepted", "--repeat", "--statistics",
    ],
    "defects": result + ["--search", "--save", "--traces", "--jobs", "--limit-time"],
    "mutate": result + [
      "--mutant", "--list", "--without", "--runs", "--values", "--jobs", "--limit-time",
      "--shard", "--results",
    ],
    "replay": result + ["--live", "--limit-time", "--step", "--html", "--itf", "--emit-test"],
    "list": result,
    "graph": ["--scope", "--format", "--design", "--limit-time"],
    "explore": ["--scope", "--design", "--property", "--html"],
    "bench": result + ["--scope"],
    "watch": [], "completions": [],
  ]

  /// Options by the names that they had once, each with the one that it has.
  static let renamed = [
    "fuzz --save": "--results", "live --jobs": "--each-job", "live --steps": "--every-step",
  ]
}
