import Model
import Spec

/// Decides which of the enabled steps a run takes: a strategy at work.
///
/// One chooser serves one worker; whatever it decides rests on the source and on what it is shown,
/// never on the number of a handle, so that a run is the same in every worker.
protocol StepChooser: AnyObject {
  /// Begins a run of so many steps at most.
  func begin(stepCountMax: Int, rows: any RowExpander, source: inout RandomSource)
  /// The place of the step to take among those enabled, which come in label order.
  func choose(among steps: ContiguousArray<RowStep>, source: inout RandomSource) -> Int
}

/// Something that a run showed, and after how many steps.
struct ShownFindings: Sendable {
  var names: [FindingName]
  var length: Int
}

/// What the runs of one or several workers came to.
struct RunTotals {
  var states = DistinctStates()
  var labelCounts: [String: Int] = [:]
  /// How many runs were cut because values had become too large.
  var cutRunCount = 0
  /// The largest collection of the runs that were cut; nil where all values together were too much.
  var growth: LargePart?
  /// The properties that some runs were not judged by, as too many states had to be looked at.
  var givenUp: Set<String> = []
  /// Why what runs show cannot be trusted, or nil.
  var complaint: String?

  mutating func join(_ other: RunTotals) {
    states.formUnion(other.states)
    labelCounts.merge(other.labelCounts) { $0 + $1 }
    cutRunCount += other.cutRunCount
    growth = LargePart.larger(growth, other.growth)
    givenUp.formUnion(other.givenUp)
    complaint = complaint ?? other.complaint
  }
}

/// Takes the steps of runs and judges each: the one loop of all random exploration.
///
/// What it remembers grows with what runs meet; it begins anew with empty tables when they are
/// large.
final class Walker {
  private let bounds: RunBounds
  private let isCounting: Bool
  private let makeJudge: () -> Judge
  /// That of the system, and its value when the tables were empty.
  private let edition: () -> Int
  private var madeIn: Int
  private(set) var judge: Judge
  private var tally: RunTally?
  private var sizes: GrowthWatch
  /// The totals without what the present tally counted.
  private var settled = RunTotals()
  /// The choices of the latest run: its first state, then the place of each step among those
  /// enabled.
  private(set) var choices: ContiguousArray<Int32> = []
  private var buffer = StepBuffer()

  /// Makes a walker.
  ///
  /// - Parameters:
  ///   - isCounting: whether states and labels are counted.
  ///   - edition: that of the system; what was remembered of another one is forgotten.
  ///   - makeJudge: makes a judge with empty tables.
  init(
    bounds: RunBounds = RunBounds(), isCounting: Bool = false, edition: @escaping () -> Int = { 0 },
    _ makeJudge: @escaping () -> Judge
  ) {
    self.edition = edition
    madeIn = edition()
    self.bounds = bounds
    self.isCounting = isCounting
    self.makeJudge = makeJudge
    judge = makeJudge()
    tally = isCounting ? RunTally(judge) : nil
    sizes = GrowthWatch(elementCountMax: bounds.elementCountMax)
  }

  var totals: RunTotals {
    var totals = settled
    if let tally { totals.join(RunTotals(states: tally.states, labelCounts: tally.labelCounts)) }
    return totals
  }

  /// Takes a run until its bound, until nothing can happen any more, or until somebody stops it.
  ///
  /// - Returns: how many steps were taken, and what they showed that this walker never saw before.
  func run(
    _ chooser: any StepChooser, source: inout RandomSource, stepCountMax: Int
  ) -> (stepCount: Int, news: [ShownFindings]) {
    if edition() != madeIn { renew() }
    let (judge, rows, contents, tally) = (judge, judge.rows, judge.rows.contents, tally)
    var (steps, taken, sizes, news) = (buffer, choices, sizes, [ShownFindings]())
    taken.removeAll(keepingCapacity: true)
    if judge.initial.isEmpty {
      settled.complaint = "it has no initial state; list at least one"
      return (0, [])
    }
    let start = source.choose(below: judge.initial.count)
    taken.append(Int32(start))
    var row = judge.initial[start]
    var shown = judge.violations(in: row)
    note(step: 0, source: 0, target: shown, transition: absentHandle, length: 0, in: &news)
    tally?.begin(at: row)
    chooser.begin(stepCountMax: stepCountMax, rows: rows, source: &source)
    var stepCount = 0
    while stepCount < stepCountMax && !judge.isInterrupted() {
      steps.removeAll()
      rows.expand(row, into: &steps, selecting: .all)
      settled.complaint = settled.complaint ?? steps.complaint ?? judge.complaint
      if steps.count == 0 || settled.complaint != nil { break }
      let choice = chooser.choose(among: steps.steps, source: &source)
      let step = steps.steps[choice]
      taken.append(Int32(truncatingIfNeeded: choice))
      stepCount += 1
      let violations = judge.violations(ofStep: step, from: row)
      let target = step.row == row ? shown : judge.violations(in: step.row)
      if violations != 0 || target != shown && target != 0 {
        note(
          step: violations, source: shown, target: target, transition: step.transition,
          length: stepCount, in: &news)
      }
      tally?.take(step, from: row, among: steps.steps)
      let growth = step.row == row ? nil : sizes.excess(in: step.row, after: row, rows)
      if growth != nil || bounds.areExceeded(by: contents) {
        settled.join(RunTotals(cutRunCount: 1, growth: growth))
        break
      }
      row = step.row
      shown = target
    }
    (buffer, choices, self.sizes) = (steps, taken, sizes)
    settled.givenUp.formUnion(judge.givenUp)
    if bounds.leaveNoRoom(in: judge) { renew() }
    return (stepCount, news)
  }

  /// Begins anew with empty tables; what was counted is kept.
  func renew() {
    settled = totals
    madeIn = edition()
    judge = makeJudge()
    tally = isCounting ? RunTally(judge) : nil
    sizes = GrowthWatch(elementCountMax: bounds.elementCountMax)
  }

  private func note(
    step: UInt32, source: UInt32, target: UInt32, transition: UInt32, length: Int,
    in news: inout [ShownFindings]
  ) {
    let judged = StepViolations(step: step, source: source, target: target, transition: transition)
    guard judge.isNew(judged) else { return }
    let names = judge.findings(of: judged)
    if !names.isEmpty { news.append(ShownFindings(names: names, length: length)) }
  }
}

extension Specification {
  /// The path of recorded choices, as far as they lead; the simplest step where a choice does not
  /// fit.
  ///
  /// - Complexity: O(choices · steps of a state).
  func path(of choices: some Collection<Int32>) -> Path<System> {
    let expander = system.makeExpansion()
    let initial = system.initialStates.map(expander.row)
    let start = Int(choices.first ?? 0)
    var path = Path<System>(initial: initial.indices.contains(start) ? start : 0, labels: [])
    guard initial.indices.contains(path.initial) else { return path }
    var row = initial[path.initial]
    var steps = StepBuffer()
    for choice in choices.dropFirst() {
      steps.removeAll()
      expander.rows.expand(row, into: &steps, selecting: .all)
      if steps.count == 0 { break }
      let step = steps.steps[steps.steps.indices.contains(Int(choice)) ? Int(choice) : 0]
      path.labels.append(expander.label(of: step.transition))
      row = step.row
    }
    return path
  }
}
