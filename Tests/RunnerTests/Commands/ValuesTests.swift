import Foundation
import Testing

/// The command `values`: what it prints, where it saves, how it ends.
@Suite(.waiting) struct ValuesTests {
  @Test func `what the ledger knows is no news`() throws {
    let run = try Runner.run(["values", "--runs", "60", "--seed", "5"])
    #expect(run.status == 0)
    #expect(run.lastLine.hasSuffix("0 new, 0 stale (exit status 0)"))
    #expect(run.output.contains("quakes · published · 60 values from seed 5"))
    #expect(
      run.flat.contains("in GMT is listed on Sunday 31 December 2000 and on Monday 1 January 2001"))
  }

  @Test func `without a ledger every finding is news, and saved it is none any more`() throws {
    try Runner.withFolder { folder in
      let arguments = ["values", "quakes", "--runs", "40", "--property", "quakes"]
      let news = try Runner.run(arguments, in: folder)
      #expect(news.status == 1)
      #expect(
        news.flat.contains("new; add --save to keep it as traces/quakes/published/open/quakes."))
      let saved = try Runner.run(arguments + ["--save"], in: folder)
      #expect(saved.status == 1)
      let known = try Runner.run(arguments, in: folder)
      #expect(known.status == 0)
      let path = folder.appending(path: "traces/quakes/published/open").path
      #expect(try FileManager.default.contentsOfDirectory(atPath: path).count > 2)
    }
  }

  @Test func `a design that is not the published one has news`() throws {
    let run = try Runner.run([
      "values", "quakes", "--runs", "80", "--design", "filter-drops-delete-all",
    ])
    #expect(run.status == 1)
    #expect(run.output.contains("filter.sound(quakes): deleteAllQuakes"))
  }

  @Test func `a limit of time that stops it is told`() throws {
    let run = try Runner.run(["values", "quakes", "--runs", "1000000", "--limit-time", "2s"])
    #expect(run.status == 3)
    #expect(run.output.contains("values from seed 0, stopped"))
  }

  @Test func `the report as JSON holds verdicts, precision and traces`() throws {
    let run = try Runner.run(["values", "quakes", "--runs", "80", "--json"])
    let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let products = try #require(report?["values"] as? [[String: Any]])
    let results = try #require(products.first?["results"] as? [[String: Any]])
    #expect(products.count == 1 && products[0]["runCount"] as? Int == 80)
    #expect(
      results.contains {
        $0["property"] as? String == "quakes.search" && $0["verdict"] as? String == "holds"
      }
    )
    let precise = try #require(
      results.first { $0["property"] as? String == "filter.precise(quakes)" })
    let actions = try #require(precise["actions"] as? [String: [String: Int]])
    #expect(
      actions["deleteAllQuakes"].map { ($0["idleCount"] ?? 9) <= ($0["totalCount"] ?? 0) } == true)
    let findings = try #require(report?["findings"] as? [[String: Any]])
    #expect(!findings.isEmpty && findings.allSatisfy { $0["trace"] is [String: Any] })
    #expect(report?["exitStatus"] as? Int == Int(run.status))
  }

  @Test(arguments: [
    (["values", "--runs", "0"], "--runs takes a whole number from 1"),
    (["values", "abacus"], "product 'abacus'"),
    (["values", "--steps", "3"], "'--steps' is no option of values"),
    (["values", "--property", "none"], "no property 'none'"),
  ])
  func `what cannot be understood is refused`(_ arguments: [String], _ words: String) throws {
    let run = try Runner.run(arguments)
    #expect(run.status == 2)
    #expect(run.errors.contains(words))
  }
}
