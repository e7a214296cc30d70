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
  public var plan: LivePlan
  /// How runs are chosen.
  public var search: LiveSearch
  /// How often each schedule is run, 1 by default; runs of one schedule have to be alike.
  public var repeatCount: Int

  /// Makes checks.
  public init(plan: LivePlan = LivePlan(), search: LiveSearch, repeatCount: Int = 1) {
    self.plan = plan
    self.search = search
    self.repeatCount = repeatCount
  }
}

/// What runs of live code showed.
public struct LiveReport: Sendable {
  /// What was run.
  public let identity: Identity
  /// What was asked for.
  public let checks: LiveChecks
  /// How many runs there were.
  public internal(set) var executionCount = 0
  /// How many jobs ran in them.
  public internal(set) var jobCount = 0
  /// How many steps they took.
  public internal(set) var stepCount = 0
  /// How many different sequences of steps there were, told apart by 64-bit digests.
  public internal(set) var historyCount = 0
  /// How many runs of one schedule were unlike its first run.
  public internal(set) var differenceCount = 0
  /// Systems and jobs that outlived their runs.
  public internal(set) var leaks = LiveLeaks()
  /// Whether every sequence of choices was tried.
  public internal(set) var isExhausted = false
  /// How many steps the model has, when runs are to take each.
  public internal(set) var modelStepCount = 0
  /// Whether the model has more steps than were to be taken, so that none was.
  public internal(set) var hasTooManySteps = false
  /// How many runs ended at the most choices of a run, before all that they were offered was done.
  public internal(set) var cutCount = 0
  /// How many of the model's steps some run took.
  public internal(set) var coveredStepCount = 0
  /// Whether somebody stopped it.
  public internal(set) var wasStopped = false
  /// Properties that live histories broke, and places where they left the model; shrunk.
  public internal(set) var findings: [CheckReport.FindingReport] = []
  /// The divergences among them.
  public internal(set) var divergences: [LiveDivergence] = []
  /// What must not happen: what histories showed and their replayed paths do not show again.
  public internal(set) var errors: [String] = []
  /// Why runs are worth nothing, if some are.
  public internal(set) var complaint: String?

  /// Whether live code and model agreed, every schedule could be repeated, and nothing leaked.
  public var isClean: Bool {
    divergences.isEmpty && differenceCount == 0 && leaks.isEmpty && complaint == nil && errors.isEmpty
  }

  /// Whether live code and model agree, in words.
  public var agreement: String {
    if hasTooManySteps { return "the model has too many steps to take each of them" }
    if !divergences.isEmpty {
      return "live code leaves the model in \(divergences.count.counted("way"))"
    }
    if complaint != nil { return "whether live code and model agree is not decided" }
    if cutCount > 0 { return "live code and model agree as far as they ran" }
    let extent = isExhausted ? " on every \(modelStepCount > 0 ? "step" : "schedule")" : ""
    return "live code and model agree\(extent)"
  }
}
