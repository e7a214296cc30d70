import Model
import Spec

/// Decides which of the enabled steps a run takes: a strategy at work.
///
/// One chooser serves one worker; whatever it decides rests on the source and on what it is shown, never on
/// the number of a handle, so that a run is the same in every worker.
protocol StepChooser: AnyObject {
  /// Begins a run of so many steps at most.
  func begin(stepCountMax: Int, rows: any RowExpander, source: inout RandomSource)
  /// The place of the step to take among those enabled, which come in label order.
  func choose(among steps: ContiguousArray<RowStep>, source: inout RandomSource) -> Int
}

/// What looks at every step of a run.
protocol WalkObserver: AnyObject {
  /// A run starts here.
  func begin(at row: Row)
  /// A step was taken, out of those enabled.
  func take(_ step: RowStep, from row: Row, among steps: ContiguousArray<RowStep>)
}

/// Something that a run showed, and after how many steps.
struct News: Sendable {
  var sightings: [RowWatch.Sighting]
  var length: Int
}

/// Takes the steps of runs and judges each: the one loop of all random exploration.
final class RowWalker {
  let watch: RowWatch
  private let bounds: RunBounds
  private var sizes: GrowthWatch
  /// Whether the latest run ended because values had become too large.
  private(set) var isCutShort = false
  /// The collection that had become too large; nil where all values together were too much.
  private(set) var growth: LargestCollection?
  /// Why what the watch says of runs cannot be trusted, or nil.
  private(set) var complaint: String?
  /// The choices of the latest run: its first state, then the place of each step among those enabled.
  private(set) var choices: ContiguousArray<Int32> = []
  private var buffer = StepBuffer()

  init(_ watch: RowWatch, bounds: RunBounds = RunBounds()) {
    self.watch = watch
    self.bounds = bounds
    sizes = GrowthWatch(elementCountMax: bounds.elementCountMax)
  }

  /// Whether the next run needs a walker with new tables.
  var isFull: Bool { bounds.leaveNoRoom(in: watch) }

  /// Takes a run until its bound, until nothing can happen any more, or until somebody stops it.
  ///
  /// - Returns: how many steps were taken, and what they showed that this walker never saw before.
  func run(
    _ chooser: any StepChooser, source: inout RandomSource, stepCountMax: Int,
    observer: (any WalkObserver)? = nil
  ) -> (stepCount: Int, news: [News]) {
    let (watch, rows, contents) = (watch, watch.rows, watch.rows.contents)
    var sizes = sizes
    (isCutShort, growth) = (false, nil)
    var (steps, taken, news) = (buffer, choices, [News]())
    taken.removeAll(keepingCapacity: true)
    let start = source.choose(below: watch.initial.count)
    taken.append(Int32(start))
    var row = watch.initial[start]
    var shown = watch.violations(in: row)
    note(step: 0, source: 0, target: shown, transition: absentHandle, length: 0, in: &news)
    observer?.begin(at: row)
    chooser.begin(stepCountMax: stepCountMax, rows: rows, source: &source)
    var stepCount = 0
    while stepCount < stepCountMax && !watch.isInterrupted() {
      steps.removeAll()
      rows.expand(row, into: &steps, selecting: .all)
      complaint = complaint ?? steps.complaint ?? watch.complaint
      if steps.count == 0 || complaint != nil { break }
      let choice = chooser.choose(among: steps.steps, source: &source)
      let step = steps.steps[choice]
      taken.append(Int32(truncatingIfNeeded: choice))
      stepCount += 1
      let violations = watch.violations(ofStep: step, from: row)
      let target = step.row == row ? shown : watch.violations(in: step.row)
      if violations != 0 || target != shown && target != 0 {
        note(
          step: violations, source: shown, target: target, transition: step.transition, length: stepCount,
          in: &news)
      }
      observer?.take(step, from: row, among: steps.steps)
      if step.row != row { growth = sizes.excess(in: step.row, after: row, rows) }
      if growth != nil || bounds.areExceeded(by: contents) {
        isCutShort = true
        break
      }
      row = step.row
      shown = target
    }
    self.sizes = sizes
    buffer = steps
    choices = taken
    return (stepCount, news)
  }

  private func note(
    step: UInt32, source: UInt32, target: UInt32, transition: UInt32, length: Int, in news: inout [News]
  ) {
    guard watch.isNews(step: step, source: source, target: target, transition: transition) else { return }
    let sightings = watch.sightings(step: step, source: source, target: target, transition: transition)
    if !sightings.isEmpty { news.append(News(sightings: sightings, length: length)) }
  }
}

extension Specification {
  /// The path of recorded choices, as far as they lead; the simplest step where a choice does not fit.
  ///
  /// - Complexity: O(choices · steps of a state).
  func path(of choices: some Collection<Int32>) -> Path<System> {
    let expander = system.makeExpansion()
    let initial = system.initialStates.map(expander.row)
    let start = Int(choices.first ?? 0)
    var path = Path<System>(initial: initial.indices.contains(start) ? start : 0, labels: [])
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
