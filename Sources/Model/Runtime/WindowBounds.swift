/// The bounds of a scope's windows.
public struct WindowBounds: Hashable, Codable, Sendable {
  /// The most windows open at once, 1 to 3.
  package let countMax: Int
  /// Whether windows open and close: then one is open at launch, else all of them are and stay.
  package var opensAndCloses: Bool
  /// The subscriptions that lag the store on their own, as "component.subscription".
  ///
  /// Their renders follow later. The others take, publish and render at once. Nil when nothing is
  /// cached: every window shows what the selectors say.
  package var lagging: [String]?
  /// The kinds of gestures that people do not make here, by their words.
  package var leavesOut: [String]

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
