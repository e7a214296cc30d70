import Foundation
import Model
import Spec
import Testing
@testable import Generators

/// Orders of jobs that no label tells.
@Suite struct LiveScheduleTests {
  private static let jobs = LiveChecks(
    plan: LivePlan(granularity: .jobs), search: .drawn(seed: 0, runCount: 300))

  private static func finding(of defect: BrokenBookmark.Defect) throws -> CheckReport.Finding {
    let report = try BookmarkTests.specification().live(BrokenBookmark(defect: defect), jobs)
    return try #require(report.findings.first, "\(report.agreement)")
  }

  /// How a trace is graded with the code as it is.
  private static func grade(_ trace: Trace, _ defect: BrokenBookmark.Defect) throws -> LiveGrade {
    try LiveCampaign(
      BrokenBookmark(defect: defect), BookmarkTests.specification(), LiveChecks(search: .exhaustive)
    ) { _ in false }.grade(trace, attemptCountMax: 20_000)
  }

  @Test func `a race between a tap and an answer is found again by its trace`() throws {
    let finding = try Self.finding(of: .dropsLateAnswers)
    let trace = try Trace(data: finding.trace.data)
    #expect(trace.schedule != nil)
    #expect(try Self.grade(trace, .dropsLateAnswers).grade == .reproduces)
    #expect(try Self.grade(trace, .takesManyJobs).grade == .passes(otherCulprits: []))
    #expect(
      finding.story.remarks == [
        "It takes this order, of jobs too: the user taps keep; all jobs; the keep is carried out; "
          + "all jobs; the keep reports success; 2 jobs; the user taps drop; all jobs."
      ])
  }

  @Test func `what shows in an order along its steps needs no schedule`() throws {
    for defect in [BrokenBookmark.Defect.forgetsFailures, .asksTwice, .answersEarly] {
      let finding = try Self.finding(of: defect)
      #expect(finding.trace.schedule == nil)
      #expect(finding.story.remarks == [])
      #expect(try Self.grade(finding.trace, defect).grade == .reproduces)
    }
  }

  @Test func `what the same choices do not show again is told as such`() throws {
    let story = try Self.finding(of: .losesOneAnswer).story
    #expect(
      story.remarks.first?.hasPrefix("The same choices did not show it again: ") == true,
      "\(story.text)")
  }

  @Test(arguments: LiveGranularity.allCases)
  func `an app that cancels is found again by its trace`(granularity: LiveGranularity) throws {
    let checks = LiveChecks(
      plan: LivePlan(granularity: granularity), search: .drawn(seed: 0, runCount: 100))
    let report = try BookmarkTests.specification().live(BrokenBookmark(defect: .cancels), checks)
    let finding = try #require(report.findings.first { $0.property == LiveDivergence.property })
    #expect(finding.trace.length == 3, "\(finding.story.text)")
    #expect(try Self.grade(finding.trace, .cancels).grade == .reproduces)
  }

  @Test func `an order tells each of two equal steps as it went`() throws {
    let steps: [RuntimeLabel<Bookmark>] = [
      .gesture(.keep, window: nil), .deliver, .perform(.keep, occurrence: 0, fault: .before),
      .complete(.keep, occurrence: 0), .gesture(.keep, window: nil), .deliver,
      .perform(.keep, occurrence: 0, fault: nil), .complete(.keep, occurrence: 0),
    ]
    let labels = try steps.map { try JSONValue(writing: $0) }
    var divergence = LiveDivergence(labels: labels, alikeCount: 8, culprit: "any", observed: "any")
    divergence.schedule =
      labels.filter { $0 != labels[1] } + Array(repeating: .integer(1), count: 2)
    let remark = divergence.report(in: try BookmarkTests.specification(), seed: nil).story.remarks[
      0]
    let end = "the keep reports success; of the jobs that wait number 2, 2; all jobs."
    #expect(remark.hasSuffix(end) && remark.contains("the keep reports failure"), "\(remark)")
  }

  @Test func `an app may be killed between any two jobs`() throws {
    let checks = LiveChecks(
      plan: LivePlan(granularity: .jobs, gestureCountMax: 6), search: .drawn(seed: 0, runCount: 300)
    )
    let report = try BookmarkTests.specification().live(BookmarkSubject(), checks)
    #expect(report.isClean && report.findings.isEmpty, "\(report.divergences.map(\.text))")
    let paused = try BookmarkTests.specification().live(
      BrokenBookmark(defect: .takesManyJobs), checks)
    #expect(paused.isClean && paused.findings.isEmpty, "\(paused.divergences.map(\.text))")
  }
}
