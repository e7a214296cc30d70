import Model
import Spec
import Synchronization

/// The runs of a campaign that are drawn before what they reached is looked at.
struct FuzzBatch: Sendable {
  var plan: FuzzPlan
  /// The place of the first run among those of the shard.
  var firstPlace: Int
  /// Which strategy draws each run, by place among the strategies.
  var arms: [Int]
  /// What guided runs start from.
  var corpus: [[Int32]]
}

/// What a run showed or reached for the first time, as far as its worker knows.
struct RunOutcome: Sendable {
  /// The run's place among those of the shard; below 0 for sequences of the corpus.
  var place: Int
  var arm: Int
  var news: [News]
  var features: ContiguousArray<Feature>
  var choices: [Int32]
}

/// What a worker's part of a batch came to.
struct BatchOutcome: Sendable {
  var runs: [RunOutcome] = []
  /// The runs that were taken, and their steps, by strategy.
  var runCounts: [Int]
  var stepCounts: [Int]

  init(armCount: Int) {
    runCounts = Array(repeating: 0, count: armCount)
    stepCounts = runCounts
  }
}

/// Takes runs with tables of its own; with new ones when the tables have become large.
final class FuzzWorker {
  private let makeWalker: () -> RowWalker
  private var walker: RowWalker
  private var observer: CoverageObserver
  private let choosers: [any StepChooser]
  private let mutation: MutationChooser?
  private var statesBefore = DistinctStates()
  private var labelCountsBefore: [String: Int] = [:]
  private(set) var givenUp: Set<String> = []
  private(set) var outcome = BatchOutcome(armCount: 0)
  /// How many runs were cut because values had become too large.
  private(set) var cutRunCount = 0
  /// The largest collection of the runs that were cut.
  private(set) var growth: LargestCollection?
  /// Why what runs show cannot be trusted, or nil.
  private(set) var complaint: String?

  init(strategy: Strategy, _ makeWalker: @escaping () -> RowWalker) {
    self.makeWalker = makeWalker
    walker = makeWalker()
    observer = CoverageObserver(walker.watch)
    choosers = strategy.arms.map { $0.makeChooser() }
    mutation = choosers.lazy.compactMap { $0 as? MutationChooser }.first
  }

  var states: DistinctStates {
    var states = statesBefore
    states.formUnion(observer.states)
    return states
  }
  var labelCounts: [String: Int] { labelCountsBefore.merging(observer.labelCounts) { $0 + $1 } }
  var agentCountMax: Int {
    choosers.map { ($0 as? PriorityChooser)?.agentCountMax ?? 0 }.max() ?? 0
  }

  /// Takes every `count`-th run of a batch, beginning with `number`, until somebody stops it.
  func run(_ batch: FuzzBatch, number: Int, of count: Int) {
    outcome = BatchOutcome(armCount: choosers.count)
    mutation?.corpus = batch.corpus
    for offset in stride(from: number, to: batch.arms.count, by: count) {
      if walker.watch.isInterrupted() { return }
      let place = batch.firstPlace + offset
      let run = batch.plan.shard.run(at: place)
      var source = RandomSource(seed: batch.plan.seed(ofRun: run))
      take(choosers[batch.arms[offset]], &source, batch.plan, place: place, arm: batch.arms[offset])
    }
  }

  /// Takes recorded runs.
  func replay(_ sequences: [[Int32]], _ plan: FuzzPlan) {
    outcome = BatchOutcome(armCount: choosers.count)
    let chooser = SequenceChooser()
    for (number, sequence) in sequences.enumerated() {
      chooser.choices = sequence
      var source = RandomSource(seed: 0)
      take(chooser, &source, plan, place: number - sequences.count, arm: 0, length: sequence.count - 1)
    }
  }

  private func take(
    _ chooser: any StepChooser, _ source: inout RandomSource, _ plan: FuzzPlan, place: Int, arm: Int,
    length: Int? = nil
  ) {
    let (stepCount, news) = walker.run(
      chooser, source: &source, stepCountMax: min(length ?? plan.stepCountMax, plan.stepCountMax),
      observer: observer)
    outcome.runCounts[arm] += 1
    outcome.stepCounts[arm] += stepCount
    if !news.isEmpty || !observer.features.isEmpty {
      outcome.runs.append(
        RunOutcome(
          place: place, arm: arm, news: news, features: observer.features, choices: Array(walker.choices)))
    }
    if walker.isCutShort {
      cutRunCount += 1
      growth = LargestCollection.larger(growth, walker.growth)
    }
    complaint = complaint ?? walker.complaint
    givenUp.formUnion(walker.watch.givenUp)
    if walker.isFull { renew() }
  }

  /// Begins anew with empty tables; what was counted is kept.
  private func renew() {
    (statesBefore, labelCountsBefore) = (states, labelCounts)
    walker = makeWalker()
    observer = CoverageObserver(walker.watch)
  }
}

/// A worker that several threads may reach, one at a time.
final class SharedWorker: Sendable {
  let worker: Mutex<FuzzWorker>

  init(_ worker: sending FuzzWorker) { self.worker = Mutex(worker) }
}

/// Takes recorded choices.
final class SequenceChooser: StepChooser {
  /// The sequence: the first state, then the place of each step.
  var choices: [Int32] = []
  private var position = 0

  func begin(stepCountMax: Int, rows: any RowExpander, source: inout RandomSource) { position = 0 }

  func choose(among steps: ContiguousArray<RowStep>, source: inout RandomSource) -> Int {
    position += 1
    return position < choices.count ? Int(choices[position]) % steps.count : 0
  }
}
