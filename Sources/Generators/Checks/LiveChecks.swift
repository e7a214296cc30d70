import Model
import Spec

/// How runs of live code are chosen.
public enum LiveSearch: Hashable, Sendable {
  /// Every sequence of choices within the plan, one after the other.
  case exhaustive
  /// Runs that together take every step of the model, of which there may be so many.
  case everyStep(stepCountMax: Int)
  /// So many runs drawn at random; run k has the seed plus k.
  case drawn(seed: UInt64, runCount: Int)
}

/// What a check of live code does.
public struct LiveChecks: Hashable, Sendable {
  /// What each run is offered.
  package var plan: LivePlan
  /// How runs are chosen.
  package var search: LiveSearch
  /// How often each schedule is run; runs of one schedule have to be alike.
  package var repeatCount: Int

  /// Each schedule is run once by default, and offers what a plan offers by default.
  public init(plan: LivePlan = LivePlan(), search: LiveSearch, repeatCount: Int = 1) {
    self.plan = plan
    self.search = search
    self.repeatCount = repeatCount
  }
}

/// What runs of live code showed.
package struct LiveReport: Sendable {
  package let identity: Identity
  package let checks: LiveChecks
  /// How many runs there were.
  package var executionCount = 0
  package var jobCount = 0
  package var stepCount = 0
  /// How many different sequences of steps there were, told apart by 64-bit digests.
  package var historyCount = 0
  /// How many runs of one schedule were unlike its first run.
  package var differenceCount = 0
  package var leaks = LiveLeaks()
  /// Whether every sequence of choices was tried.
  package var isExhausted = false
  /// How many steps the model has, when runs are to take each.
  package var modelStepCount = 0
  /// Whether the model has more steps than were to be taken, so that none was.
  package var hasTooManySteps = false
  /// How many runs ended at the most choices of a run, before all that they were offered was done.
  package var cutCount = 0
  /// How many of the model's steps some run took.
  package var coveredStepCount = 0
  package var wasStopped = false
  /// Properties that live histories broke, and places where they left the model; shrunk.
  package var findings: [CheckReport.Finding] = []
  package var divergences: [LiveDivergence] = []
  /// What must not happen: what histories showed and their replayed paths do not show again.
  package var errors: [String] = []
  /// Why runs are worth nothing, if some are.
  package var complaint: String?

  init(identity: Identity, checks: LiveChecks) {
    self.identity = identity
    self.checks = checks
  }

  /// Whether live code and model agreed, every schedule could be repeated, and nothing leaked.
  package var isClean: Bool {
    divergences.isEmpty && differenceCount == 0 && leaks.words == nil && complaint == nil
      && errors.isEmpty
  }

  /// That the model has too many steps, with how many were to be taken at most.
  var tooManySteps: String {
    guard case .everyStep(let stepCountMax) = checks.search else {
      return "the model has too many steps"
    }
    return "the model has too many steps to take each of them, more than \(stepCountMax.grouped)"
  }

  /// Whether live code and model agree, in words.
  package var agreement: String {
    if hasTooManySteps { return tooManySteps }
    if !divergences.isEmpty {
      return "live code leaves the model in \(divergences.count.counted("way"))"
    }
    if complaint != nil { return "whether live code and model agree is not decided" }
    if cutCount > 0 { return "live code and model agree as far as they ran" }
    let extent = isExhausted ? " on every \(modelStepCount > 0 ? "step" : "schedule")" : ""
    return "live code and model agree\(extent)"
  }
}
