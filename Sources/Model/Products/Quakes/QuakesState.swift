extension Quakes {
  package struct State: Hashable, Codable, Sendable {
    package struct QuakesSlice: Hashable, Codable, Sendable {
      package var data: [String: Quake] = [:]
      /// Nil before the first request.
      package var status: Status?

      package init(data: [String: Quake] = [:], status: Status? = nil) {
        self.data = data
        self.status = status
      }
    }

    package var quakes: QuakesSlice

    /// Makes a state; that at launch, empty and nil, by default.
    package init(quakes: QuakesSlice = QuakesSlice()) { self.quakes = quakes }

    /// Makes a state that holds quakes, as if nothing had been asked for.
    package init(_ contents: Contents) { quakes = QuakesSlice(data: contents) }
  }

  package enum ReducerError: String, Error, Hashable, Sendable {
    case quakeNotFound
  }

  /// What a status is about: the quakes have one together, a single quake has none.
  package enum Subject: Hashable, Comparable, Sendable {
    case quakes
  }
}
