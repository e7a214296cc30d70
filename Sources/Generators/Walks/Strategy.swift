/// How runs are drawn.
public enum Strategy: Hashable, Sendable {
  /// Every enabled step equally likely.
  case uniform
  /// Agents by random priorities that change at `depth - 1` random steps: probabilistic concurrency testing
  /// (Burckhardt, Kothari, Musuvathi and Nagarakatte, "A randomized scheduler with probabilistic guarantees
  /// of finding bugs", ASPLOS 2010).
  case pct(depth: Int)
  /// Agents by random priorities that are drawn anew whenever the agent moves or another step races with
  /// its next one: partial order sampling (Yuan, Yang and Gu, "Partial order aware concurrency sampling",
  /// CAV 2018).
  case pos
  /// What is inside moves first, oldest first, but for so many random delays: delay bounding (Emmi, Qadeer
  /// and Rakamarić, "Delay-bounded scheduling", POPL 2011).
  case delay(bound: Int)
  /// Uniform among the steps whose labels a run has not switched off, those of people, faults and kills each
  /// with one chance in two: swarm testing
  /// (Groce, Zhang, Eide, Chen and Regehr, "Swarm testing", ISSTA 2012).
  case swarm
  /// Changes choice sequences that reached something new, and goes on from them by `pos`: coverage guided,
  /// after AFL
  /// (Zalewski 2013) and its study (Böhme, Pham and Roychoudhury, "Coverage-based greybox fuzzing as Markov
  /// chain", CCS 2016).
  case coverage
  /// All of them, each with a share of the runs by what it found lately.
  case portfolio

  /// Every strategy at its default depth or bound.
  public static let all: [Strategy] =
    parts + [.portfolio]

  /// What a portfolio is made of.
  public static let parts: [Strategy] = [
    .uniform, .pct(depth: 3), .pos, .delay(bound: 5), .swarm, .coverage,
  ]

  /// The name, with the depth or bound where the strategy has one: "pct:3".
  public var name: String {
    switch self {
    case .uniform: "uniform"
    case .pct(let depth): "pct:\(depth)"
    case .pos: "pos"
    case .delay(let bound): "delay:\(bound)"
    case .swarm: "swarm"
    case .coverage: "coverage"
    case .portfolio: "portfolio"
    }
  }

  /// The strategy of a name; a depth or bound may be left out.
  ///
  /// - Returns: nil when there is no such strategy, or its number is not from 1 to 100.
  public init?(name: String) {
    let parts = name.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard let word = parts.first, parts.count <= 2,
      let plain = Self.all.first(where: { $0.name.prefix { $0 != ":" } == word })
    else { return nil }
    guard parts.count == 2 else {
      self = plain
      return
    }
    guard let number = Int(parts[1]), (1...100).contains(number) else { return nil }
    switch plain {
    case .pct: self = .pct(depth: number)
    case .delay: self = .delay(bound: number)
    default: return nil
    }
  }

  /// The strategies that draw its runs: itself, or the parts of the portfolio.
  var arms: [Strategy] { self == .portfolio ? Self.parts : [self] }

  /// Whether runs depend on what earlier runs reached.
  var isGuided: Bool { self == .coverage || self == .portfolio }

  /// The strategy at work.
  func makeChooser() -> any StepChooser {
    switch self {
    case .uniform, .portfolio: UniformChooser()
    case .pct(let depth): PriorityChooser(depth: depth)
    case .pos: PartialOrderChooser()
    case .delay(let bound): DelayChooser(bound: bound)
    case .swarm: SwarmChooser()
    case .coverage: MutationChooser()
    }
  }
}
