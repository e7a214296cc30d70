import Generators
import Model
import Spec

/// A path to a finding that a random walk took, and what became of it.
struct WalkedPath {
  /// The finding, as "property: culprit".
  var name: String
  /// How long the path was up to its first step that shows the finding.
  var foundLength: Int
  /// How long the passes left it.
  var length: Int
  /// How long the explorer found that it is.
  var confirmedLength: Int
  /// The length that the ledger has.
  var knownLength: Int
}

extension Checkable {
  /// The first path of some random runs to each of these findings, shrunk.
  func walkedPaths(to traces: [Trace], runCount: Int) -> [WalkedPath] {
    let walks = Walks(specification, traces)
    var found: [Int: WalkedPath] = [:]
    for run in 0..<runCount where found.count < traces.count {
      for (place, path) in walks.run(seed: UInt64(run)) where found[place] == nil {
        found[place] = walks.shrunk(path, at: place, reach: 3_000)
      }
    }
    return found.keys.sorted().compactMap { found[$0] }
  }

  /// Paths of walks aimed at each of these findings, shrunk with little reach.
  func aimedPaths(to traces: [Trace], count: Int) -> [WalkedPath] {
    let walks = Walks(specification, traces)
    let chart = FindingChart(walks.judge, seeking: walks.names)
    return traces.indices.flatMap { place -> [WalkedPath] in
      guard let aim = chart.aim(at: place) else { return [] }
      return (0..<count).map { number in
        var source = RandomSource(seed: UInt64(number))
        let walk = aim.walk(&source, wanderingBelow: 100)
        return walks.shrunk(walks.path(from: walk.initial, walk.transitions), at: place, reach: 300)
      }
    }
  }
}

/// Walks, and shrinks what it finds.
private struct Walks<System: TransitionSystem> {
  let specification: Specification<System>
  let traces: [Trace]
  let judge: Judge
  private let expander: any Expander<System>
  let names: [FindingName]

  init(_ specification: Specification<System>, _ traces: [Trace]) {
    self.specification = specification
    self.traces = traces
    let broken = Set(traces.map(\.property))
    let properties = specification.properties.filter { broken.contains($0.name) }
    expander = specification.system.makeExpansion(judging: properties)
    judge = Judge(walking: specification.system, properties, sharing: expander)
    names = traces.map { FindingName(property: $0.property, culprit: $0.culprit) }
  }

  /// The paths to findings that a run of a hundred steps meets, with the findings' places.
  func run(seed: UInt64) -> [Int: Path<System>] {
    var source = RandomSource(seed: seed)
    let start = source.choose(below: judge.initial.count)
    var (row, transitions, steps) = (judge.initial[start], [UInt32](), StepBuffer())
    var found: [Int: Path<System>] = [:]
    while transitions.count < 100 {
      steps.removeAll()
      judge.rows.expand(row, into: &steps, selecting: .all)
      if steps.count == 0 { break }
      let step = steps.steps[source.choose(below: steps.count)]
      transitions.append(step.transition)
      for name in judge.findings(of: step, from: row) {
        if let place = names.firstIndex(of: name), found[place] == nil {
          found[place] = path(from: start, transitions)
        }
      }
      row = step.row
    }
    return found
  }

  func path(from initial: Int, _ transitions: [UInt32]) -> Path<System> {
    Path(initial: initial, labels: transitions.map(expander.label(of:)))
  }

  func shrunk(_ path: Path<System>, at place: Int, reach: Int) -> WalkedPath {
    let shrinker = PathShrinker(specification, reach: reach)
    let shrunk = shrinker.shrink(path, showing: names[place])
    let confirmed = shrinker.confirm(shrunk, showing: names[place], stateCountMax: 100_000)
    return WalkedPath(
      name: "\(traces[place].property): \(traces[place].culprit)", foundLength: path.labels.count,
      length: shrunk.path.labels.count, confirmedLength: confirmed.path.labels.count,
      knownLength: traces[place].length)
  }
}
