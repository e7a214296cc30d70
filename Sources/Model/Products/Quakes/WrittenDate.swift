import Foundation
import Model

/// A date as traces hold it: a readable string where that says all, else seconds since 2001.
@propertyWrapper
struct WrittenDate: Hashable, Codable, Sendable {
  var wrappedValue: Date

  init(wrappedValue: Date) { self.wrappedValue = wrappedValue }

  private static let style = Date.ISO8601FormatStyle()

  /// The date as people read it, if nothing of it is lost: "2001-01-01T00:00:00Z".
  var text: String? {
    // Outside these years the form has other lengths, and readers disagree about it.
    guard abs(wrappedValue.timeIntervalSinceReferenceDate) < 30_000_000_000 else { return nil }
    let text = wrappedValue.formatted(Self.style)
    return (try? Self.style.parse(text)) == wrappedValue ? text : nil
  }

  /// Reads a string like "2001-01-01T00:00:00Z", or seconds since then.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self), let date = try? Self.style.parse(text) {
      wrappedValue = date
    } else {
      wrappedValue = Date(
        timeIntervalSinceReferenceDate: try container.decode(WideNumber.self).wrappedValue)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let text {
      try container.encode(text)
    } else {
      try container.encode(WideNumber(wrappedValue: wrappedValue.timeIntervalSinceReferenceDate))
    }
  }
}
