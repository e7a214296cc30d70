import Foundation
import Model

/// An earthquake.
struct Quake: Hashable, Codable, Sendable {
  /// The id, in feed, state and database alike.
  var quakeId: String
  /// How strong it was; 0 or less says that it is withdrawn.
  @WideNumber var magnitude: Double
  @WrittenDate var time: Date
  /// When what is known of it was last changed.
  @WrittenDate var updated: Date
  /// What people read: where it happened.
  var name: String
  /// Degrees east.
  @WideNumber var longitude: Double = 0
  /// Degrees north.
  @WideNumber var latitude: Double = 0
}

extension Quake: Comparable {
  static func < (first: Quake, second: Quake) -> Bool {
    if first.quakeId != second.quakeId { return first.quakeId < second.quakeId }
    if first.magnitude != second.magnitude { return first.magnitude < second.magnitude }
    return (first.time, first.updated, first.name, first.longitude, first.latitude)
      < (second.time, second.updated, second.name, second.longitude, second.latitude)
  }

  /// Whether any field of another quake differs by the field's own comparison, by which a number
  /// that is none differs from itself.
  func differs(from other: Quake) -> Bool {
    self != other || [magnitude, longitude, latitude].contains { $0.isNaN }
  }
}
