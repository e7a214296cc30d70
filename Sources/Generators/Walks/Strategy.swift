/// How runs are drawn.
package enum Strategy: Hashable, Sendable {
  /// Every enabled step equally likely.
  case uniform
  /// Agents by random priorities that change at `depth - 1` random steps: probabilistic concurrency
  /// testing (Burckhardt, Kothari, Musuvathi and Nagarakatte, "A randomized scheduler with
  /// probabilistic guarantees of finding bugs", ASPLOS 2010).
  case pct(depth: Int)
  /// Agents by random priorities that are drawn anew whenever the agent moves or another step races
  /// with its next one: partial order sampling (Yuan, Yang and Gu, "Partial order aware concurrency
  /// sampling", CAV 2018).
  case pos
  /// Uniform among the steps whose labels a run has not switched off, those of people, faults and
  /// kills each with one chance in two: swarm testing (Groce, Zhang, Eide, Chen and Regehr, "Swarm
  /// testing", ISSTA 2012).
  case swarm
  /// All of them, each run by one that its seed names.
  case portfolio

  /// Every strategy at its default depth.
  package static let all: [Strategy] = [.uniform, .pct(depth: 3), .pos, .swarm, .portfolio]

  /// The name, with the depth where the strategy has one: "pct:3".
  package var name: String {
    switch self {
    case .uniform: "uniform"
    case .pct(let depth): "pct:\(depth)"
    case .pos: "pos"
    case .swarm: "swarm"
    case .portfolio: "portfolio"
    }
  }

  /// The strategy of a name; a depth may be left out.
  ///
  /// - Returns: nil when there is no such strategy, or its number is not from 1 to 100.
  package init?(name: String) {
    let parts = name.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard let word = parts.first, parts.count <= 2,
      let plain = Self.all.first(where: { $0.name.prefix { $0 != ":" } == word })
    else { return nil }
    guard parts.count == 2 else {
      self = plain
      return
    }
    guard case .pct = plain, let number = Int(parts[1]), (1...100).contains(number) else {
      return nil
    }
    self = .pct(depth: number)
  }

  /// The strategies that draw its runs.
  var parts: [Strategy] { self == .portfolio ? Self.all.dropLast() : [self] }

  /// The strategy at work.
  func makeChooser() -> any StepChooser {
    switch self {
    case .uniform, .portfolio: UniformChooser()
    case .pct(let depth): PriorityChooser(depth: depth)
    case .pos: PartialOrderChooser()
    case .swarm: SwarmChooser()
    }
  }
}
