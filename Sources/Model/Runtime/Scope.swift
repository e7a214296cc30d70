/// The bounds that make a system of a product: which values, how much mail, how many faults and kills.
///
/// A scope defines what is explored; limits (depth, states, memory, time) only cut an exploration short.
public struct Scope<Values: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
  /// The name by which `--scope` picks it.
  public var name: String
  /// Who dispatches.
  public var environment: Environment
  /// How the listener treats elements while a thunk is under way.
  public var discipline: Discipline
  /// The most notices in the mail; a full mail holds gestures back, never completions.
  public var mailMax: Int
  /// The most injected faults.
  public var faultsMax: Int
  /// The most kills, each followed by a launch.
  public var relaunchesMax: Int
  /// The most rows that accepted requests may add, or answers from outside that they may bring; a request
  /// that failed before the database changed is given back.
  public var additionsMax: Int
  /// The windows; nil in the open environment.
  public var windows: WindowBounds?
  /// What people choose from.
  public var values: Values

  /// Makes a scope; open, serial and without faults, kills and additions by default.
  public init(
    name: String, environment: Environment = .open, discipline: Discipline = .serial, mailMax: Int = 1,
    faultsMax: Int = 0, relaunchesMax: Int = 0, additionsMax: Int = 0,
    windows: WindowBounds? = nil, values: Values
  ) {
    self.name = name
    self.environment = environment
    self.discipline = discipline
    self.mailMax = mailMax
    self.faultsMax = faultsMax
    self.relaunchesMax = relaunchesMax
    self.additionsMax = additionsMax
    self.windows = windows
    self.values = values
  }
}

/// The bounds of a scope's windows.
public struct WindowBounds: Hashable, Codable, Sendable {
  /// The most windows open at once, 1 to 3.
  public var countMax: Int
  /// Whether windows open and close: then one is open at launch, else all of them are and stay.
  public var opensAndCloses: Bool
  /// The subscriptions that lag the store on their own, as "component.subscription".
  ///
  /// Their renders follow later. The others take, publish and render at once. Nil when nothing is cached:
  /// every window shows what the selectors say.
  public var lagging: [String]?
  /// The kinds of gestures that nobody does here, by their words.
  public var leavesOut: [String]

  /// Makes bounds; windows that neither come and go nor lag, and every gesture, by default.
  public init(
    countMax: Int, opensAndCloses: Bool = false, lagging: [String]? = nil, leavesOut: [String] = []
  ) {
    self.countMax = countMax
    self.opensAndCloses = opensAndCloses
    self.lagging = lagging
    self.leavesOut = leavesOut
  }

  /// How many windows a launch opens.
  public var countAtLaunch: Int { opensAndCloses ? 1 : countMax }
}

/// What is left of a scope's budgets.
public struct Budgets: Hashable, Sendable {
  /// Faults that may still be injected.
  public var faultsLeft: Int
  /// Kills that may still happen.
  public var relaunchesLeft: Int
  /// Rows that may still be added, or answers that may still be brought.
  public var additionsLeft: Int

  /// Makes budgets.
  public init(faultsLeft: Int, relaunchesLeft: Int, additionsLeft: Int) {
    self.faultsLeft = faultsLeft
    self.relaunchesLeft = relaunchesLeft
    self.additionsLeft = additionsLeft
  }

  static let faultUnit: UInt32 = 1
  static let relaunchUnit: UInt32 = 1 << 8
  static let additionUnit: UInt32 = 1 << 16

  /// The budgets in one word: eight bits each for faults and kills, the rest for additions.
  var word: UInt32 {
    func bounded(_ count: Int, to bits: Int) -> UInt32 { UInt32(min(max(count, 0), 1 << bits - 1)) }
    return bounded(faultsLeft, to: 8) | bounded(relaunchesLeft, to: 8) << 8
      | bounded(additionsLeft, to: 15) << 16
  }

  init(word: UInt32) {
    faultsLeft = Int(word & 0xff)
    relaunchesLeft = Int(word >> 8 & 0xff)
    additionsLeft = Int(word >> 16)
  }
}
