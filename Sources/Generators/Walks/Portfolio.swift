/// Shares the runs of a batch among strategies by what each found lately.
///
/// A bandit without randomness and without a clock: every arm keeps at least a sixteenth of an even share,
/// and the rest goes by its yield a run, of which an older batch counts half as much as the next. Whole
/// numbers only, so that every machine shares alike.
struct Portfolio {
  /// How many things that were new one finding is worth.
  static let findingWorth = 64

  private let armCount: Int
  /// Yield and runs of each arm, older batches halved.
  private var yields: [Int]
  private var runs: [Int]

  init(armCount: Int) {
    self.armCount = armCount
    yields = Array(repeating: 0, count: armCount)
    runs = Array(repeating: 0, count: armCount)
  }

  /// The arm of every run of the next batch; arms alternate, so that none has all the early runs.
  func share(runCount: Int) -> [Int] {
    // The yield of a thousand runs, and one so that nobody starves.
    let rates = (0..<armCount).map { 1 + yields[$0] * 1000 / max(runs[$0], 1) }
    let total = rates.reduce(0, +)
    let floor = total / (16 * armCount) + 1
    let weights = rates.map { $0 + floor }
    let sum = weights.reduce(0, +)
    var credits = Array(repeating: 0, count: armCount)
    return (0..<runCount).map { _ in
      for arm in 0..<armCount { credits[arm] += weights[arm] }
      var best = 0
      for arm in 1..<max(armCount, 1) where credits[arm] > credits[best] { best = arm }
      credits[best] -= sum
      return best
    }
  }

  /// Takes note of a batch: how many runs each arm had, and what they yielded.
  mutating func learn(runs newRuns: [Int], yields newYields: [Int]) {
    for arm in 0..<armCount {
      runs[arm] = runs[arm] / 2 + newRuns[arm]
      yields[arm] = yields[arm] / 2 + newYields[arm]
    }
  }
}
