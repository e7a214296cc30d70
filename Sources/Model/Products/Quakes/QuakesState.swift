extension Quakes {
  /// What the store owns.
  public struct State: Hashable, Codable, Sendable {
    /// The quakes and how their request stands.
    public struct QuakesSlice: Hashable, Codable, Sendable {
      /// The quakes by id.
      public var data: [String: Quake] = [:]
      /// Nil before the first request.
      public var status: Status?

      /// Makes a slice; empty and nil by default.
      public init(data: [String: Quake] = [:], status: Status? = nil) {
        self.data = data
        self.status = status
      }
    }

    /// The quakes.
    public var quakes: QuakesSlice

    /// Makes a state; that at launch, empty and nil, by default.
    public init(quakes: QuakesSlice = QuakesSlice()) { self.quakes = quakes }

    /// Makes a state that holds quakes, as if nothing had been asked for.
    public init(_ contents: Contents) { quakes = QuakesSlice(data: contents) }
  }

  /// What the reducer refuses with.
  public enum ReducerError: String, Error, Hashable, Sendable {
    /// No quake of that id is in the state.
    case quakeNotFound
  }

  /// What a status is about: the quakes have one together, a single quake has none.
  public enum Subject: Hashable, Comparable, Sendable {
    /// The quakes' status.
    case quakes
  }
}
