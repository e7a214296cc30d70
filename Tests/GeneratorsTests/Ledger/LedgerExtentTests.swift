import Foundation
import Testing
@testable import ReferenceProducts

@testable import Generators
@testable import Spec
@testable import SpecRunner

/// Where findings show, beside their traces: what a check compares, and what a save writes.
@Suite struct LedgerExtentTests {
  private static let file = "counter/published/open/findings.json"
  private static let crash = "crash after didTapIncrementButton"

  /// What is found in a scope: a crash after some taps, if any.
  private func report(
    _ scope: String = "top", taps: String? = "+", circumstances: [String] = [],
    reason: ExitReason = .exhausted, verdict: Verdict = .violated(findingCount: 1)
  ) throws -> CheckReport {
    let explored = try Explored.report("counter", "top")
    let results = explored.results.filter { $0.property.name == "runtime.crash" }.map {
      CheckReport.Result(property: $0.property, verdict: verdict)
    }
    let findings = try taps.map { taps in
      let trace = try CounterTraces.detour(taps).with {
        $0.scope = $0.scope.setting("name", to: .string(scope))
      }
      return CheckReport.Finding(
        story: Story(promise: "", lines: [], ending: nil), trace: trace,
        circumstances: circumstances)
    }
    return CheckReport(
      identity: Identity(product: "counter", scope: scope), reason: reason,
      statistics: Statistics(), results: results, findings: [findings].compactMap(\.self))
  }

  /// A ledger that was written when reports were made.
  private func ledger(_ reports: [CheckReport], in folder: TemporaryFolder) throws -> Ledger {
    var ledger = try Ledger(directory: folder.path, of: .catalogue)
    for finding in reports.flatMap(\.findings) { _ = try ledger.save(finding.trace) }
    _ = try ledger.saveExtents(of: reports)
    return try Ledger(directory: folder.path, of: .catalogue)
  }

  private func news(_ ledger: Ledger, _ reports: CheckReport...) -> (
    wider: [String], narrower: [String]
  ) {
    let news = ledger.extentNews(of: reports)
    return (news.wider.map(\.words), news.narrower.map(\.words))
  }

  @Test func `a search misses what a trace of its very scope shows`() throws {
    let folder = try TemporaryFolder()
    let ledger = try ledger([report()], in: folder)
    let reproduced = ledger.compare([], concerning: { _ in true }).reproduced
    #expect(reproduced.count == 1)
    func missed(_ report: CheckReport) -> Int { ledger.missed(reproduced, by: [report]).count }
    #expect(try missed(report(taps: nil, verdict: .holds)) == 1)
    #expect(try missed(report()) == 0)
    #expect(try missed(report("zero", taps: nil, verdict: .holds)) == 0)
    #expect(try missed(report(taps: nil, reason: .interrupted, verdict: .holds)) == 0)
    #expect(try missed(report(taps: nil, verdict: .notApplicable("it is left out"))) == 0)
    let values = reproduced.map { entry in
      Ledger.Entry(path: entry.path, trace: entry.trace.with { $0.form = .values })
    }
    #expect(try ledger.missed(values, by: [report(taps: nil, verdict: .holds)]).isEmpty)
  }

  // MARK: Choices

