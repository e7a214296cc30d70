/// The bounds that make a system of a product: which values, how much mail, how many faults and kills.
///
/// A scope defines what is explored; limits (depth, states, memory, time) only cut an exploration short.
/// A scope that makes no sense cannot be: making, changing and decoding one all check the same bounds.
public struct Scope<Values: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
  /// The name by which `--scope` picks it.
  public var name: String
  /// Who dispatches.
  public private(set) var environment = Environment.open
  /// How the listener treats elements while a thunk is under way.
  public var discipline = Discipline.serial
  /// The most notices in the mail, 1 to 64; a full mail holds gestures back, never completions.
  public private(set) var mailMax = 1
  /// The most injected faults, up to 255.
  public private(set) var faultsMax = 0
  /// The most kills, each followed by a launch, up to 255.
  public private(set) var relaunchesMax = 0
  /// The most rows that accepted requests may add, or answers from outside that they may bring, up to 32767;
  /// a request that failed before the database changed is given back.
  public private(set) var additionsMax = 0
  /// The windows; nil in the open environment.
  public private(set) var windows: WindowBounds?
  /// What people choose from.
  public var values: Values

  /// Makes a scope that is open and serial, with mail for one and without faults, kills and additions.
  public init(name: String, values: Values) {
    self.name = name
    self.values = values
  }

  /// Makes a scope; open, serial and without faults, kills and additions by default.
  ///
  /// - Throws: a `ScopeError` that names the bound that makes no sense.
  public init(
    name: String, environment: Environment = .open, discipline: Discipline = .serial, mailMax: Int = 1,
    faultsMax: Int = 0, relaunchesMax: Int = 0, additionsMax: Int = 0,
    windows: WindowBounds? = nil, values: Values
  ) throws(ScopeError) {
    try ScopeError.require("mailMax", mailMax, in: 1...64)
    try ScopeError.require("faultsMax", faultsMax, in: 0...Budgets.faultsMax)
    try ScopeError.require("relaunchesMax", relaunchesMax, in: 0...Budgets.relaunchesMax)
    try ScopeError.require("additionsMax", additionsMax, in: 0...Budgets.additionsMax)
    if environment == .windows && windows == nil {
      throw ScopeError("the environment 'windows' needs windows.countMax")
    }
    if environment == .open && windows != nil {
      throw ScopeError("windows belong to the environment 'windows', not 'open'")
    }
    self.init(name: name, values: values)
    self.environment = environment
    self.discipline = discipline
    self.mailMax = mailMax
    self.faultsMax = faultsMax
    self.relaunchesMax = relaunchesMax
    self.additionsMax = additionsMax
    self.windows = windows
  }

  /// The scope with other bounds; what is not given stays as it is.
  ///
  /// - Throws: a `ScopeError` that names the bound that makes no sense.
  public func with(
    mailMax: Int? = nil, faultsMax: Int? = nil, relaunchesMax: Int? = nil, additionsMax: Int? = nil,
    windows: WindowBounds? = nil
  ) throws(ScopeError) -> Scope {
    try Scope(
      name: name, environment: environment, discipline: discipline, mailMax: mailMax ?? self.mailMax,
      faultsMax: faultsMax ?? self.faultsMax, relaunchesMax: relaunchesMax ?? self.relaunchesMax,
      additionsMax: additionsMax ?? self.additionsMax, windows: windows ?? self.windows, values: values)
  }

  /// Reads a scope.
  ///
  /// - Throws: a `ScopeError` that names the bound that makes no sense, or a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      name: fields.decode(String.self, forKey: .name),
      environment: fields.decode(Environment.self, forKey: .environment),
      discipline: fields.decode(Discipline.self, forKey: .discipline),
      mailMax: fields.decode(Int.self, forKey: .mailMax),
      faultsMax: fields.decode(Int.self, forKey: .faultsMax),
      relaunchesMax: fields.decode(Int.self, forKey: .relaunchesMax),
      additionsMax: fields.decode(Int.self, forKey: .additionsMax),
      windows: fields.decodeIfPresent(WindowBounds.self, forKey: .windows),
      values: fields.decode(Values.self, forKey: .values))
  }
}

/// Why there is no such scope; the text names the bound and what it may be.
public struct ScopeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, on one line.
  public let description: String

  init(_ description: String) { self.description = description }

  fileprivate static func require(
    _ name: String, _ value: Int, in range: ClosedRange<Int>
  ) throws(ScopeError) {
    guard range.contains(value) else {
      throw ScopeError(
        "\(name) is \(value), it must be from \(range.lowerBound) to \(range.upperBound)")
    }
  }
}

/// The bounds of a scope's windows.
public struct WindowBounds: Hashable, Codable, Sendable {
  /// The most windows open at once, 1 to 3.
  public let countMax: Int
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
  ///
  /// - Throws: a `ScopeError` unless there are 1 to 3 windows.
  public init(
    countMax: Int, opensAndCloses: Bool = false, lagging: [String]? = nil, leavesOut: [String] = []
  ) throws(ScopeError) {
    try ScopeError.require("windows.countMax", countMax, in: 1...3)
    self.countMax = countMax
    self.opensAndCloses = opensAndCloses
    self.lagging = lagging
    self.leavesOut = leavesOut
  }

  /// Reads bounds.
  ///
  /// - Throws: a `ScopeError` unless there are 1 to 3 windows, or a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      countMax: fields.decode(Int.self, forKey: .countMax),
      opensAndCloses: fields.decode(Bool.self, forKey: .opensAndCloses),
      lagging: fields.decodeIfPresent([String].self, forKey: .lagging),
      leavesOut: fields.decode([String].self, forKey: .leavesOut))
  }

  /// How many windows a launch opens.
  package var countAtLaunch: Int { opensAndCloses ? 1 : countMax }
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
  package init(faultsLeft: Int, relaunchesLeft: Int, additionsLeft: Int) {
    self.faultsLeft = faultsLeft
    self.relaunchesLeft = relaunchesLeft
    self.additionsLeft = additionsLeft
  }

  static let faultUnit: UInt32 = 1
  static let relaunchUnit: UInt32 = 1 << 8
  static let additionUnit: UInt32 = 1 << 16

  /// What the bits of a word hold.
  static let faultsMax = 0xff
  static let relaunchesMax = 0xff
  static let additionsMax = 0x7fff

  /// The budgets in one word: eight bits each for faults and kills, the rest for additions.
  ///
  /// A scope holds no more than fits; what an adopter's own state holds beside that counts as the most.
  var word: UInt32 {
    func bounded(_ count: Int, to most: Int) -> UInt32 { UInt32(min(max(count, 0), most)) }
    return bounded(faultsLeft, to: Self.faultsMax) | bounded(relaunchesLeft, to: Self.relaunchesMax) << 8
      | bounded(additionsLeft, to: Self.additionsMax) << 16
  }

  init(word: UInt32) {
    faultsLeft = Int(word & 0xff)
    relaunchesLeft = Int(word >> 8 & 0xff)
    additionsLeft = Int(word >> 16)
  }
}
