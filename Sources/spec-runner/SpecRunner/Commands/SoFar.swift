import Generators
import Spec
import Synchronization

/// What a command found so far, for the watchdog to tell when the command does not come to its end.
final class SoFar<Known: Sendable>: Sendable {
  private let known: Mutex<Known>

  init(_ known: Known) { self.known = Mutex(known) }

  var now: Known { known.withLock { $0 } }

  @discardableResult
  func note<Answer: Sendable>(_ change: (inout sending Known) -> Answer) -> Answer {
    known.withLock { change(&$0) }
  }
}

/// What campaigns of random runs came to so far.
struct CampaignsSoFar: Sendable {
  /// How often what is under way is looked at, in seconds: a look takes some time.
  private static let lookSeconds = 0.1

  private(set) var ended: [FuzzResult] = []
  private var underWay: FuzzResult?
  private var nextLook = 0.0

  mutating func begin(_ result: FuzzResult) {
    (underWay, nextLook) = (result, 0)
  }

  mutating func look(_ result: () -> FuzzResult) {
    guard Surroundings.seconds() >= nextLook, let known = underWay else { return }
    underWay = result()
    underWay?.findings = known.findings
    nextLook = Surroundings.seconds() + Self.lookSeconds
  }

  /// Takes a finding, or one in place of the longer path that showed it first.
  mutating func find(_ finding: FuzzResult.Finding, isShrunk: Bool) {
    guard var result = underWay else { return }
    var finding = finding
    // That is so until it is told again.
    if !isShrunk { finding.report.story.remarks.append(Minimality.stopped.words) }
    if let place = result.findings.firstIndex(where: { $0.trace.isSameFinding(as: finding.trace) })
    {
      result.findings[place] = finding
    } else {
      result.findings.append(finding)
    }
    underWay = result
  }

  mutating func end(_ result: FuzzResult) {
    ended.append(result)
    underWay = nil
  }

  /// What there is to tell when the campaign under way is ended.
  func results(endedBy reason: ExitReason) -> [FuzzResult] {
    guard var result = underWay else { return ended }
    result.isFinished = false
    if reason != .interrupted { result.limit = reason.words }
    return ended + [result]
  }
}