  /// The known finding of Animals that a scope with another store or another order shows too, at
  /// its end.
  @Test func `a story of a usual scope is simpler than a shorter one of another`() throws {
    let ledger = try Ledger.ofRepository
    let entry = try #require(
      ledger.entries.first {
        $0.path == "animals/published/open/memory.durable--state-and-rows-differ.json"
      })
    let remote = try #require(
      try Registry.catalogue.product(named: "animals")?.writtenScope("remote"))
    let shorter = entry.trace.with {
      $0.scope = remote
      $0.labels = Array(($0.labels ?? []).dropLast())
    }
    #expect(shorter.length < entry.trace.length)
    #expect(!ledger.isSimpler(shorter, than: entry.trace))
    #expect(ledger.isSimpler(entry.trace, than: shorter))
    #expect(ledger.isSimpler(entry.trace.with { $0.labels = shorter.labels }, than: entry.trace))
  }

  // MARK: Comparing

  @Test func `a finding that shows as it is known to is no news`() throws {
    let folder = try TemporaryFolder()
    let known = try report(circumstances: ["tap", "rest"])
    #expect(try news(ledger([known], in: folder), known) == ([], []))
    #expect(try news(ledger([known], in: folder), report(circumstances: ["rest"])) == ([], []))
  }

  @Test func `a finding without a trace is new and nothing else`() throws {
    #expect(try news(ledger([], in: TemporaryFolder()), report()) == ([], []))
  }

  @Test func `a finding that shows in a further scope is wider`() throws {
    let folder = try TemporaryFolder()
    let ledger = try ledger([report()], in: folder)
    #expect(try news(ledger, report("zero")) == (["shows here, which was not known"], []))
    let line = try ledger.extentNews(of: [report("zero")]).wider.map(\.line)
    let title = "counter · published · open · zero: runtime.crash"
    #expect(line == ["\(title): \(Self.crash): shows here, which was not known"])
  }

  @Test
  func `a finding that shows with fewer steps in a scope is wider although its trace is shorter`()
    throws
  {
    let ledger = try ledger([report(), report("zero", taps: "-++")], in: TemporaryFolder())
    #expect(try news(ledger, report("zero", taps: "++")) == (["takes 2 steps, known were 3"], []))
  }

  @Test func `a finding that shows under a further circumstance is wider`() throws {
    let ledger = try ledger([report(circumstances: ["tap"])], in: TemporaryFolder())
    let found = try news(ledger, report(circumstances: ["z", "tap", "a"]))
    #expect(found == (["shows with a; z, which was not known"], []))
  }

  @Test
  func `a trace alone says in which scope and with how many steps, and nothing of circumstances`()
    throws
  {
    let folder = try TemporaryFolder()
    let alone = try ledger([report()], in: folder)
    try FileManager.default.removeItem(atPath: folder.path + "/" + Self.file)
    let again = try Ledger(directory: folder.path, of: .catalogue)
    #expect(again.entries.count == alone.entries.count)
    #expect(try news(again, report(circumstances: ["tap"])) == ([], []))
    #expect(try news(again, report("zero")).wider.count == 1)
  }

  @Test func `a finding that does not show any more where it did is stale`() throws {
    let ledger = try ledger([report(), report("zero")], in: TemporaryFolder())
    let gone = try report("zero", taps: nil, verdict: .holds)
    #expect(news(ledger, gone) == ([], ["does not show any more"]))
    #expect(try news(ledger, report("zero", taps: "-++")) == ([], ["takes 3 steps, known were 1"]))
  }

  @Test func `a search that ended early, or did not judge the property, compares nothing`() throws {
    let ledger = try ledger([report(), report("zero")], in: TemporaryFolder())
    #expect(try news(ledger, report("bottom", reason: .timeLimit)) == ([], []))
    #expect(
      try news(ledger, report("zero", taps: nil, reason: .timeLimit, verdict: .holds)) == ([], []))
    #expect(try news(ledger, report("zero", taps: nil, verdict: .undecided("no"))) == ([], []))
    let other = CheckReport(
      identity: Identity(product: "counter", scope: "zero"), reason: .exhausted,
      statistics: Statistics(), results: [], findings: [])
    #expect(news(ledger, other) == ([], []))
  }

  @Test func `what is wider or narrower is no agreement`() throws {
    let ledger = try ledger([report(), report("zero")], in: TemporaryFolder())
    var comparison = LedgerComparison()
    #expect(try comparison.isAgreement)
    comparison.wider = try ledger.extentNews(of: [report("bottom")]).wider
    #expect(try !comparison.isAgreement)
    comparison = LedgerComparison()
    comparison.narrower = try ledger.extentNews(of: [report("zero", taps: nil, verdict: .holds)])
      .narrower
    #expect(try !comparison.isAgreement)
  }

  // MARK: Saving

  @Test func `a save writes scopes, lengths and circumstances in order, and nothing twice`() throws
  {
    let folder = try TemporaryFolder()
    var ledger = try ledger(
      [report("zero", taps: "-++", circumstances: ["b", "a"]), report()], in: folder)
    let expected = """
      {
        "findings" : {
          "runtime.crash" : {
            "crash after didTapIncrementButton" : {
              "top" : {
                "circumstances" : [

                ],
                "length" : 1
              },
              "zero" : {
                "circumstances" : [
                  "a",
                  "b"
                ],
                "length" : 3
              }
            }
          }
        },
        "format" : 1
      }

      """
    #expect(try String(contentsOfFile: folder.path + "/" + Self.file, encoding: .utf8) == expected)
    let again = try ledger.saveExtents(of: [
      report(), report("zero", taps: "-++", circumstances: ["a", "b"]),
    ])
    #expect(again == [])
    #expect(try ledger.saveExtents(of: [report("zero")]) == [Self.file])
  }

  @Test func `a save takes out what is gone and keeps what nobody looked at`() throws {
    let folder = try TemporaryFolder()
    var ledger = try ledger([report(), report("zero"), report("bottom")], in: folder)
    let reports = try [
      report("zero", taps: nil, verdict: .holds),
      report("bottom", taps: nil, reason: .timeLimit, verdict: .holdsWithin(.timeLimit)),
    ]
    #expect(try ledger.saveExtents(of: reports) == [Self.file])
    let kept = try KnownExtents(path: folder.path + "/" + Self.file)
    #expect(kept.findings["runtime.crash"]?[Self.crash]?.keys.sorted() == ["bottom", "top"])
  }

  @Test func `a save forgets a finding whose trace is gone`() throws {
    let folder = try TemporaryFolder()
    _ = try ledger([report()], in: folder)
    try FileManager.default.removeItem(atPath: folder.path + "/" + CounterTraces.crashPath)
    var ledger = try Ledger(directory: folder.path, of: .catalogue)
    #expect(try ledger.saveExtents(of: []) == [Self.file])
    #expect(try KnownExtents(path: folder.path + "/" + Self.file).findings.isEmpty)
  }

  @Test(arguments: [
    ("{}", "is missing"), ("[", "JSON"), (#"{"findings": {}, "format": 2}"#, "format"),
    (#"{"findings": {}, "format": 1, "scopes": 1}"#, "'scopes' is no key"),
    (
      #"{"findings": {"a": {"b": {"c": {"length": -1, "circumstances": []}}}}, "format": 1}"#,
      "a length makes no sense"
    ),
  ])
  func `a file that cannot be read is named`(_ text: String, _ words: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Data(text.utf8), to: Self.file)
    let error = try #require(throws: TraceError.self) {
      _ = try Ledger(directory: folder.path, of: .catalogue)
    }
    #expect(error.description.hasPrefix("\(path): "))
    #expect(error.description.contains(words), "\(error)")
    #expect(!error.description.contains("\n"))
  }

  // MARK: The repository's

  @Test func `every small scope shows what the ledger knows it to show, and with as many steps`()
    throws
  {
    let ledger = try Ledger.ofRepository
    let reports = try CatalogueCase.light.map { try Explored.report($0.product, $0.scope) }
    let news = ledger.extentNews(of: reports)
    #expect(news.wider.map(\.line).sorted() == [])
    #expect(news.narrower.map(\.line).sorted() == [])
  }
}
