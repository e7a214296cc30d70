import Spec
import Synchronization

/// A run that was taken.
struct RunOutcome: Sendable {
  /// Its number in the campaign.
  var run: Int
  var stepCount: Int
  /// Whether it came to its end.
  var isWhole: Bool
  /// What it showed for the first time, as far as its worker knows.
  var news: [ShownFindings]
  /// The choices of a run with news.
  var choices: [Int32]
}

/// Takes runs, each by the strategy that its seed names.
final class FuzzWorker {
  let walker: Walker
  private let plan: FuzzPlan
  private let strategies: [any StepChooser]
  private(set) var outcomes: [RunOutcome] = []

  init(_ plan: FuzzPlan, _ walker: Walker) {
    self.plan = plan
    self.walker = walker
    strategies = plan.strategy.parts.map { $0.makeChooser() }
  }

  /// The most agents that a run scheduled by priorities had.
  var agentCountMax: Int {
    strategies.map { ($0 as? PriorityChooser)?.agentCountMax ?? 0 }.max() ?? 0
  }

  /// Takes the runs at some places of the shard, until somebody stops it.
  ///
  /// - Parameter mayBegin: asked before each run with its place.
  func run(at places: some Sequence<Int>, while mayBegin: (_ place: Int) -> Bool = { _ in true }) {
    outcomes = []
    for place in places {
      if walker.judge.isInterrupted() || !mayBegin(place) { return }
      let run = plan.shard.run(at: place)
      var source = RandomSource(seed: plan.seed(ofRun: run))
      let (stepCount, news) = walker.run(
        strategies[plan.part(ofRun: run)], source: &source, stepCountMax: plan.stepCountMax)
      let choices = news.isEmpty ? [] : Array(walker.choices)
      outcomes.append(
        RunOutcome(
          run: run, stepCount: stepCount, isWhole: !walker.judge.isInterrupted(), news: news,
          choices: choices))
    }
  }
}

extension Checkable {
  /// The names of what random runs show, without counterexamples; they end soon after one is new.
  ///
  /// - Parameter isOver: asked by every run whether to end.
  func findingNames(
    ofRuns plan: FuzzPlan, besides known: Set<FindingName>, isOver: @escaping @Sendable () -> Bool
  ) -> Set<FindingName> {
    let (system, properties) = (specification.system, specification.properties)
    // Whether a goal can be reached is looked for at each step, which takes longer than all else
    // together.
    let judged = properties.filter { !$0.hasGoal }
    let walker = Walker(bounds: RunBounds(), isCounting: false) {
      Judge(walking: system, judged, isInterrupted: isOver)
    }
    let worker = FuzzWorker(plan, walker)
    var names: Set<FindingName> = []
    for first in stride(from: 0, to: plan.runCount ?? 0, by: 16) {
      worker.run(at: first..<min(first + 16, plan.runCount ?? 0))
      names.formUnion(worker.outcomes.flatMap(\.news).flatMap(\.names))
      if !names.isSubset(of: known) || isOver() { break }
    }
    return names
  }
}

/// A worker that several threads may reach, one at a time.
final class SharedWorker: Sendable {
  let worker: Mutex<FuzzWorker>

  init(_ worker: sending FuzzWorker) { self.worker = Mutex(worker) }
}
