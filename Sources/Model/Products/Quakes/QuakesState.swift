import Model

extension Quakes {
  struct State: Hashable, Codable, Sendable {
    struct QuakesSlice: Hashable, Codable, Sendable {
      var data: [String: Quake] = [:]
      /// Nil before the first request.
      var status: Status?
    }

    /// The clock and calendar of the device, which selectors look at; no action tells of them.
    struct Clock: Hashable, Codable, Sendable {
      /// The time zone; nil as long as it is the scope's.
      var timeZone: String?
      /// How many midnights have passed.
      var dayCount = 0
    }

    var quakes = QuakesSlice()
    var clock = Clock()
  }

  /// What happens around the app: midnight passes, or the device is set to another time zone.
  enum Occurrence: Hashable, Comparable, Codable, Sendable {
    case midnight
    case timeZone(String)
  }

  enum ReducerError: String, Error, Hashable, Sendable {
    case quakeNotFound
  }

  /// What a status is about: the quakes have one together, a single quake has none.
  enum Subject: Hashable, Comparable, CaseIterable, Sendable {
    case quakes
  }
}

extension Quakes.State {
  /// Makes a state that holds quakes, as if nothing had been asked for.
  init(_ contents: Quakes.Contents) { quakes.data = contents }
}

// A clock that stands as it did at first is left out.
extension Quakes.State {
  private enum CodingKeys: String, CodingKey { case quakes, clock }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    quakes = try fields.decode(QuakesSlice.self, forKey: .quakes)
    clock = try fields.decodeIfPresent(Clock.self, forKey: .clock) ?? Clock()
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(quakes, forKey: .quakes)
    if clock != Clock() { try fields.encode(clock, forKey: .clock) }
  }
}
