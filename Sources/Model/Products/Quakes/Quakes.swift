import Foundation

/// The Quakes product: one collection, a local store, and a remote feed that changes from fetch to fetch.
public struct Quakes: Product {
  /// What people choose from, and what the feed may answer.
  public struct Values: Hashable, Codable, Sendable {
    /// The ranges of Refresh.
    public var ranges: [RefreshRange]
    /// What the feed may answer; every fetch draws one anew, whatever its range.
    public var payloads: [Payload]
    /// Whether the budget of additions bounds how often people refresh.
    public var countsRefreshes: Bool
    /// The quakes that people delete.
    public var deletions: [String]
    /// Whether people delete all quakes.
    public var deletesAll: Bool
    /// What windows look for.
    public var searches: [Search]
    /// How lists are sorted.
    public var sorts: [Sort]
    /// The identifier of the time zone of the calendar, which is Gregorian.
    public var timeZone: String

    /// Makes values.
    public init(
      ranges: [RefreshRange], payloads: [Payload], countsRefreshes: Bool, deletions: [String],
      deletesAll: Bool, searches: [Search], sorts: [Sort], timeZone: String = "GMT"
    ) {
      self.ranges = ranges
      self.payloads = payloads
      self.countsRefreshes = countsRefreshes
      self.deletions = deletions
      self.deletesAll = deletesAll
      self.searches = searches
      self.sorts = sorts
      self.timeZone = timeZone
    }

    /// Reads values.
    ///
    /// - Throws: a `DecodingError`, also for a time zone that there is not.
    public init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      ranges = try fields.decode([RefreshRange].self, forKey: .ranges)
      payloads = try fields.decode([Payload].self, forKey: .payloads)
      countsRefreshes = try fields.decode(Bool.self, forKey: .countsRefreshes)
      deletions = try fields.decode([String].self, forKey: .deletions)
      deletesAll = try fields.decode(Bool.self, forKey: .deletesAll)
      searches = try fields.decode([Search].self, forKey: .searches)
      sorts = try fields.decode([Sort].self, forKey: .sorts)
      timeZone = try fields.decode(String.self, forKey: .timeZone)
      if TimeZone(identifier: timeZone) == nil {
        throw DecodingError.dataCorruptedError(
          forKey: .timeZone, in: fields, debugDescription: "there is no time zone '\(timeZone)'")
      }
    }

    /// Every quake id that can appear, in order.
    public var quakeIds: [String] {
      Set(payloads.flatMap { $0.entries.map(\.quake.quakeId) } + deletions).sorted()
    }

    /// The calendar of the scope; GMT where the zone is not known.
    public var calendar: Calendar {
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = TimeZone(identifier: timeZone) ?? .gmt
      return calendar
    }
  }

  /// A gesture dispatches one ui action.
  public typealias Gesture = UserAction
  /// What state and database hold alike.
  public typealias Contents = [String: Quake]

  /// Decides where the days of searches begin; the published design uses the current one.
  public var calendar: Calendar
  /// What a window looks for as it opens.
  public var firstSearch = Search(text: "", date: Date(timeIntervalSinceReferenceDate: 0))
  /// Whether a refresh costs an addition, so that a scope can bound how many there are.
  public var countsRefreshes = false
  /// The reducer; designs differ in it and in the members below.
  public var reducer: @Sendable (State, Action) throws -> State = Quakes.publishedReducer
  /// The half of the listener's guards that looks at the element.
  public var noticing: @Sendable (State, Action) -> Notice? = Quakes.publishedNotice
  /// The half of the listener's guards that looks at the current state.
  public var listener: @Sendable (Notice, State) throws -> Operation? = Quakes.publishedListener
  /// Both stores.
  public var store: @Sendable (Operation, inout Database) throws -> Reply = Quakes.publishedStore
  /// What thunks dispatch.
  public var completing: @Sendable (Operation, Result<Reply, OperationFailure>) -> Action? =
    Quakes.publishedCompletion
  /// The filter of what searches give.
  public var filter: @Sendable (State, Action) -> Bool = Quakes.filterQuakes

  /// Makes the published design with a calendar; the current one by default.
  public init(calendar: Calendar = .current) { self.calendar = calendar }

  /// Empty and nil.
  public var initialState: State { State() }
  /// No rows.
  public var initialDatabase: Database { Database() }

  /// The design's reducer.
  public func reduce(_ state: State, _ action: Action) throws -> State { try reducer(state, action) }
  /// The design's notice.
  public func notice(old: State, action: Action) -> Notice? { noticing(old, action) }
  /// The design's listener.
  public func react(to notice: Notice, current: State) throws -> Operation? {
    try listener(notice, current)
  }
  /// The design's stores.
  public func perform(_ operation: Operation, on database: inout Database) throws -> Reply {
    try store(operation, &database)
  }
  /// The design's completion.
  public func completion(of operation: Operation, result: Result<Reply, OperationFailure>) -> Action? {
    completing(operation, result)
  }

  /// A remote fetch is answered with any payload of the values.
  public func answers(to operation: Operation, values: Values) -> [Operation] {
    guard case .fetchRemoteQuakes(let range, nil) = operation else { return [] }
    return values.payloads.sorted().map { .fetchRemoteQuakes(range: range, answer: $0) }
  }

  // MARK: Gestures

  /// Every ui action of the values, whatever the state.
  public func gestures(in state: State, values: Values) -> [UserAction] {
    [.quakeListOnAppear] + values.ranges.map { .refreshQuakes(range: $0) }
      + values.deletions.map { .deleteSelectedQuake(id: $0) } + (values.deletesAll ? [.deleteAllQuakes] : [])
  }

  /// The ui action.
  public func action(of gesture: UserAction) -> Action { .ui(gesture) }

  /// A refresh may be what recovery needs.
  public var boundsRecovery: Bool { countsRefreshes }

  /// One payload for a refresh, if they are counted.
  public func additionCount(of gesture: UserAction) -> Int {
    if case .refreshQuakes = gesture { countsRefreshes ? 1 : 0 } else { 0 }
  }

  /// One payload for a remote fetch, if they are counted.
  public func additionCount(of operation: Operation) -> Int {
    if case .fetchRemoteQuakes = operation { countsRefreshes ? 1 : 0 } else { 0 }
  }

  /// The list's onAppear.
  public func isAppearing(_ gesture: UserAction) -> Bool { gesture == .quakeListOnAppear }

  /// Both deletes.
  public func isDestructive(_ gesture: UserAction) -> Bool {
    switch gesture {
    case .deleteSelectedQuake, .deleteAllQuakes: true
    case .quakeListOnAppear, .refreshQuakes: false
    }
  }
}
