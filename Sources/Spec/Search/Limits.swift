import Model

/// What may cut an exploration short, none by default, and where states stand that memory has no
/// room for.
///
/// A scope defines a system, a limit never does.
public struct Limits: Hashable, Sendable {
  /// The most steps from an initial state.
  package var depthMax: Int?
  /// The most distinct states.
  package var stateCountMax: Int?
  /// The most memory for states and remembered answers, in bytes.
  package var byteCountMax: Int?
  /// The folder of a file with the states, which the system puts on a disk when it needs the
  /// memory; nil to keep all in memory.
  package var spillDirectory: String?
  /// Whether one state may stand for all that are alike.
  package var isReduced = true

  /// Makes limits.
  ///
  /// - Parameters:
  ///   - depthMax: the most steps from an initial state.
  ///   - stateCountMax: the most distinct states.
  ///   - byteCountMax: the most memory for states and remembered answers, in bytes.
  ///   - directory: a folder for a file with the states, which the system puts on a disk when it
  ///     needs the memory; the file is gone with the search. Nil keeps all in memory.
  public init(
    depthMax: Int? = nil, stateCountMax: Int? = nil, byteCountMax: Int? = nil,
    spillingTo directory: String? = nil
  ) {
    self.depthMax = depthMax
    self.stateCountMax = stateCountMax
    self.byteCountMax = byteCountMax
    spillDirectory = directory
  }
}

extension Limits {
  /// What cuts a look ahead from one state short: where values grow, none comes to an end.
  package static let lookahead = Limits(stateCountMax: 5_000_000, byteCountMax: 1 << 28)

  /// How many states one look ahead of walks may meet; of a running app, which is launched for each
  /// of them, far fewer than others may.
  package static func lookahead(ofWalksIn system: some TransitionSystem) -> Int? {
    let isExplored = (system as? any ProductSystem)?.isExplored ?? false
    return isExplored ? 2_000 : lookahead.stateCountMax
  }
}

/// Why an exploration ended.
public enum ExitReason: Hashable, Codable, Sendable {
  /// Every reachable state was visited and every step taken.
  case exhausted
  /// States at the greatest depth allowed were not expanded.
  case depthLimit(Int)
  /// As many states as allowed, and not all of them expanded.
  case stateLimit(Int)
  /// More memory than allowed, in bytes.
  case memoryLimit(Int)
  /// No more room for states in a folder.
  case noRoom(String)
  /// So many steps of running code trapped that no further one was taken.
  case trapLimit(Int)
  /// The time given was over.
  case timeLimit
  /// The person stopped it.
  case interrupted
  /// The system broke a rule of transition systems; says which.
  case invalidSystem(String)
  /// Something tells states apart that one of them stood for: the search begins again with all.
  ///
  /// The words say what; none where equal windows are told apart.
  case representedToldApart(String?)
  /// The system tells states apart that it took for one: the search begins again.
  case statesToldApart

  /// Whether every reachable state was visited.
  package var isExhaustive: Bool { self == .exhausted }
  /// Whether the search begins again, as it took states for one that are told apart.
  var beginsAgain: Bool {
    if case .representedToldApart = self { true } else { self == .statesToldApart }
  }
  /// Whether what was met is worth nothing.
  var isInvalidSystem: Bool { if case .invalidSystem = self { true } else { false } }

  /// The reason in words.
  package var words: String {
    switch self {
    case .exhausted: "exhausted"
    case .depthLimit(let depth): "limit of depth \(depth) hit"
    case .stateLimit(let count): "limit of \(count) states hit"
    case .memoryLimit(let byteCount):
      "limit of \(Self.size(byteCount)) of memory hit"
    case .noRoom(let directory): "no more room for states in \(directory)"
    case .trapLimit(let count): "limit of \(count) steps that trap hit"
    case .timeLimit: "limit of time hit"
    case .interrupted: "interrupted"
    case .invalidSystem(let complaint): "invalid system: \(complaint)"
    case .representedToldApart: "something tells states apart that one stood for"
    case .statesToldApart: "states have to be told apart that were one"
    }
  }

  /// The reason in the words of a verdict: what rule was broken stands where the search is told.
  var verdictWords: String { isInvalidSystem ? "invalid system" : words }

  /// A size in the largest unit of which it has one: "1 byte", "100 KiB".
  private static func size(_ byteCount: Int) -> String {
    if byteCount < 1 << 10 { return byteCount.counted("byte") }
    return byteCount < 1 << 20 ? "\(byteCount >> 10) KiB" : "\(byteCount >> 20) MiB"
  }
}

/// How far an exploration has come.
package struct SearchProgress: Hashable, Sendable {
  package var stateCount: Int
  package var stepCount: Int
  package var frontierCount: Int
  /// The greatest depth of a state found; an initial state has depth 0.
  package var depth: Int
  /// Whether each property had something to judge.
  package var witnessed: [Bool] = []
}

/// What an exploration asks of its caller now and then.
package struct Monitor {
  /// Answers a reason to stop (time over, interrupted), or nil; told how far the exploration has
  /// come.
  ///
  /// Asked after every 64 states, or when `isDue` says so.
  package var shouldStop: (SearchProgress) -> ExitReason?
  /// Whether it is time to ask, as somebody knows who has a clock; nil where there is none.
  ///
  /// Asked after every state, so it has to be quick.
  package var isDue: (() -> Bool)?
  /// Told the names of all that was found, as soon as there are more.
  package var find: ([FindingName]) -> Void = { _ in }
  /// Told of each finding as soon as its story is worked out.
  package var tell: (CheckReport.Finding) -> Void = { _ in }
  /// Whether what a search found has to be told at once, without the best of its counterexamples.
  package var mustEnd: () -> Bool = { false }
  /// The memory of the whole process, in bytes, that a limit on memory is compared with; nil to
  /// compare it with what the search knows of.
  package var residentByteCount: () -> Int? = { nil }

  package init(shouldStop: @escaping (SearchProgress) -> ExitReason? = { _ in nil }) {
    self.shouldStop = shouldStop
  }

  /// Takes back what held so far: the answers by which it was judged are worth nothing.
  func takeBack(_ progress: SearchProgress) {
    var progress = progress
    progress.witnessed = []
    _ = shouldStop(progress)
  }

  /// Asks for a reason to stop when it is time, as far as anybody knows.
  func reasonToStop(_ progress: SearchProgress) -> ExitReason? {
    isDue?() ?? true ? shouldStop(progress) : nil
  }
}
