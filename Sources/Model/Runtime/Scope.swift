/// The bounds that make a system of a product: which values, how much mail, how many faults and
/// kills.
///
/// A scope defines what is explored; limits (depth, states, memory, time) only cut an exploration
/// short. A scope that makes no sense cannot be: making, changing and decoding one all check the
/// same bounds.
public struct Scope<Values: Hashable & Sendable>: Hashable, Codable, Sendable {
  /// The name by which `--scope` picks it.
  public var name: String
  /// Who dispatches.
  public private(set) var environment = Environment.open
  /// How the listener treats elements while a thunk is under way.
  package var discipline = Discipline.serial
  /// The most notices in the mail, 1 to 64; a full mail holds gestures back, never completions.
  package private(set) var mailMax = 1
  /// The most injected faults, up to 255.
  package private(set) var faultsMax = 0
  /// The most kills, each followed by a launch, up to 255.
  package private(set) var relaunchesMax = 0
  /// The most rows that accepted requests may add, or answers from outside that they may bring, up
  /// to 32767; a request that failed before the database changed is given back.
  package private(set) var additionsMax = 0
  /// How often something may happen outside the app, up to 15: what the product's `occurrences`
  /// tell.
  package private(set) var occurrencesMax = 0
  /// Where the persistent store is.
  package internal(set) var store = StorePlace.local
  /// Whether dictionaries that are equal list their entries alike, in an order that follows from
  /// them all; else in any order.
  public internal(set) var listsAlike = false
  /// The windows; nil in the open environment.
  package private(set) var windows: WindowBounds?
  /// What people choose from.
  public var values: Values

  /// Makes a scope that is open and serial, with mail for one and without faults, kills and
  /// additions.
  public init(name: String, values: Values) {
    self.name = name
    self.values = values
  }

  /// Makes a scope; open, serial and without faults, kills and additions by default.
  ///
  /// - Throws: a `ScopeError` that names the bound that makes no sense.
  public init(
    name: String, environment: Environment = .open, discipline: Discipline = .serial,
    mailMax: Int = 1,
    faultsMax: Int = 0, relaunchesMax: Int = 0, additionsMax: Int = 0, occurrencesMax: Int = 0,
    store: StorePlace = .local, listsAlike: Bool = false, windows: WindowBounds? = nil,
    values: Values
  ) throws(ScopeError) {
    try ScopeError.require("mailMax", mailMax, in: 1...64)
    try ScopeError.require("faultsMax", faultsMax, in: 0...Budgets.faultsMax)
    try ScopeError.require("relaunchesMax", relaunchesMax, in: 0...Budgets.relaunchesMax)
    try ScopeError.require("additionsMax", additionsMax, in: 0...Budgets.additionsMax)
    try ScopeError.require("occurrencesMax", occurrencesMax, in: 0...Budgets.occurrencesMax)
    try Budgets.Layout.require(roomFor: [faultsMax, relaunchesMax, additionsMax, occurrencesMax])
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
    self.occurrencesMax = occurrencesMax
    self.store = store
    self.listsAlike = listsAlike
    self.windows = windows
  }

  /// How often something comes to a running app without a request: as often as interactions may add
  /// rows, as far as one word counts both.
  package var pushesMax: Int {
    let room = Budgets.Layout.room(beside: [faultsMax, relaunchesMax, additionsMax])
    return min(additionsMax, Budgets.occurrencesMax, room)
  }

  /// The scope with other bounds; what is not given stays as it is.
  ///
  /// - Throws: a `ScopeError` that names the bound that makes no sense.
  public func with(
    mailMax: Int? = nil, faultsMax: Int? = nil, relaunchesMax: Int? = nil, additionsMax: Int? = nil,
    occurrencesMax: Int? = nil, windows: WindowBounds? = nil
  ) throws(ScopeError) -> Scope {
    try Scope(
      name: name, environment: environment, discipline: discipline,
      mailMax: mailMax ?? self.mailMax,
      faultsMax: faultsMax ?? self.faultsMax, relaunchesMax: relaunchesMax ?? self.relaunchesMax,
      additionsMax: additionsMax ?? self.additionsMax,
      occurrencesMax: occurrencesMax ?? self.occurrencesMax, store: store, listsAlike: listsAlike,
      windows: windows ?? self.windows, values: values)
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
      occurrencesMax: fields.decodeIfPresent(Int.self, forKey: .occurrencesMax) ?? 0,
      store: fields.decodeIfPresent(StorePlace.self, forKey: .store) ?? .local,
      listsAlike: fields.decodeIfPresent(Bool.self, forKey: .listsAlike) ?? false,
      windows: fields.decodeIfPresent(WindowBounds.self, forKey: .windows),
      values: fields.decode(WrittenContent<Values>.self, forKey: .values).value)
  }

  private enum CodingKeys: String, CodingKey {
    case name, environment, discipline, mailMax, faultsMax, relaunchesMax, additionsMax,
      occurrencesMax
    case store, listsAlike, windows, values
  }

  /// Writes the scope.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(name, forKey: .name)
    try fields.encode(environment, forKey: .environment)
    try fields.encode(discipline, forKey: .discipline)
    try fields.encode(mailMax, forKey: .mailMax)
    try fields.encode(faultsMax, forKey: .faultsMax)
    try fields.encode(relaunchesMax, forKey: .relaunchesMax)
    try fields.encode(additionsMax, forKey: .additionsMax)
    if occurrencesMax > 0 { try fields.encode(occurrencesMax, forKey: .occurrencesMax) }
    if store != .local { try fields.encode(store, forKey: .store) }
    if listsAlike { try fields.encode(listsAlike, forKey: .listsAlike) }
    try fields.encodeIfPresent(windows, forKey: .windows)
    try fields.encode(WrittenContent(values), forKey: .values)
  }
}

/// Why there is no such scope; the text names the bound and what it may be.
public struct ScopeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, on one line.
  public let description: String

  init(_ description: String) { self.description = description }

  static func require(
    _ name: String, _ value: Int, in range: ClosedRange<Int>
  ) throws(ScopeError) {
    guard range.contains(value) else {
      throw ScopeError(
        "\(name) is \(value), it must be from \(range.lowerBound) to \(range.upperBound)")
    }
  }
}
