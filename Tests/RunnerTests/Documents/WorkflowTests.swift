import Foundation
import Testing

/// The commands of CI, run as they stand in `.github/workflows`; only variables make them short.
@Suite(.waiting) struct WorkflowTests {
  private static let short = [
    "SPEC_PRODUCT": "counter", "SPEC_FOR": "1.5s", "SPEC_SEED": "20260101", "CI_NODE_TOTAL": "2",
    "GITHUB_STEP_SUMMARY": "summary.md",
  ]

  private func environment(shard: Int) -> [String: String] {
    Self.short.merging(["CI_NODE_INDEX": String(shard)]) { first, _ in first }
  }

  @Test func `a push runs what a change has to pass`() throws {
    let workflow = try Workflow("push.yml")
    let replay =
      "find traces -name '*--*.json' -print0 | xargs -0 .build/release/spec-runner replay > "
      + "/dev/null"
    #expect(
      workflow.steps == [
        .init(job: "check", name: "Everything", script: ".ci/run"),
        .init(job: "macos", name: "Build", script: "swift build -c release"),
        .init(
          job: "macos", name: "Explore the pure products in small scopes",
          script: ".build/release/spec-runner check --quick"),
        .init(job: "macos", name: "Replay the ledger", script: replay),
        .init(
          job: "macos", name: "Tests of models and of searches",
          script: "swift test --filter '^(ModelTests|SpecTests)[.]' --skip LiveScheduler"),
      ])
    // Nothing else may fail unseen.
    let jobs = workflow.text.split(separator: "\n  macos:\n")
    #expect(jobs.count == 2 && jobs.map { $0.contains("continue-on-error") } == [false, true])
    #expect(
      FileManager.default.isExecutableFile(atPath: Runner.root.appending(path: ".ci/run").path))
  }

  @Test(arguments: ["push.yml", "nightly.yml", "docs/job-arrays/github-actions.yml"])
  func `actions are pinned by commit`(_ name: String) throws {
    let uses = try Workflow(name).text.matches(of: /uses: (.+)/).map { String($0.1) }
    #expect(!uses.isEmpty)
    for action in uses {
      #expect(action.contains(/^[a-z\/-]+@[0-9a-f]{40} # v[0-9.]+$/), "\(action)")
    }
  }

  @Test func `a quiet night is green: shards, then one report`() throws {
    let workflow = try Workflow("nightly.yml")
    let fuzz = try #require(workflow.script("fuzz", "Fuzz"))
    let merge = try #require(workflow.script("merge", "Merge"))
    try Runner.withFolder { folder in
      let checkout = try Checkout(folder)
      for shard in 1...2 {
        let run = try checkout.run(fuzz, environment(shard: shard))
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.hasPrefix("seed 20260101, shard \(shard) of 2, 1.5s\n"))
        #expect(run.output.contains("from seed 20260101, shard \(shard)/2, by portfolio"))
      }
      let run = try checkout.run(merge, Self.short)
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.contains("2 of 2 shards, by portfolio"))
      #expect(run.lastLine == "4 known findings, 0 new, 0 stale (exit status 0)")
      let summary = try String(contentsOf: folder.appending(path: "summary.md"), encoding: .utf8)
      #expect(summary.hasPrefix("## spec-runner: 4 known findings, 0 new"))
      let tests = try String(contentsOf: folder.appending(path: "fuzz.xml"), encoding: .utf8)
      #expect(tests.contains("failures=\"0\""))
      for name in ["fuzz.html", "fuzz.sarif"] {
        #expect(FileManager.default.fileExists(atPath: folder.appending(path: name).path))
      }
    }
  }

  @Test func `a night with a new finding is red, and names its trace and the line that replays it`()
    throws
  {
    let workflow = try Workflow("nightly.yml")
    let fuzz = try #require(workflow.script("fuzz", "Fuzz"))
    let merge = try #require(workflow.script("merge", "Merge"))
    try Runner.withFolder { folder in
      let checkout = try Checkout(folder)
      let name = "counter/published/open/runtime.crash--crash-after-didTapIncrementButton.json"
      try FileManager.default.removeItem(at: folder.appending(path: "traces/\(name)"))
      for shard in 1...2 { #expect(try checkout.run(fuzz, environment(shard: shard)).status == 1) }
      let run = try checkout.run(merge, Self.short)
      #expect(run.status == 1)
      let lines = run.lines.drop { $0 != "replay:" }.dropFirst()
      let line = try #require(lines.first).trimmingCharacters(in: .whitespaces)
      #expect(line.contains("results/shard-") && line.hasSuffix("/traces/\(name)"))
      let annotations = run.lines.filter { $0.hasPrefix("::") }
      #expect(annotations.count == 1)
      #expect(
        annotations[0].hasPrefix(
          "::error title=new%3A runtime.crash%3A crash after didTapIncrementButton,"))
      #expect(annotations[0].hasSuffix("%0Areplay: \(line)"))
      #expect(try checkout.run(String(line), Self.short).status == 0)
    }
  }

  @Test func `a night without one of its shards is no success`() throws {
    let workflow = try Workflow("nightly.yml")
    try Runner.withFolder { folder in
      let checkout = try Checkout(folder)
      let fuzz = try #require(workflow.script("fuzz", "Fuzz"))
      #expect(try checkout.run(fuzz, environment(shard: 2)).status == 0)
      let run = try checkout.run(try #require(workflow.script("merge", "Merge")), Self.short)
      #expect(run.status == 3)
      #expect(run.output.contains("of 2 shards these are missing: 1"))
    }
  }

  @Test func `results are kept when there is news, too`() throws {
    let lines = try Workflow("nightly.yml").text.split(separator: "\n").map(String.init)
    let uploads = lines.indices.filter { lines[$0].contains("actions/upload-artifact") }
    #expect(uploads.count == 3)
    for place in uploads { #expect(lines[place + 1] == "        if: always()") }
    let page = try String(
      contentsOf: Runner.root.appending(path: "docs/fuzzing.md"), encoding: .utf8)
    let (all, kept) = (
      page.matches(of: /artifacts:\n/), page.matches(of: /artifacts:\n +when: always\n/)
    )
    #expect(all.count == 2 && kept.count == 2)
  }

  @Test(arguments: ["push.yml", "nightly.yml", "docs/job-arrays/github-actions.yml"])
  func `commands take values from variables only`(_ name: String) throws {
    let workflow = try Workflow(name)
    #expect(!workflow.steps.isEmpty)
    for step in workflow.steps {
      #expect(
        !step.script.contains("${{"), "\(step.name): an expression in a script can inject commands")
      #expect(!step.name.isEmpty)
    }
    #expect(workflow.text.contains("permissions:\n  contents: read\n"))
  }

  @Test func `steps are read with their job, their name and their block`() {
    let text = """
      name: x
      jobs:
        one:
          steps:
            - uses: a/b@v1
            - name: First
              # why
              run: echo 1
            - name: Second
              run: |
                echo 2 \\
                  --three

                echo 4
              env:
                A: 1
        two:
          steps:
            - run: echo 5
      """
    #expect(
      Workflow(text: text).steps == [
        .init(job: "one", name: "First", script: "echo 1"),
        .init(job: "one", name: "Second", script: "echo 2 \\\n  --three\n\necho 4"),
        .init(job: "two", name: "", script: "echo 5"),
      ])
  }
}
