import Foundation
import Model

extension Quakes {
  /// What a window looks for: the quakes of a day with a text in their names.
  struct Search: Hashable, Comparable, Codable, Sendable {
    /// What names have to contain; empty for all.
    var text: String
    @WrittenDate var date: Date

    /// Differs for any two searches that differ: the date's text holds no blank.
    var id: String { "\(date.timeIntervalSinceReferenceDate) \(text)" }

    var words: String { "'\(text)', \(_date.text ?? "\(date.timeIntervalSinceReferenceDate) s")" }

    static func < (first: Search, second: Search) -> Bool {
      (first.date, first.text) < (second.date, second.text)
    }
  }

  enum SortKey: String, CaseOrdered, Codable, Sendable { case time, magnitude }

  enum SortOrder: String, CaseOrdered, Codable, Sendable { case forward, reverse }

  /// How a list is sorted.
  struct Sort: Hashable, Comparable, Codable, Sendable {
    var key = SortKey.time
    var order = SortOrder.forward

    var words: String { "\(key.rawValue) \(order.rawValue)" }

    static func < (first: Sort, second: Sort) -> Bool {
      (first.key, first.order) < (second.key, second.order)
    }
  }
}
