import Foundation
import Testing

/// The templates of `docs/job-arrays`, run as far as that goes without their schedulers.
@Suite(.waiting) struct JobArrayTests {
  private static func template(_ name: String) throws -> String {
    try String(contentsOf: Runner.root.appending(path: "docs/job-arrays/\(name)"), encoding: .utf8)
  }

  private static let short = [
    "SPEC_CHECK": "counter", "SPEC_MUTATE": "counter --runs 40 --values 40", "CI_NODE_TOTAL": "2",
    "GITHUB_STEP_SUMMARY": "summary.md",
  ]

  @Test func `the workflow's jobs tell what one command tells`() throws {
    let workflow = try Workflow("docs/job-arrays/github-actions.yml")
    try Runner.withFolder { folder in
      let checkout = try Checkout(folder)
      for shard in ["1", "2"] {
        let environment = Self.short.merging(["CI_NODE_INDEX": shard]) { $1 }
        for step in workflow.steps where step.job == "shards" {
          #expect(try checkout.run(step.script, environment).status == 0, "\(step.name)")
        }
      }
      for (step, command) in [
        ("Check", "check counter"), ("Mutate", "mutate counter --runs 40 --values 40"),
      ] {
        let merged = try checkout.run(try #require(workflow.script("merge", step)), Self.short)
        let whole = try Runner.run(command.split(separator: " ").map(String.init), in: folder)
        #expect(merged.status == 0 && whole.status == 0)
        #expect(merged.output == whole.output, "\(step)")
      }
      for name in ["summary.md", "check.xml", "check.html", "check.sarif", "mutate.xml"] {
        #expect(
          FileManager.default.fileExists(atPath: folder.appending(path: name).path), "\(name)")
      }
      #expect(checkout.asked.count { $0 == "swift build -c release --product spec-runner" } == 2)
    }
  }

  @Test(arguments: [
    "check counter", "mutate counter --runs 40 --values 40", "fuzz counter --runs 60",
  ])
  func `Slurm's tasks tell what one command tells`(_ command: String) throws {
    let script = try Self.template("slurm.sh")
    try Runner.withFolder { folder in
      let checkout = try Checkout(folder)
      for task in ["5", "6", "7"] {
        let environment = [
          "SLURM_ARRAY_JOB_ID": "1", "SLURM_ARRAY_TASK_ID": task, "SLURM_ARRAY_TASK_MIN": "5",
          "SLURM_ARRAY_TASK_COUNT": "3",
        ]
        #expect(try checkout.run("set -- \(command)\n\(script)", environment).status == 0)
      }
      try expect(folder, toTell: command, shards: 3)
    }
  }

  @Test(arguments: [
    "check counter", "mutate counter --runs 40 --values 40", "fuzz counter --runs 60",
  ])
  func `Kubernetes' pods tell what one command tells`(_ command: String) throws {
    let job = try Self.template("kubernetes.yaml")
    let arguments = String(try #require(job.firstMatch(of: /args: \['(.+)'\]/)).1)
    let counts = job.matches(
      of: /(?:completions|parallelism): (\d+)|name: JOB_COMPLETIONS\n +value: "(\d+)"/)
    #expect(counts.map { $0.1 ?? $0.2 } == ["16", "16", "16"])
    try Runner.withFolder { folder in
      let checkout = try Checkout(folder)
      let script = arguments.replacing("/results/", with: "\(folder.path)/results/")
      for pod in ["0", "1"] {
        let environment = [
          "SPEC_COMMAND": command, "JOB_COMPLETION_INDEX": pod, "JOB_COMPLETIONS": "2",
        ]
        #expect(try checkout.run(script, environment).status == 0)
      }
      try expect(folder, toTell: command, shards: 2)
    }
  }

  /// That the merged results below a folder are what one command tells; campaigns beside that name
  /// their shards.
  private func expect(_ folder: URL, toTell command: String, shards count: Int) throws {
    let merged = try Runner.run(["merge", "results"], in: folder)
    let whole = try Runner.run(command.split(separator: " ").map(String.init), in: folder)
    #expect(merged.status == 0 && whole.status == 0)
    if command.hasPrefix("fuzz") {
      #expect(merged.output.contains("\(count) of \(count) shards"))
      #expect(merged.lastLine == whole.lastLine)
    } else {
      #expect(merged.output == whole.output)
    }
  }
}
