import Synchronization

/// A run that was taken.
struct RunOutcome: Sendable {
  /// Its number in the campaign.
  var run: Int
  var stepCount: Int
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
  func run(at places: some Sequence<Int>) {
    outcomes = []
    for place in places {
      if walker.judge.isInterrupted() { return }
      let run = plan.shard.run(at: place)
      var source = RandomSource(seed: plan.seed(ofRun: run))
      let (stepCount, news) = walker.run(
        strategies[plan.part(ofRun: run)], source: &source, stepCountMax: plan.stepCountMax)
      let choices = news.isEmpty ? [] : Array(walker.choices)
      outcomes.append(RunOutcome(run: run, stepCount: stepCount, news: news, choices: choices))
    }
  }
}

/// A worker that several threads may reach, one at a time.
final class SharedWorker: Sendable {
  let worker: Mutex<FuzzWorker>

  init(_ worker: sending FuzzWorker) { self.worker = Mutex(worker) }
}
